/** A JSON Schema that was written by hand -> the part of it that TypeScript can say, for the client stub. */
import type { Json } from "../model.js";
import { NameScope, pascalCase } from "../names.js";
import type { Schema } from "../schema/json-schema.js";
import { isSchema, referred } from "../schema/raw-keywords.js";

const typeNames = new Set(["string", "number", "integer", "boolean", "null", "array", "object"]);
const isText = (value: Json): boolean => typeof value === "string";

/** What is kept as it stands, and when it is fit to be. */
const kept: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  ["type", (value) => listOf(value).length > 0 && listOf(value).every((each) => typeNames.has(each as string))],
  ["enum", (value) => Array.isArray(value) && value.length > 0],
  ["const", () => true],
  ["description", isText],
  ["required", (value) => Array.isArray(value) && value.every(isText)],
  ["deprecated", (value) => typeof value === "boolean"],
]);

const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value]);

/**
 * What is referred to is among the definitions; conditions, bounds and whatever is no schema are left out. `kind` "object" keeps
 * to objects, whatever the schema says beside that.
 */
export function sayable(root: Schema, kind: "object" | "any" = "any"): Schema {
  const names = new Map<string, string>();
  const scope = new NameScope();
  const definitions: Record<string, Json> = {};

  const refer = (reference: string): Schema => {
    const target = followed(root, reference);
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
    const members = Object.fromEntries(Object.entries(schema).flatMap(([key, value]) => member(schema, key, value)));
    const required = (members.required ?? []) as readonly string[];
    const named = isSchema(members.properties) ? members.properties : {};
    const unnamed = required.filter((name) => !Object.hasOwn(named, name));
    if (unnamed.length === 0) return members;
    return { ...members, properties: { ...named, ...Object.fromEntries(unnamed.map((name) => [name, {}])) } };
  };

  const member = (schema: Schema, key: string, value: Json): [string, Json][] => {
    if (kept.has(key)) return kept.get(key)?.(value) === true ? [[key, value]] : [];
    if (key === "properties" && isSchema(value)) {
      const possible = Object.entries(value).filter(([, each]) => each !== false);
      return [[key, Object.fromEntries(possible.map(([name, each]) => [name, visit(each)]))]];
    }
    // An index of TypeScript holds for every property: beside others it can only say that there may be more.
    const isMixed = hasMembers(schema.properties);
    const isPatterned = hasMembers(schema.patternProperties);
    if (key === "patternProperties" && isSchema(value) && isPatterned) {
      if (isMixed || schema.additionalProperties === undefined) return [["additionalProperties", true]];
      return [[key, Object.fromEntries(Object.entries(value).map(([pattern, each]) => [pattern, visit(each)]))]];
    }
    if (key === "additionalProperties") {
      if (isMixed && isPatterned) return [];
      if (typeof value === "boolean") return [[key, value]];
      return [[key, isMixed || !isSchema(value) ? true : visit(value)]];
    }
    if (key === "items")
      return isSchema(value) || typeof value === "boolean" ? [[key, value === false ? false : visit(value)]] : [];
    if (key === "prefixItems" && Array.isArray(value)) return [[key, value.map(visit)]];
    const isCombined = ["anyOf", "oneOf", "allOf"].includes(key) && Array.isArray(value) && value.length > 0;
    return isCombined && value.every(isTyped) ? [[key, value.map(visit)]] : [];
  };

  const start = typeof root.$ref === "string" ? followed(root, root.$ref) : root;
  const whole = isSchema(start ?? undefined) ? (start as Schema) : {};
  const schema = visit(kind === "object" ? objectsOnly(whole, root) : whole) as Schema;
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions };
}

const hasMembers = (value: Json | undefined): boolean => isSchema(value) && Object.keys(value).length > 0;

/** What a chain of references ends at; null when it leads nowhere, or in a circle. */
function followed(root: Schema, reference: string): Json | null {
  const seen = new Set<string>();
  for (let next = reference; !seen.has(next); ) {
    seen.add(next);
    const target = referred(root, next);
    if (!isSchema(target ?? undefined)) return target;
    const { $ref } = target as Schema;
    if (typeof $ref !== "string") return target;
    next = $ref;
  }
  return null;
}

/** Without alternatives that are no objects. */
function objectsOnly(schema: Schema, root: Schema): Schema {
  const isObject = (each: Json): boolean => {
    if (!isSchema(each)) return false;
    if (typeof each.$ref !== "string") return each.type === "object" || (each.type === undefined && hasMembers(each.properties));
    const target = followed(root, each.$ref);
    return target !== null && isSchema(target) && typeof target.$ref !== "string" && isObject(target);
  };
  const { anyOf, oneOf, allOf, enum: _, const: __, ...rest } = schema;
  const combined = Object.entries({ anyOf, oneOf, allOf }).filter(
    (entry): entry is [string, readonly Json[]] => Array.isArray(entry[1]) && entry[1].every(isObject),
  );
  return { ...rest, type: "object", ...Object.fromEntries(combined) };
}

/** Says what kind of value it takes, not only a condition on it. */
const isTyped = (schema: Json): boolean =>
  isSchema(schema) && ["type", "enum", "const", "$ref"].some((keyword) => schema[keyword] !== undefined);
