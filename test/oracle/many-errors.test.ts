/** Five thousand faults in one source: all are reported, in order, in reasonable time. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildFolder, writeText } from "../generator/harness.js";
import { workFolder } from "./corpus.js";

const tools = 50;
const fields = 100;
const faults = ["symbol", "RegExp", "Map<string, number>", "any", "bigint"] as const;

let folder = "";
beforeAll(() => {
  folder = workFolder("many-errors");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A tool whose options have nothing but faulty fields, one a line. */
function tool(index: number): string {
  const lines = Array.from({ length: fields }, (_, field) => `  f${field}: ${faults[field % faults.length]};`);
  return [
    `export interface Options${index} {`,
    ...lines,
    "}",
    "",
    `/** Takes the options of number ${index}. @tool tool_${index} */`,
    `export function tool${index}(options: Options${index}): string {`,
    "  return String(options.f0);",
    "}",
    "",
  ].join("\n");
}

describe("5,000 faulty fields", () => {
  it("are all reported, in the order of the source", { timeout: 60_000 }, async () => {
    writeText(join(folder, "tools.ts"), Array.from({ length: tools }, (_, index) => tool(index)).join("\n"));
    const begin = performance.now();
    const { diagnostics, files, text } = await buildFolder(folder);
    const took = performance.now() - begin;
    expect(files).toBeNull();
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.length).toBe(tools * fields);
    const lines = errors.map(({ span }) => span?.line ?? 0);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
    expect(new Set(lines).size).toBe(tools * fields);
    const messages = errors.map(({ message }) => message);
    for (let index = 0; index < tools; index++) {
      for (let field = 0; field < fields; field++)
        expect(messages[index * fields + field]).toContain(`tool_${index}.options.f${field}'`);
    }
    expect(text).toContain(`${tools * fields} errors`);
    // Twenty times what it takes: only work that grows faster than the faults would need more.
    expect(took).toBeLessThan(40_000);
  });
});
