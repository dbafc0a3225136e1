/** Values against schemas of strangers: Ajv is the oracle. Never refused wrongly; refused rightly where every keyword is known. */

import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { Problems } from "../../runtime/dist/core/problems.js";
import { mayFit, unknownDialect } from "../../runtime/dist/core/schema-check.js";
import { randomFrom, seed } from "../fuzz/random.js";

type Schema = Record<string, unknown>;

function faults(schema: Schema, value: unknown): string {
  const problems = new Problems();
  const fits = mayFit(schema, value, "result", problems);
  expect(fits).toBe(problems.none); // a refusal always says why
  return String(problems);
}

const ajv2020 = new Ajv2020({
  multipleOfPrecision: 6,
  strict: false,
  validateFormats: false,
  ownProperties: true,
  logger: false,
});
const ajv7 = new Ajv({ strict: false, validateFormats: false, ownProperties: true, logger: false });

const random = randomFrom(seed);
const below = (limit: number): number => Math.floor(random() * limit);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const some = <T>(make: () => T, most: number): T[] => Array.from({ length: 1 + below(most) }, make);

const names = ["a", "b", "__proto__", "constructor", "ü"];
const scalars = [null, true, false, 0, 1, 2, 2.5, -3, 1e21, "", "a", "ab", "😀"];

function anyValue(depth = 3): unknown {
  const kind = depth === 0 ? 0 : below(4);
  if (kind === 1) return some(() => anyValue(depth - 1), 3).slice(below(2));
  if (kind === 2)
    return JSON.parse(`{${some(() => `${JSON.stringify(pick(names))}:${JSON.stringify(anyValue(depth - 1))}`, 3)}}`);
  return pick(scalars);
}

const types = ["string", "number", "integer", "boolean", "null", "array", "object"];

/** Keywords that are checked, with random meanings. */
const checked: Record<string, (depth: number) => unknown> = {
  type: () => (random() < 0.7 ? pick(types) : [...new Set(some(() => pick(types), 3))]),
  enum: () => some(() => anyValue(1), 4),
  const: () => anyValue(1),
  minimum: () => below(4) - 1,
  maximum: () => below(4) - 1,
  exclusiveMinimum: () => below(3),
  exclusiveMaximum: () => below(3),
  minLength: () => below(3),
  maxLength: () => below(3),
  minItems: () => below(3),
  maxItems: () => below(3),
  uniqueItems: () => random() < 0.8,
  prefixItems: (depth) => some(() => anySchema(depth - 1), 2),
  items: (depth) => anySchema(depth - 1),
  required: () => [...new Set(some(() => pick(names), 2))],
  properties: (depth) =>
    Object.fromEntries(some(() => [pick(names.filter((name) => name !== "__proto__")), anySchema(depth - 1)], 3)),
  additionalProperties: (depth) => anySchema(depth - 1),
  allOf: (depth) => some(() => anySchema(depth - 1), 2),
  anyOf: (depth) => some(() => anySchema(depth - 1), 3),
  oneOf: (depth) => some(() => anySchema(depth - 1), 3),
  $ref: () => pick(["#/$defs/one", "#/$defs/a~1b", "#/$defs/two"]),
  title: () => "no say",
  "x-own": () => ({ type: "string" }),
};

/** Keywords whose say stays open. */
const open: Record<string, (depth: number) => unknown> = {
  maxProperties: () => below(3),
  minProperties: () => below(3),
  multipleOf: () => 1 + below(3),
  pattern: () => pick(["^a", "b$", "(a+)+$"]),
  contains: (depth) => anySchema(depth - 1),
  propertyNames: (depth) => anySchema(depth - 1),
  patternProperties: (depth) => ({ "^a": anySchema(depth - 1) }),
  not: (depth) => anySchema(depth - 1),
  dependentRequired: () => ({ a: ["b"] }),
  unevaluatedProperties: () => false,
};

let offered = checked;

function anySchema(depth = 3): Schema | boolean {
  if (depth <= 0 || random() < 0.05) return random() < 0.8;
  const keywords = Object.keys(offered);
  return Object.fromEntries(some(() => pick(keywords), 3).map((keyword) => [keyword, offered[keyword]?.(depth)]));
}

function anyWhole(): Schema {
  const schema = { ...(anySchema() as Schema), $defs: { one: anySchema(2), "a/b": anySchema(2), two: { type: pick(types) } } };
  // A reference that comes back to itself without going down in the value says nothing, and sends Ajv round for ever.
  return JSON.stringify(schema.$defs).includes("$ref") ? anyWhole() : schema;
}

describe("random schemas and values, by Ajv's verdict", () => {
  test("with keywords that are checked: the same verdict", () => {
    offered = checked;
    let refused = 0;
    for (let times = 0; times < 400; times += 1) {
      const schema = anyWhole();
      const validate = ajv2020.compile(schema);
      for (let tries = 0; tries < 4; tries += 1) {
        const value = anyValue();
        const fits = validate(value);
        refused += fits ? 0 : 1;
        expect(faults(schema, value) === "", JSON.stringify({ schema, value })).toBe(fits);
      }
    }
    expect(refused).toBeGreaterThan(200);
  });

  test("with others among them: nothing good is refused", () => {
    offered = { ...checked, ...open };
    let accepted = 0;
    for (let times = 0; times < 400; times += 1) {
      const schema = anyWhole();
      const validate = ajv2020.compile(schema);
      for (let tries = 0; tries < 4; tries += 1) {
        const value = anyValue();
        if (!validate(value)) continue;
        accepted += 1;
        expect(faults(schema, value), JSON.stringify({ schema, value })).toBe("");
      }
    }
    expect(accepted).toBeGreaterThan(200);
  });
});

