/** The fifth stage: plan -> text. The only user of handlebars: a private instance, no escaping, and a closed list of helpers. */
import Handlebars from "handlebars";
import type { GeneratedFile } from "./manifest.js";
import type { Json } from "./model.js";
import { commentText, printDoc, printKey, printList, printLiteral, printString } from "./print.js";
import type { ImportView, PlannedFile } from "./views.js";

/** The sources of templates and partials, by their names: `tool.ts`, `partials/interface`. */
export type Templates = ReadonlyMap<string, string>;

type Hash = { readonly hash: Readonly<Record<string, unknown>> };

/** Each helper escapes for the place that it is named after, and none has the name of a view's field, which it would hide. Templates put raw text only where a view holds whole lines. */
const helpers = {
  /** A string literal. */
  str: (text: string): string => printString(text),
  /** A property key. */
  prop: (text: string): string => printKey(text),
  /** Text inside a comment of one line. */
  comment: (text: string): string => commentText(text).replaceAll("\n", " "),
  /** A doc comment with its line end, at the depth `indent`; nothing without text. */
  jsdoc: (text: string, { hash }: Hash): string => printDoc(text, Number(hash.indent ?? 0)),
  /** A JSON value as a literal: `indent` of its line, `used` characters before it, `after` behind it, `expand` always broken. */
  literal: (value: Json, { hash }: Hash): string => {
    const { indent = 0, used = 0, after = 1, expand = false } = hash;
    return printLiteral(value, { indent: Number(indent), used: Number(used), after: Number(after) }, expand === true);
  },
  /** An import statement. */
  import: ({ module, typeOnly, names }: ImportView): string => {
    const items = names.map(
      ({ name, as, isType }) => (isType && !typeOnly ? "type " : "") + (name === as ? name : `${name} as ${as}`),
    );
    return printList(`import ${typeOnly ? "type " : ""}`, "{", items, "}", ` from ${printString(module)};`, 0);
  },
  /** Names in brackets, as code. */
  list: (names: readonly string[], { hash }: Hash): string =>
    printList(String(hash.before ?? ""), "[", names, "]", String(hash.after ?? ""), Number(hash.indent ?? 0)),
  width: (text: string): number => text.length,
  sum: (...numbers: unknown[]): number => numbers.filter((each) => typeof each === "number").reduce((sum, each) => sum + each, 0),
};

export function render(planned: readonly PlannedFile[], templates: Templates): GeneratedFile[] {
  const engine = Handlebars.create();
  for (const [name, helper] of Object.entries(helpers)) engine.registerHelper(name, helper);
  const options = { noEscape: true, strict: true, preventIndent: true, knownHelpersOnly: true, knownHelpers: known };
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  for (const [name, source] of templates) {
    if (name.startsWith("partials/")) engine.registerPartial(name.slice("partials/".length), engine.compile(source, options));
    else compiled.set(name, engine.compile(source, options));
  }
  return planned.map(({ path, template, view }) => {
    const run = compiled.get(template);
    if (run === undefined) throw new Error(`There is no template ${template}.`);
    return { path, text: run(view, { allowProtoPropertiesByDefault: false }) };
  });
}

const known: Record<string, boolean> = Object.fromEntries(
  [...Object.keys(helpers), "if", "unless", "each", "with"].map((name) => [name, true]),
);
