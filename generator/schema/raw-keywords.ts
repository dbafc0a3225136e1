/**
 * The keywords of schemas that were written by hand (JSON Schema 2020-12): which can be compiled to plain checks, what each holds,
 * and what is wrong with a schema. A keyword that would be advertised and not checked is a fault, never passed over.
 */
import type { Json } from "../model.js";
import type { Schema } from "./json-schema.js";
import { isFormat } from "./keywords.js";
import { patternFault } from "./pattern.js";

export type Holds =
  | "schema"
  | "schemas"
  | "list"
  | "number"
  | "positive"
  | "count"
  | "flag"
  | "names"
  | "name lists"
  | "any"
  | "text";

const holds = (what: Holds, names: string): [string, Holds][] => names.split(" ").map((name) => [name, what]);

const keywords: ReadonlyMap<string, Holds> = new Map([
  ...holds("schema", "additionalProperties propertyNames items contains not if then else"),
  ...holds("schemas", "properties patternProperties dependentSchemas $defs definitions"),
  ...holds("list", "allOf anyOf oneOf prefixItems"),
  ...holds("number", "minimum maximum exclusiveMinimum exclusiveMaximum"),
  ...holds("positive", "multipleOf"),
  ...holds("count", "minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains"),
  ...holds("flag", "uniqueItems deprecated readOnly writeOnly"),
  ...holds("names", "required"),
  ...holds("name lists", "dependentRequired"),
  ...holds("any", "const default enum type examples contentSchema"),
  ...holds("text", "title description $comment $anchor $ref pattern format contentEncoding contentMediaType"),
]);

/** What a keyword's value holds; undefined for a keyword that cannot be compiled. */
export const holdsOf = (keyword: string): Holds | undefined => keywords.get(keyword);

/** What only says something about the value, and is looked at by nobody here. */
const remarks = new Set(
  (
    "$schema $id $anchor $comment $defs definitions title description default examples deprecated readOnly writeOnly contentEncoding " +
    "contentMediaType contentSchema"
  ).split(" "),
);

export const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether every value passes. */
export const isOpen = (schema: Json): boolean =>
  schema === true || (isSchema(schema) && Object.keys(schema).every((key) => remarks.has(key) || key.startsWith("x-")));

export const typesOf = ({ type }: Schema): string[] =>
  typeof type === "string" ? [type] : Array.isArray(type) ? (type as string[]) : [];

const typeNames = new Set(["string", "number", "integer", "boolean", "null", "array", "object"]);

export interface RawFault {
  /** A JSON Pointer into the schema, as a fragment. */
  readonly pointer: string;
  readonly reason: string;
}

/** All that is wrong with the schema of an argument object. */
export function rawFaults(root: Schema): RawFault[] {
  const reason = 'has to say "type": "object", because arguments are one object';
  return [...(root.type === "object" ? [] : [{ pointer: "#", reason }]), ...schemaFaults(root)];
}

/** All that is wrong with a schema of any value. */
export function schemaFaults(root: Schema): RawFault[] {
  const faults: RawFault[] = [];
  const fault = (pointer: string, reason: string): void => void faults.push({ pointer, reason });
  const dialect = root.$schema;
  if (
    dialect !== undefined &&
    !(typeof dialect === "string" && /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(dialect))
  ) {
    fault("#/$schema", "names another dialect than https://json-schema.org/draft/2020-12/schema");
  }
  const visit = (schema: Json, pointer: string): void => {
    if (typeof schema === "boolean") return;
    if (!isSchema(schema)) return fault(pointer, "is no schema");
    for (const [key, value] of Object.entries(schema)) {
      const at = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (key.startsWith("x-") || ((key === "$schema" || key === "$id") && pointer === "#")) continue;
      const what = keywords.get(key);
      if (what === undefined) fault(at, "is a keyword that cannot be compiled");
      else if (what === "schema") visit(value, at);
      else if (what === "schemas" && isSchema(value))
        for (const [name, each] of Object.entries(value)) visit(each, `${at}/${name}`);
      else if (what === "list" && Array.isArray(value))
        for (const [index, each] of value.entries()) visit(each, `${at}/${index}`);
      const reason = what === undefined ? null : valueFault(root, key, what, value);
      if (reason !== null) fault(at, reason);
      if (key === "patternProperties" && isSchema(value)) {
        for (const pattern of Object.keys(value)) if (patternFault(pattern) !== null) fault(at, `needs ${patternFault(pattern)}`);
      }
    }
  };
  visit(root, "#");
  return faults;
}

const isNames = (value: Json | undefined): boolean => Array.isArray(value) && value.every((each) => typeof each === "string");

function valueFault(root: Schema, key: string, what: Holds, value: Json): string | null {
  const needs = (isFine: boolean, words: string): string | null => (isFine ? null : `needs ${words}`);
  switch (key) {
    case "type": {
      const names = typeof value === "string" ? [value] : value;
      const isFine = Array.isArray(names) && names.length > 0 && names.every((name) => typeNames.has(name as string));
      return needs(isFine, `one of ${[...typeNames].join(", ")}, or a list of these`);
    }
    case "enum":
      return needs(Array.isArray(value) && value.length > 0, "a list of values");
    case "format":
      return needs(typeof value === "string" && isFormat(value), "a format that is checked: mcp-gen explain MG4014 lists them");
    case "pattern":
      return typeof value === "string" ? needs(patternFault(value) === null, patternFault(value) ?? "") : "needs a text";
    case "$ref":
      return needs(typeof value === "string" && referred(root, value) !== null, "a reference to a part of this schema");
  }
  switch (what) {
    case "schemas":
      return needs(isSchema(value), "an object of schemas");
    case "list":
      return needs(Array.isArray(value) && value.length > 0, "a list of schemas");
    case "number":
      return needs(typeof value === "number", "a number");
    case "positive":
      return needs(typeof value === "number" && value > 0, "a number above 0");
    case "count":
      return needs(Number.isInteger(value) && (value as number) >= 0, "a whole number from 0");
    case "flag":
      return needs(typeof value === "boolean", "true or false");
    case "names":
      return needs(isNames(value), "a list of names");
    case "name lists":
      return needs(isSchema(value) && Object.values(value).every(isNames), "an object of lists of names");
    case "text":
      return needs(typeof value === "string", "a text");
    default:
      return null;
  }
}

/** What a `$ref` refers to within its own schema: `#`, a JSON Pointer, or an anchor. Null when it is not there. */
export function referred(root: Schema, reference: string): Json | null {
  if (!reference.startsWith("#")) return null;
  const fragment = decoded(reference.slice(1));
  if (fragment === "") return root;
  if (!fragment.startsWith("/")) return anchored(root, fragment);
  let at: Json | undefined = root;
  for (const step of fragment.slice(1).split("/")) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return null;
    at = (at as Schema)[key];
  }
  return isSchema(at) || typeof at === "boolean" ? at : null;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function anchored(schema: Json, name: string): Json | null {
  if (!isSchema(schema)) return null;
  if (schema.$anchor === name) return schema;
  for (const [key, value] of Object.entries(schema)) {
    const what = keywords.get(key);
    const inner =
      what === "schema" ? [value] : what === "schemas" && isSchema(value) ? Object.values(value) : what === "list" ? value : [];
    for (const each of Array.isArray(inner) ? inner : []) {
      const found = anchored(each, name);
      if (found !== null) return found;
    }
  }
  return null;
}
