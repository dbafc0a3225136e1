/**
 * The first stage: options -> the program that the sources are. ts-morph keeps the files; what is handed on is the compiler's
 * own program. Reads types and names only, never the diagnostics of function bodies.
 */
import { dirname, join, relative, sep } from "node:path";
import { Project, ts } from "ts-morph";
import { CompilerDisk, compilerSystem } from "./compiler-disk.js";
import { collector, type Staged } from "./diagnostics.js";
import type { ReadingHost } from "./host.js";
import { compareNames } from "./names.js";
import type { Options } from "./options.js";
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
  readonly project: Project;
}

export interface LoadedProject extends Loaded {
  readonly kept: KeptProgram;
}

/** `program` is what an earlier load of the same options and the same set of files kept; `changed` are the files with another text now. */
export function load(
  options: Options,
  host: ReadingHost,
  again: { readonly program: KeptProgram; readonly changed: readonly string[] } | null = null,
): Staged<LoadedProject | null> {
  const { diagnostics, report } = collector();
  const toRelative = (fileName: string): string => relative(options.project, fileName).split(sep).join("/");
  const wanted = new Set(sourceFiles(options, host));
  const project = again?.program.project ?? newProject();
  if (project === null) return { value: null, diagnostics };
  for (const path of again?.changed ?? []) project.getSourceFile(path)?.refreshFromFileSystemSync();
  if (wanted.size === 0) report("MG0005", null, { sources: options.sources.join(", ") });
  const program = project.getProgram().compilerObject;
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
    kept: { project },
  };
  return { value: diagnostics.length > 0 ? null : value, diagnostics };

  function newProject(): Project | null {
    const { compilerOptions, errors } = tsconfigOf(options, [...wanted], host);
    for (const { file, reason } of errors) {
      report("MG0006", null, { file: toRelative(file), reason: reason.replaceAll(options.project, ".") });
    }
    if (errors.length > 0) return null;
    const made = new Project({
      fileSystem: new CompilerDisk(host, options.project),
      skipFileDependencyResolution: true,
      // Without strictNullChecks null and undefined vanish from types before anybody could read them.
      compilerOptions: { ...compilerOptions, strictNullChecks: true, noEmit: true },
    });
    for (const path of wanted) made.addSourceFileAtPath(path);
    return made;
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
