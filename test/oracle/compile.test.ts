/** The sources of the cases and what is emitted from them compile together under every strict flag. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../generator/harness.js";
import { builtCorpus, type Corpus } from "./corpus.js";

let built: Corpus & { readonly project: string };
beforeAll(async () => {
  built = await builtCorpus("compile");
}, 120_000);
afterAll(() => rmSync(built.project, { recursive: true, force: true }));

it("every case and every emitted file compiles", { timeout: 120_000 }, () => {
  expect([...built.refused.keys()]).toEqual([]);
  expect(compile(built.project)).toBe("");
});

/** What the user's own compiler says, which is newer than the one that read the types. */
function compile(project: string): string {
  const flags = ["--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--noUnusedLocals", "--noImplicitOverride"];
  try {
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", project, ...flags], {
      encoding: "utf8",
    });
    return "";
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout);
  }
}
