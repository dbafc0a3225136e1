/** Which sources an earlier analysis still holds for: those whose types cannot reach anything that has changed. */
import type { ts } from "../compiler.js";

/** What the compiler knows of a file and does not say in public. */
interface Imported {
  readonly imports?: readonly ts.StringLiteralLike[];
  readonly moduleAugmentations?: readonly unknown[];
  readonly ambientModuleNames?: readonly unknown[];
  readonly externalModuleIndicator?: unknown;
}

interface Resolving {
  getResolvedModuleFromModuleSpecifier?(
    specifier: ts.StringLiteralLike,
    file: ts.SourceFile,
  ): { readonly resolvedModule?: { readonly resolvedFileName: string } | undefined } | undefined;
}

/**
 * Paths of the files that reach, through imports, one that has another text than it had before, each with that one. Null when
 * everything may have changed: files came or went, or what has changed is seen by others without an import.
 */
export function reachingChanged(before: ts.Program, now: ts.Program): ReadonlyMap<string, string> | null {
  const [old, files] = [before.getSourceFiles(), now.getSourceFiles()];
  const known = new Map(old.map((file) => [file.fileName, file]));
  if (old.length !== files.length || !files.every(({ fileName }) => known.has(fileName))) return null;
  const changed = files.filter((file) => known.get(file.fileName) !== file);
  const versions = changed.flatMap((file) => [file, known.get(file.fileName) ?? file]);
  if (!versions.every(isSeenByImportOnly)) return null;
  const importers = importersIn(now, files);
  if (importers === null) return null;
  const found = new Map(changed.map(({ fileName }) => [fileName, fileName]));
  // Grows while it is gone through.
  for (const [path, cause] of found) {
    for (const importer of importers.get(path) ?? []) if (!found.has(importer)) found.set(importer, cause);
  }
  return found;
}

function isSeenByImportOnly(file: ts.SourceFile): boolean {
  const { moduleAugmentations = [], ambientModuleNames = [], externalModuleIndicator } = file as ts.SourceFile & Imported;
  const refers = file.referencedFiles.length + file.typeReferenceDirectives.length + file.libReferenceDirectives.length > 0;
  return externalModuleIndicator !== undefined && moduleAugmentations.length === 0 && ambientModuleNames.length === 0 && !refers;
}

/** Null when this compiler does not tell. */
function importersIn(program: ts.Program, files: readonly ts.SourceFile[]): ReadonlyMap<string, readonly string[]> | null {
  const { getResolvedModuleFromModuleSpecifier: resolve } = program as ts.Program & Resolving;
  if (resolve === undefined) return null;
  const importers = new Map<string, string[]>();
  for (const file of files) {
    const { imports } = file as ts.SourceFile & Imported;
    if (imports === undefined) return null;
    for (const specifier of imports) {
      const path = resolve.call(program, specifier, file)?.resolvedModule?.resolvedFileName;
      if (path === undefined) continue;
      const known = importers.get(path);
      if (known === undefined) importers.set(path, [file.fileName]);
      else known.push(file.fileName);
    }
  }
  return importers;
}
