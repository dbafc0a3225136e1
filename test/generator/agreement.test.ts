import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Problems } from "../../runtime/dist/core/problems.js";
import { emittedIn, type Fields, type Schema } from "./emitted.js";
import { root } from "./harness.js";

let folder = "";
beforeAll(() => {
  mkdirSync(join(root, "dist"), { recursive: true });
  folder = mkdtempSync(join(root, "dist/agreement-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, ownProperties: true, strictTuples: false });
(addFormats as unknown as (instance: Ajv2020) => void)(ajv);

const strays: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  -1,
  1.5,
  21,
  121,
  "",
  "a",
  "ab",
  "small",
  "red",
  "up",
  "s",
  "free",
  "yes",
  "x".repeat(41),
  "💡".repeat(40),
  "2025-12-26",
  "2025-13-01",
  "2025-12-26T19:30:00Z",
  "ada@example.com",
  "https://example.com/menu",
  [],
  ["s"],
  ["s", "m"],
  ["s", "m", "l"],
  ["x"],
  [[1]],
  [["1"]],
  [null],
  [{}],
  {},
  { extra: 1 },
  { name: "a" },
  { a: "x" },
  { b: 2 },
  { op: "negate", of: { op: "value", value: 1 } },
  { kind: "update", id: "7" },
  { "x-one": "1" },
  { 7: "seven", "-1.5": "x" },
  "id-7",
  "id- 0x1F ",
  "id-",
  "YWJj",
  "YWJ",
  Number.POSITIVE_INFINITY,
];

/** A value that fits a schema. */
function sample(schema: Schema, root: Schema = schema): unknown {
  const { type, enum: choices, const: only, properties, items, prefixItems, oneOf, anyOf, format, pattern, $ref } = schema;
  const inner = (each: unknown): unknown => sample(each as Schema, root);
  if (typeof $ref === "string") return inner((root.$defs as Record<string, Schema>)[$ref.slice("#/$defs/".length)]);
  if (only !== undefined) return only;
  if (Array.isArray(choices)) return choices[0];
  const titled = (oneOf ?? anyOf) as Schema[] | undefined;
  if (titled?.[0] !== undefined) {
    const isEnd = root.$defs !== undefined && titled.some((each) => each.type === "null");
    return isEnd ? null : inner(titled[0]);
  }
  const kind = Array.isArray(type) ? (type as string[])[0] : type;
  if (kind === "object") {
    const required = (schema.required ?? []) as string[];
    const members = Object.entries((properties ?? {}) as Record<string, Schema>);
    // What may be left out of a type that contains itself has to be left out somewhere.
    const kept = root.$defs === undefined ? members : members.filter(([name]) => required.includes(name));
    return Object.fromEntries(kept.map(([name, each]) => [name, inner(each)]));
  }
  if (kind === "array") {
    if (Array.isArray(prefixItems)) return prefixItems.map(inner);
    return items === false || root.$defs !== undefined ? [] : [inner(items)];
  }
  if (kind === "boolean") return true;
  if (kind === "null") return null;
  if (kind === "number" || kind === "integer") return 2;
  if (typeof pattern === "string") return ["id-1", "a-1", "LOUD", "AAAA"].find((text) => new RegExp(pattern, "u").test(text));
  const byFormat: Readonly<Record<string, string>> = {
    date: "2025-12-26",
    "date-time": "2025-12-26T19:30:00Z",
    email: "ada@example.com",
    uri: "https://example.com/menu",
  };
  return byFormat[String(format)] ?? "words";
}

/** Copies of a value, each with one place replaced, left out or added. */
function* mutations(value: unknown): Generator<unknown> {
  yield* strays;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) for (const each of mutations(item)) yield value.with(index, each);
    yield [...value, ...value, ...value];
  } else if (typeof value === "object" && value !== null) {
    const fields = value as Fields;
    for (const key of Object.keys(fields)) {
      const { [key]: inner, ...rest } = fields;
      yield rest;
      for (const each of mutations(inner)) yield { ...fields, [key]: each };
    }
    yield { ...fields, surplus: 1 };
    yield JSON.parse(`{ "__proto__": { "polluted": true } }`);
  }
}

describe("an emitted reader and its schema give the same verdict", () => {
  it.each([
    ["argument-types", "place_order"],
    ["names", "class"],
    ["names", "read"],
    ["doc-texts", "hostile_texts"],
    ["recognition", "own_types"],
    ["json-types", "compose"],
    ["json-types", "kinds"],
    ["json-types", "choose"],
    ["json-types", "convert"],
    ["json-types", "descend"],
    ["destructured", "search"],
    ["destructured", "look"],
    ["root-union", "change"],
    ["root-union", "label"],
  ])("%s: %s", async (fixture, tool) => {
    const { reader, inputSchema } = await emittedIn(folder, fixture, tool);
    const validate = ajv.compile(inputSchema);
    const verdicts = { good: 0, bad: 0 };
    const valid = sample(inputSchema);
    for (const input of [valid, ...mutations(valid)]) {
      if (typeof input !== "object" || input === null || Array.isArray(input)) continue;
      const before = JSON.stringify(input);
      const problems = new Problems();
      reader(input as Fields, problems);
      expect(problems.none, `${before}\n${problems}`).toBe(validate(input));
      expect(JSON.stringify(input)).toBe(before);
      verdicts[problems.none ? "good" : "bad"]++;
    }
    expect(verdicts.good).toBeGreaterThan(2);
    expect(verdicts.bad).toBeGreaterThan(20);
  });

  it("for every field of a question", async () => {
    const { forms } = await emittedIn(folder, "question-fields", "ask_inline");
    let bad = 0;
    for (const form of forms) {
      const validate = ajv.compile(form.requestedSchema);
      const valid = sample(form.requestedSchema);
      for (const answer of [valid, ...mutations(valid)]) {
        if (typeof answer !== "object" || answer === null || Array.isArray(answer)) continue;
        const filled: Fields = {};
        for (const [name, schema] of Object.entries(form.requestedSchema.properties)) {
          const given = Object.hasOwn(answer, name) ? (answer as Fields)[name] : schema.default;
          if (given !== undefined) filled[name] = given;
        }
        const problems = new Problems();
        form.check(filled, problems);
        expect(problems.none, `${JSON.stringify(answer)}\n${problems}`).toBe(validate(answer));
        if (!problems.none) bad++;
      }
    }
    expect(forms.length).toBe(2);
    expect(bad).toBeGreaterThan(50);
  });

  it("defaults below the root are filled in, in a copy", async () => {
    const { reader, inputSchema } = await emittedIn(folder, "argument-types", "place_order");
    const input = sample(inputSchema) as { lines: Fields[]; depth?: number };
    delete input.lines[0]?.minutes;
    delete input.depth;
    const read = reader(input as Fields, new Problems()) as typeof input;
    expect(read.lines[0]?.minutes).toBe(15);
    expect(read.depth).toBe(3);
    expect(input.lines[0]).not.toHaveProperty("minutes");
  });
});
