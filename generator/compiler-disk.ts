/** The disk as the compiler wants to see it, over what a host can read. Writes nothing. */
import type { ReadingHost } from "./host.js";

/** The part of the compiler's system that finds modules and reads configurations. */
export function compilerSystem(host: ReadingHost): {
  readonly useCaseSensitiveFileNames: boolean;
  readonly fileExists: (path: string) => boolean;
  readonly directoryExists: (path: string) => boolean;
  readonly getDirectories: (path: string) => string[];
  readonly readFile: (path: string) => string | undefined;
  readonly realpath: (path: string) => string;
  /** The sources come from the options, never from the files that a tsconfig lists. */
  readonly readDirectory: () => string[];
} {
  return {
    useCaseSensitiveFileNames: host.isCaseSensitive,
    fileExists: host.isFile,
    directoryExists: host.isFolder,
    getDirectories: (path) =>
      host
        .list(path)
        .filter(({ isDirectory }) => isDirectory)
        .map(({ name }) => name),
    readFile: (path) => host.read(path) ?? undefined,
    realpath: host.real,
    readDirectory: () => [],
  };
}
