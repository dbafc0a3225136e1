/** The script that measures us against other programs must not be able to explain a fault of ours away. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeText } from "../generator/harness.js";
import { type Schema, workFolder } from "./corpus.js";
import { type Built, Suite } from "./peer-cases.js";
import { doubt, type Exclusion } from "./peer-exclusions.js";
import { type Comparison, compare, type Judgement, judge } from "./peer-judge.js";

const object = (properties: Schema): Schema => ({ type: "object", properties, required: Object.keys(properties) });

/** The source of MyObject, what the peer makes of it, and a schema to compare with when ours would be right. */
const cases: Readonly<Record<string, { readonly source: string; readonly theirs: Schema; readonly ours?: Schema }>> = {
  equal: { source: "a: string;", theirs: object({ a: { type: "string" } }) },
  "peer-wrong": { source: "a: unknown;", theirs: object({ a: { type: "object" } }) },
  "we-wrong": { source: "a: string;", theirs: object({ a: { type: "string" } }), ours: object({ a: {} }) },
  "both-wrong": { source: "a: string;", theirs: object({ a: { type: "number" } }), ours: object({ a: {} }) },
  "foreign-tag": {
    source: "/** @nullable */\n  a: { [key: string]: number };",
    theirs: object({ a: { type: ["object", "null"], additionalProperties: { type: "number" } } }),
  },
  "no-value": { source: "a: () => void;", theirs: object({ a: {} }) },
};

let folder = "";
let suite: Suite;
let built: Built;
const comparisons = new Map<string, Comparison>();
let judgements = new Map<string, Judgement>();
beforeAll(async () => {
  folder = workFolder("peer-judge");
  for (const [name, { source, theirs }] of Object.entries(cases)) {
    writeText(join(folder, name, "main.ts"), `export interface MyObject {\n  ${source}\n}\n`);
    writeText(join(folder, name, "schema.json"), JSON.stringify(theirs));
  }
  suite = new Suite(folder, {});
  built = await suite.build("argument", [...suite.units.keys()]);
  for (const [id, unit] of suite.units) {
    const schema = cases[unit.name]?.ours ?? built.schemas.get(id);
    if (schema !== undefined) comparisons.set(unit.name, compare(unit, "argument", schema, { count: 100, seed: 1 }));
  }
  const asked = [...comparisons.values()].map((comparison) => ({ comparison, whole: comparison.unit.name === "no-value" }));
  judgements = judge(built.project, asked, (unit) => suite.sourcesOf(unit));
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(built.project, { recursive: true, force: true });
});

const contradicts: Exclusion = { kind: "the checker contradicts the peer", because: "" };
const nullable: Exclusion = { kind: "foreign tag", tags: ["nullable"], because: "" };
const noValue: Exclusion = { kind: "no JSON value", because: "" };

function doubtOf(name: string, exclusion: Exclusion): string | null {
  const unit = comparisons.get(name)?.unit;
  const said = judgements.get(unit?.id ?? "");
  if (unit === undefined || said === undefined) throw new Error(`${name} was not compared.`);
  return doubt(exclusion, suite.sourcesOf(unit), said);
}

it("compares what both say", () => {
  expect(comparisons.size).toBe(Object.keys(cases).length);
  expect([...comparisons].filter(([, { same }]) => same).map(([name]) => name)).toEqual(["equal"]);
});

it("sets a case aside only with proof", () => {
  expect(doubtOf("peer-wrong", contradicts)).toBeNull();
  expect(doubtOf("we-wrong", contradicts)).toMatch(/^the checker is with us on 0 of \d+ values$/);
  expect(doubtOf("both-wrong", contradicts)).toMatch(/^the checker is with us on \d+ of \d+ values$/);
});

it("sets a case with a foreign tag aside only when the tag is there, is foreign and explains it", () => {
  expect(doubtOf("foreign-tag", nullable)).toBeNull();
  expect(doubtOf("foreign-tag", { ...nullable, tags: ["items"] })).toBe("@items is not in the source");
  expect(doubtOf("we-wrong", nullable)).toMatch(/^the checker is with us on 0/);
});

it("takes a type for one without a value only when the checker takes none", () => {
  expect(doubtOf("no-value", noValue)).toBeNull();
  expect(doubtOf("no-value", contradicts)).toBe("the checker takes no value at all");
  expect(doubtOf("peer-wrong", noValue)).toMatch(/^the checker takes \d+ values$/);
});
