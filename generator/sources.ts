/** Which files a project's sources are. */
import { sep } from "node:path";
import type { ReadingHost } from "./host.js";
import type { Options } from "./options.js";

/** Absolute paths, sorted. Generated files, declaration files and packages are never sources. */
export function sourceFiles({ project, sources, out }: Options, host: ReadingHost): string[] {
  const folder = project.split(sep).join("/");
  const outFolder = `${folder}/${out}/`;
  return host
    .match(folder, sources)
    .filter((path) => !path.startsWith(outFolder) && !path.includes("/node_modules/") && !/\.d\.[mc]?ts$/.test(path));
}
