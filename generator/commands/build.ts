/** mcp-gen build: writes the generated folders; with --check or --dry-run only says what would be written. */
import { type Diagnostic, diagnostic, hasErrors, sortDiagnostics } from "../diagnostics.js";
import { countsIn, type ProjectReport, type Report } from "../formats/report.js";
import { diskHost, readingHost } from "../host.js";
import { shownIn } from "../manifest.js";
import type { Options } from "../options.js";
import { type State, write } from "../write.js";
import { type InPlace, type Made, Maker } from "./make.js";
import { diagnosticsProse, type Printing, printReport, staleProse, writtenProse } from "./print-report.js";
import { type FoundProject, findProjects, shownFrom, sourcesIn, type Wanted } from "./project.js";
import { exitCodes, type Terminal } from "./terminal.js";

export interface BuildArguments extends Omit<Wanted, "cwd">, Printing {
  readonly check: boolean;
  readonly dryRun: boolean;
  readonly clean: boolean;
  readonly cache: boolean;
  readonly timing: boolean;
  readonly maxWarnings: number | undefined;
}

export async function runBuild(args: BuildArguments, terminal: Terminal): Promise<number> {
  const projects = await findProjects(diskHost, { ...args, cwd: terminal.cwd });
  const maker = new Maker(diskHost, { useCache: args.cache, keep: false });
  const { report, timing } = await buildProjects(projects, maker, args, terminal.cwd);
  printReport(report, prose(report, terminal), args, terminal, diskHost);
  if (args.timing) for (const line of timing) terminal.error(line);
  return report.exit;
}

export interface Building {
  readonly check: boolean;
  readonly dryRun: boolean;
  readonly clean: boolean;
  readonly maxWarnings: number | undefined;
}

/** All projects are read before the first is written, so that an error in one leaves all as they were. */
export async function buildProjects(
  projects: readonly FoundProject[],
  maker: Maker,
  building: Building,
  cwd: string,
): Promise<{
  readonly report: Report;
  readonly timing: readonly string[];
  /** Nothing that they depend on has changed since their last build. */
  readonly isSame: boolean;
}> {
  const made: { readonly project: FoundProject; readonly made: Made | InPlace | null }[] = [];
  const make = (options: Options): Promise<Made | InPlace> =>
    building.clean ? maker.make(options) : maker.makeUnlessInPlace(options);
  for (const project of projects) {
    made.push({ project, made: project.options === null ? null : await make(project.options) });
  }
  const isFaulty = made.some((each) => hasErrors([...each.project.diagnostics, ...(each.made?.diagnostics ?? [])]));
  const isReading = building.check || building.dryRun;
  const reports: ProjectReport[] = [];
  for (const { project, made: one } of made) {
    const { options } = project;
    const sources = sourcesIn(diskHost, project.folder, cwd);
    const said = [...project.diagnostics, ...(one?.diagnostics ?? [])];
    const out = shownFrom(cwd, `${project.folder}/${options?.out ?? ""}`);
    if (isFaulty || options === null || one === null || (!("isInPlace" in one) && one.files === null)) {
      reports.push({ diagnostics: sortDiagnostics(said), sources, out, changes: null });
      continue;
    }
    if ("isInPlace" in one || one.files === null) {
      reports.push({ diagnostics: sortDiagnostics(said), sources, out, changes: [] });
      continue;
    }
    const folder = `${options.project}/${options.out}`;
    const place = { project: options.project, folder, shown: out, clean: building.clean, same: one.same };
    const { value, diagnostics } = await write(one.files, place, isReading ? readingHost : diskHost);
    const stale = building.check
      ? value.changes.map(({ path, state }) => diagnostic(staleCodes[state], null, { file: shownIn(out, path) }))
      : [];
    const all = sortDiagnostics([...said, ...diagnostics, ...stale]);
    reports.push({ diagnostics: all, sources, out, changes: hasErrors(diagnostics) ? null : value.changes });
  }
  const timing = made.flatMap(({ project, made: one }) => {
    if (one === null) return [];
    const folder = shownFrom(cwd, project.folder);
    const took = `${Math.round(one.took)} ms`;
    if (one.reason === null) return [`${folder}: nothing has changed (${took})`];
    return [`${folder}: read again, because ${one.reason} (${took})`, ...("isInPlace" in one ? [] : analysedLines(one))];
  });
  const command = building.check ? "check" : building.dryRun ? "dry-run" : "build";
  const report = { command, projects: reports, exit: exitCodes.fine } as const;
  return {
    report: { ...report, exit: exitOf(report, building) },
    timing,
    isSame: made.every((each) => each.made?.reason === null),
  };
}

/** One line for each source that was analysed, when others were not. */
const analysedLines = ({ analysed }: Made): string[] =>
  analysed.flatMap(({ file, because }) => {
    if (because === null) return [];
    return [`  ${file}: analysed again, because ${because === file ? "it" : `its types reach ${because}, which`} has changed`];
  });

const staleCodes = { missing: "MG0101", stale: "MG0102", "hand-edited": "MG0103", orphaned: "MG0104" } as const satisfies Record<
  State,
  string
>;
const isStale = ({ code }: Diagnostic): boolean => code.startsWith("MG01");

function exitOf(report: Report, { maxWarnings }: Building): number {
  const errors = report.projects.flatMap(({ diagnostics }) => diagnostics).filter(({ severity }) => severity === "error");
  const faults = errors.filter((each) => !isStale(each));
  if (faults.some(({ code }) => code.startsWith("MG0"))) return exitCodes.usage;
  if (faults.length > 0) return exitCodes.sources;
  if (maxWarnings !== undefined && countsIn(report).warnings > maxWarnings) return exitCodes.sources;
  return errors.length > 0 ? exitCodes.stale : exitCodes.fine;
}

/** What a person reads. Files that are stale are told with their differences, not one by one as diagnostics. */
export function prose(report: Report, { style }: Pick<Terminal, "style">): string {
  const projects = report.projects.map((each) => ({ ...each, diagnostics: each.diagnostics.filter((one) => !isStale(one)) }));
  const parts = [diagnosticsProse({ ...report, projects }, style)];
  if (projects.every(({ changes }) => changes !== null)) {
    const isUpToDate = projects.every(({ changes }) => changes?.length === 0);
    if (report.command === "check" && !isUpToDate) parts.push(staleProse(projects, style));
    else parts.push(projects.flatMap((each) => writtenProse(each, style)).join("\n"));
    if (report.command === "dry-run") parts.push("Nothing was written.");
  }
  if (report.exit === exitCodes.sources && countsIn({ ...report, projects }).errors === 0) {
    parts.push("There are more warnings than --max-warnings allows.");
  }
  return parts.filter((part) => part !== "").join("\n");
}
