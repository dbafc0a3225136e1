/** Every client compiles under every strict flag, in both kinds of resolution. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readText, root, writeText } from "../generator/harness.js";
import { cases, described, filesOf, folder } from "./foreign.js";

/** Inside the repository, so that @mcp-gen/runtime is found as a user's project finds it. */
let here = "";
beforeAll(async () => {
  mkdirSync(join(root, "dist"), { recursive: true });
  here = mkdtempSync(join(root, "dist/clients-"));
  for (const name of cases) cpSync(join(folder, name, "expected"), join(here, name), { recursive: true });
  for (const project of ["bistro", "everything", "files", "library"]) {
    const manifest: unknown = JSON.parse(readText(join(root, "fixtures/projects", project, "src/mcp/mcp.manifest.json")) ?? "");
    writeText(join(here, project, "client.ts"), (await filesOf(described(manifest))).get("client.ts") ?? "");
  }
  writeText(join(here, "bistro/use.ts"), use);
});
afterAll(() => rmSync(here, { recursive: true, force: true }));

/** A manifest tells the questions: the client made from it is as strict about them as the one that `mcp-gen build` writes. */
const use = `import { type AlternativeDate, bistro } from "./client";
const server = new URL("http://127.0.0.1:1/mcp");
const content: AlternativeDate = { acceptAlternative: true };
// @ts-expect-error a question without a callback
await bistro.connect(server, { questions: {} });
// @ts-expect-error the content is of another type
await bistro.connect(server, { questions: { alternativeDate: () => ({ action: "accept", content: { acceptAlternative: 1 } }) } });
const client = await bistro.connect(server, { questions: { alternativeDate: () => ({ action: "accept", content }) } });
// @ts-expect-error an argument is missing
await client.bookTable({ date: "2025-12-25" });
`;

it.each([
  ["nodenext", { module: "nodenext" }],
  ["bundler", { module: "esnext", moduleResolution: "bundler" }],
])("clients under %s resolution", { timeout: 200_000 }, (name, resolution) => {
  const strict = {
    target: "es2022",
    lib: ["es2023"],
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    erasableSyntaxOnly: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noEmit: true,
  };
  writeText(join(here, "package.json"), `{ "type": "module" }`);
  writeText(join(here, "bistro/use.ts"), use.replace(`"./client"`, name === "nodenext" ? `"./client.js"` : `"./client"`));
  writeText(join(here, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...strict, ...resolution }, include: ["**/*.ts"] }));
  expect(compile(here)).toBe("");
});

function compile(project: string): string {
  try {
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", project], { encoding: "utf8" });
    return "";
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout);
  }
}
