/**
 * The JSON Schemas that mcp-gen writes itself -> TypeScript declarations for the client stub. They have few forms, and a
 * project has thousands of them, so they are printed as they stand; whatever else there is goes another way (client-types.ts).
 */
import type { Json } from "../model.js";
import { isIdentifier, pascalCase } from "../names.js";
import { commentText, lineWidth, visible, withoutTags } from "../print.js";
import type { Schema } from "../schema/json-schema.js";

/** What says nothing about the type, in a schema of any kind. */
const remarks = new Set(
  (
    "title description deprecated default examples pattern contentEncoding uniqueItems enumNames x-mcp-header minItems maxItems " +
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength format"
  ).split(" "),
);

/** The members that say what a value is, for each kind of schema. */
const forms = {
  object: ["type", "properties", "required", "additionalProperties"],
  array: ["type", "items"],
  scalar: ["type"],
  list: ["type", "enum"],
  constant: ["type", "const"],
  reference: ["$ref"],
  anyOf: ["anyOf"],
  oneOf: ["oneOf"],
} as const;

const scalars: ReadonlyMap<Json, string> = new Map([
  ["string", "string"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "boolean"],
  ["null", "null"],
]);

/** A watching run meets most schemas as they were. */
const declared = new WeakMap<Schema, { readonly name: string; readonly text: string }>();

/** Declarations, the root's among them; null for a schema that has another form. `take` names what the root refers to. */
export function ownDeclaration(schema: Schema, name: string, take: (wish: string) => string): string | null {
  const known = declared.get(schema);
  if (known?.name === name) return known.text;
  const { $defs = {}, ...root } = schema;
  const definitions = Object.entries($defs as Readonly<Record<string, Schema>>);
  if (!isOwn(root) || !definitions.every(([, each]) => isOwn(each))) return null;
  const names = new Map(definitions.map(([key]) => [`#/$defs/${key}`, take(name + pascalCase(key))]));
  const inner = definitions.map(([key, each]) => declaration(each, names.get(`#/$defs/${key}`) ?? key, names));
  // Types come before the interfaces that are made of them.
  const isAlias = (text: string): boolean => /^export type /m.test(text);
  const own = declaration(root, name, names);
  const text = [...inner.filter(isAlias), own, ...inner.filter((each) => !isAlias(each))].join("\n\n");
  // With definitions the names that are taken count too.
  if (definitions.length === 0) declared.set(schema, { name, text });
  return text;
}

function isOwn(schema: Json): schema is Schema {
  if (!isRecord(schema)) return false;
  const form = formOf(schema);
  if (form === null) return false;
  const told: readonly string[] = forms[form];
  if (!Object.keys(schema).every((key) => told.includes(key) || remarks.has(key))) return false;
  if (typeof schema.description === "string" && schema.description.includes("\r")) return false;
  switch (form) {
    case "object":
      return isOwnObject(schema);
    case "array":
      return isOwn(schema.items as Json);
    case "list":
      return (schema.enum as readonly Json[]).every(isPlain);
    case "constant":
      return isPlain(schema.const as Json);
    case "anyOf":
    case "oneOf":
      return (schema[form] as readonly Json[]).every((each) => isChoice(each) || isOwn(each));
    default:
      return true;
  }
}

function isOwnObject({ properties = {}, additionalProperties: rest }: Schema): boolean {
  const named = Object.entries(properties as Schema);
  if (!named.every(([name, each]) => isOwn(each) && !(name in Object.prototype))) return false;
  return rest === false || (named.length === 0 && rest !== undefined && isOwn(rest));
}

function formOf(schema: Schema): keyof typeof forms | null {
  if ("$ref" in schema) return "reference";
  if ("enum" in schema) return "list";
  if ("const" in schema) return "constant";
  if (Array.isArray(schema.anyOf)) return "anyOf";
  if (Array.isArray(schema.oneOf)) return "oneOf";
  const [kind] = kindOf(schema);
  if (kind === "object" || kind === "array") return kind;
  return kind !== undefined && scalars.has(kind) ? "scalar" : null;
}

/** The type, and whether null is one too. */
function kindOf({ type }: Schema): readonly [kind: Json | undefined, isNullable: boolean] {
  if (!Array.isArray(type)) return [type, false];
  return type.length === 2 && type[1] === "null" ? [type[0] as Json, true] : [undefined, false];
}

