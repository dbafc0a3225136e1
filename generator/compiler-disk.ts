/** The disk as the compiler and ts-morph want to see it, over what a host can read. Writes nothing. */
import type { DirectoryEntry, ReadingHost } from "./host.js";

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

/** ts-morph's file system. */
export class CompilerDisk {
  constructor(
    private readonly host: ReadingHost,
    private readonly cwd: string,
  ) {}

  isCaseSensitive = (): boolean => this.host.isCaseSensitive;
  fileExistsSync = (path: string): boolean => this.host.isFile(path);
  directoryExistsSync = (path: string): boolean => this.host.isFolder(path);
  realpathSync = (path: string): string => this.host.real(path);
  getCurrentDirectory = (): string => this.cwd;
  readDirSync = (path: string): DirectoryEntry[] => this.host.list(path);
  readFileSync = (path: string): string => {
    const text = this.host.read(path);
    if (text === null) throw Object.assign(new Error(`There is no file ${path}.`), { code: "ENOENT" });
    return text;
  };
  fileExists = async (path: string): Promise<boolean> => this.fileExistsSync(path);
  directoryExists = async (path: string): Promise<boolean> => this.directoryExistsSync(path);
  readFile = async (path: string): Promise<string> => this.readFileSync(path);
  globSync = (): string[] => [];
  glob = async (): Promise<string[]> => [];
  delete = refused;
  deleteSync = refused;
  writeFile = refused;
  writeFileSync = refused;
  mkdir = refused;
  mkdirSync = refused;
  move = refused;
  moveSync = refused;
  copy = refused;
  copySync = refused;
}

function refused(): never {
  throw new Error("The compiler writes nothing.");
}
