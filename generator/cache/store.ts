/**
 * What a build gave, kept under node_modules/.cache/mcp-gen with all that it depends on, so that a build of the same sources
 * needs no compiler. Whatever is missing or unreadable is simply built anew. The texts of the outputs lie in a file of their
 * own: where the outputs are in place, their hashes are enough.
 */
import { basename, dirname, join, relative, sep } from "node:path";
import type { Diagnostic } from "../diagnostics.js";
import { sha256 } from "../fingerprint.js";
import type { Host, ReadingHost } from "../host.js";
import type { Inspection } from "../inspect/inspection.js";
import type { GeneratedFile } from "../manifest.js";
import type { Options } from "../options.js";
import { sourceFiles } from "../sources.js";
import { type Difference, differences, type Trace } from "./trace.js";

export const entryVersion = 2;

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
  readonly outputs: readonly Output[] | null;
  /** Hashes of pairs of texts that were found to differ in formatting only. */
  readonly alike: readonly string[];
}

/** A generated file without its text. */
export interface Output {
  /** Relative to the generated folder, with `/`. */
  readonly path: string;
  readonly hash: string;
  /** Of the text, in UTF-16 units. */
  readonly length: number;
}

/** What is read only when it is asked for. */
export interface Body {
  readonly files: readonly GeneratedFile[];
  readonly inspection: Inspection;
}

const outputs = new WeakMap<GeneratedFile, Output>();

export function outputOf(file: GeneratedFile): Output {
  const known = outputs.get(file) ?? { path: file.path, hash: sha256(file.text), length: file.text.length };
  outputs.set(file, known);
  return known;
}

/** Names a pair of texts by their hashes. */
export const pairOf = (a: string, b: string): string => sha256(`${a} ${b}`);

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

/** Null when the texts are not those of the entry. */
export function readBody({ outputs }: Pick<Entry, "outputs">, options: Options, host: ReadingHost): Body | null {
  const file = entryFile(options, host);
  const text = file === null || outputs === null ? null : host.read(bodyFile(file));
  if (text === null || outputs === null) return null;
  let at = text.indexOf("\n") + 1;
  const files = outputs.map(({ path, length }) => {
    at += length;
    return { path, text: text.slice(at - length, at) };
  });
  if (!files.every((each, index) => sha256(each.text) === outputs[index]?.hash)) return null;
  try {
    return { files, inspection: JSON.parse(text.slice(0, text.indexOf("\n"))) as Inspection };
  } catch {
    return null;
  }
}

/** `body`: null when it is as it was. */
export function writeEntry(entry: Entry, body: Body | null, options: Options, host: Host): void {
  const file = entryFile(options, host);
  if (file === null) return;
  try {
    // The texts come first: an entry never stands there without them.
    if (body !== null) {
      host.put(bodyFile(file), `${JSON.stringify(body.inspection)}\n${body.files.map(({ text }) => text).join("")}`);
    }
    host.put(file, JSON.stringify(entry));
  } catch {
    // A folder that cannot be written to: the next build is slower, and nothing else.
  }
}

const bodyFile = (entry: string): string => entry.replace(/\.json$/, ".texts");

/** Whether the generated folder holds the outputs, formatting aside, and nothing that may have to go. */
export function isInPlace({ outputs, alike }: Entry, { project, out }: Options, host: ReadingHost): boolean {
  if (outputs === null) return false;
  const folder = `${project}/${out}`;
  const known = new Set(outputs.map(({ path }) => path));
  const isKnown = (below: string): boolean =>
    host.list(`${folder}/${below}`).every(({ name, isFile, isDirectory, isSymlink }) => {
      if (isDirectory) return !isSymlink && isKnown(`${below}${name}/`);
      return known.has(below + name) || (isFile && !name.endsWith(".ts"));
    });
  const pairs = new Set(alike);
  return (
    isKnown("") &&
    outputs.every(({ path, hash }) => {
      const text = host.read(`${folder}/${path}`);
      const now = text === null ? null : sha256(text);
      return now !== null && (now === hash || pairs.has(pairOf(now, hash)));
    })
  );
}

/** Beside the packages that the project uses; null without any. */
export function entryFile({ project, out }: Options, host: ReadingHost): string | null {
  for (let at = project; ; at = dirname(at)) {
    if (host.isFolder(join(at, "node_modules"))) {
      const name = `${basename(project)}-${sha256(`${toRelative(at, project)} ${out}`).slice(0, 16)}.json`;
      return join(at, "node_modules/.cache/mcp-gen", name);
    }
    if (dirname(at) === at) return null;
  }
}

const toRelative = (folder: string, file: string): string => relative(folder, file).split(sep).join("/");
