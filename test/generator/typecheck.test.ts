import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diskHost } from "../../generator/host.js";
import { buildFolder, fixtures, foldersIn, readText, root, writeText } from "./harness.js";

/** Inside the repository, so that @mcp-gen/runtime is found as a user's project finds it. */
let folder = "";

const strict = {
  target: "es2022",
  lib: ["es2023"],
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noUnusedLocals: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noEmit: true,
};
const kinds = ["tools", "prompts", "resources"];
const resolutions = {
  nodenext: { module: "nodenext", allowImportingTsExtensions: true },
  bundler: { module: "esnext", moduleResolution: "bundler", allowImportingTsExtensions: true },
};

beforeAll(() => {
  mkdirSync(join(root, "dist"), { recursive: true });
  folder = mkdtempSync(join(root, "dist/typecheck-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(Object.entries(resolutions))("emitted code under %s resolution", (name, resolution) => {
  it("compiles with every strict flag", { timeout: 300_000 }, async () => {
    const here = join(folder, name);
    for (const each of kinds.flatMap((kind) => foldersIn(join(fixtures, kind)).map((name) => `${kind}/${name}`))) {
      const target = join(here, each);
      cpSync(join(fixtures, each, "input"), target, { recursive: true });
      writeText(
        join(target, "tsconfig.json"),
        JSON.stringify({ compilerOptions: { ...strict, ...resolution, allowImportingTsExtensions: false } }),
      );
      const { files, text } = await buildFolder(target, diskHost);
      expect(files, text).not.toBeNull();
      const source = readText(join(target, "mcp/server.ts")) ?? readText(join(target, "generated/server.ts"));
      const ending = each === "tools/server-options" ? ".ts" : name === "bundler" ? "" : ".js";
      expect(source).toMatch(new RegExp(`"\\./(?:tools|prompts|resources)/[^".]+${ending.replace(".", "\\.")}"`));
    }
    writeText(
      join(here, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...strict, ...resolution }, include: ["**/*.ts"] }),
    );
    expect(compile(here)).toBe("");
  });
});

/** What the project's own compiler says. */
function compile(project: string): string {
  try {
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", project], { encoding: "utf8" });
    return "";
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout);
  }
}
