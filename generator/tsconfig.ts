/** Which TypeScript configuration a project's sources belong to, and what it says. */
import { dirname, join, resolve } from "node:path";
import { ts } from "./compiler.js";
import { compilerSystem } from "./compiler-disk.js";
import type { ReadingHost } from "./host.js";
import type { Options } from "./options.js";

export interface Tsconfig {
  /** Absolute path; null when there is none and the defaults hold. */
  readonly file: string | null;
  readonly compilerOptions: ts.CompilerOptions;
  /** Each names the file that has the fault. */
  readonly errors: readonly { readonly file: string; readonly reason: string }[];
}

/** Without a tsconfig.json. */
const defaults: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  strict: true,
};

/**
 * The configuration that the options name, else the nearest one upwards. One that only refers to others (`references`) stands
 * for the first of them that has one of the sources.
 */
export function tsconfigOf(options: Options, sources: readonly string[], host: ReadingHost): Tsconfig {
  const named = options.tsconfig === null ? null : resolve(options.project, options.tsconfig);
  if (named !== null && !host.isFile(named)) {
    return { file: named, compilerOptions: {}, errors: [{ file: named, reason: "there is no such file." }] };
  }
  const file = named ?? nearest(options.project, host);
  if (file === null) return { file, compilerOptions: defaults, errors: [] };
  const own = parse(file, host);
  if (named !== null || own.references.length === 0 || own.errors.length > 0) return own;
  return referenced(own, new Set(sources), host, new Set()) ?? own;
}

export const compilerVersion: string = ts.version;

/** The ending of relative imports that the options ask for. */
export function importExtensionOf(options: ts.CompilerOptions): ".js" | ".ts" | "" {
  if (options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true) return ".ts";
  const { module: kind = ts.ModuleKind.NodeNext, moduleResolution } = options;
  if (moduleResolution === ts.ModuleResolutionKind.Bundler) return "";
  if (moduleResolution === undefined && (kind === ts.ModuleKind.Preserve || kind === ts.ModuleKind.ESNext)) return "";
  return ".js";
}

/** What decides about the ending of imports, in words. */
export function moduleWords(options: ts.CompilerOptions): string {
  const {
    module: kind = ts.ModuleKind.NodeNext,
    moduleResolution,
    allowImportingTsExtensions,
    rewriteRelativeImportExtensions,
  } = options;
  return [
    `module ${ts.ModuleKind[kind].toLowerCase()}`,
    ...(moduleResolution === undefined ? [] : [`moduleResolution ${ts.ModuleResolutionKind[moduleResolution].toLowerCase()}`]),
    ...(allowImportingTsExtensions === true ? ["allowImportingTsExtensions"] : []),
    ...(rewriteRelativeImportExtensions === true ? ["rewriteRelativeImportExtensions"] : []),
  ].join(", ");
}

interface Parsed extends Tsconfig {
  readonly file: string;
  readonly references: readonly string[];
}

function parse(file: string, host: ReadingHost): Parsed {
  const system = compilerSystem(host);
  const { error, config } = ts.readConfigFile(file, system.readFile);
  const parsed = error === undefined ? ts.parseJsonConfigFileContent(config, system, dirname(file), {}, file) : null;
  // "No inputs were found" (18002, 18003) is none of ours: the sources come from the options.
  const faults = parsed === null ? [error] : parsed.errors.filter(({ code }) => code !== 18002 && code !== 18003);
  return {
    file,
    compilerOptions: parsed?.options ?? {},
    errors: faults
      .filter((each) => each !== undefined)
      .map(({ messageText }) => ({ file, reason: ts.flattenDiagnosticMessageText(messageText, " ") })),
    references: (parsed?.projectReferences ?? []).map(({ path }) =>
      path.endsWith(".json") ? path : join(path, "tsconfig.json"),
    ),
  };
}

function referenced(
  { file, references }: Parsed,
  sources: ReadonlySet<string>,
  host: ReadingHost,
  seen: Set<string>,
): Parsed | null {
  if (hasOne(file, sources)) return parse(file, host);
  for (const each of references) {
    if (seen.has(each) || !host.isFile(each)) continue;
    seen.add(each);
    const found = referenced(parse(each, host), sources, host, seen);
    if (found !== null) return found;
  }
  return null;
}

/** Whether the files that a configuration lists have one of the sources. Told by its text and the sources, which are both known. */
function hasOne(file: string, sources: ReadonlySet<string>): boolean {
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(file), {}, file).fileNames.some((each) => sources.has(each));
}

function nearest(folder: string, host: ReadingHost): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "tsconfig.json");
    if (host.isFile(file)) return file;
    if (dirname(at) === at) return null;
  }
}
