/** The project's own prettier, run in this process with the configuration that it finds for each file by itself. */
import { createRequire } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ReadingHost } from "../host.js";
import { isRecord, type Raw } from "../options.js";
import { type FormatFault, type FormatTexts, type Formatter, reasonOf } from "./formatter.js";

/** What is used of prettier; versions 2 and 3 have it. */
interface Prettier {
  format(text: string, options: Raw): string | Promise<string>;
  resolveConfig(path: string, options: Raw): Promise<Raw | null>;
  getFileInfo(path: string, options: Raw): Promise<{ readonly ignored: boolean; readonly inferredParser: string | null }>;
}

/** Throws when the package cannot be loaded. */
export async function loadPrettier({ folder }: Formatter, project: string, host: ReadingHost): Promise<FormatTexts> {
  const found = createRequire(join(folder, "package.json"));
  const loaded = (await import(pathToFileURL(found.resolve(folder)).href)) as { readonly default: Prettier };
  const prettier = loaded.default;
  const ignorePath = ignoreFiles(project, host);
  return async (texts) => {
    const [made, faults] = [new Map<string, string>(), new Map<string, FormatFault>()];
    for (const [path, text] of texts) {
      const result = await formatOne(path, text);
      if (typeof result === "string") made.set(path, result);
      else faults.set(path, result);
    }
    return { made, faults };
  };

  async function formatOne(path: string, text: string): Promise<string | FormatFault> {
    let options: Raw;
    try {
      const config = await prettier.resolveConfig(path, { editorconfig: true, useCache: false });
      options = { ...config, plugins: pluginsOf(config, project) };
      const info = await prettier.getFileInfo(path, { ignorePath, plugins: options.plugins, resolveConfig: false });
      if (info.ignored || (options.parser === undefined && info.inferredParser === null)) return text;
    } catch (error) {
      return { reason: `its configuration is faulty: ${reasonOf(error)}`, place: null };
    }
    try {
      return await prettier.format(text, { ...options, filepath: path });
    } catch (error) {
      return faultOf(error);
    }
  }
}

/** Prettier looks for plugins from the working folder; they are the project's, wherever the command runs. */
function pluginsOf(config: Raw | null, project: string): readonly unknown[] {
  const { resolve } = createRequire(join(project, "package.json"));
  const given = Array.isArray(config?.plugins) ? (config.plugins as readonly unknown[]) : [];
  return given.map((plugin) => {
    if (typeof plugin !== "string" || isAbsolute(plugin) || plugin.startsWith("file:")) return plugin;
    return resolve(plugin);
  });
}

/** From the project upwards to the root of the repository: each file's patterns are relative to its folder. */
function ignoreFiles(project: string, host: ReadingHost): string[] {
  const files: string[] = [];
  for (let at = project; ; at = dirname(at)) {
    const file = join(at, ".prettierignore");
    if (host.isFile(file)) files.push(file);
    if (host.isFolder(join(at, ".git")) || dirname(at) === at) return files;
  }
}

function faultOf(error: unknown): FormatFault {
  const start = error instanceof Error && "loc" in error && isRecord(error.loc) ? error.loc.start : undefined;
  if (!isRecord(start)) return { reason: reasonOf(error), place: null };
  const [line, column] = [Number(start.line), Number(start.column)];
  return { reason: reasonOf(error).replace(/ \(\d+:\d+\)$/, ""), place: { line, column: Math.max(1, column) } };
}
