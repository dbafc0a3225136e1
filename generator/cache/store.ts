/**
 * What a build gave, kept under node_modules/.cache/mcp-gen with all that it depends on, so that a build of the same sources
 * needs no compiler. Whatever is missing or unreadable is simply built anew.
 */
import { basename, dirname, join, relative, sep } from "node:path";
import type { Diagnostic } from "../diagnostics.js";
import { sha256 } from "../fingerprint.js";
import type { Host, ReadingHost } from "../host.js";
import type { GeneratedFile } from "../manifest.js";
import type { Options } from "../options.js";
import { sourceFiles } from "../sources.js";
import { type Difference, differences, type Trace } from "./trace.js";

const entryVersion = 1;

export interface Entry {
  readonly entryVersion: number;
  /** Hash of mcp-gen itself. */
  readonly generator: string;
  /** Hash of the options, without the place of the project. */
  readonly options: string;
  /** The files that the patterns matched, relative to the project. */
  readonly sources: readonly string[];
  readonly trace: Trace;
  readonly diagnostics: readonly Diagnostic[];
  /** Null when there was an error. */
  readonly files: readonly GeneratedFile[] | null;
  /** Hashes of pairs of texts that were found to differ in formatting only. */
  readonly alike: readonly string[];
}

/** Why something is built anew, in words that follow "because"; `content`: the files whose text alone has changed, if that is all. */
export interface Reason {
  readonly text: string;
  readonly content: readonly string[] | null;
}

export const optionsHash = ({ project: _, ...rest }: Options): string => sha256(JSON.stringify(rest));

export const relativeSources = (options: Options, host: ReadingHost): string[] =>
  sourceFiles(options, host).map((file) => toRelative(options.project, file));

/** Null when the entry still holds. */
export function outdated(entry: Entry, generator: string, options: Options, host: ReadingHost): Reason | null {
  if (entry.generator !== generator) return { text: "mcp-gen itself has changed", content: null };
  if (entry.options !== optionsHash(options)) return { text: "the configuration has changed", content: null };
  const now = relativeSources(options, host);
  const before = new Set(entry.sources);
  const added = now.find((file) => !before.delete(file));
  if (added !== undefined) return { text: `${added} is new`, content: null };
  const [gone] = before;
  if (gone !== undefined) return { text: `${gone} is gone`, content: null };
  const found = [...differences(entry.trace, host, options.project)];
  const [first] = found;
  if (first === undefined) return null;
  const isContent = found.every(({ look, path }) => look === "read" && /\.[mc]?tsx?$/.test(path) && host.isFile(path));
  return { text: words(first, options.project, host), content: isContent ? found.map(({ path }) => path) : null };
}

function words({ look, path }: Difference, project: string, host: ReadingHost): string {
  const shown = toRelative(project, path);
  if (look === "list") return `what lies in ${shown} has changed`;
  if (look === "real") return `${shown} leads elsewhere`;
  const isThere = look === "folder" ? host.isFolder(path) : host.isFile(path);
  if (!isThere) return `${shown} is gone`;
  return look === "read" ? `${shown} has changed` : `${shown} is new`;
}

export function readEntry(options: Options, host: ReadingHost): Entry | null {
  const file = entryFile(options, host);
  const text = file === null ? null : host.read(file);
  if (text === null) return null;
  try {
    const entry = JSON.parse(text) as Entry;
    return entry.entryVersion === entryVersion ? entry : null;
  } catch {
    return null;
  }
}

export function writeEntry(entry: Omit<Entry, "entryVersion">, options: Options, host: Host): void {
  const file = entryFile(options, host);
  if (file === null) return;
  try {
    host.put(file, JSON.stringify({ entryVersion, ...entry }));
  } catch {
    // A folder that cannot be written to: the next build is slower, and nothing else.
  }
}

/** Beside the packages that the project uses; null without any. */
function entryFile({ project, out }: Options, host: ReadingHost): string | null {
  for (let at = project; ; at = dirname(at)) {
    if (host.isFolder(join(at, "node_modules"))) {
      const name = `${basename(project)}-${sha256(`${toRelative(at, project)} ${out}`).slice(0, 16)}.json`;
      return join(at, "node_modules/.cache/mcp-gen", name);
    }
    if (dirname(at) === at) return null;
  }
}

const toRelative = (folder: string, file: string): string => relative(folder, file).split(sep).join("/");
