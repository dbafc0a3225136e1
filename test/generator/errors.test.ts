import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalogue, isCode } from "../../generator/diagnostics.js";
import { buildFolder, filesBelow, fixtures, foldersIn, isUpdating, readText, root, writeText } from "./harness.js";

const folder = join(fixtures, "errors");
const cases = foldersIn(folder);
const codeOf = (name: string): string => name.slice(0, name.indexOf("-"));

describe("every diagnostic", () => {
  it("has a fixture", () => {
    // What only the command can find is tested with the command.
    const commandTests = filesBelow(join(root, "test/command")).map((file) => readText(join(root, "test/command", file)) ?? "");
    const byCommand = commandTests.flatMap((text) => [...text.matchAll(/\bMG0\d{3}\b/g)].map(([code]) => code));
    const covered = new Set([...cases.map(codeOf), ...byCommand]);
    expect(Object.keys(catalogue).filter((code) => !covered.has(code))).toEqual([]);
  });

  it("of a fixture is in the catalogue", () => {
    expect(cases.filter((name) => !isCode(codeOf(name)))).toEqual([]);
  });

  it.each(cases)("%s", async (name) => {
    const { codes, text } = await buildFolder(join(folder, name, "input"));
    const expected = join(folder, name, "expected/diagnostics.txt");
    if (isUpdating) writeText(expected, text);
    expect(new Set(codes)).toEqual(new Set([codeOf(name)]));
    expect(text).toBe(readText(expected));
  });

  it.each(Object.entries(catalogue))("%s is explained in sentences", (_code, { explanation }) => {
    expect(explanation.trim()).toMatch(/^[A-Z@$_a-z`][\s\S]{40,}\.$/);
  });
});
