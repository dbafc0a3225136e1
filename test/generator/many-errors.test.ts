import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildFolder, root, writeText } from "./harness.js";

let folder = "";
beforeAll(() => {
  mkdirSync(join(root, "dist"), { recursive: true });
  folder = mkdtempSync(join(root, "dist/many-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const count = 5000;

it(`reports ${count} errors of one file, all of them and in order`, { timeout: 60_000 }, async () => {
  const properties = Array.from({ length: count }, (_, index) => `  p${index}: Set<string>;`);
  writeText(
    join(folder, "src.ts"),
    `interface Options {\n${properties.join("\n")}\n}\n\n/** Bad. @tool bad */\nexport function bad(options: Options): string {\n  return options.p0.size.toString();\n}\n`,
  );
  const { diagnostics, files } = await buildFolder(folder);
  expect(files).toBeNull();
  expect(diagnostics.map(({ code, span }) => [code, span?.line])).toEqual(
    Array.from({ length: count }, (_, index) => ["MG1103", index + 2]),
  );
  expect(diagnostics[count - 1]?.message).toBe(`'bad.options.p${count - 1}' is a Set: JSON has no sets.`);
});
