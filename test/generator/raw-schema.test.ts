/** Schemas written by hand: what the emitted code lets through is what Ajv lets through. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Problems } from "../../runtime/dist/core/problems.js";
import { emittedIn, type Fields } from "./emitted.js";
import { root } from "./harness.js";

let folder = "";
beforeAll(() => {
  mkdirSync(join(root, "dist"), { recursive: true });
  folder = mkdtempSync(join(root, "dist/raw-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Values of every kind, near and far from what the schemas want. */
const values: readonly unknown[] = [
  ...[null, true, false, 0, 1, 2, 3, 3.5, 10, 10.5, -1, 1e21, "", "a", "ab", "abc", "abcdef", "AB", "2025-12-26", "2025-02-30"],
  ...[
    "phone",
    "email",
    "x",
    [],
    [1],
    [1, 1],
    [0.5, 1],
    [0.3],
    [1, 2, 3, 4, 5],
    ["a"],
    ["a", 1],
    ["a", 1, "abc"],
    ["a", 1, "abcd"],
  ],
  ...[
    ["a", 1, "abc", 2],
    [true],
    [true, 1, 2],
    [true, 0],
    ["a", "b"],
    ["a", "b", "c", "d"],
    [[]],
    {},
    { a: 1 },
    { a: [1, null] },
  ],
  ...[{ deep: true }, { deep: false }, { street: 1 }, { street: "a", city: "b" }, { value: 1 }, { value: null, children: [] }],
  ...[
    { value: 1, children: [{}] },
    { value: 1, children: [{ value: 2, children: [{ value: 3 }] }] },
    { value: 1, other: 2 },
  ],
  ...[{ n: 1 }, { n: "a" }, { b: "x" }, { b: 1 }, { B: "x" }, { a: "1", b: "2", c: "3", d: "4" }, { x: 1 }, { xy: 1, y: 2 }],
  ...[{ number: 1 }, { number: 1, name: "a", until: 1 }, { number: 1, name: "a", until: "2025-12-26" }, { until: "soon" }],
];

it.each([
  ["save_contact", { phone: "1", contactMethod: "phone" }, ["name", "address", "contactMethod", "phone", "email", "other"]],
  [
    "take_everything",
    { text: "abc", constructor: 1 },
    (
      "region text day many exact some list pair tail holding one never notText word tree keyed open card constructor toString " +
      "__proto__ other"
    ).split(" "),
  ],
])("%s", { timeout: 60_000 }, async (tool, base: Fields, names) => {
  const { reader, inputSchema } = await emittedIn(folder, "raw-schema", tool);
  const ajv = new Ajv2020({ strict: false, ownProperties: true });
  addFormats.default(ajv);
  const validate = ajv.compile(inputSchema);
  let passed = 0;
  const compare = (input: Fields): void => {
    const problems = new Problems();
    reader(input, problems);
    const isValid = validate(input);
    if (isValid) passed++;
    expect(problems.none, `${JSON.stringify(input)}: ${problems} / ${JSON.stringify(validate.errors)}`).toBe(isValid);
  };
  compare(base);
  compare({});
  for (const name of names) {
    const without = { ...base };
    delete without[name];
    compare(without);
    for (const value of values) compare(Object.fromEntries([...Object.entries(without), [name, value]]));
    for (const other of names) for (const value of ["a", "phone", "email"]) compare({ ...base, [name]: "abc", [other]: value });
  }
  expect(passed).toBeGreaterThan(50);
});
