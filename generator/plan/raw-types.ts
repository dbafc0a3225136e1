/** A JSON Schema that was written by hand -> the part of it that TypeScript can say, for the client stub. */
import type { Json } from "../model.js";
import { NameScope, pascalCase } from "../names.js";
import type { Schema } from "../schema/json-schema.js";
import { isSchema, referred } from "../schema/raw-keywords.js";

const kept = new Set(["type", "enum", "const", "description", "required", "deprecated"]);
const ofSchemas = new Set(["properties", "patternProperties"]);
const ofSchema = new Set(["items", "additionalProperties"]);

/** What is referred to is among the definitions; conditions and bounds are left out. */
export function sayable(root: Schema): Schema {
  const names = new Map<string, string>();
  const scope = new NameScope();
  const definitions: Record<string, Json> = {};
  const refer = (reference: string): Schema => {
    const target = referred(root, reference);
    if (target === null) return {};
    if (target === root) return { $ref: "#" };
    const identity = JSON.stringify(target);
    let name = names.get(identity);
    if (name === undefined) {
      name = scope.take(pascalCase(reference.slice(Math.max(reference.lastIndexOf("/"), 0) + 1)));
      names.set(identity, name);
      definitions[name] = {}; // keeps its place in the order
      definitions[name] = visit(target);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const visit = (schema: Json): Json => {
    if (!isSchema(schema)) return {};
    if (typeof schema.$ref === "string") return refer(schema.$ref);
    const members = Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (kept.has(key)) return [[key, value]];
      if (ofSchemas.has(key) && isSchema(value)) {
        return [
          [
            key,
            Object.fromEntries(Object.entries(value).flatMap(([name, each]) => (each === false ? [] : [[name, visit(each)]]))),
          ],
        ];
      }
      if (ofSchema.has(key)) return [[key, typeof value === "boolean" ? value : visit(value)]];
      if (key === "prefixItems" && Array.isArray(value)) return [[key, value.map(visit)]];
      const isUnion = (key === "anyOf" || key === "oneOf") && Array.isArray(value) && value.every(isTyped);
      return isUnion ? [[key, (value as readonly Json[]).map(visit)]] : [];
    });
    return Object.fromEntries(members);
  };
  const schema = visit(root) as Schema;
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions };
}

/** Says what kind of value it takes, not only a condition on it. */
const isTyped = (schema: Json): boolean =>
  isSchema(schema) && ["type", "enum", "const", "$ref"].some((keyword) => schema[keyword] !== undefined);
