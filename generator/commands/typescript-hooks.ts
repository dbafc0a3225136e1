/**
 * Module hooks that let Node run a project's TypeScript as it stands. Types are erased file by file with the same compiler
 * that the analysis uses; specifiers resolve as the project's tsconfig says, so `./tools.js` finds tools.ts. Packages are
 * left to Node, which keeps one instance of each.
 */
import type { LoadHook, ResolveHook } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ts } from "../compiler.js";

const source = /\.[mc]?tsx?$/;
const optionsByFolder = new Map<string, ts.CompilerOptions>();

export const resolve: ResolveHook = async (specifier, context, next) => {
  const parent = context.parentURL;
  if (parent?.startsWith("file:") && source.test(new URL(parent).pathname)) {
    const file = fileURLToPath(parent);
    const { resolvedModule } = ts.resolveModuleName(
      specifier,
      file,
      optionsFor(dirname(file)),
      ts.sys,
      undefined,
      undefined,
      ts.ModuleKind.ESNext,
    );
    const found = resolvedModule?.resolvedFileName ?? "";
    const isOurs = source.test(found) && !/\.d\.[mc]?ts$/.test(found) && resolvedModule?.isExternalLibraryImport !== true;
    if (isOurs) return { url: pathToFileURL(found).href, shortCircuit: true };
  }
  return next(specifier, context);
};

export const load: LoadHook = async (url, context, next) => {
  if (!url.startsWith("file:") || !source.test(new URL(url).pathname)) return next(url, context);
  const file = fileURLToPath(url);
  const { source: text } = await next(url, { ...context, format: "module" });
  const { outputText } = ts.transpileModule(typeof text === "string" ? text : new TextDecoder().decode(text as Uint8Array), {
    fileName: file,
    compilerOptions: {
      ...optionsFor(dirname(file)),
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      verbatimModuleSyntax: true,
      inlineSourceMap: true,
      inlineSources: true,
      sourceMap: false,
      declaration: false,
      noEmit: false,
    },
  });
  return { format: "module", source: outputText, shortCircuit: true };
};

/** The options of the nearest tsconfig, read once a folder. */
function optionsFor(folder: string): ts.CompilerOptions {
  const known = optionsByFolder.get(folder);
  if (known !== undefined) return known;
  const file = ts.findConfigFile(folder, ts.sys.fileExists);
  const options =
    file === undefined
      ? { module: ts.ModuleKind.NodeNext }
      : ts.parseJsonConfigFileContent(ts.readConfigFile(file, ts.sys.readFile).config, ts.sys, dirname(file)).options;
  optionsByFolder.set(folder, options);
  return options;
}
