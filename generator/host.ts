/**
 * The disk: the only file of the pipeline that touches it. A host has one way to put a file in its place; whether that
 * writes or only compares is the host's business, so that no stage has a mode.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export type Put = "created" | "changed" | "same";

export interface DirectoryEntry {
  readonly name: string;
  readonly isDirectory: boolean;
}

/** The part that looks. */
export type ReadingHost = Pick<Host, "read" | "isFolder" | "list">;

export interface Host {
  /** The text of a file; null when there is none. */
  read(path: string): string | null;
  isFolder(path: string): boolean;
  /** What lies in a folder; empty when there is none. */
  list(path: string): DirectoryEntry[];
  /** Makes the file have that text, and tells what that took. */
  put(path: string, text: string): Put;
  /** Takes a file away; false when there was none. */
  remove(path: string): boolean;
}

const reader = {
  read(path: string): string | null {
    try {
      return readFileSync(path, "utf8");
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  isFolder: (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  list(path: string): DirectoryEntry[] {
    try {
      return readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  },
};

/** Writes. A file with the same bytes is left alone, and every other is replaced in one step. */
export const diskHost: Host = {
  ...reader,
  put(path, text) {
    const before = reader.read(path);
    if (before === text) return "same";
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${randomUUID().slice(0, 8)}.tmp`;
    try {
      writeFileSync(draft, text);
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
    return before === null ? "created" : "changed";
  },
  remove(path) {
    if (reader.read(path) === null) return false;
    rmSync(path);
    try {
      rmdirSync(dirname(path));
    } catch {
      // Other files are left in the folder: it stays.
    }
    return true;
  },
};

/** Writes nothing: tells what the disk host would have done. A checkout with other line endings counts as the same. */
export const comparingHost: Host = {
  ...reader,
  put(path, text) {
    const before = reader.read(path);
    if (before === null) return "created";
    return before.replaceAll("\r\n", "\n") === text ? "same" : "changed";
  },
  remove: (path) => reader.read(path) !== null,
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR" || error.code === "ENOTDIR");
