/**
 * The files of a program, parsed once for each text that they have: a build that comes again parses what has changed, and all
 * programs of a process share the libraries of the language. Doc comments are left to analyze/jsdoc.ts, which reads the text.
 */
import { libraries, ts } from "./compiler.js";
import { compilerSystem } from "./compiler-disk.js";
import type { ReadingHost } from "./host.js";

/** Where the libraries seem to be; nothing is there on the disk. */
const libraryFolder = "/node_modules/typescript/lib";

let libraryTexts: ReadonlyMap<string, string> | null = null;
const parsedLibraries = new Map<string, ts.SourceFile>();

export class ParsedFiles {
  readonly #target: ts.ScriptTarget;
  readonly #files = new Map<string, ts.SourceFile>();

  constructor({ target = ts.ScriptTarget.Latest }: ts.CompilerOptions) {
    this.#target = target;
  }

  /** What makes a program of them. */
  host(host: ReadingHost, folder: string): ts.CompilerHost {
    const system = compilerSystem(host);
    // A file is looked at once for each program, whatever asks for it.
    const looked = new Map<string, ts.SourceFile | undefined>();
    return {
      ...system,
      getSourceFile: (path) => {
        if (!looked.has(path))
          looked.set(path, path.startsWith(`${libraryFolder}/`) ? this.#library(path) : this.#file(path, host));
        return looked.get(path);
      },
      fileExists: (path) => looked.get(path) !== undefined || system.fileExists(path),
      getDefaultLibFileName: (options) => `${libraryFolder}/${ts.getDefaultLibFileName(options)}`,
      getDefaultLibLocation: () => libraryFolder,
      getCurrentDirectory: () => folder,
      getCanonicalFileName: (path) => path,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
      writeFile: () => {
        throw new Error("The compiler writes nothing.");
      },
    };
  }

  #file(path: string, host: ReadingHost): ts.SourceFile | undefined {
    const text = host.read(path)?.replace(/^\uFEFF/, "");
    const known = this.#files.get(path);
    if (text === known?.text) return known;
    if (text === undefined) {
      this.#files.delete(path);
      return undefined;
    }
    const file = this.#parse(path, text);
    this.#files.set(path, file);
    return file;
  }

  #library(path: string): ts.SourceFile | undefined {
    const key = `${this.#target} ${path}`;
    const known = parsedLibraries.get(key);
    if (known !== undefined) return known;
    libraryTexts ??= libraries();
    const text = libraryTexts.get(path.slice(libraryFolder.length + 1));
    if (text === undefined) return undefined;
    const file = this.#parse(path, text);
    parsedLibraries.set(key, file);
    return file;
  }

  #parse(path: string, text: string): ts.SourceFile {
    const options = { languageVersion: this.#target, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
    return ts.createSourceFile(path, text, options, false);
  }
}
