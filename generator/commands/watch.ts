/** mcp-gen build --watch: builds whenever something that a build depends on has changed, and keeps the program in between. */
import { dirname, resolve } from "node:path";
import { configsIn, nearestFolder } from "../config/load.js";
import { diskHost } from "../host.js";
import { type BuildArguments, buildProjects, prose } from "./build.js";
import { Maker } from "./make.js";
import { printReport } from "./print-report.js";
import { findProjects } from "./project.js";
import { exitCodes, type Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";
import { startWatcher } from "./watcher.js";

/** What became of a round, for who goes on from there. */
export interface WatchedRound {
  readonly isGood: boolean;
  /** More has happened than that the round before wrote its files. */
  readonly isNew: boolean;
}

/**
 * Ends with the signal that stops it. A configuration that is wrong now may be right with the next save, so it ends nothing.
 * `built` is told of each round, and the next one waits for it.
 */
export async function runWatch(
  args: BuildArguments,
  terminal: Terminal,
  stopped: Promise<void>,
  built?: (round: WatchedRound) => Promise<void>,
): Promise<number> {
  const maker = new Maker(diskHost, { useCache: args.cache, keep: true });
  const watcher = startWatcher([startFolder(args, terminal.cwd)]);
  let isStopped = false;
  void stopped.then(() => {
    isStopped = true;
  });
  let said = "";
  let hasWritten = false;
  for (let isFirst = true; !isStopped; isFirst = false) {
    terminal.progress("building ...");
    const round = await build();
    terminal.progress(null);
    watcher.add(round.watched);
    // A save that changes nothing for anybody is passed over in silence.
    if (isFirst || round.text !== said || round.isWritten) round.print();
    said = round.text;
    if (isFirst) terminal.error("Watching for changes. Stop with Ctrl+C.");
    if (args.timing) for (const line of round.timing) terminal.error(line);
    await built?.({ isGood: round.isGood, isNew: isFirst || !hasWritten || round.isWritten || !round.isSame });
    hasWritten = round.isWritten;
    await Promise.race([watcher.changed(), stopped]);
  }
  await watcher.close();
  maker.close();
  return exitCodes.fine;

  async function build(): Promise<Round> {
    try {
      const projects = await findProjects(diskHost, { ...args, cwd: terminal.cwd });
      const { report, timing, isSame } = await buildProjects(projects, maker, args, terminal.cwd);
      const text = prose(report, terminal);
      return {
        // What was written is told once, and is no difference in what there is to say.
        text: JSON.stringify(report.projects.map(({ diagnostics }) => diagnostics)),
        isGood: report.exit === exitCodes.fine,
        isSame,
        isWritten: report.projects.some(({ changes }) => (changes ?? []).length > 0),
        print: () => printReport(report, text, args, terminal, diskHost),
        timing,
        watched: projects.flatMap(({ folder, options }) => [folder, ...(options === null ? [] : maker.inputs(options))]),
      };
    } catch (error) {
      const isUsage = error instanceof UsageError;
      const detail =
        error instanceof Error && !isUsage ? (error.stack ?? error.message) : String((error as Error).message ?? error);
      const text = isUsage ? `mcp-gen: ${detail}` : `mcp-gen: this is a fault of mcp-gen, not of your sources.\n\n${detail}`;
      return { text, isGood: false, isSame: false, isWritten: false, print: () => terminal.error(text), timing: [], watched: [] };
    }
  }
}

interface Round {
  readonly text: string;
  readonly isGood: boolean;
  /** Nothing that the build depends on has changed. */
  readonly isSame: boolean;
  readonly isWritten: boolean;
  readonly print: () => void;
  readonly timing: readonly string[];
  /** Folders and files that the next build depends on. */
  readonly watched: readonly string[];
}

/** Where the configuration is, or will be. */
function startFolder({ config, project }: BuildArguments, cwd: string): string {
  if (config !== undefined) return dirname(resolve(cwd, config));
  const from = project === undefined ? cwd : resolve(cwd, project);
  return nearestFolder(from, (each) => configsIn(diskHost, each).length > 0) ?? from;
}
