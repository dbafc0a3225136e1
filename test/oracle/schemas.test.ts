/** The schemas of every case of fixtures/schema, compared with the answer beside it. UPDATE=1 rewrites the answers. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesBelow, isUpdating, readText, root, writeText } from "../generator/harness.js";
import { buildCases, builtCorpus, type Corpus, caseNames, copyCases, importTool, schemaFixtures, workFolder } from "./corpus.js";
import { type Random, randomFrom } from "./random.js";

let built: Corpus & { readonly project: string };
const folders: string[] = [];
beforeAll(async () => {
  built = await builtCorpus("schemas");
  folders.push(built.project);
}, 120_000);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** What a reader of the tool list gets, in the order in which it is written. */
async function schemasOf(name: string): Promise<string> {
  const tools: Record<string, object> = {};
  for (const tool of built.tools.get(name) ?? []) {
    const { inputSchema, outputSchema } = await importTool(built.project, tool);
    tools[tool] = { inputSchema, ...(outputSchema !== undefined && { outputSchema }) };
  }
  return `${JSON.stringify(tools, null, 2)}\n`;
}

describe("the schemas of", () => {
  it.each(caseNames)("%s", async (name) => {
    expect(built.refused.get(name)).toBeUndefined();
    const schemas = await schemasOf(name);
    const expected = join(schemaFixtures, name, "expected/schemas.json");
    if (isUpdating) writeText(expected, schemas);
    expect(schemas).toBe(readText(expected));
    for (const tool of built.tools.get(name) ?? []) {
      const file = join(schemaFixtures, name, "expected/tools", `${tool}.ts`);
      const text = built.files.find(({ path }) => path === `tools/${tool}.ts`)?.text ?? "";
      const answer = readText(file);
      if (isUpdating && answer !== null) writeText(file, text);
      if (answer !== null) expect(text).toBe(readText(file));
    }
  });

  it("a corpus of at least 150 cases, none without a tool", () => {
    expect(caseNames.length).toBeGreaterThanOrEqual(150);
    expect(caseNames.filter((name) => !built.refused.has(name) && !built.tools.has(name))).toEqual([]);
  });
});

describe("the same bytes", () => {
  const toolFiles = (corpus: Corpus): Map<string, string> =>
    new Map(corpus.files.filter(({ path }) => path.startsWith("tools/")).map(({ path, text }) => [path, text]));

  function isSubset(some: Corpus, all: Corpus): void {
    const whole = toolFiles(all);
    expect(some.files.length).toBeGreaterThan(0);
    for (const [path, text] of toolFiles(some)) expect(text, path).toBe(whole.get(path));
  }

  it("whatever the order of the sources, in another folder, beside an unrelated file", { timeout: 60_000 }, async () => {
    const project = join(workFolder("elsewhere"), "deep/er");
    folders.push(join(project, "../.."));
    copyCases(project);
    writeText(join(project, "aaa/input/unrelated.ts"), unrelated());
    const names = shuffled(["aaa", ...caseNames.filter((name) => !built.refused.has(name))], randomFrom(7));
    const again = await buildCases(project, names);
    expect([...again.refused.keys()]).toEqual([]);
    // Names first: a difference of all texts would fill the screen.
    const [before, after] = [toolFiles(built), toolFiles(again)];
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    expect([...after.keys()].filter((path) => after.get(path) !== before.get(path))).toEqual([]);
    for (const { text } of again.files) expect(text).not.toContain(root);
  });

  it("whatever else is built with it", { timeout: 60_000 }, async () => {
    const names = shuffled([...caseNames.filter((name) => !built.refused.has(name))], randomFrom(11));
    for (const share of [names.slice(0, 60), ...names.slice(60, 62).map((name) => [name])]) {
      isSubset(await buildCases(built.project, share), built);
    }
  });
});

/**
 * Sorts before every case and has all their words and numbers in another order: the checker, which orders the members of a union
 * by when it met them first, meets them here.
 */
function unrelated(): string {
  const words = new Set<string>();
  for (const name of caseNames) {
    const folder = join(schemaFixtures, name, "input");
    for (const file of filesBelow(folder))
      for (const [word] of (readText(join(folder, file)) ?? "").matchAll(/[a-z]\w*/gi)) words.add(word);
  }
  const mixed = shuffled([...words].sort(), randomFrom(3)).map((word) => JSON.stringify(word));
  const numbers = Array.from({ length: 24 }, (_, index) => String(20 - index));
  return `export type Words = ${[...mixed, ...numbers].join(" | ")} | false | true | null;\nexport const word: Words[] = ["a", 1, null];\n`;
}

function shuffled(names: string[], random: Random): string[] {
  for (let index = names.length - 1; index > 0; index--) {
    const other = random.below(index + 1);
    const [a, b] = [names[index], names[other]];
    if (a !== undefined && b !== undefined) [names[index], names[other]] = [b, a];
  }
  return names;
}
