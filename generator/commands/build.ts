/** mcp-gen build: writes the generated folder, or with --check only says what is stale. */
import { hasErrors, sortDiagnostics } from "../diagnostics.js";
import { comparingHost, diskHost } from "../host.js";
import { build } from "../pipeline.js";
import { printDiagnostic, printSummary } from "../print-diagnostics.js";
import { builtInTemplates } from "../templates.js";
import type { Change, WriteReport } from "../write.js";
import { findProject, projectOptions, sourcesIn } from "./project.js";
import { exitCodes, type Terminal } from "./terminal.js";

export interface BuildArguments {
  readonly check: boolean;
  readonly project: string | undefined;
}

export async function runBuild({ check, project: given }: BuildArguments, terminal: Terminal): Promise<number> {
  const project = findProject(diskHost, terminal.cwd, given);
  if (!diskHost.isFolder(project)) {
    terminal.error(`mcp-gen: there is no folder ${given ?? project}.`);
    return exitCodes.usage;
  }
  const sources = sourcesIn(diskHost, project, terminal.cwd);
  const options = projectOptions(diskHost, project);
  const built =
    options.value === null ? null : await build(options.value, builtInTemplates(diskHost), check ? comparingHost : diskHost);
  const diagnostics = sortDiagnostics([...options.diagnostics, ...(built?.diagnostics ?? [])]);
  for (const each of diagnostics) terminal.error(printDiagnostic(each, sources));
  if (diagnostics.length > 0) terminal.error(printSummary(diagnostics));
  if (hasErrors(diagnostics)) {
    const isSetup = diagnostics.some(({ code, severity }) => severity === "error" && code.startsWith("MG0"));
    return isSetup ? exitCodes.usage : exitCodes.sources;
  }
  const report = built?.report;
  if (report === null || report === undefined || options.value === null) throw new Error("A build without errors has no report.");
  const out = sources.path(options.value.out);
  if (check) return tellStale(report, out, terminal);
  for (const { path, change } of report.changes) terminal.error(`${change.padEnd(8)} ${out}/${path}`);
  if (report.changes.length === 0) terminal.error(`${out} is up to date.`);
  return exitCodes.fine;
}

const staleWords: Readonly<Record<Change, string>> = { created: "missing", changed: "changed", removed: "orphaned" };

function tellStale({ changes }: WriteReport, out: string, terminal: Terminal): number {
  if (changes.length === 0) {
    terminal.error(`${out} is up to date.`);
    return exitCodes.fine;
  }
  for (const { path, change } of changes) terminal.error(`${staleWords[change].padEnd(8)} ${out}/${path}`);
  const files = changes.length === 1 ? "1 generated file is" : `${changes.length} generated files are`;
  terminal.error(`\n${files} not what the sources say. Run 'mcp-gen build' and commit the result.`);
  return exitCodes.stale;
}
