/**
 * The project's own biome: its program, run once over copies of the files. Whether it ignores a file it tells only of one that
 * is there, and nothing is written to the project yet: so the copies lie in a folder that looks like the project to it.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join, parse, relative } from "node:path";
import type { ReadingHost } from "../host.js";
import type { FormatFault, FormatTexts, Formatter } from "./formatter.js";

/** Throws when the program for this system is not installed. */
export function loadBiome({ folder, configuration }: Formatter, project: string, host: ReadingHost): FormatTexts {
  const program = programIn(folder);
  return async (texts) => {
    const own = [...configuration].filter(([path]) => !path.includes("node_modules"));
    const copied = new Map([...own, ...texts].map(([path, text]) => [belowRoot(path), text]));
    return host.scratch(copied, packageFolders(project, host), async (scratch) => {
      const args = ["format", "--write", "--colors=off", "--no-errors-on-unmatched", "--max-diagnostics=none"];
      const paths = [...texts.keys()].map((path) => relative(project, path));
      const { exit, said } = await run(program, [...args, ...paths], join(scratch.folder, belowRoot(project)));
      const faults = exit === 0 ? new Map<string, FormatFault>() : faultsIn(said, [...texts.keys()], project);
      return { made: new Map([...texts.keys()].map((path) => [path, scratch.read(belowRoot(path))])), faults };
    });
  };
}

const belowRoot = (path: string): string => relative(parse(path).root, path);

/** Configurations that are packages are found where the project finds them. */
function packageFolders(project: string, host: ReadingHost): Map<string, string> {
  const links = new Map<string, string>();
  for (let at = project; ; at = dirname(at)) {
    const folder = join(at, "node_modules");
    if (host.isFolder(folder)) links.set(belowRoot(folder), folder);
    if (dirname(at) === at) return links;
  }
}

function programIn(folder: string): string {
  const { resolve } = createRequire(join(folder, "package.json"));
  const system = `${platform()}-${arch()}`;
  // Of the two for Linux, package managers install the one that fits its C library.
  for (const name of [`@biomejs/cli-${system}`, `@biomejs/cli-${system}-musl`]) {
    try {
      return resolve(`${name}/biome${platform() === "win32" ? ".exe" : ""}`);
    } catch {
      // The other one, then.
    }
  }
  throw new Error(`its program for ${system} is not installed`);
}

function run(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ readonly exit: number | null; readonly said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "ignore", "pipe"], windowsHide: true });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      said += part;
    });
    child.on("error", reject);
    child.on("close", (exit) => resolve({ exit, said }));
  });
}

/** Its diagnostics: a line with the place and what kind it is, then the reason behind a cross. The first of each file counts. */
function faultsIn(said: string, paths: readonly string[], project: string): Map<string, FormatFault> {
  const faults = new Map<string, FormatFault>();
  for (const [, file = "", line, column, reason] of said.matchAll(/^(\S.*?):(\d+):(\d+) parse [\s\S]*?[×✖] +(.*)$/gm)) {
    const path = paths.find((each) => relative(project, each) === join(file));
    if (path !== undefined && !faults.has(path)) {
      faults.set(path, { reason: wordsOf(reason), place: { line: Number(line), column: Number(column) } });
    }
  }
  // What is said of no file is said of its configuration.
  if (faults.size > 0 || paths[0] === undefined) return faults;
  return new Map([[paths[0], { reason: wordsOf(/[×✖] +(.*)$/m.exec(said)?.[1] ?? said.trim().split("\n")[0]), place: null }]]);
}

const wordsOf = (reason = ""): string => reason.trim().replace(/\.$/, "");
