/**
 * What a build looked at on the disk, and what it saw: the texts it read, and whether other places held a file or a folder.
 * A build is worth keeping for as long as all of that is the same; a file that turns up where the compiler looked in vain
 * counts as much as one that changes.
 */
import { relative, resolve, sep } from "node:path";
import { sha256 } from "../fingerprint.js";
import type { DirectoryEntry, ReadingHost } from "../host.js";

/** The ways of looking. */
const looks = {
  read: (host: ReadingHost, path: string): string => {
    const text = host.read(path);
    return text === null ? "-" : sha256(text);
  },
  file: (host: ReadingHost, path: string): string => (host.isFile(path) ? "+" : "-"),
  folder: (host: ReadingHost, path: string): string => (host.isFolder(path) ? "+" : "-"),
  list: (host: ReadingHost, path: string): string => namesIn(host.list(path)),
  real: (host: ReadingHost, path: string, base: string): string => toKey(base, host.real(path)),
} as const;

export type Look = keyof typeof looks;

/** Kind and path of each look, with what was seen. Paths are relative to the project folder, so that a cache can move with it. */
export type Trace = Readonly<Record<string, string>>;

/** A host that reads, and notes what it is asked for; `base` is the absolute project folder. */
export function traced(host: ReadingHost, base: string): { readonly host: ReadingHost; readonly trace: () => Trace } {
  const seen = new Map<string, string>();
  const note = (look: Look, path: string, value: string): void => {
    seen.set(`${look} ${toKey(base, path)}`, value);
  };
  return {
    host: {
      isCaseSensitive: host.isCaseSensitive,
      read: (path) => {
        const text = host.read(path);
        note("read", path, text === null ? "-" : sha256(text));
        return text;
      },
      isFile: (path) => {
        const found = host.isFile(path);
        note("file", path, found ? "+" : "-");
        return found;
      },
      isFolder: (path) => {
        const found = host.isFolder(path);
        note("folder", path, found ? "+" : "-");
        return found;
      },
      list: (path) => {
        const entries = host.list(path);
        note("list", path, namesIn(entries));
        return entries;
      },
      real: (path) => {
        const real = host.real(path);
        note("real", path, toKey(base, real));
        return real;
      },
      // The names that patterns match are compared as a whole: they are no part of the trace.
      match: (folder, patterns) => host.match(folder, patterns),
      scratch: (files, links, work) => host.scratch(files, links, work),
    },
    trace: () => Object.fromEntries(seen),
  };
}

export interface Difference {
  readonly look: Look;
  /** Absolute. */
  readonly path: string;
}

/** The places where the disk is not as it was, those that explain most first. Looks only as far as it is asked to go on. */
export function* differences(trace: Trace, host: ReadingHost, base: string): Generator<Difference> {
  // A changed text explains more than a name that appeared, and the project's own file more than a package's.
  const rank = (key: string): number => (key.startsWith("read ") ? 0 : 2) + (/node_modules|^\w+ \.\./.test(key) ? 1 : 0);
  for (const [key, value] of Object.entries(trace).sort(([a], [b]) => rank(a) - rank(b))) {
    const split = key.indexOf(" ");
    const look = key.slice(0, split) as Look;
    const path = resolve(base, key.slice(split + 1));
    if (looks[look](host, path, base) !== value) yield { look, path };
  }
}

/** Absolute paths of the files whose text was read. */
export const readFiles = (trace: Trace, base: string): string[] =>
  Object.entries(trace).flatMap(([key, value]) =>
    key.startsWith("read ") && value !== "-" ? [resolve(base, key.slice("read ".length))] : [],
  );

const toKey = (base: string, path: string): string => relative(base, path).split(sep).join("/") || ".";

const namesIn = (entries: readonly DirectoryEntry[]): string =>
  sha256(
    entries
      .map(({ name, isFile, isDirectory }) => `${name}${isDirectory ? "/" : isFile ? "" : "?"}`)
      .sort()
      .join("\n"),
  );