const isRecord = (value: Json): value is Schema => typeof value === "object" && value !== null && !Array.isArray(value);
const isPlain = (value: Json): boolean => typeof value !== "object" || value === null;
const isChoice = (value: Json): boolean => isRecord(value) && "const" in value && isPlain(value.const as Json);

type Names = ReadonlyMap<string, string>;

function declaration(schema: Schema, name: string, names: Names): string {
  const isInterface = formOf(schema) === "object" && !Array.isArray(schema.type);
  const text = isInterface
    ? `export interface ${name} ${typeText(schema, 0, names)}`
    : `export type ${name} = ${typeText(schema, 0, names)};`;
  return visible(docOf(schema, 0) + text);
}

function typeText(schema: Schema, depth: number, names: Names): string {
  const members = [...new Set(membersOf(schema, depth, names))];
  return members.join(" | ");
}

/** A type that something is put around. */
function bracketed(schema: Schema, depth: number, names: Names): string {
  const members = [...new Set(membersOf(schema, depth, names))];
  const [only = ""] = members;
  return members.length === 1 ? only : `(${members.join(" | ")})`;
}

function membersOf(schema: Schema, depth: number, names: Names): string[] {
  const form = formOf(schema);
  switch (form) {
    case "reference":
      return [names.get(String(schema.$ref)) ?? "unknown"];
    case "list":
      return (schema.enum as readonly Json[]).map((value) => JSON.stringify(value));
    case "constant":
      return [JSON.stringify(schema.const)];
    case "anyOf":
    case "oneOf": {
      const members = schema[form] as readonly Schema[];
      if (members.every(isChoice)) return members.map((each) => JSON.stringify(each.const));
      return members.map((each) => bracketed(each, depth, names));
    }
  }
  const [kind, isNullable] = kindOf(schema);
  const text = kind === "object" ? objectText(schema, depth, names) : kind === "array" ? "" : (scalars.get(kind ?? null) ?? "");
  const whole = kind === "array" ? arrayText(schema.items as Schema, depth, names) : text;
  return isNullable ? [whole, "null"] : [whole];
}

function arrayText(items: Schema, depth: number, names: Names): string {
  const text = bracketed(items, depth, names);
  return text.endsWith('"') ? `(${text})[]` : `${text}[]`;
}

function objectText({ properties = {}, required, additionalProperties: rest }: Schema, depth: number, names: Names): string {
  const pad = "  ".repeat(depth + 1);
  const must = new Set(required as readonly string[] | undefined);
  const members = Object.entries(properties as Readonly<Record<string, Schema>>).map(
    ([name, each]) =>
      `${docOf(each, depth + 1)}${pad}${key(name)}${must.has(name) ? "" : "?"}: ${typeText(each, depth + 1, names)};`,
  );
  if (rest !== false) members.push(`${pad}[k: string]: ${typeText(rest as Schema, depth + 1, names)};`);
  return ["{", ...members, `${"  ".repeat(depth)}}`].join("\n");
}

const key = (name: string): string => (isIdentifier(name) && /^[\w$]+$/.test(name) ? name : JSON.stringify(name));

/** What is said of a value, as a comment with its line end; empty when there is nothing to say. */
function docOf({ description, deprecated }: Schema, depth: number): string {
  const text = typeof description === "string" ? withoutTags(description) : "";
  const lines = [...(deprecated === true ? ["@deprecated"] : []), ...(text === "" ? [] : text.split("\n"))];
  return lines.length === 0 ? "" : `${commentLines(lines, depth).join("\n")}\n`;
}

/** A doc comment: one line where it fits. */
export function commentLines(lines: readonly string[], depth: number): string[] {
  const pad = "  ".repeat(depth);
  const words = lines.map((line) => commentText(line.replaceAll("* /", "*/").trimEnd()));
  const [only = ""] = words;
  if (words.length === 1 && pad.length + only.length + 7 <= lineWidth) return [`${pad}/** ${only} */`];
  return [`${pad}/**`, ...words.map((line) => `${pad} * ${line}`.trimEnd()), `${pad} */`];
}
