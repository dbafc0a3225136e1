/**
 * The first stage: options -> the program that the sources are. Reads types and names only, never the diagnostics of function
 * bodies.
 */
import { dirname, join, relative, sep } from "node:path";
import { ts } from "./compiler.js";
import { compilerSystem } from "./compiler-disk.js";
import { collector, type Staged } from "./diagnostics.js";
import type { ReadingHost } from "./host.js";
import { compareNames } from "./names.js";
import type { Options } from "./options.js";
import { ParsedFiles } from "./parsed-files.js";
import { sourceFiles } from "./sources.js";
import { importExtensionOf, tsconfigOf } from "./tsconfig.js";

export interface Loaded {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  /** The project's sources, sorted by path; generated files and declaration files are not among them. */
  readonly sources: readonly ts.SourceFile[];
  /** The module @mcp-gen/runtime as the sources see it; undefined when no source could name it. */
  readonly runtime: ts.Symbol | undefined;
  /** The path of a file relative to the project folder, with `/`. */
  readonly relative: (fileName: string) => string;
  /** The ending of relative imports that the tsconfig asks for. */
  readonly importExtension: ".js" | ".ts" | "";
  readonly allowAny: boolean;
}

const runtimePackage = "@mcp-gen/runtime";

/** A program that is kept from one build to the next, so that only files which changed are parsed again. */
export interface KeptProgram {
  readonly files: ParsedFiles;
  readonly program: ts.Program;
  readonly compilerOptions: string;
}

export interface LoadedProject extends Loaded {
  readonly kept: KeptProgram;
}

/** `kept` is what an earlier load gave. `isSameSet`: at most the texts of its files have changed since, as far as the host tells. */
export function load(
  options: Options,
  host: ReadingHost,
  again: { readonly kept: KeptProgram; readonly isSameSet: boolean } | null = null,
): Staged<LoadedProject | null> {
  const { diagnostics, report } = collector();
  // Asked of thousands of nodes in a few files.
  const shown = new Map<string, string>();
  const toRelative = (fileName: string): string => {
    const known = shown.get(fileName);
    if (known !== undefined) return known;
    const path = relative(options.project, fileName).split(sep).join("/");
    shown.set(fileName, path);
    return path;
  };
  const wanted = new Set(sourceFiles(options, host));
  const kept = made(again?.kept ?? null, again?.isSameSet === true ? again.kept.program : undefined);
  if (kept === null) return { value: null, diagnostics };
  if (wanted.size === 0) report("MG0005", null, { sources: options.sources.join(", ") });
  const { program } = kept;
  const checker = program.getTypeChecker();
  const sources = program
    .getSourceFiles()
    .filter((file) => wanted.has(file.fileName))
    .sort((a, b) => compareNames(toRelative(a.fileName), toRelative(b.fileName)));
  for (const file of sources) {
    for (const { start, length, messageText } of program.getSyntacticDiagnostics(file)) {
      const { line, character } = file.getLineAndCharacterOfPosition(start);
      const span = { file: toRelative(file.fileName), line: line + 1, column: character + 1, length: Math.max(1, length) };
      report("MG1014", span, { reason: ts.flattenDiagnosticMessageText(messageText, " ") });
    }
  }
  const runtime = findRuntime(program, checker, sources, host);
  if (runtime === null) report("MG0007", null, { archives: archivesOf(options.project, host) });
  const value = {
    program,
    checker,
    sources,
    runtime: runtime ?? undefined,
    relative: toRelative,
    importExtension: importExtensionOf(program.getCompilerOptions()),
    allowAny: options.allowAny,
    kept,
  };
  return { value: diagnostics.length > 0 ? null : value, diagnostics };

  /** Files of an earlier program are taken over; its structure only when it is known to hold. */
  function made(before: KeptProgram | null, structure: ts.Program | undefined): KeptProgram | null {
    const { compilerOptions: read, errors } = tsconfigOf(options, [...wanted], host);
    for (const { file, reason } of errors) {
      report("MG0006", null, { file: toRelative(file), reason: reason.replaceAll(options.project, ".") });
    }
    if (errors.length > 0) return null;
    // Without strictNullChecks null and undefined vanish from types before anybody could read them.
    const compilerOptions = { ...read, strictNullChecks: true, noEmit: true };
    const key = JSON.stringify(compilerOptions);
    const files = before?.compilerOptions === key ? before.files : new ParsedFiles(compilerOptions);
    const oldProgram = before?.compilerOptions === key ? structure : undefined;
    const compilerHost = files.host(host, options.project);
    const program = ts.createProgram([...wanted], compilerOptions, compilerHost, oldProgram);
    return { files, program, compilerOptions: key };
  }
}

/** The file, relative to the project, by which Yarn gives Node packages out of archives; empty without one. */
function archivesOf(project: string, host: ReadingHost): string {
  for (let at = project; ; at = dirname(at)) {
    const file = join(at, ".pnp.cjs");
    if (host.isFile(file)) return relative(project, file).split(sep).join("/");
    if (dirname(at) === at) return "";
  }
}

/** The module symbol; undefined when no source imports the package, null when one does and it cannot be found. */
function findRuntime(
  program: ts.Program,
  checker: ts.TypeChecker,
  sources: readonly ts.SourceFile[],
  host: ReadingHost,
): ts.Symbol | null | undefined {
  const options = program.getCompilerOptions();
  const system = compilerSystem(host);
  const importing = sources.filter(({ text }) => text.includes(runtimePackage));
  for (const { fileName } of importing) {
    const { resolvedModule } = ts.resolveModuleName(
      runtimePackage,
      fileName,
      options,
      system,
      undefined,
      undefined,
      ts.ModuleKind.ESNext,
    );
    const file = resolvedModule === undefined ? undefined : program.getSourceFile(resolvedModule.resolvedFileName);
    const symbol = file === undefined ? undefined : checker.getSymbolAtLocation(file);
    if (symbol !== undefined) return symbol;
  }
  return importing.some(({ text }) => new RegExp(`(from|import)\\s*\\(?\\s*["']${runtimePackage}["']`).test(text))
    ? null
    : undefined;
}
