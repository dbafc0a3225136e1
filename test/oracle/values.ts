/**
 * Values to ask a verdict on: valid by construction from a schema, the same with something changed, and hostile ones.
 * Whether a value really is valid does not matter here; that all who are asked agree on it does.
 */
import type { Schema } from "./corpus.js";
import { isObject, type Json, show } from "./json.js";
import { sampleOf } from "./pattern.js";
import type { Random } from "./random.js";

export interface Wanted {
  readonly schema: Schema;
  /** Words that mean something to the type: names of properties, literals of the source. */
  readonly words: readonly string[];
  readonly count: number;
  readonly random: Random;
  /** Arguments are always an object. */
  readonly objectsOnly: boolean;
}

/** Different values, a third of them meant to be valid. */
export function valuesFor({ schema, words, count, random, objectsOnly }: Wanted): Json[] {
  const known = wordsOf(schema, [...words]);
  const found = new Map<string, Json>();
  for (let tries = 0; found.size < count && tries < count * 4; tries++) {
    let value = valid(schema, schema, random);
    const how = tries % 6;
    if (how >= 2) value = mutated(value, known, random);
    if (how === 5) value = mutated(value, known, random);
    if (!objectsOnly && random.chance(0.1)) value = stray(known, random);
    if (objectsOnly && !isObject(value)) continue;
    const key = show(value);
    if (key.length < 100_000) found.set(key, value);
  }
  return [...found.values()];
}

const formatSamples: Readonly<Record<string, readonly string[]>> = {
  date: ["2025-12-26", "2024-02-29", "0001-01-01"],
  "date-time": ["2025-12-26T19:30:00Z", "2024-02-29t00:00:00.5+01:00", "1999-12-31T23:59:59-23:59"],
  email: ["ada@example.com", "a.b+c@x.org"],
  uri: ["https://example.com/menu?a=1#b", "urn:isbn:1", "mailto:a@b.org"],
};

const words = ["", "a", "words", "0", "1.5", "true", "null", "é", "💡💡", "x y", "A", "toString"];
const numbers = [0, 1, 2, -1, 0.5, 3, 10, 1e21, -2.5, 7, 65536];

/** A value that the schema means to allow. Deep down everything that may be left out is. */
export function valid(schema: Schema | boolean, root: Schema, random: Random, depth = 0): Json {
  if (typeof schema === "boolean") return random.pick<Json>([null, 1, "a", [], {}]);
  const { $ref, const: only, enum: choices, anyOf, oneOf, allOf, type } = schema;
  // A type may have no finite value: nothing valid can be made of it.
  if (depth > 12) return null;
  if (typeof $ref === "string") return valid(resolved($ref, root), root, random, depth + 1);
  if (only !== undefined) return only as Json;
  if (Array.isArray(choices)) return random.pick(choices as Json[]);
  const arms = (anyOf ?? oneOf) as Schema[] | undefined;
  if (arms !== undefined) {
    const flat = depth > 3 ? arms.filter((arm) => !JSON.stringify(arm).includes('"$ref"')) : arms;
    const value = valid(random.pick(flat.length > 0 ? flat : arms), root, random, depth);
    return isObject(value) && isObject(schema.properties) ? { ...objectOf(schema, root, random, depth), ...value } : value;
  }
  if (Array.isArray(allOf)) {
    const values = (allOf as Schema[]).map((each) => valid(each, root, random, depth));
    return values.every(isObject) ? Object.assign({}, ...values) : (values[0] ?? null);
  }
  const kind = Array.isArray(type) ? (random.pick(type) as string) : type;
  switch (kind) {
    case "string":
      return textOf(schema, random);
    case "integer":
    case "number":
      return numberOf(schema, kind === "integer", random);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "array":
      return arrayOf(schema, root, random, depth);
    case "object":
      return objectOf(schema, root, random, depth);
    default:
      return random.pick<Json>([null, true, 1, "a", ["b"], { c: [] }]);
  }
}

