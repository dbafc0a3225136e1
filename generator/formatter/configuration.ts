/**
 * The texts that decide how a formatter formats: its configuration in every folder upwards, and what those files name. The
 * formatter reads them by itself; here they are looked at for what a build depends on, so a file too many does no harm.
 */
import { dirname, join } from "node:path";
import type { ReadingHost } from "../host.js";
import { parseObject, type Raw } from "../options.js";
import type { FormatterName } from "./formatter.js";

const scripts = ["js", "ts", "mjs", "mts", "cjs", "cts"];
const names: Readonly<Record<FormatterName, readonly string[]>> = {
  prettier: [
    ...[".prettierrc", ...["json", "yml", "yaml", "json5", "toml", ...scripts].map((ending) => `.prettierrc.${ending}`)],
    ...scripts.map((ending) => `prettier.config.${ending}`),
    ...[".editorconfig", ".prettierignore", "package.yaml"],
  ],
  biome: ["biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc", ".editorconfig", ".gitignore"],
};

/** By absolute path. */
export function configurationOf(name: FormatterName, folder: string, host: ReadingHost): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const add = (file: string): void => {
    if (texts.has(file) || !host.isFile(file)) return;
    const text = host.read(file) ?? "";
    texts.set(file, text);
    if (!file.endsWith("package.json")) for (const named of namedIn(text, dirname(file), host)) add(named);
  };
  for (let at = folder; ; at = dirname(at)) {
    for (const each of names[name]) add(join(at, each));
    if (name === "prettier") for (const each of inPackage(join(at, "package.json"), host)) add(each);
    if (dirname(at) === at) break;
  }
  return texts;
}

/** The key "prettier" of a package.json is a configuration, or names a package that has one. */
function inPackage(file: string, host: ReadingHost): string[] {
  const parsed = host.isFile(file) ? parseObject(host.read(file) ?? "") : "";
  const own = typeof parsed === "string" ? undefined : (parsed as Raw).prettier;
  if (own === undefined) return [];
  return [file, ...namedIn(typeof own === "string" ? own : JSON.stringify(own), dirname(file), host)];
}

/** Files beside a configuration, and packages, whose names stand in it: shared configurations and plugins. */
function namedIn(text: string, folder: string, host: ReadingHost): string[] {
  const words = new Set(text.match(/[@.\w][\w@./-]*/g));
  return [...words].flatMap((word) => {
    if (/^\.\.?\//.test(word)) return ["", ".js", ".ts", ".json"].map((ending) => join(folder, word + ending));
    if (!/prettier|biome|plugin|config|^@.*\//.test(word)) return [];
    const [scope = "", name = ""] = word.split("/");
    const packageName = scope.startsWith("@") ? `${scope}/${name}` : scope;
    const found = manifestOf(packageName, folder, host);
    return found === null ? [] : [found];
  });
}

function manifestOf(name: string, folder: string, host: ReadingHost): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "node_modules", name, "package.json");
    if (host.isFile(file)) return file;
    if (dirname(at) === at) return null;
  }
}
