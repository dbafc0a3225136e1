/**
 * The compiler, loaded in this one place: the one that ts-morph carries, without ts-morph's own wrappers around its nodes, which
 * would double what a build takes. Types and functions are those of `ts`; the texts of the language's own libraries come along.
 */
import { createRequire } from "node:module";

// Not an ESM import, for which Node would search twelve megabytes for the names of exports.
import morph = require("ts-morph");

export import ts = morph.ts;

interface Common {
  getLibFiles(): readonly { readonly fileName: string; readonly text: string }[];
}

/** By file name, such as `lib.es5.d.ts`. */
export function libraries(): ReadonlyMap<string, string> {
  const beside = createRequire(createRequire(import.meta.url).resolve("ts-morph"));
  const { getLibFiles } = beside("@ts-morph/common") as Common;
  return new Map(getLibFiles().map(({ fileName, text }) => [fileName, text]));
}
