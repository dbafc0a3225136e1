/** JSON Schemas -> TypeScript declarations for the client stub, through json-schema-to-typescript. */
import { compile, type JSONSchema } from "json-schema-to-typescript";
import type { Json } from "../model.js";
import { commentText, lineWidth } from "../print.js";
import type { Schema } from "../schema/json-schema.js";

/** An `export interface` or `export type` with that name. */
export async function declarationOf(schema: Schema, name: string): Promise<string> {
  const text = await compile(plain(schema) as JSONSchema, name, {
    additionalProperties: false,
    bannerComment: "",
    // The package would load a formatter for this, at a second a run; what it prints is simple enough to be laid out here.
    format: false,
    // A list of at least one element would become a tuple, and refuse every ordinary array.
    ignoreMinAndMaxItems: true,
    strictIndexSignatures: false,
  });
  return laidOut(text.trim());
}

/** The text of a short type, which needs no declaration; null when it needs one. */
export function inlineType(declaration: string): string | null {
  const text = /^export type \S+ = (.*);$/.exec(declaration)?.[1];
  return text !== undefined && text.length <= 40 ? text : null;
}

/** Without titles, which would become names of types, and with titled choices as the plain list that they are in TypeScript. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const schema = value as Schema;
  const kept: [string, Json][] = [];
  for (const [key, inner] of Object.entries(schema)) {
    if (key === "title" || key === "default") continue;
    if (key === "properties") {
      kept.push([key, Object.fromEntries(Object.entries(inner as Schema).map(([name, each]) => [name, plain(each)]))]);
    } else if ((key === "oneOf" || key === "anyOf") && isTitledList(inner)) {
      kept.push(["enum", inner.map((choice) => choice.const)]);
    } else kept.push([key, key === "enum" || key === "const" ? inner : plain(inner)]);
  }
  return Object.fromEntries(kept);
}

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
    lines.push("  ".repeat(depth) + (isOpening || line === "}" && depth === 0 && isInterface(text) ? line : ended(line)));
    if (isOpening) depth++;
  }
  return lines.join("\n");
}

const isInterface = (text: string): boolean => /^export interface /m.test(text);

function commentLines(comment: readonly string[], depth: number): string[] {
  const pad = "  ".repeat(depth);
  const words = comment.map((line) => commentText(line.replaceAll("* /", "*/")));
  const [only = ""] = words;
  if (words.length === 1 && pad.length + only.length + 7 <= lineWidth) return [`${pad}/** ${only} */`];
  return [`${pad}/**`, ...words.map((line) => `${pad} * ${line}`.trimEnd()), `${pad} */`];
}

/** A member or alias with its semicolon, and without the brackets round a whole union. */
const ended = (line: string): string => `${line.replace(/(: |= )\(([^()]*)\)$/, "$1$2")};`;
