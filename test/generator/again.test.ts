/** A build that takes over what an earlier one found gives what a fresh one gives, whatever has changed in between. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readingHost } from "../../generator/host.js";
import type { Options } from "../../generator/options.js";
import { type Kept, type Produced, produce } from "../../generator/pipeline.js";
import { optionsOf, readText, root, templates, writeText } from "./harness.js";

const sources = {
  "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "target": "es2022", "strict": true, "types": [] } }`,
  "src/who.ts": `import { elicit, type Elicit } from "@mcp-gen/runtime";
/** A name. */
export interface Name { /** Who are you? */ name: string; again: boolean; }
export const who = (place: string): Elicit<Name> => elicit<Name>(\`Who is at \${place}?\`);
`,
  "src/tree.ts": "export interface Tree { label: string; children?: Tree[]; }\n",
  "src/seat.ts": `import type { Resolve } from "@mcp-gen/runtime";
import type { Tree } from "./tree.js";
import { type Name, who } from "./who.js";
/** Take a seat. @tool */
export function seat(place: string, /** What hangs there. */ tree: Tree, name: Resolve<Name, typeof who>): string {
  return place + tree.label + name.name;
}
`,
  "src/leave.ts": `import type { Resolve } from "@mcp-gen/runtime";
import { type Name, who } from "./who.js";
/** Leave. @tool */
export function leave(place: string, name: Resolve<Name, typeof who>): { place: string } {
  return { place };
}
`,
  "src/count.ts": "/** Count. @tool */\nexport const count = (word: string): string => word;\n",
};

let here = "";
let options: Options | null = null;
let kept: Kept | null = null;

beforeAll(async () => {
  here = mkdtempSync(join(root, "dist/again-"));
  for (const [file, text] of Object.entries(sources)) writeText(join(here, file), text);
  options = (await optionsOf(here)).value;
});
afterAll(() => rmSync(here, { recursive: true }));

async function build(again: Kept | null, isSameSet: boolean): Promise<Produced> {
  if (options === null) throw new Error("The project has no options.");
  return await produce(options, templates, readingHost, again === null ? null : { kept: again, isSameSet });
}

const texts = ({ files, diagnostics }: Produced): unknown => ({
  files: [...(files ?? [])].sort((a, b) => (a.path < b.path ? -1 : 1)),
  diagnostics,
});

const edit = (file: string, from: string | RegExp, to: string) => (): void => {
  const text = readText(join(here, file)) ?? "";
  if (text.replace(from, to) === text) throw new Error(`There is nothing to change in ${file}.`);
  writeText(join(here, file), text.replace(from, to));
};

it.each<[string, () => void, boolean]>([
  ["nothing", () => undefined, true],
  ["a description", edit("src/count.ts", "Count.", "Count it."), true],
  ["a body", edit("src/seat.ts", "place + tree", "tree.label + place + tree"), true],
  ["a type that contains itself", edit("src/tree.ts", "label: string", "label: string; leaves: number"), true],
  ["a question", edit("src/who.ts", "again: boolean", "again?: boolean"), true],
  ["the first of two that have a resolver", edit("src/leave.ts", ", name: Resolve<Name, typeof who>", ""), true],
  ["the resolver that is left with one", edit("src/who.ts", "Who are you?", "And who are you?"), true],
  ["a fault", edit("src/count.ts", "word: string", "word: Set<string>"), true],
  ["the fault again", edit("src/count.ts", "Set<string>", "string"), true],
  ["a fault of a question", edit("src/who.ts", "name: string", "name: { first: string }"), true],
  ["the fault of a question again", edit("src/who.ts", "name: { first: string }", "name: string"), true],
  [
    "a new source",
    () =>
      writeText(join(here, "src/new.ts"), "/** New. @tool brand_new */\nexport function fresh(): string {\n  return '';\n}\n"),
    false,
  ],
  ["what all see without an import", edit("src/new.ts", /$/, "declare global {\n  interface Seen {}\n}\n"), true],
  ["a source that goes", () => rmSync(join(here, "src/new.ts")), false],
])("%s", async (what, change, isSameSet) => {
  kept ??= (await build(null, false)).kept;
  change();
  const again = await build(kept, isSameSet);
  expect(texts(again)).toEqual(texts(await build(null, false)));
  expect(again.files === null).toBe(what.startsWith("a fault"));
  kept = again.kept;
});
