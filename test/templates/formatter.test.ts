/** The setting "formatter": real prettier and real biome in a project, with the project's own settings. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { run, shout, smallProject, temporary, watched } from "../command/command.js";
import { buildFolder, readText, root, writeText } from "../generator/harness.js";

const temp = temporary("formatter");
let count = 0;
let folder = "";

/** Blocks that make handlers with another depth, and an output in a language of its own. */
const templates = {
  "mcp-templates/tool/body.hbs": "return (async () => {\n{{> @partial-block}}\n})();\n",
  "mcp-templates/extra/docs.hbs":
    "---\nout: docs.md\nper: project\n---\n# Tools\n* a\n* b\n\n| a | long heading |\n|-|-|\n| 1 | 2 |\n",
};
const manifestOf = (folder: string): unknown => JSON.parse(readText(join(folder, "src/mcp/mcp.manifest.json")) ?? "");
const text = (path: string): string => readText(join(folder, path)) ?? "";

function project(formatter: string, files: Readonly<Record<string, string>>): void {
  folder = smallProject(temp.path(), `${formatter}-${count++}`, {
    "mcp-gen.config.json": JSON.stringify({ formatter }),
    ...templates,
    ...files,
  });
}

describe("prettier", () => {
  const prettier = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [join(root, "node_modules/prettier/bin/prettier.cjs"), ...args], {
      cwd: folder,
      encoding: "utf8",
    });
  const settings = (width: number): string => JSON.stringify({ printWidth: width, tabWidth: 4, singleQuote: true });
  beforeEach(() => project("prettier", { ".prettierrc": settings(60), ".prettierignore": "src/mcp/client.ts\n" }));

  it("and build agree, with the project's settings, and a build of nothing new loads none", () => {
    expect(run(folder, ["build"]).status).toBe(0);
    expect(prettier("--check", "src/mcp")).toContain("All matched files use Prettier code style!");
    expect(text("src/mcp/tools/shout.ts")).toContain("import { shout } from '../../shout.js';");
    expect(text("src/mcp/tools/shout.ts")).toMatch(/\n {8}return \(async \(\) => \{\n {12}const args/);
    expect(text("src/mcp/docs.md")).toContain("| a   | long heading |\n| --- | ------------ |");
    expect(text("src/mcp/client.ts")).toContain('from "@mcp-gen/runtime');
    expect(manifestOf(folder)).toMatchObject({ tools: [{ name: "shout" }] });
    const again = watched(temp.path(), folder, ["build", "--check"]);
    expect([
      again.status,
      again.compilers,
      again.modules.filter((each) => /node_modules\/prettier\/(?!package\.json$)/.test(each)),
    ]).toEqual([0, [], []]);

    // The settings are part of what a build depends on, and of what it compares.
    writeText(join(folder, ".prettierrc"), settings(100));
    const built = run(folder, ["build", "--timing"]);
    expect([built.status, built.stderr]).toEqual([0, expect.stringContaining("because .prettierrc has changed")]);
    expect(prettier("--check", "src/mcp")).toContain("All matched files");
  });

  it("is asked in the folder of the file: overrides, shared settings and ignored folders hold", async () => {
    writeText(
      join(folder, "settings/base.json"),
      JSON.stringify({ semi: false, overrides: [{ files: "server.ts", options: { semi: true } }] }),
    );
    rmSync(join(folder, ".prettierrc"));
    writeText(
      join(folder, "prettier.config.mjs"),
      'import base from "./settings/base.json" with { type: "json" };\nexport default base;\n',
    );
    writeText(join(folder, ".editorconfig"), "root = true\n[*.ts]\nindent_style = tab\n");
    const { files } = await buildFolder(folder);
    const made = (path: string): string => files?.find((each) => each.path === path)?.text ?? "";
    expect(made("server.ts")).toMatch(/^import .*;$/m);
    expect(made("tools/shout.ts")).toMatch(/^import .*[^;]$/m);
    expect(made("tools/shout.ts")).toContain("\n\treturn");
  });

  it("that cannot read an output says so at the template's line", async () => {
    writeText(
      join(folder, "mcp-templates/extra/style.hbs"),
      "---\nout: style.css\nper: tool\n---\na { color: red }\nb { color: blue\n",
    );
    const { text: said, files } = await buildFolder(folder);
    expect(files).toBeNull();
    expect(said).toContain("mcp-templates/extra/style.hbs:6:");
    expect(said).toContain("MG5014: prettier cannot read what this line makes in style.css, for tool shout: ");
  });
});

describe("biome", () => {
  const biome = (...args: readonly string[]): number | null => {
    try {
      execFileSync(process.execPath, [join(root, "node_modules/@biomejs/biome/bin/biome"), ...args], {
        cwd: folder,
        stdio: "pipe",
      });
      return 0;
    } catch (error) {
      return (error as { readonly status: number | null }).status;
    }
  };

  it("and build agree, with the project's settings", async () => {
    const settings = (style: string): string =>
      JSON.stringify({ root: true, formatter: { indentStyle: style, lineWidth: 60, includes: ["**", "!src/mcp/client.ts"] } });
    project("biome", { "biome.json": settings("tab") });
    expect(run(folder, ["build"]).status).toBe(0);
    expect(biome("format", "src/mcp")).toBe(0);
    expect(text("src/mcp/tools/shout.ts")).toContain("\n\t\treturn (async () => {\n");
    expect(text("src/mcp/client.ts")).toContain("\n  ");
    expect(run(folder, ["build", "--check"]).status).toBe(0);
    writeText(join(folder, "biome.json"), "{ no json");
    const { files, text: said } = await buildFolder(folder);
    expect(files).toBeNull();
    expect(said).toContain("MG0013: The formatter biome cannot be used: Property key must be double quoted.");
    writeText(join(folder, "biome.json"), "{}");
    writeText(join(folder, "mcp-templates/tool/body.hbs"), "return (() => {\n{{> @partial-block}}\n})();\n");
    expect((await buildFolder(folder)).text).toContain(
      "MG5014: biome cannot read what this line makes in tools/shout.ts, for tool shout: ",
    );
  });
});

it("a formatter that is not installed is told with the way out, and nothing is written", async () => {
  const outside = mkdtempSync(join(tmpdir(), "mcp-gen-formatter-"));
  writeText(join(outside, "package.json"), '{ "name": "outside", "version": "1.0.0" }');
  writeText(join(outside, "src/shout.ts"), shout);
  writeText(join(outside, "mcp-gen.config.json"), '{ "formatter": "biome" }');
  const { files, text: said } = await buildFolder(outside);
  rmSync(outside, { recursive: true });
  expect(files).toBeNull();
  expect(said).toContain("error MG0013: The formatter biome cannot be used: the project has no package @biomejs/biome.");
  expect(said).toContain("run 'npm install --save-dev @biomejs/biome', or take \"formatter\" out of the configuration.");
});
