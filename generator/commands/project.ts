/** Which projects a command works on, and how their places are shown. */
import { dirname, join, relative, resolve, sep } from "node:path";
import { configsIn, nearestFolder, readConfig } from "../config/load.js";
import { collector, type Diagnostic, hasErrors } from "../diagnostics.js";
import type { Sources } from "../formats/findings.js";
import type { Host } from "../host.js";
import { type Options, type ProjectSettings, projectsOf, type RawConfig, readOptions } from "../options.js";
import { UsageError } from "./usage-error.js";

/** What was said on the command line about where to work. */
export interface Wanted {
  readonly cwd: string;
  readonly project: string | undefined;
  readonly config: string | undefined;
}

export interface FoundProject {
  /** Absolute path of its folder. */
  readonly folder: string;
  /** Null when the configuration has errors. */
  readonly options: Options | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws a `UsageError` for a folder or file that is not there. */
export async function findProjects(host: Host, { cwd, project, config }: Wanted): Promise<readonly FoundProject[]> {
  const wanted = project === undefined ? null : resolve(cwd, project);
  if (wanted !== null && !host.isFolder(wanted)) throw new UsageError(`there is no folder ${project}.`);
  const given = config === undefined ? null : resolve(cwd, config);
  if (given !== null && !host.isFile(given)) throw new UsageError(`there is no file ${config}.`);

  const { diagnostics, report } = collector();
  const folder = given !== null ? dirname(given) : nearestFolder(wanted ?? cwd, (each) => configsIn(host, each).length > 0);
  const found = given !== null ? [given] : folder === null ? [] : configsIn(host, folder);
  const [file] = found;
  if (file === undefined || folder === null) return [plain(host, wanted ?? packageFolder(host, cwd))];
  if (found.length > 1) {
    report("MG0011", null, { files: found.map((each) => shownFrom(cwd, each)).join(" and ") });
    return [{ folder, options: null, diagnostics }];
  }
  const read = await readConfig(host, file, configName(file));
  if (read.value === null) return [{ folder, options: null, diagnostics: read.diagnostics }];
  const { value: projects, diagnostics: said } = projectsOf(read.value);
  if (hasErrors(said)) return [{ folder, options: null, diagnostics: said }];
  const all = projects.map((each) => configured(host, folder, each));
  if (wanted === null || wanted === folder) return all;
  // A folder that the nearest configuration knows nothing of is a project of its own.
  const within = all.filter((each) => each.folder === wanted);
  return within.length > 0 ? within : [plain(host, wanted)];
}

const configName = (file: string): RawConfig["file"] => file.slice(dirname(file).length + 1);

function configured(host: Host, folder: string, { root, settings }: ProjectSettings): FoundProject {
  const at = join(folder, root, ".");
  const { value, diagnostics } = readOptions(at, settings, host.read(join(at, "package.json")));
  return { folder: at, options: value, diagnostics };
}

function plain(host: Host, folder: string): FoundProject {
  const { value, diagnostics } = readOptions(folder, {}, host.read(join(folder, "package.json")));
  return { folder, options: value, diagnostics };
}

const packageFolder = (host: Host, cwd: string): string =>
  nearestFolder(cwd, (each) => host.isFile(join(each, "package.json"))) ?? cwd;

/** A path as a person in `cwd` writes it. */
export const shownFrom = (cwd: string, path: string): string => relative(cwd, path).split(sep).join("/") || ".";

export function sourcesIn(host: Host, project: string, cwd: string): Sources {
  // A file with thousands of errors is read once.
  const known = new Map<string, readonly string[] | null>();
  return {
    path: (file) => shownFrom(cwd, join(project, file)),
    lines: (file) => {
      const lines = known.get(file) ?? host.read(join(project, file))?.split(/\r\n|\n|\r/) ?? null;
      known.set(file, lines);
      return lines;
    },
  };
}