test("what is wrong is told in lines, by path, without the values", () => {
  const dish = { type: "object", properties: { name: { type: "string" }, price: { minimum: 0 } }, required: ["name"] };
  const schema = {
    type: "object",
    properties: {
      dishes: { type: "array", items: { $ref: "#/$defs/dish" } },
      tone: { enum: ["warm", "dry"] },
      at: { type: ["integer", "null"] },
    },
    additionalProperties: false,
    $defs: { dish },
  };
  const value = {
    dishes: [{ name: "Soup" }, { price: -1 }, { name: "secret".length }],
    tone: "warmm",
    at: "secret",
    more: "secret",
  };
  expect(faults(schema, value)).toBe(
    [
      "- result.dishes[1].price: expected 0 or more, received the number -1",
      "- result.dishes[1].name: missing, expected a value",
      "- result.dishes[2].name: expected a string, received the number 6",
      '- result.tone: expected one of "warm", "dry" (did you mean "warm"?), received a string',
      "- result.at: expected an integer or null, received a string",
      "- result.more: expected nothing, received a string",
    ].join("\n"),
  );
});

describe("what can't be told refuses nothing", () => {
  test.each<[string, Schema]>([
    ["a reference to the network", { $ref: "https://never.example/schema.json" }],
    ["a reference into nowhere", { $ref: "#/$defs/none" }],
    ["a reference to an anchor", { $ref: "#here", $defs: { a: { $anchor: "here", type: "string" } } }],
    ["a reference to itself", { $ref: "#" }],
    ["references in a circle", { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } } }],
    ["a pointer into another resource", { $ref: "#/$defs/a/x", $defs: { a: { $id: "https://other.example/", x: false } } }],
    ["an inherited name as a pointer", { $ref: "#/constructor" }],
    ["keywords that make no sense", { type: 5, enum: 1, required: "a", minimum: "2", properties: [], anyOf: {}, allOf: 3 }],
    ["an unknown type", { type: ["string", "date"] }],
    ["a negation of something unknown", { not: { format: "email" } }],
    ["a form among several that can't be told", { oneOf: [{ type: "object" }, { pattern: "x", type: "object" }] }],
    ["a format", { properties: { at: { format: "date-time" } } }],
  ])("%s", (_title, schema) => {
    expect(faults(schema, { at: "never" })).toBe("");
  });
});

test("the references of a resource of its own begin there", () => {
  const own = { $id: "https://other.example/", properties: { a: { $ref: "#/$defs/x" } }, $defs: { x: { type: "string" } } };
  const schema = { properties: { inner: own }, $defs: { x: { type: "number" } } };
  expect(faults(schema, { inner: { a: "text" } })).toBe("");
  expect(faults(schema, { inner: { a: 1 } })).toBe("- result.inner.a: expected a string, received the number 1");
});

test("an older draft is read as it means: lists of items, and references that stand alone", () => {
  const $schema = "http://json-schema.org/draft-07/schema#";
  const schemas: Schema[] = [
    { $schema, type: "array", items: [{ type: "string" }, { type: "number" }] },
    { $schema, properties: { a: { $ref: "#/definitions/text" } }, definitions: { text: { type: "string" } } },
  ];
  const values = [["a", 1, null], [1], {}, { a: "long" }, { a: 1 }, "text"];
  for (const schema of schemas) {
    const validate = ajv7.compile(schema);
    for (const value of values) expect(faults(schema, value) === "", JSON.stringify({ schema, value })).toBe(validate(value));
  }
  // Draft 7, core, section 8.3: what stands beside a reference is ignored.
  expect(faults({ $schema, $ref: "#/definitions/any", type: "string", definitions: { any: {} } }, 1)).toBe("");
});

test("a dialect that is not known is named; the meta-schemas of known ones are never fetched", () => {
  const dialect = (url: string): string | undefined => unknownDialect({ $schema: url });
  for (const known of [
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema#",
  ])
    expect(dialect(known)).toBeUndefined();
  expect(dialect("https://never.example/dialect")).toBe("https://never.example/dialect");
});

test("work without end ends", () => {
  // Each level asks for the level below twice: 2 to the power of 100 ways.
  const levels = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [
      `l${at}`,
      { anyOf: [{ $ref: `#/$defs/l${at + 1}` }, { $ref: `#/$defs/l${at + 1}` }] },
    ]),
  );
  const schema = { $ref: "#/$defs/l0", $defs: { ...levels, l100: { type: "string" } } };
  const began = Date.now();
  let lists: unknown = 1;
  for (let depth = 0; depth < 20_000; depth += 1) lists = [lists];
  expect(faults({ type: "array", uniqueItems: true, items: { enum: [[1]] } }, lists)).toBe("");
  expect(faults(schema, 1)).toBe("");
  let deep: unknown = "leaf";
  for (let depth = 0; depth < 50_000; depth += 1) deep = { next: deep };
  const recursive = { type: "object", properties: { next: { $ref: "#" } } };
  expect(faults(recursive, deep)).toBe("");
  const catastrophic = { type: "string", pattern: "^(a+)+$" };
  expect(faults(catastrophic, `${"a".repeat(50_000)}!`)).toBe("");
  expect(Date.now() - began).toBeLessThan(5_000);
});
