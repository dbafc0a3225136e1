import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../generator/fingerprint.js";
import { overridable } from "../../generator/templating/blocks.js";
import { stamped } from "../../generator/templating/stamp.js";
import { builtInFiles } from "../../generator/templating/template-files.js";
import { run as runIn } from "../command/command.js";
import { buildFolder, filesBelow, fixtures, readText, root, templates, writeText } from "../generator/harness.js";

let base = "";
let folder = "";
beforeAll(() => {
  mkdirSync(join(root, "dist"), { recursive: true });
  base = mkdtempSync(join(root, "dist/templates-"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(base, "project-"));
  cpSync(join(fixtures, "templates/logging/src/tools.ts"), join(folder, "src/tools.ts"));
  writeText(join(folder, "mcp-gen.config.json"), JSON.stringify({ name: "mine", version: "1.0.0" }));
  writeText(join(folder, "tsconfig.json"), JSON.stringify({ extends: join(fixtures, "templates/tsconfig.json") }));
});

function run(...args: readonly string[]): { readonly status: number | null; readonly out: string; readonly said: string } {
  const { status, stdout, stderr } = runIn(folder, args);
  return { status, out: stdout, said: stderr };
}
const own = (name: string): string => join(folder, "mcp-templates", `${name}.hbs`);
const textOf = async (path: string, from = templates): Promise<string> => {
  const { files, text } = await buildFolder(folder, undefined, from);
  expect(files, text).not.toBeNull();
  return files?.find((file) => file.path === path)?.text ?? "";
};

describe("mcp-gen templates", () => {
  it("lists what there is, and what it is here", () => {
    writeText(own("tool/banner"), "// ours\n");
    writeText(own("extra/docs"), "---\nout: a.md\nper: project\n---\n");
    const { status, out } = run("templates", "list");
    expect(status).toBe(0);
    expect(out).toMatch(/^tool\/banner +replaced$/m);
    expect(out).toMatch(/^tool\/imports +built in$/m);
    expect(out).toMatch(/^partials\/interface +built in$/m);
    expect(out).toMatch(/^extra\/docs +output of the project$/m);
  });

  it("ejects a block with its origin, and never over a file", () => {
    expect(run("templates", "eject", "tool/imports").status).toBe(0);
    const text = readText(own("tool/imports")) ?? "";
    expect(text).toMatch(/^\{\{!-- mcp-gen context=1 origin=tool\/imports sha256=[0-9a-f]{64} --\}\}\n\{\{#each imports\}\}\n/);
    expect(text).toContain(sha256(readText(join(folder, "mcp-templates/.origins/tool/imports.hbs")) ?? ""));
    expect(run("templates", "list").out).toMatch(/^tool\/imports +ejected$/m);
    writeText(own("tool/imports"), "// mine\n");
    expect(run("templates", "eject", "tool/imports").status).toBe(2);
    expect(readText(own("tool/imports"))).toBe("// mine\n");
    expect(run("templates", "eject", "tool/improts").said).toContain("Did you mean tool/imports?");
  });

  it("shows what is done differently", () => {
    run("templates", "eject", "tool/banner");
    expect(run("templates", "diff").out).toBe("");
    writeText(own("tool/banner"), `${readText(own("tool/banner"))}// Ours.\n`);
    expect(run("templates", "diff", "tool/banner").out).toContain(
      "+++ mcp-templates/tool/banner.hbs\n@@ -2,0 +2,1 @@\n+// Ours.",
    );
  });

  it("says with check what build says, at the same line, and nothing is written", () => {
    writeText(own("tool/start"), "{{#each startLines}}\n{{tihs}}\n{{/each}}\n{{shuot name}}\n{{> missing}}\n");
    writeText(own("tool/stat"), "\n");
    const [checked, built] = [run("templates", "check"), run("build")];
    for (const { status, said } of [checked, built]) {
      expect(status).toBe(1);
      expect(said).toContain("mcp-templates/tool/start.hbs:2:3 - error MG5002");
      expect(said).toContain("mcp-templates/tool/start.hbs:4:3 - error MG5003");
      expect(said).toContain("mcp-templates/tool/start.hbs:5:5 - error MG5005");
      expect(said).toContain("mcp-templates/tool/stat.hbs:1:1 - error MG5004");
    }
    expect(filesBelow(join(folder, "src"))).toEqual(["tools.ts"]);
  });
});

describe("ejected templates", () => {
  it("of everything there is build the same bytes", async () => {
    const before = (await buildFolder(folder)).files;
    const all = overridable(builtInFiles(templates));
    expect(all.size).toBeGreaterThan(50);
    for (const [name, text] of all) writeText(own(name), stamped(name, text));
    const { files, text } = await buildFolder(folder);
    expect(files, text).toEqual(before);
  }, 120_000);

  it("keep building after the defaults have changed", async () => {
    for (const name of ["tool.ts", "partials/handle", "server/definition"]) run("templates", "eject", name);
    writeText(own("tool.ts"), (readText(own("tool.ts")) ?? "").replace("{{> handle this}}", "  // Ours.\n{{> handle this}}"));
    const sources = new Map(templates.sources);
    // Newer defaults: a block more, and other lines in a partial.
    const tool = sources.get("tool.ts") ?? "";
    const handle = sources.get("partials/handle") ?? "";
    sources.set("tool.ts", `{{#> first}}\n// New.\n{{/first}}\n${tool}`);
    sources.set("partials/handle", handle.replace("async handle(call)", "async unheard(call)"));
    expect(sources.get("partials/handle")).not.toBe(handle);
    const made = await textOf("tools/order_food.ts", { ...templates, sources });
    expect(made).toContain("  // Ours.\n  async handle(call) {");
    expect(made).not.toContain("unheard");
    expect(made).not.toContain("// New.");
  });

  const latest = templates.sources.get("server.ts") ?? "";
  const older = latest
    .replace("  name: {{str name}},\n", "  name: {{str name}},\n  old: true,\n")
    .replace("/** The server", "/** The old server");
  const ejected = (origin: string, mine: string): void => {
    writeText(own("server.ts"), stamped("server.ts", origin, mine));
    writeText(join(folder, "mcp-templates/.origins/server.ts.hbs"), origin);
  };

  it("are upgraded with what changed in the defaults, and keep their own changes", async () => {
    ejected(older, older.replace("{{#> banner}}", "// Ours.\n{{#> banner}}"));
    expect(run("templates", "list").out).toMatch(/^server\.ts +ejected; the default has changed since$/m);
    const { status, said } = run("templates", "upgrade");
    expect(said).toContain("merged   mcp-templates/server.ts.hbs");
    expect(status).toBe(0);
    expect(readText(own("server.ts"))).toBe(
      stamped("server.ts", latest, latest.replace("{{#> banner}}", "// Ours.\n{{#> banner}}")),
    );
    expect(readText(join(folder, "mcp-templates/.origins/server.ts.hbs"))).toBe(latest);
    expect(await textOf("server.ts")).toMatch(/^\/\/ Ours\.\n/);
    expect(run("templates", "upgrade").said).toBe("The templates of this project are up to date.\n");
  });

  it("are left alone where both changed the same lines", () => {
    ejected(older, older.replace("/** The old server", "/** Our server"));
    const before = readText(own("server.ts"));
    const { status, said } = run("templates", "upgrade");
    expect(status).toBe(1);
    expect(said).toContain("conflict mcp-templates/server.ts.hbs");
    expect(said).toMatch(
      /<<<<<<< yours\n\/\*\* Our server[^\n]*\n\|\|\|\|\|\|\| before\n\/\*\* The old server[^\n]*\n=======\n\/\*\* The server/,
    );
    expect(readText(own("server.ts"))).toBe(before);
    // The change made by hand settles it.
    writeText(own("server.ts"), (before ?? "").replace("/** Our server", "/** The server"));
    expect(run("templates", "upgrade").status).toBe(0);
    expect(readText(own("server.ts"))).toBe(stamped("server.ts", latest));
  });

  it("are left alone when their origin is lost", () => {
    ejected(older, older);
    rmSync(join(folder, "mcp-templates/.origins"), { recursive: true });
    const before = readText(own("server.ts"));
    const { status, said } = run("templates", "upgrade");
    expect([status, said]).toEqual([
      1,
      expect.stringContaining(".origins/server.ts.hbs is not the default that it was ejected from"),
    ]);
    expect(readText(own("server.ts"))).toBe(before);
  });

  it("may have the line ends of another system", async () => {
    run("templates", "eject", "server.ts");
    const before = await textOf("server.ts");
    writeText(own("server.ts"), (readText(own("server.ts")) ?? "").replaceAll("\n", "\r\n"));
    expect(await textOf("server.ts")).toBe(before);
    expect(run("templates", "list").out).toMatch(/^server\.ts +ejected$/m);
  });
});

it("takes stale extra outputs away", () => {
  writeText(own("extra/docs"), "---\nout: docs/{{kebab tool.name}}.md\nper: tool\n---\n# {{md tool.name}}\n");
  expect(run("build").status).toBe(0);
  expect(filesBelow(join(folder, "src/mcp/docs"))).toEqual(["order-food.md", "waiting-time.md"]);
  rmSync(own("extra/docs"));
  expect(run("build", "--check").status).toBe(3);
  expect(run("build").status).toBe(0);
  expect(filesBelow(join(folder, "src/mcp/docs"))).toEqual([]);
});

it("builds again when a template or a helper has changed, and only then", () => {
  const helper = (mark: string): string =>
    `export function loud(text: string): string {\n  return text.toUpperCase() + "${mark}";\n}\n`;
  writeText(join(folder, "mcp-gen.config.json"), JSON.stringify({ name: "mine", version: "1.0.0", helpers: "helpers.ts" }));
  writeText(join(folder, "helpers.ts"), helper("!"));
  writeText(own("server/banner"), "{{> @partial-block}}\n// {{comment (loud name)}}\n");
  const server = (): string => readText(join(folder, "src/mcp/server.ts")) ?? "";
  run("build");
  expect(server()).toContain("// MINE!\n");
  expect(run("build", "--timing").said).toContain("up to date");
  writeText(join(folder, "helpers.ts"), helper("?"));
  run("build");
  expect(server()).toContain("// MINE?\n");
  writeText(own("server/banner"), "{{> @partial-block}}\n// {{comment (loud version)}}\n");
  run("build");
  expect(server()).toContain("// 1.0.0?\n");
});
