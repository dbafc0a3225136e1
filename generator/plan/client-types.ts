/**
 * JSON Schemas -> TypeScript declarations for the client stub, through json-schema-to-typescript, which is loaded when a
 * schema has a form that those of mcp-gen's own mostly have not (schema-types.ts).
 */
import type { JSONSchema } from "json-schema-to-typescript";
import type { Json } from "../model.js";
import { pascalCase } from "../names.js";
import { visible, withoutTags } from "../print.js";
import type { Schema } from "../schema/json-schema.js";
import { commentLines, ownDeclaration } from "./schema-types.js";

/** An `export interface` or `export type` with that name, and before or behind it what it refers to, with names from `take`. */
export async function declarationOf(schema: Schema, name: string, take: (wish: string) => string): Promise<string> {
  const own = ownDeclaration(schema, name, take);
  if (own !== null) return own;
  const { compile } = await import("json-schema-to-typescript");
  const source = JSON.stringify([schema, name]);
  // The package changes names as it likes: it gets stand-ins that occur nowhere else, and the real ones are put in at the end.
  const mark = unusedIn(source, "Named");
  const mask = unusedIn(source, "masked$$");
  const names: string[] = [name];
  const standIn = (wish: string): string => `${mark}${names.push(wish) - 1}T`;
  const root = `${mark}0T`;
  const prepared = plain(
    renamed(schema, (key) => standIn(take(name + pascalCase(key)))),
    mask,
  );
  const text = await compile(prepared as JSONSchema, root, {
    additionalProperties: false,
    bannerComment: "",
    // The package would load a formatter for this, at a second a run; what it prints is simple enough to be laid out here.
    format: false,
    // A list of at least one element would become a tuple, and refuse every ordinary array.
    ignoreMinAndMaxItems: !source.includes('"prefixItems"'),
    strictIndexSignatures: false,
  });
  const real = withoutRemarks(text.trim())
    .replaceAll(mask, "")
    .replace(new RegExp(`\\b${mark}(\\d+)T\\b`, "g"), (_, index: string) => names[Number(index)] ?? name);
  const declared = real.split(/(?<!\*\/\n*)\n+(?=export |\/\*\*\n(?: \*[^\n]*\n)+export )/);
  return declared.map((each) => visible(laidOut(withoutBrackets(each)))).join("\n\n");
}

function unusedIn(text: string, wish: string): string {
  let word = wish;
  while (text.includes(word)) word += "Q";
  return word;
}

/** Definitions become types of their own: two tools may have different ones of one name. */
function renamed({ $defs, ...root }: Schema, nameOf: (key: string) => string): Schema {
  if (typeof $defs !== "object" || $defs === null) return root;
  const names = new Map(Object.keys($defs).map((key) => [key, nameOf(key)]));
  const rename = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value as Schema).map(([key, inner]): [string, Json] =>
      key === "$ref" && typeof inner === "string"
        ? [key, inner.replace(/^#\/\$defs\/(.*)$/, (_, definition: string) => `#/$defs/${names.get(definition) ?? definition}`)]
        : [key, key === "enum" || key === "const" ? inner : rename(inner)],
    );
    return Object.fromEntries(entries);
  };
  const definitions = Object.entries($defs as Schema).map(([key, inner]) => [names.get(key) ?? key, rename(inner)] as const);
  return { ...(rename(root) as Schema), $defs: Object.fromEntries(definitions) };
}

