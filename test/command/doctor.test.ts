/** What was chosen and why, for a project as it is and for one that cannot work. */
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Choice } from "../../generator/inspect/choices.js";
import { readText, root, writeText } from "../generator/harness.js";
import { run, shout, smallProject, temporary } from "./command.js";

const folder = temporary("doctor");

function choices(here: string): Map<string, Choice> {
  const { stdout } = run(here, ["doctor", "--json"]);
  const { own, projects } = JSON.parse(stdout) as { own: Choice[]; projects: { choices: Choice[] }[] };
  return new Map([...own, ...(projects[0]?.choices ?? [])].map((each) => [each.what, each]));
}

describe("mcp-gen doctor", () => {
  it("tells of a plain project what was chosen, why, and how the cache is", () => {
    const here = smallProject(folder.path(), "plain", {
      "tsconfig.json": `{ "extends": "./base.json" }`,
      "base.json": JSON.stringify({
        compilerOptions: { module: "esnext", moduleResolution: "bundler", strict: true, types: [] },
      }),
    });
    const { status, stdout } = run(here, ["doctor"]);
    expect(stdout).toMatch(/^ok +mcp-gen +\d/m);
    expect(stdout).toContain("(no mcp-gen.config.{ts,mts,js,json} in the folder or above it)");
    expect(stdout).toMatch(/^ok +name +plain +\(from package\.json\)$/m);
    expect(stdout).toMatch(/^ok +tsconfig +tsconfig\.json, with base\.json +\(the nearest one upwards/m);
    expect(stdout).toMatch(/^ok +sources +1 file: src\/shout\.ts +\(the default: src\/\*\*\/\*\.ts\)$/m);
    expect(stdout).toMatch(/^ok +out +src\/mcp, not built yet +\(the default\)$/m);
    expect(stdout).toMatch(/^ok +importExtension +"" +\(as the tsconfig says: module esnext, moduleResolution bundler\)$/m);
    expect(stdout).toMatch(/^ok +compiler +TypeScript \d.*the project's is never loaded/m);
    expect(stdout).toMatch(/^ok +cache +empty +\(nothing is kept yet in node_modules\/\.cache\/mcp-gen\//m);
    const { version } = JSON.parse(readText(join(root, "runtime/package.json")) ?? "") as { version: string };
    expect(stdout).toContain(`@mcp-gen/runtime ${version}`);
    expect(status).toBe(0);

    expect(run(here, ["build"]).status).toBe(0);
    expect(choices(here).get("cache")).toMatchObject({ value: "up to date" });
    writeText(join(here, "src/shout.ts"), `${shout}\n// more\n`);
    const after = choices(here);
    expect(after.get("cache")).toMatchObject({ value: "out of date", why: expect.stringContaining("src/shout.ts has changed") });
    expect(after.get("out")?.value).toBe("src/mcp");
  });

  it("tells what the configuration has set", () => {
    const here = smallProject(folder.path(), "configured", {
      "mcp-gen.config.json": `{ "name": "set", "out": "made", "sources": ["tools/*.ts"], "importExtension": ".ts" }`,
      "tools/shout.ts": shout,
    });
    const found = choices(here);
    for (const what of ["name", "out", "importExtension"]) {
      expect(found.get(what)).toMatchObject({ why: "set in mcp-gen.config.json" });
    }
    expect(found.get("sources")).toMatchObject({
      value: "1 file: tools/shout.ts",
      why: "set in mcp-gen.config.json: tools/*.ts",
    });
    expect(found.get("version")?.why).toBe("from package.json");
  });

  it("exits with 2 when something has to be put right first", () => {
    const broken = smallProject(folder.path(), "broken", {
      "tsconfig.json": `{ "extends": "./nowhere.json" }`,
      "src/shout.ts": "",
    });
    const { status, stdout } = run(broken, ["doctor", "--config-that-is-none"]);
    expect(stdout).toBe("");
    expect(status).toBe(2);
    const told = run(broken, ["doctor"]);
    expect(told.stdout).toMatch(/^wrong +tsconfig .*nowhere\.json/m);
    expect(told.status).toBe(2);
    const misspelt = smallProject(folder.path(), "misspelt", { "mcp-gen.config.json": `{ "outt": "made" }` });
    const refused = run(misspelt, ["doctor"]);
    expect(refused.stderr).toContain("MG0002");
    expect(refused.status).toBe(2);
  });

  it("misses the runtime where it is not installed", () => {
    // Outside the checkout, so that nothing is found by going upwards.
    const away = join(tmpdir(), `mcp-gen-doctor-${process.pid}`);
    mkdirSync(away, { recursive: true });
    const here = smallProject(away, "bare");
    try {
      const { status, stdout } = run(here, ["doctor"]);
      expect(stdout).toMatch(/^wrong +runtime +not found +\(install it: npm install @mcp-gen\/runtime\)$/m);
      expect(status).toBe(2);
    } finally {
      rmSync(away, { recursive: true, force: true });
    }
  });
});
