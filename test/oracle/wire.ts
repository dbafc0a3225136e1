/**
 * What TypeScript and a schema do not say alike, each by its name. A widening is either a type that stands for what the
 * client really sends, a constraint that TypeScript cannot express, or a property that may be left out on the wire.
 * verdicts.test.ts asserts that every one of them is needed.
 */
import type { Schema } from "./corpus.js";
import { isObject, type Json } from "./json.js";

/** Widenings by type: a mark in the source of a tool, and why. */
export const typeWidenings: Readonly<Record<string, RegExp>> = {
  "dates travel as strings": /\bDate\b/,
  "URLs travel as strings": /\bURL\b/,
  "bytes travel as strings": /\bUint8Array\b/,
  "a result is what its toJSON gives": /\btoJSON\b/,
  "members of an enum travel as their values": /\benum\b/,
  "brands are not sent": /__brand|__unit|unique symbol|@mcp-gen\/runtime/,
  "private members, methods and symbols are not sent": /\bclass\b|unique symbol/,
};

/** What a reader says and the TypeScript checker does not, value by value. */
export interface Disagreement {
  /** The text of the tool's source. */
  readonly source: string;
  readonly assignable: boolean;
  /** The schema's verdict once every object is open. */
  readonly openly: boolean;
}

/** Differences that no other type and no weaker schema can stand for. */
export const exceptions: Readonly<Record<string, (each: Disagreement) => boolean>> = {
  // A fresh literal may have the properties of any member, unless one property tells the members apart.
  "properties of another member of a union": ({ source, assignable, openly }) =>
    assignable && openly && /\||\bobject\b/.test(source),
  "texts and arrays have keys that are numbers": ({ source, assignable, openly }) =>
    assignable && !openly && /Record<number|\w+: number\]/.test(source),
  // There is no way in the language to take the brand off a literal and keep the literal.
  "literals under a brand": ({ source, assignable }) => assignable && /\("a" \| "b"\) & \{ readonly __brand/.test(source),
};

const constraintTags = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "format",
  "contentEncoding",
  "uniqueItems",
];

export interface Marks {
  /** Patterns come from a tag, and not from a template. */
  readonly tagged: boolean;
  /** The source has an interface without properties. */
  readonly hollow: boolean;
}

const isEmpty = (properties: unknown): boolean => isObject(properties) && Object.keys(properties).length === 0;

/** The schema without what TypeScript has no word for. */
export function withoutConstraints(schema: unknown, { tagged, hollow }: Marks): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withoutConstraints(each, { tagged, hollow }));
  if (typeof schema !== "object" || schema === null) return schema;
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (constraintTags.includes(key) || (key === "pattern" && (tagged || "contentEncoding" in schema))) continue;
    if ((key === "minItems" || key === "maxItems") && !("prefixItems" in schema) && value !== 0) continue;
    if (key === "properties" || key === "patternProperties" || key === "$defs") {
      const inner = Object.entries(value as object).map(
        ([name, each]) => [name, withoutConstraints(each, { tagged, hollow })] as const,
      );
      kept.push([key, Object.fromEntries(inner)]);
    } else if (key === "const" || key === "enum" || key === "default" || key === "examples") kept.push([key, value]);
    else if (key === "type" && value === "integer") kept.push([key, "number"]);
    else kept.push([key, withoutConstraints(value, { tagged, hollow })]);
  }
  const relaxed: Record<string, unknown> = Object.fromEntries(kept);
  // To TypeScript, keys of a form that a tag asks for are any keys.
  if (tagged && "patternProperties" in relaxed) {
    relaxed.additionalProperties = { anyOf: Object.values(relaxed.patternProperties as object) };
    delete relaxed.patternProperties;
  }
  // An interface without properties takes everything but null.
  if (relaxed.type === "object" && relaxed.additionalProperties === false && isEmpty(relaxed.properties) && hollow)
    return { not: { type: "null" } };
  return relaxed;
}

/** The schema with every object open. */
export function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      (key === "additionalProperties" || key === "unevaluatedProperties") && value === false
        ? []
        : [[key, opened(value)] as const],
    ),
  );
}

/**
 * The value as the function would get it: what may be left out on the wire but not in the type stands there, as its
 * default or as undefined. `fits` says which member of a union a value belongs to.
 */
export function filled(
  value: Json,
  schema: unknown,
  root: Schema,
  fits: (schema: Schema, value: Json) => boolean,
): Json | undefined {
  if (typeof schema !== "object" || schema === null || typeof value !== "object" || value === null) return value;
  const at = schema as Schema;
  if (typeof at.$ref === "string") {
    const name = at.$ref.replace("#/$defs/", "");
    return filled(value, at.$ref === "#" ? root : (root.$defs as Record<string, Schema>)[name], root, fits);
  }
  const arms = (at.anyOf ?? at.oneOf) as Schema[] | undefined;
  if (arms !== undefined) {
    const arm = arms.find((each) => fits(each, value));
    return arm === undefined ? value : filled(value, arm, root, fits);
  }
  if (Array.isArray(value)) {
    const prefix = (at.prefixItems ?? []) as Schema[];
    return value.map((item, index) => filled(item, prefix[index] ?? at.items, root, fits)) as Json[];
  }
  const properties = (at.properties ?? {}) as Record<string, Schema>;
  const required = (at.required ?? []) as string[];
  const entries = Object.entries(value).map(([key, inner]) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : at.additionalProperties;
    return [key, filled(inner, known, root, fits)] as const;
  });
  const missing = Object.entries(properties)
    .filter(([key]) => !required.includes(key) && !Object.hasOwn(value, key))
    .map(([key, each]) => [key, each.default as Json | undefined] as const);
  return Object.fromEntries([...entries, ...missing]) as Json;
}

/** Numbers that JSON can carry in and not out again count as ordinary ones to TypeScript. */
export function finite(value: Json): Json {
  if (Array.isArray(value)) return value.map(finite);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, finite(inner)]));
  if (typeof value === "number" && !Number.isFinite(value)) return value > 0 ? 1e308 : -1e308;
  return value;
}