/** What the package says about patterns of keys is no word of the author's. */
const withoutRemarks = (text: string): string =>
  text
    .replace(/ *\/\*\*\n \* *This interface was referenced by[^/]*\*\/\n/g, "")
    .replace(/\s*\*\s*This interface was referenced by [\s\S]*?"\.(?=\n)/g, "");

/** The text of a short type, which needs no declaration; null when it needs one. */
export function inlineType(declaration: string): string | null {
  const text = /^export type \S+ = (.*);$/.exec(declaration)?.[1];
  return text !== undefined && text.length <= 40 ? text : null;
}

/** Without titles, which would become names of types, and with titled choices as the plain list that they are in TypeScript. */
function plain(value: Json, mask: string): Json {
  const deeper = (each: Json): Json => plain(each, mask);
  const masked = (name: string): string => (misread.has(name) ? mask + name : name);
  if (Array.isArray(value)) return value.map(deeper);
  if (typeof value !== "object" || value === null) return value;
  const schema = listed(value as Schema);
  const kept: [string, Json][] = [];
  for (const [key, inner] of Object.entries(schema)) {
    // Bounds of a list and the description of its elements would end up as remarks in the comment of the property.
    const isRemark = [
      "title",
      "default",
      "examples",
      "pattern",
      "contentEncoding",
      "uniqueItems",
      "enumNames",
      "x-mcp-header",
    ].includes(key);
    if (isRemark || (!isTuple(schema) && ["minItems", "maxItems"].includes(key))) continue;
    if (key === "properties") {
      kept.push([key, Object.fromEntries(Object.entries(inner as Schema).map(([name, each]) => [masked(name), deeper(each)]))]);
    } else if (key === "description" && typeof inner === "string") {
      // Not to be taken for one of the package's own remarks.
      kept.push([key, withoutTags(inner).replaceAll("This interface was", (remark) => mask + remark)]);
    } else if (key === "required") {
      kept.push([key, (inner as readonly string[]).map(masked)]);
    } else if ((key === "oneOf" || key === "anyOf") && isTitledList(inner)) {
      kept.push(["enum", inner.map((choice) => choice.const)]);
    } else if (key === "items" && !Array.isArray(inner)) {
      const { description: _, ...items } = inner as Schema;
      kept.push([key, deeper(items)]);
    } else kept.push([key, key === "enum" || key === "const" ? inner : deeper(inner)]);
  }
  // The package takes a schema that only describes for one of an object.
  const saysNothing = kept.every(([key]) => key === "description" || key === "deprecated");
  return saysNothing ? { ...Object.fromEntries(kept), tsType: "unknown" } : Object.fromEntries(kept);
}

/** The package reads tuples as older drafts write them, and takes an object that says nothing of its keys for a closed one. */
function listed(schema: Schema): Schema {
  const { prefixItems, items, ...rest } = schema;
  if (Array.isArray(prefixItems)) return { ...rest, items: prefixItems, additionalItems: items ?? true };
  if (items === false) return { ...rest, items: [], additionalItems: false };
  const isFree = [schema.type].flat().includes("object") && !("properties" in schema) && !("additionalProperties" in schema);
  return isFree ? { ...schema, additionalProperties: true } : schema;
}

const isTuple = ({ items }: Schema): boolean => Array.isArray(items);

/**
 * The package asks schemas for their own hasOwnProperty, and trips over a property of that name; one name it takes for an
 * index. These are masked on the way in and unmasked on the way out.
 */
const misread = new Set([...Object.getOwnPropertyNames(Object.prototype), "[k: string]"]);

const isTitledList = (value: Json): value is readonly { readonly const: Json }[] =>
  Array.isArray(value) && value.every((choice) => typeof choice === "object" && choice !== null && "const" in choice);

/** Indents by braces, ends members, and puts short comments on one line. */
function laidOut(text: string): string {
  const lines: string[] = [];
  let depth = 0;
  let comment: string[] | null = null;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (comment !== null) {
      if (line !== "*/") comment.push(line.replace(/^\* ?/, ""));
      else {
        lines.push(...commentLines(comment, depth));
        comment = null;
      }
      continue;
    }
    if (line === "/**") {
      comment = [];
      continue;
    }
    if (line === "") continue;
    if (line.startsWith("}")) depth--;
    const isOpening = line.endsWith("{");
    lines.push("  ".repeat(depth) + (isOpening || (line === "}" && depth === 0 && isInterface(text)) ? line : ended(line)));
    if (isOpening) depth++;
  }
  return lines.join("\n");
}

const isInterface = (text: string): boolean => /^export interface /m.test(text);

const ended = (line: string): string => `${line};`;

/** Takes the brackets off that surround a whole type: `a: (1 | 2)` and `= ({ ... } | null)`. */
function withoutBrackets(text: string): string {
  const dropped = new Set<number>();
  const open: number[] = [];
  let inString = false;
  let inComment = false;
  for (let at = 0; at < text.length; at++) {
    if (inString) {
      if (text[at] === "\\") at++;
      else if (text[at] === '"') inString = false;
    } else if (inComment) inComment = !text.startsWith("*/", at);
    else if (text.startsWith("/*", at)) inComment = true;
    else if (text[at] === '"') inString = true;
    else if (text[at] === "(") open.push(at);
    else if (text[at] === ")") {
      const start = open.pop();
      const isWhole = at + 1 === text.length || text[at + 1] === "\n";
      if (start !== undefined && isWhole && /[:=] $/.test(text.slice(0, start))) dropped.add(start).add(at);
    }
  }
  return text
    .split("")
    .filter((_, at) => !dropped.has(at))
    .join("");
}
