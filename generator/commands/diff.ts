/** mcp-gen diff: what changed for clients between an older contract and the one that the sources give now. */
import { join, resolve } from "node:path";
import { diagnostic, hasErrors, sortDiagnostics } from "../diagnostics.js";
import type { ContractChange, Level } from "../diff/change.js";
import { compareContracts } from "../diff/contract.js";
import { countsIn, type ProjectReport, type Report } from "../formats/report.js";
import { paint, type Style } from "../formats/style.js";
import { diskHost } from "../host.js";
import { manifestFile } from "../manifest.js";
import { parseObject, type Raw } from "../options.js";
import { readAtRevision } from "./git.js";
import { Maker } from "./make.js";
import { diagnosticsProse, type Printing, printReport } from "./print-report.js";
import { type FoundProject, findProjects, shownFrom, sourcesIn, type Wanted } from "./project.js";
import { exitCodes, type Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export interface DiffArguments extends Omit<Wanted, "cwd">, Printing {
  /** A revision of git, or a manifest file. */
  readonly against: string;
  readonly cache: boolean;
}

export async function runDiff(args: DiffArguments, terminal: Terminal): Promise<number> {
  const { cwd } = terminal;
  const projects = await findProjects(diskHost, { ...args, cwd });
  const file = resolve(cwd, args.against);
  if (diskHost.isFile(file) && projects.length > 1) {
    throw new UsageError(
      "the configuration has several projects, and a manifest file is of one: say which with --project <folder>.",
    );
  }
  const maker = new Maker(diskHost, { useCache: args.cache, keep: false });
  const reports: ProjectReport[] = [];
  for (const project of projects) reports.push(await diffProject(project, args.against, maker, cwd));
  const report = { command: "diff", projects: reports, exit: exitOf(reports) } as const;
  printReport(report, prose(report, args.against, terminal.style), args, terminal, diskHost);
  return report.exit;
}

async function diffProject(project: FoundProject, against: string, maker: Maker, cwd: string): Promise<ProjectReport> {
  const { folder, options } = project;
  const made = options === null ? null : await maker.make(options);
  const sources = sourcesIn(diskHost, folder, cwd);
  const said = [...project.diagnostics, ...(made?.diagnostics ?? [])];
  const out = shownFrom(cwd, join(folder, options?.out ?? ""));
  const now = made?.files?.find(({ path }) => path === manifestFile)?.text;
  if (options === null || now === undefined || hasErrors(said)) {
    return { diagnostics: sortDiagnostics(said), sources, out, changes: null };
  }
  const contract = compareContracts(before(options.out, folder, against, cwd), JSON.parse(now));
  // A warning of the sources says nothing about what has changed.
  const diagnostics = contract.flatMap(({ level, subject, text, source }) => {
    if (level === "safe") return [];
    const span = source === null ? null : { file: source, line: 1, column: 1, length: 1 };
    return [diagnostic(level === "breaking" ? "MG0201" : "MG0202", span, { subject, text })];
  });
  return { diagnostics, sources, out, changes: [], contract };
}

/** The older manifest; an empty contract where there was none yet. */
function before(out: string, folder: string, against: string, cwd: string): Raw {
  const file = resolve(cwd, against);
  const text = diskHost.isFile(file) ? diskHost.read(file) : readAtRevision(folder, against, `${out}/${manifestFile}`);
  if (text === null) return {};
  const manifest = parseObject(text);
  if (typeof manifest === "string") throw new UsageError(`the manifest of ${against} cannot be read: ${manifest}.`);
  if (manifest.manifestVersion !== 1) throw new UsageError(`${against} is no manifest that this version of mcp-gen knows.`);
  return manifest;
}

function exitOf(projects: readonly ProjectReport[]): number {
  const errors = projects.flatMap(({ diagnostics }) => diagnostics).filter(({ severity }) => severity === "error");
  const faults = errors.filter(({ code }) => code !== "MG0201");
  if (faults.some(({ code }) => code.startsWith("MG0"))) return exitCodes.usage;
  if (faults.length > 0) return exitCodes.sources;
  return errors.length > 0 ? exitCodes.breaking : exitCodes.fine;
}

const colours = { breaking: "red", risky: "yellow", safe: "green" } as const satisfies Record<Level, string>;

function prose(report: Report, against: string, style: Style): string {
  if (report.projects.some(({ changes }) => changes === null)) return diagnosticsProse(report, style);
  const changes = report.projects.flatMap(({ contract }) => contract ?? []);
  if (changes.length === 0) return `The contract is the same as in ${against}.`;
  const lines = changes.map(({ level, subject, text }) => `${paint(style, colours[level], level.padEnd(8))} ${subject}: ${text}`);
  const { errors } = countsIn(report);
  const count = (level: Level): string => `${changes.filter((each: ContractChange) => each.level === level).length} ${level}`;
  const sum = `${count("breaking")}, ${count("risky")}, ${count("safe")}, compared with ${against}.`;
  return [...lines, "", errors === 0 ? `${sum} No client breaks.` : sum].join("\n");
}
