/**
 * The disk: the only file of the pipeline that touches it. Whether a host writes or only reads is the host's business, so
 * that no stage has a mode.
 */
import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";

export interface DirectoryEntry {
  readonly name: string;
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly isSymlink: boolean;
}

/** The part that looks. */
export interface ReadingHost {
  /** Whether two names that differ in case only are two files. */
  readonly isCaseSensitive: boolean;
  /** The text of a file; null when there is none. */
  read(path: string): string | null;
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  /** What lies in a folder; empty when there is none. A link is told by what it leads to. */
  list(path: string): DirectoryEntry[];
  /** The path with links followed; the path itself when nothing is there. */
  real(path: string): string;
  /** Absolute paths of the files below a folder that match, sorted, with `/`. A pattern with `!` takes away. */
  match(folder: string, patterns: readonly string[]): string[];
  /** Lays files and links to folders out in a temporary folder, for as long as some work goes on there. */
  scratch<T>(
    files: ReadonlyMap<string, string>,
    links: ReadonlyMap<string, string>,
    work: (scratch: Scratch) => Promise<T>,
  ): Promise<T>;
}

/** Paths in it are relative to the folder. */
export interface Scratch {
  readonly folder: string;
  read(path: string): string;
}

export interface Host extends ReadingHost {
  /** Makes the file have that text, in one step. Throws the system's error when it cannot. */
  put(path: string, text: string): void;
  /** Takes a file away, and its folder when that is empty then. */
  remove(path: string): void;
}

const reader: ReadingHost = {
  isCaseSensitive: stats(fileURLToPath(import.meta.url).replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())) === undefined,
  read(path) {
    try {
      return readFileSync(path, "utf8");
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  isFile: (path) => stats(path)?.isFile() ?? false,
  isFolder: (path) => stats(path)?.isDirectory() ?? false,
  list(path) {
    try {
      return readdirSync(path, { withFileTypes: true }).map((entry) => {
        const isSymlink = entry.isSymbolicLink();
        const target = isSymlink ? stats(`${path}/${entry.name}`) : entry;
        return {
          name: entry.name,
          isFile: target?.isFile() ?? false,
          isDirectory: target?.isDirectory() ?? false,
          isSymlink,
        };
      });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  },
  real(path) {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  },
  match: (folder, patterns) => globSync([...patterns], { cwd: folder, absolute: true, expandDirectories: false }).sort(),
  async scratch(files, links, work) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcp-gen-")));
    try {
      for (const [path, text] of files) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      for (const [path, target] of links) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        symlinkSync(target, join(folder, path), "junction");
      }
      return await work({ folder, read: (path) => readFileSync(join(folder, path), "utf8") });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Reads and writes. */
export const diskHost: Host = {
  ...reader,
  put(path, text) {
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${randomUUID().slice(0, 8)}.tmp`;
    try {
      writeFileSync(draft, text);
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  },
  remove(path) {
    rmSync(path, { force: true });
    try {
      rmdirSync(dirname(path));
    } catch {
      // Other files are left in the folder: it stays.
    }
  },
};

/** Reads, and writes nothing. */
export const readingHost: Host = { ...reader, put: () => undefined, remove: () => undefined };

function stats(path: string): ReturnType<typeof statSync> | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A path through a file, or a link that leads nowhere.
    return undefined;
  }
}

const missing = new Set(["ENOENT", "EISDIR", "ENOTDIR"]);
const isMissing = (error: unknown): boolean => missing.has(systemCode(error) ?? "");

/** The code of an error of the system, such as EACCES; null for every other error. */
export const systemCode = (error: unknown): string | null =>
  error instanceof Error && "code" in error && "syscall" in error && typeof error.code === "string" ? error.code : null;
