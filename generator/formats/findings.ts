/** Diagnostics as every format wants them: places as the user writes them, with an end, and one shape for all notes. */
import type { Code, Diagnostic, Severity } from "../diagnostics.js";
import type { Span } from "../model.js";

/** How the places of one project are shown and read. */
export interface Sources {
  /** The path to print for a file of the project. */
  readonly path: (file: string) => string;
  /** The lines of a file of the project, or null when it cannot be read. */
  readonly lines: (file: string) => readonly string[] | null;
}

/** Lines and columns count from 1; the end column is the one behind the last character. */
export interface FoundPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Finding {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  /** Null for what has no place in a file. */
  readonly place: FoundPlace | null;
  readonly related: readonly { readonly text: string; readonly place: FoundPlace }[];
  /** Notes without a place. */
  readonly notes: readonly string[];
}

export function findingsOf(diagnostics: readonly Diagnostic[], sources: Sources): Finding[] {
  return diagnostics.map(({ code, severity, message, help, span, related, notes }) => ({
    code,
    severity,
    message,
    help,
    place: span === null ? null : place(span, sources),
    related: [
      ...(related === null ? [] : [{ text: related.text, place: place(related.span, sources) }]),
      ...notes.flatMap(({ label, text, span: at }) =>
        at === undefined ? [] : [{ text: `${label}: ${text}`, place: place(at, sources) }],
      ),
    ],
    notes: notes.filter((each) => each.span === undefined).map(({ label, text }) => `${label}: ${text}`),
  }));
}

function place({ file, line, column, length }: Span, sources: Sources): FoundPlace {
  const text = sources.lines(file)?.[line - 1];
  const end = column + Math.max(1, length);
  // A span that goes on in the next lines is shown to the end of its first.
  const endColumn = text === undefined ? end : Math.max(column + 1, Math.min(end, text.length + 1));
  return { file: sources.path(file), line, column, endLine: line, endColumn };
}
