/**
 * The first stage: options -> the program that the sources are. ts-morph finds the files and reads the tsconfig; what is
 * handed on is the compiler's own program. Reads types and names only, never the diagnostics of function bodies.
 */
import { dirname, join, relative, sep } from "node:path";
import { Project, ts } from "ts-morph";
import { collector, type Staged } from "./diagnostics.js";
import { compareNames } from "./names.js";
import type { Options } from "./options.js";

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

export function load(options: Options): Staged<Loaded | null> {
  const { diagnostics, report } = collector();
  const toRelative = (fileName: string): string => relative(options.project, fileName).split(sep).join("/");
  const tsconfig = nearestTsconfig(options.project);
  if (tsconfig !== null) {
    const { error, config } = ts.readConfigFile(tsconfig, ts.sys.readFile);
    const errors = error === undefined ? ts.parseJsonConfigFileContent(config, ts.sys, dirname(tsconfig)).errors : [error];
    // "No inputs were found" (18002, 18003) is none of ours: the sources come from the options.
    for (const each of errors.filter(({ code }) => code !== 18002 && code !== 18003)) {
      const reason = ts.flattenDiagnosticMessageText(each.messageText, " ").replaceAll(options.project, ".");
      report("MG0006", null, { file: toRelative(tsconfig), reason });
    }
    if (diagnostics.length > 0) return { value: null, diagnostics };
  }
  const project = new Project({
    ...(tsconfig === null ? {} : { tsConfigFilePath: tsconfig }),
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    compilerOptions: {
      ...(tsconfig === null ? { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, strict: true } : {}),
      // Without it null and undefined vanish from types before anybody could read them.
      strictNullChecks: true,
      noEmit: true,
    },
  });
  project.addSourceFilesAtPaths([
    ...options.sources.map((pattern) => toGlob(options.project, pattern)),
    `!${toGlob(options.project, options.out)}/**`,
    "!**/node_modules/**",
    "!**/*.d.ts",
  ]);
  const wanted = new Set(project.getSourceFiles().map((file) => file.getFilePath() as string));
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
  const runtime = findRuntime(program, checker, sources);
  if (runtime === null) report("MG0007", null, {});
  const value = {
    program,
    checker,
    sources,
    runtime: runtime ?? undefined,
    relative: toRelative,
    importExtension: importExtension(program.getCompilerOptions()),
    allowAny: options.allowAny,
  };
  return { value: diagnostics.length > 0 ? null : value, diagnostics };
}

function nearestTsconfig(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "tsconfig.json");
    if (ts.sys.fileExists(file)) return file;
    if (dirname(at) === at) return null;
  }
}

const toGlob = (folder: string, pattern: string): string => `${folder.split(sep).join("/")}/${pattern}`;

/** The module symbol; undefined when no source imports the package, null when one does and it cannot be found. */
function findRuntime(
  program: ts.Program,
  checker: ts.TypeChecker,
  sources: readonly ts.SourceFile[],
): ts.Symbol | null | undefined {
  const options = program.getCompilerOptions();
  const importing = sources.filter(({ text }) => text.includes(runtimePackage));
  for (const { fileName } of importing) {
    const { resolvedModule } = ts.resolveModuleName(
      runtimePackage,
      fileName,
      options,
      ts.sys,
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

function importExtension(options: ts.CompilerOptions): ".js" | ".ts" | "" {
  if (options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true) return ".ts";
  const { module: kind = ts.ModuleKind.NodeNext, moduleResolution } = options;
  if (moduleResolution === ts.ModuleResolutionKind.Bundler) return "";
  if (moduleResolution === undefined && (kind === ts.ModuleKind.Preserve || kind === ts.ModuleKind.ESNext)) return "";
  return ".js";
}
