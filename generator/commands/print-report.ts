/** Prints a report where it belongs: prose to standard error, a format for programs to standard output or a file. */
import { dirname, resolve } from "node:path";
import { diffLines } from "../diff/lines.js";
import { printers } from "../formats/formats.js";
import type { FormatName } from "../formats/names.js";
import { countsIn, type ProjectReport, type Report } from "../formats/report.js";
import { paint, type Style } from "../formats/style.js";
import type { Host } from "../host.js";
import { isOutside, shownIn } from "../manifest.js";
import { printDiagnostic, printSummary } from "../print-diagnostics.js";
import type { FileChange } from "../write.js";
import { putOutput } from "./output-file.js";
import { shownFrom } from "./project.js";
import type { Terminal } from "./terminal.js";
import { ownVersion } from "./version.js";

export interface Printing {
  readonly format: FormatName;
  readonly outputFile: string | undefined;
  readonly quiet: boolean;
}

/** `prose` is what a person reads; the report is what it says, for programs. */
export function printReport(
  report: Report,
  prose: string,
  { format, outputFile, quiet }: Printing,
  terminal: Terminal,
  host: Host,
): void {
  const onGithub = inWorkspace(report, terminal);
  const text = format === "pretty" ? undefined : printers[format](isOfService(format) ? onGithub : report, ownVersion(host));
  if (text !== undefined && outputFile !== undefined) {
    putOutput(host, terminal.cwd, outputFile, text);
  } else if (text !== undefined && text !== "") terminal.output(text);
  const isProse = text === undefined || outputFile !== undefined;
  if (isProse && prose !== "" && !(quiet && report.exit === 0)) terminal.error(prose);
  // On GitHub's machines people read the annotations first, whatever else was asked for.
  const annotations = isProse && terminal.environment.GITHUB_ACTIONS === "true" ? printers.github(onGithub, "") : undefined;
  if (annotations !== undefined && annotations !== "") terminal.output(annotations);
}

const isOfService = (format: FormatName): boolean => format === "github" || format === "sarif";

/** What GitHub reads has paths from the checkout's root, wherever in it the command runs. */
function inWorkspace(report: Report, { cwd, environment }: Terminal): Report {
  const { GITHUB_WORKSPACE: workspace = "" } = environment;
  if (workspace === "") return report;
  const move = (path: string): string => shownFrom(workspace, resolve(cwd, path));
  const projects = report.projects.map((each) => ({
    ...each,
    out: move(each.out),
    sources: { ...each.sources, path: (file: string) => move(each.sources.path(file)) },
  }));
  return { ...report, projects };
}

/** Every diagnostic with its source line, and the sum. Empty without any. */
export function diagnosticsProse(report: Report, style: Style): string {
  const printed = report.projects.flatMap(({ diagnostics, sources }) =>
    diagnostics.map((each) => printDiagnostic(each, sources, style)),
  );
  if (printed.length === 0) return "";
  return [...printed, printSummary(countsIn(report))].join("\n");
}

const marks = { created: "green", changed: "yellow", removed: "red" } as const;

/** One line a file that was written. */
export const writtenProse = ({ changes, out }: ProjectReport, style: Style): string[] =>
  changes === null || changes.length === 0
    ? [`${out} is up to date.`]
    : changes.map(({ path, change }) => `${paint(style, marks[change], change.padEnd(8))} ${shownIn(out, path)}`);

/** The files that are not what the sources say, each with its difference. */
export function staleProse(projects: readonly ProjectReport[], style: Style): string {
  const changed = projects.flatMap(({ changes, out }) =>
    (changes ?? []).map((change) => ({ ...change, file: shownIn(out, change.path) })),
  );
  const others = changed.filter(({ path }) => isOutside(path)).map(({ file }) => (file.includes("/") ? dirname(file) : file));
  const count = changed.length === 1 ? "1 generated file is" : `${changed.length} generated files are`;
  return [
    ...changed.map(({ file, state }) => `${paint(style, state === "hand-edited" ? "red" : "yellow", state.padEnd(11))} ${file}`),
    "",
    ...changed.flatMap((each) => differenceOf(each, style)),
    `${count} not what the sources say. To put it right:`,
    "",
    `  npx mcp-gen build && git add ${[...new Set([...projects.map(({ out }) => out), ...others])].join(" ")}`,
  ].join("\n");
}

/** More lines of one file than this are counted, not shown. */
const mostLines = 60;

function differenceOf({ file, before, after }: FileChange & { readonly file: string }, style: Style): string[] {
  // A file that appears or goes away as a whole says nothing by its text.
  if (before === null || after === null) return [];
  const { lines, added, removed } = diffLines(before, after);
  const more = lines.length - mostLines;
  const coloured = lines
    .slice(0, mostLines)
    .map((line) =>
      line.startsWith("+")
        ? paint(style, "green", line)
        : line.startsWith("-")
          ? paint(style, "red", line)
          : paint(style, "dim", line),
    );
  return [
    `--- ${file} (on disk)  -${removed}`,
    `+++ ${file} (from the sources)  +${added}`,
    ...coloured,
    ...(more > 0 ? [`... and ${more} more lines`] : []),
    "",
  ];
}
