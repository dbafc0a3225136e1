/** The templates that a build uses: those of the package, and over them those of the project. */
import type { HelperRule } from "./helper-rules.js";
import type { Program } from "./language.js";
import type { Shapes } from "./shape.js";

/** What the package has. */
export interface Templates {
  /** By name: `tool.ts`, `partials/interface`. */
  readonly sources: ReadonlyMap<string, string>;
  /** The JSON Schema of the context, as text. */
  readonly context: string;
}

export interface TemplateFile {
  /** `tool.ts`, `tool/imports`, `partials/interface`, `extra/docs`. */
  readonly name: string;
  /** As diagnostics show it: relative to the project folder. */
  readonly file: string;
  readonly text: string;
  readonly program: Program;
}

export interface ExtraOutput extends TemplateFile {
  readonly out: Program;
  readonly per: "tool" | "project";
  /** The folder that `out` begins in. */
  readonly within: "generated" | "project";
}

export interface TemplateSet {
  readonly builtIn: ReadonlyMap<string, TemplateFile>;
  /** Whole templates, blocks and partials of the project, by name. */
  readonly own: ReadonlyMap<string, TemplateFile>;
  readonly extras: readonly ExtraOutput[];
  readonly helpers: Readonly<Record<string, HelperRule>>;
  readonly shapes: Shapes;
  /** The same for the same templates and helpers of the project. */
  readonly fingerprint: string;
}

/** `tool.ts` -> `tool`: what the folder of its blocks is called. */
export const folderOf = (root: string): string => root.replace(/\.ts$/, "");

export const rootNames = ["tool.ts", "prompt.ts", "resource.ts", "server.ts", "client.ts"] as const;

/** What a name in a tag stands for, seen from a template: the block's replacement, else a partial. */
export function find(set: TemplateSet, root: string, name: string): TemplateFile | null {
  return set.own.get(`${folderOf(root)}/${name}`) ?? partial(set, name);
}

export const partial = (set: TemplateSet, name: string): TemplateFile | null =>
  set.own.get(`partials/${name}`) ?? set.builtIn.get(`partials/${name}`) ?? null;

export const root = (set: TemplateSet, name: string): TemplateFile | null => set.own.get(name) ?? set.builtIn.get(name) ?? null;

/** Names of partials, of the package and of the project. */
export const partialNames = (set: TemplateSet): string[] =>
  [...new Set([...set.builtIn.keys(), ...set.own.keys()])]
    .filter((name) => name.startsWith("partials/"))
    .map((name) => name.slice("partials/".length));
