/**
 * A stranger's output schema -> one that can be compiled to checks and means the same, or why there is none. What the standard
 * calls an annotation (unknown keywords, formats that nobody checks) is left out; what asserts and can't be compiled is a reason.
 */
import type { Json } from "../model.js";
import type { Schema } from "../schema/json-schema.js";
import { isFormat } from "../schema/keywords.js";
import { holdsOf, isSchema, schemaFaults } from "../schema/raw-keywords.js";

export type Checkable = { readonly schema: Schema } | { readonly reason: string };

/** Keywords of some dialect that say something about a value, or about what others mean, and that can't be compiled. */
const asserting = new Set(
  (
    "unevaluatedProperties unevaluatedItems $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $id $schema " +
    "dependencies additionalItems"
  ).split(" "),
);

const older = /^https?:\/\/json-schema\.org\/(draft-0[67]|draft\/2019-09)\/schema#?$/;

/** What the older dialects don't know, or read in another way. */
const newer = new Set("prefixItems dependentRequired dependentSchemas minContains maxContains $anchor".split(" "));

export function checkable(given: Json): Checkable {
  if (!isSchema(given)) return { reason: "it is no schema" };
  const { $schema, ...rest } = given;
  const isOlder = typeof $schema === "string" && older.test($schema);
  let reason: string | null = null;
  const visit = (schema: Json): Json => {
    if (Array.isArray(schema) || !isSchema(schema)) return schema;
    const members = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      const holds = holdsOf(key);
      if (isOlder && (newer.has(key) || (key === "$ref" && Object.keys(schema).some((other) => isBeside(other)))))
        reason ??= `${key} means something else in ${String($schema)}`;
      if (key === "format" && !(typeof value === "string" && isFormat(value))) return [];
      if (holds === undefined) return asserting.has(key) ? [[key, value]] : [];
      if (holds === "schema") return [[key, visit(value)]];
      if (holds === "list" && Array.isArray(value)) return [[key, value.map(visit)]];
      if (holds === "schemas" && isSchema(value))
        return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, visit(each)]))]];
      return [[key, value]];
    });
    return Object.fromEntries(members);
  };
  const schema = visit($schema === undefined || isOlder ? rest : given) as Schema;
  if (reason !== null) return { reason };
  const [fault] = schemaFaults(schema);
  return fault === undefined ? { schema } : { reason: `${fault.pointer} ${fault.reason}` };
}

/** Says something beside a reference. */
const isBeside = (keyword: string): boolean =>
  !["$ref", "title", "description", "default", "examples", "$comment", "$defs", "definitions"].includes(keyword);