function textOf({ format, pattern, contentEncoding, minLength, maxLength }: Schema, random: Random): string {
  if (typeof format === "string" && formatSamples[format] !== undefined) return random.pick(formatSamples[format]);
  if (contentEncoding === "base64") return random.pick(["", "AA==", "aGVsbG8=", "+/+/", "aGVsbG8h"]);
  if (typeof pattern === "string") {
    const source = sampleOf(pattern);
    if (source !== null) return source(random);
  }
  const [least, most] = [asNumber(minLength, 0), asNumber(maxLength, 1000)];
  let text = random.pick(words);
  while ([...text].length < least) text += random.pick(["a", "é", "💡"]);
  return [...text].slice(0, most).join("");
}

function numberOf(schema: Schema, whole: boolean, random: Random): number {
  const step = typeof schema.multipleOf === "number" ? schema.multipleOf : whole ? 1 : 0;
  const least = asNumber(schema.minimum ?? schema.exclusiveMinimum, Number.NEGATIVE_INFINITY);
  const most = asNumber(schema.maximum ?? schema.exclusiveMaximum, Number.POSITIVE_INFINITY);
  const inside = numbers.filter((each) => each >= least && each <= most);
  const value =
    Number.isFinite(least) && (inside.length === 0 || random.chance(0.5))
      ? least + random.below(3)
      : random.pick(inside.length > 0 ? inside : [most]);
  return step === 0 ? value : Math.round(value / step) * step;
}

function arrayOf(schema: Schema, root: Schema, random: Random, depth: number): Json[] {
  const prefix = (schema.prefixItems ?? []) as Schema[];
  const least = asNumber(schema.minItems, 0);
  const open = schema.items !== false && asNumber(schema.maxItems, 1000) > prefix.length;
  const extra = open && depth < 4 ? random.below(3) : 0;
  const most = Math.min(asNumber(schema.maxItems, 1000), prefix.length + extra);
  const length = Math.max(least, depth < 4 ? random.below(most + 1) : 0);
  return Array.from({ length }, (_, index) =>
    valid(prefix[index] ?? ((schema.items ?? true) as Schema | boolean), root, random, depth + 1),
  );
}

