/** Where the project is and how its places are shown: shared by the commands that work on a project. */
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Staged } from "../diagnostics.js";
import type { Host } from "../host.js";
import { configFile, type Options, readOptions } from "../options.js";
import type { Sources } from "../print-diagnostics.js";

/** The folder given, else the nearest one upwards that has a configuration, else one with a package.json. */
export function findProject(host: Host, cwd: string, given: string | undefined): string {
  if (given !== undefined) return resolve(cwd, given);
  for (const file of [configFile, "package.json"]) {
    for (let at = cwd; ; at = dirname(at)) {
      if (host.read(join(at, file)) !== null) return at;
      if (dirname(at) === at) break;
    }
  }
  return cwd;
}

export const projectOptions = (host: Host, project: string): Staged<Options | null> =>
  readOptions(project, { config: host.read(join(project, configFile)), manifest: host.read(join(project, "package.json")) });

/** Paths as a person in `cwd` writes them. */
export function sourcesIn(host: Host, project: string, cwd: string): Sources {
  // A file with thousands of errors is read once.
  const known = new Map<string, readonly string[] | null>();
  return {
    path: (file) => relative(cwd, join(project, file)).split(sep).join("/"),
    lines: (file) => {
      const lines = known.get(file) ?? host.read(join(project, file))?.split(/\r\n|\n|\r/) ?? null;
      known.set(file, lines);
      return lines;
    },
  };
}
