/**
 * Diagnostics as text for a person: the place, the source line with its underline, notes and help.
 * Gets paths and source lines through `Sources`, so it touches no disk.
 */
import { type Code, catalogue, type Diagnostic } from "./diagnostics.js";
import type { Sources } from "./formats/findings.js";
import { paint, plainStyle, type Style, wrap } from "./formats/style.js";
import type { Span } from "./model.js";

const labelWidth = 10;

export function printDiagnostic(diagnostic: Diagnostic, sources: Sources, style: Style = plainStyle): string {
  const { code, severity, span } = diagnostic;
  const place = span === null ? "" : `${printPlace(span, sources)} - `;
  const head = paint(style, severity === "error" ? "red" : "yellow", `${severity} ${code}`);
  const parts = [`${paint(style, "cyan", place)}${head}: ${paint(style, "bold", diagnostic.message)}`];
  const frame = span === null ? null : printFrame(span, diagnostic, sources, style);
  if (frame !== null) parts.push(frame);
  const notes = diagnostic.notes.map(({ label, text, span: at }) =>
    printNote(label, at === undefined ? text : `${text} (${printPlace(at, sources)})`, style),
  );
  notes.push(printNote("help", `${diagnostic.help}\n'mcp-gen explain ${code}' tells more.`, style));
  parts.push(notes.join("\n"));
  return `${parts.join("\n\n")}\n`;
}

export function printSummary({ errors, warnings }: { readonly errors: number; readonly warnings: number }): string {
  const counts = [count(errors, "error"), count(warnings, "warning")].join(", ");
  return errors > 0 ? `${counts}: nothing was written.` : `${counts}.`;
}

export function printExplanation(code: Code): string {
  const { severity, explanation } = catalogue[code];
  return `${code} (${severity})\n\n${explanation.trim()}\n`;
}

const printPlace = (span: Span, sources: Sources): string => `${sources.path(span.file)}:${span.line}:${span.column}`;

const printNote = (label: string, text: string, style: Style): string =>
  text
    .split("\n")
    .flatMap((line) => wrap(style, line, labelWidth + 2))
    .map((line, index) => `  ${paint(style, "dim", (index === 0 ? `${label}:` : "").padEnd(labelWidth))}${line}`)
    .join("\n");

function printFrame(span: Span, { related, severity }: Diagnostic, sources: Sources, style: Style): string | null {
  const lines = sources.lines(span.file);
  const line = lines?.[span.line - 1];
  if (lines === null || line === undefined) return null;
  const gutter = String(span.line).length;
  const { show, start, room } = windowOn(line, span, style, gutter);
  const before = span.line > 1 ? [numbered(span.line - 1, gutter, show(lines[span.line - 2] ?? ""))] : [];
  // A tab is kept in front of the underline, so that both lines are indented alike whatever the tab width is.
  const indent = line.slice(start, span.column - 1).replace(/[^\t]/g, " ");
  const length = Math.max(1, Math.min(span.length, line.length - span.column + 1, room - (span.column - 1 - start)));
  const beside = related === null ? "" : ` ${related.text} ${printPlace(related.span, sources)}`;
  const marks = paint(style, severity === "error" ? "red" : "yellow", "~".repeat(length));
  const underline = `  ${" ".repeat(gutter)} ${indent}${marks}${beside}`;
  return [...before, numbered(span.line, gutter, show(line)), underline].join("\n");
}

/** The part of long lines that is shown where the terminal is narrow: the marked place, with some of what stands before it. */
function windowOn(
  line: string,
  { column }: Span,
  { width }: Style,
  gutter: number,
): { readonly show: (text: string) => string; readonly start: number; readonly room: number } {
  const room = width === null ? Number.POSITIVE_INFINITY : Math.max(20, width - gutter - 3);
  if (line.length <= room)
    return { show: (text) => text.slice(0, room === Number.POSITIVE_INFINITY ? undefined : room), start: 0, room };
  const start = Math.max(0, Math.min(column - 1 - Math.floor(room / 3), line.length - room));
  return { show: (text) => text.slice(start, start + room), start, room };
}

const numbered = (line: number, width: number, text: string): string => `  ${String(line).padStart(width)} ${text}`.trimEnd();

const count = (many: number, noun: string): string => `${many} ${noun}${many === 1 ? "" : "s"}`;