function objectOf(schema: Schema, root: Schema, random: Random, depth: number): { [key: string]: Json } {
  const required = new Set((schema.required ?? []) as string[]);
  const entries: [string, Json][] = [];
  for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (required.has(name) || (depth < 4 && random.chance(0.6))) entries.push([name, valid(inner, root, random, depth + 1)]);
  }
  for (const [pattern, inner] of Object.entries((schema.patternProperties ?? {}) as Record<string, Schema>)) {
    const source = sampleOf(pattern);
    for (let more = depth < 4 ? random.below(3) : 0; more > 0 && source !== null; more--)
      entries.push([source(random), valid(inner, root, random, depth + 1)]);
  }
  const others = schema.additionalProperties ?? true;
  if (others !== false && depth < 4) {
    for (let more = random.below(3); more > 0; more--)
      entries.push([random.pick(["x", "key", "1", "a b", "é"]), valid(others as Schema | boolean, root, random, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

function resolved(ref: string, root: Schema): Schema {
  const name = decodeURIComponent(ref.replace(/^#\/(\$defs|definitions)\//, ""))
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  const definitions = (root.$defs ?? root.definitions ?? {}) as Record<string, Schema>;
  if (ref === "#") return root;
  const found = definitions[name];
  if (found === undefined) throw new Error(`${ref} leads nowhere.`);
  return found;
}

const asNumber = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

/** Names of properties and constants of a schema. */
function wordsOf(schema: unknown, found: string[]): string[] {
  if (typeof schema !== "object" || schema === null) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties" && isObject(value)) found.push(...Object.keys(value));
    if (key === "const" && typeof value === "string") found.push(value);
    if (key === "enum" && Array.isArray(value)) found.push(...value.filter((each) => typeof each === "string"));
    wordsOf(value, found);
  }
  return found;
}

const nested = (depth: number): Json => {
  let value: Json = [];
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const hostile: readonly Json[] = [
  JSON.parse(`{ "__proto__": { "polluted": true } }`) as Json,
  JSON.parse(`{ "constructor": { "prototype": {} }, "__proto__": null }`) as Json,
  JSON.parse("1e400") as Json,
  JSON.parse("-1e400") as Json,
  JSON.parse("[1e400]") as Json,
  -0,
  5e-324,
  2 ** 53,
  1.7976931348623157e308,
  0.1 + 0.2,
  "\ud800",
  "\udc00a",
  "\u0000",
  "\u2028",
  "x".repeat(1000),
  "💡".repeat(200),
  "a".repeat(200),
  "NaN",
  "Infinity",
  "id-1",
  "id--1.5e3",
  "id-0x10",
  "id- 1",
  "id-1_000",
  nested(24),
  [[]],
  [{}],
  [null],
  [[], []],
  { length: 1, 0: "a" },
  { toString: "x", valueOf: 1, hasOwnProperty: true },
  Array.from({ length: 12 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`k${index}`, index])),
];

const plain: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  -1,
  1.5,
  "",
  "a",
  "b",
  "5",
  [],
  {},
  ["a"],
  [1],
  [1, 1],
  { a: 1 },
  { extra: null },
];

function stray(known: readonly string[], random: Random): Json {
  const how = random.below(10);
  if (how < 4) return random.pick(plain);
  if (how < 6 && known.length > 0) return random.pick(known);
  if (how < 7) return random.pick([...words, ...Object.values(formatSamples).flat()]);
  if (how < 8) return random.pick(numbers);
  return random.pick(hostile);
}

/** A copy with one place changed. */
function mutated(value: Json, known: readonly string[], random: Random): Json {
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0 && random.chance(0.75)) {
    const key = random.pick(Object.keys(value));
    if (Array.isArray(value)) return value.with(Number(key), mutated(value[Number(key)] ?? null, known, random));
    return replaced(value, key, mutated(value[key] ?? null, known, random));
  }
  if (Array.isArray(value) && random.chance(0.7)) return mutatedArray(value, known, random);
  if (isObject(value) && random.chance(0.8)) return mutatedObject(value, known, random);
  if (typeof value === "number" && random.chance(0.4))
    return random.pick([value + 1, value - 1, value + 0.5, -value, String(value), [value]]);
  if (typeof value === "string" && random.chance(0.4))
    return random.pick([
      `${value}x`,
      value.slice(1),
      value.toUpperCase(),
      ` ${value}`,
      `${value}\n`,
      value + value,
      [value],
      value.replace(/\d/, "9"),
    ]);
  return stray(known, random);
}

function mutatedArray(value: Json[], known: readonly string[], random: Random): Json[] {
  const how = random.below(4);
  if (how === 0) return value.slice(0, -1);
  if (how === 1) return [...value, ...value];
  return how === 2 ? [...value].reverse() : [...value, stray(known, random)];
}

function mutatedObject(value: { [key: string]: Json }, known: readonly string[], random: Random): { [key: string]: Json } {
  const keys = Object.keys(value);
  const how = random.below(3);
  if (how === 0 && keys.length > 0) {
    const gone = random.pick(keys);
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== gone));
  }
  const names = [...known, "extra", "__proto__", "constructor", "toString", "length", "0"];
  const added: Json = how === 1 || keys.length === 0 ? stray(known, random) : (value[random.pick(keys)] ?? null);
  return replaced(value, random.pick(names), added);
}

/** A computed key defines a property of its own, even when it is `__proto__`. */
const replaced = (value: { [key: string]: Json }, key: string, inner: Json): { [key: string]: Json } => ({
  ...value,
  [key]: inner,
});
