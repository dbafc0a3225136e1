/** The helpers of mcp-gen: what each takes, gives, and the places that it escapes for. None has the name of a context's field, which it would hide. */
import type { Json } from "../model.js";
import { camelCase, isIdentifier, pascalCase, wordsOf } from "../names.js";
import { commentText, printDoc, printKey, printList, printLiteral, printString } from "../print.js";
import type { Schema } from "../schema/json-schema.js";
import type { ImportView } from "../views.js";
import type { Helper } from "./language.js";
import type { PlaceKind } from "./place.js";
import { printType } from "./type-text.js";

export type Kind = "text" | "number" | "boolean" | "json" | "import" | "texts" | "schema";

export interface HelperRule {
  readonly run: Helper;
  readonly takes: readonly Kind[];
  /** How many of `takes` must be there. */
  readonly least: number;
  /** The last of `takes` may be there any number of times. */
  readonly isRest: boolean;
  readonly options: Readonly<Record<string, Kind>>;
  readonly gives: "text" | "number" | "boolean";
  /** Null: what it gives is harmless, or taken for what its author says, in every place. */
  readonly places: readonly PlaceKind[] | null;
  /** For the reference. */
  readonly description: string;
}

type Hash = { readonly hash: Readonly<Record<string, unknown>> };
type Run = (...given: never[]) => unknown;

const rule = (
  description: string,
  takes: readonly Kind[],
  places: readonly PlaceKind[] | null,
  run: Run,
  rest: Partial<HelperRule> = {},
): HelperRule => ({
  description,
  takes,
  places,
  run: run as Helper,
  least: takes.length,
  isRest: false,
  options: {},
  gives: "text",
  ...rest,
});

const lower = (text: string, glue: string): string => wordsOf(text).join(glue).toLowerCase();

export const builtInHelpers: Readonly<Record<string, HelperRule>> = {
  str: rule("a string literal; invisible characters are written as escapes", ["text"], ["code"], (text: string) =>
    printString(text),
  ),
  prop: rule("a property key, quoted when it has to be", ["text"], ["code"], (text: string) => printKey(text)),
  ident: rule("an identifier: the text itself when it is one, else its camel case", ["text"], null, (text: string) =>
    isIdentifier(text) && camelCase(text) !== `${text}_` ? text : camelCase(text),
  ),
  comment: rule("text within a comment of one line; it cannot end the comment", ["text"], ["comment"], (text: string) =>
    commentText(text).replaceAll("\n", " "),
  ),
  jsdoc: rule(
    "a doc comment with its line end, or nothing without text",
    ["text"],
    ["code"],
    (text: string, { hash }: Hash) => printDoc(text, Number(hash.indent ?? 0)),
    { options: { indent: "number" } },
  ),
  literal: rule(
    "a JSON value as code; `used` characters stand before it on its line, `after` behind it",
    ["json"],
    ["code"],
    (value: Json, { hash }: Hash) => {
      const { indent = 0, used = 0, after = 1, expand = false } = hash;
      return printLiteral(value, { indent: Number(indent), used: Number(used), after: Number(after) }, expand === true);
    },
    { options: { indent: "number", used: "number", after: "number", expand: "boolean" } },
  ),
  json: rule(
    "a value as JSON, two spaces a level, from the depth `indent`",
    ["json"],
    ["code", "json", "text"],
    (value: Json, { hash }: Hash) =>
      asciiJson(JSON.stringify(value, null, 2)).replaceAll("\n", `\n${" ".repeat(Number(hash.indent ?? 0))}`),
    { options: { indent: "number" } },
  ),
  type: rule("the TypeScript type of a JSON Schema, on one line", ["schema"], ["code"], (schema: Schema) => printType(schema)),
  import: rule("one import statement", ["import"], ["code"], ({ module, typeOnly, names }: ImportView) => {
    const items = names.map(
      ({ name, as, isType }) => (isType && !typeOnly ? "type " : "") + (name === as ? name : `${name} as ${as}`),
    );
    return printList(`import ${typeOnly ? "type " : ""}`, "{", items, "}", ` from ${printString(module)};`, 0);
  }),
  list: rule(
    "names in brackets, one a line when they do not fit",
    ["texts"],
    ["code"],
    (names: readonly string[], { hash }: Hash) =>
      printList(String(hash.before ?? ""), "[", names, "]", String(hash.after ?? ""), Number(hash.indent ?? 0)),
    { options: { before: "text", after: "text", indent: "number" } },
  ),
  md: rule("text within one line of Markdown, or a cell of a table", ["text"], ["text"], (text: string) =>
    text.replace(/[\\`*_[\]<>|#~&]/g, "\\$&").replace(/\s*\n\s*/g, " "),
  ),
  kebab: rule("`order-book`", ["text"], null, (text: string) => lower(text, "-")),
  snake: rule("`order_book`", ["text"], null, (text: string) => lower(text, "_")),
  camel: rule("`orderBook`; never a reserved word", ["text"], null, (text: string) => camelCase(text)),
  pascal: rule("`OrderBook`", ["text"], null, (text: string) => pascalCase(text)),
  width: rule("how long a text is, for `used`", ["text"], null, (text: string) => text.length, { gives: "number" }),
  sum: rule(
    "numbers added, for `used`",
    ["number"],
    null,
    (...numbers: unknown[]) => numbers.filter((each) => typeof each === "number").reduce((sum, each) => sum + each, 0),
    { isRest: true, gives: "number" },
  ),
};

/** What a reader cannot see is escaped as JSON allows it: by code units. */
const asciiJson = (text: string): string =>
  text.replace(/[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udc7f]/g, (found) =>
    [...Array(found.length).keys()].map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
