import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { configSchema } from "../../generator/config/settings.js";
import { isUpdating, readText, root, writeText } from "../generator/harness.js";
import { run, shout, smallProject, temporary } from "./command.js";

const folder = temporary("config");
const serverOf = (here: string, out = "src/mcp"): string => readText(join(here, out, "server.ts")) ?? "";

describe("without a configuration", () => {
  it("takes src/**/*.ts, src/mcp, and name and version from package.json", () => {
    const here = smallProject(folder.path(), "zero", { "src/deep/whisper.ts": shout.replaceAll("shout", "whisper") });
    expect(run(here, ["build"])).toMatchObject({ status: 0 });
    expect(serverOf(here)).toContain(`name: "zero",\n  version: "1.0.0",`);
    expect(readText(join(here, "src/mcp/tools/whisper.ts"))).not.toBeNull();
  });
});

describe("the configuration", () => {
  it.each<[string, string, string]>([
    [
      "mcp-gen.config.ts",
      "module",
      `import { defineConfig } from "mcp-gen";
import { title } from "./title.js";
enum Folder { Out = "generated" }
export default defineConfig({ name: "typed", title, out: Folder.Out satisfies string, sources: ["tools/*.ts"] });
`,
    ],
    [
      "mcp-gen.config.mts",
      "commonjs",
      `import { title } from "./title.js";\nexport default { name: "typed", title, out: "generated", sources: ["tools/*.ts"] };\n`,
    ],
    [
      "mcp-gen.config.js",
      "commonjs",
      `module.exports = { name: "typed", title: "Title", out: "./generated/", sources: ["tools/*.ts"] };\n`,
    ],
    [
      "mcp-gen.config.json",
      "module",
      `{ "$schema": "x", "name": "typed", "title": "Title", "out": "generated", "sources": ["tools/*.ts"] }`,
    ],
  ])("%s in a package of type %s is relative to itself, wherever one stands", (file, type, text) => {
    const here = smallProject(folder.path(), file, {
      "package.json": JSON.stringify({ name: "package", version: "2.0.0", type }),
      "title.ts": `export const title: string = "Title";\n`,
      "tools/shout.ts": shout,
      [file]: text,
    });
    mkdirSync(join(here, "below"));
    expect(run(join(here, "below"), ["build"])).toMatchObject({ status: 0 });
    expect(serverOf(here, "generated")).toContain(`name: "typed",\n  version: "2.0.0",\n  title: "Title",`);
    expect(run(folder.path(), ["build", "--check", "--config", join(here, file)]).status).toBe(0);
  });

  it("is refused with the nearest name for what it does not know", () => {
    const here = smallProject(folder.path(), "slips", {
      "mcp-gen.config.ts": `export default { sorces: ["src/*.ts"], out: "../elsewhere", projets: [] };\n`,
    });
    const { status, stdout, stderr } = run(here, ["build"]);
    expect(stderr).toContain("mcp-gen.config.ts has no setting 'sorces'.");
    expect(stderr).toContain("did you mean 'sources'?");
    expect(stderr).toContain("did you mean 'projects'?");
    expect(stderr).toContain("The setting 'out' in mcp-gen.config.ts must be a folder inside the project.");
    expect(stdout).toBe("");
    expect(status).toBe(2);

    for (const [text, words] of [
      ["throw new Error('no luck');", "cannot be read: no luck."],
      ["export default 5;", "its default export is not an object."],
      ["export default {", "cannot be read: "],
    ] as const) {
      writeText(join(here, "mcp-gen.config.ts"), text);
      const ran = run(here, ["build"]);
      expect(ran.stderr).toContain(words);
      expect(ran.stderr).not.toMatch(/^\s+at /m);
      expect(ran.status).toBe(2);
    }
    writeText(join(here, "mcp-gen.config.json"), "{}");
    const two = run(here, ["build"]);
    expect(two.stderr).toContain(
      "error MG0011: There is more than one configuration: mcp-gen.config.ts and mcp-gen.config.json.",
    );
    expect(two.status).toBe(2);
    expect(run(here, ["build", "--config", "none.ts"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("no file none.ts"),
    });
  });

  it("may have several projects, which share what stands beside them", () => {
    const package_ = (name: string): string => JSON.stringify({ name, version: "1.0.0", type: "module" });
    const here = smallProject(folder.path(), "mono", {
      "mcp-gen.config.ts": `import { defineConfig } from "mcp-gen";
export default defineConfig({
  title: "Shared",
  projects: [{ root: "packages/a" }, { root: "./packages/b/", out: "gen", title: "Own" }],
});
`,
      "packages/a/package.json": package_("a"),
      "packages/a/src/shout.ts": shout,
      "packages/b/package.json": package_("b"),
      "packages/b/src/shout.ts": shout.replaceAll("shout", "whisper"),
    });
    const { status, stderr } = run(join(here, "packages"), ["build", "--timing"]);
    expect(stderr).toMatch(/^created {2}a\/src\/mcp\/tools\/shout\.ts$/m);
    expect(stderr).toMatch(/^created {2}b\/gen\/tools\/whisper\.ts$/m);
    expect(status).toBe(0);
    expect(serverOf(here, "packages/a/src/mcp")).toContain(`name: "a",\n  version: "1.0.0",\n  title: "Shared",`);
    expect(serverOf(here, "packages/b/gen")).toContain(`name: "b",\n  version: "1.0.0",\n  title: "Own",`);

    // One of them alone; and an error in one leaves the others as they are.
    writeText(join(here, "packages/a/src/shout.ts"), shout.replaceAll("shout", "scream"));
    expect(run(here, ["build", "--check", "--project", "packages/b"]).status).toBe(0);
    expect(run(here, ["build", "--check"]).status).toBe(3);
    writeText(join(here, "packages/b/src/shout.ts"), shout.replace("word: string", "word: Set<string>"));
    expect(run(here, ["build"])).toMatchObject({ status: 1, stderr: expect.stringContaining("packages/b/src/shout.ts:5:") });
    expect(readText(join(here, "packages/a/src/mcp/tools/scream.ts"))).toBeNull();
    expect(run(here, ["serve", "--stdio"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--project <folder>") });
  });

  it("has a JSON Schema in the package that says what is said here", () => {
    const file = join(root, "config.schema.json");
    const text = `${JSON.stringify(configSchema(), null, 2)}\n`;
    if (isUpdating) writeText(file, text);
    expect(readText(file)).toBe(text);
    const validate = new Ajv({ strict: true }).compile(JSON.parse(text) as object);
    expect(validate({ $schema: "x", out: "gen", projects: [{ root: "a", profile: "strict" }] })).toBe(true);
    expect(validate({ outt: "gen" })).toBe(false);
    expect(validate({ projects: [{ out: "gen" }] })).toBe(false);
  });
});

describe("the TypeScript configuration", () => {
  it("is the nearest with all that it extends: paths, the folder variable, references, packages", () => {
    const here = smallProject(folder.path(), "chain", {
      "tsconfig.json": JSON.stringify({
        files: [],
        references: [{ path: "./tsconfig.test.json" }, { path: "./tsconfig.app.json" }],
      }),
      "tsconfig.test.json": JSON.stringify({ compilerOptions: { module: "nodenext" }, include: ["test"] }),
      "tsconfig.app.json": JSON.stringify({ extends: ["shared/base.json", "./paths.json"], include: ["src"] }),
      "node_modules/shared/package.json": JSON.stringify({ name: "shared", version: "1.0.0" }),
      "node_modules/shared/base.json": JSON.stringify({
        compilerOptions: { target: "es2022", module: "esnext", moduleResolution: "bundler", strict: true, types: [] },
      }),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: TypeScript's own variable.
      "paths.json": JSON.stringify({ compilerOptions: { paths: { "@types/*": ["${configDir}/types/*"] } } }),
      "types/pitch.ts": "export type Pitch = 'high' | 'low';\n",
      "src/shout.ts": `import type { Pitch } from "@types/pitch";

/** Say it louder. @tool shout */
export function shout(word: string, pitch: Pitch): string {
  return word + pitch;
}
`,
    });
    const { status, stderr } = run(here, ["build"]);
    expect(stderr).not.toContain("error");
    expect(status).toBe(0);
    expect(readText(join(here, "src/mcp/mcp.manifest.json"))).toContain('"low"');
    // Bundlers want no ending.
    expect(serverOf(here)).toMatch(/from "\.\/tools\/shout"/);

    writeText(join(here, "mcp-gen.config.json"), `{ "tsconfig": "tsconfig.test.json" }`);
    expect(run(here, ["build"])).toMatchObject({ status: 1, stderr: expect.stringContaining("MG1102") });
    writeText(join(here, "mcp-gen.config.json"), `{ "tsconfig": "none.json" }`);
    expect(run(here, ["build"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        "error MG0006: The TypeScript configuration none.json cannot be read: there is no such file.",
      ),
    });
  });

  it("is read where the project's own compiler cannot be loaded at all", () => {
    const here = smallProject(folder.path(), "compiler", {
      "node_modules/typescript/package.json": JSON.stringify({ name: "typescript", version: "7.0.2", main: "./broken.js" }),
      "node_modules/typescript/broken.js": "throw new Error('the user's own compiler was loaded');\n",
      "mcp-gen.config.ts": "export default { title: 'Fine' };\n",
    });
    expect(run(here, ["build"])).toMatchObject({ status: 0 });
    expect(serverOf(here)).toContain('title: "Fine"');
  });

  it("works where packages are links into a store, as pnpm lays them out", () => {
    const here = smallProject(folder.path(), "linked", {
      "node_modules/.pnpm/desk@1.0.0/node_modules/desk/package.json": JSON.stringify({
        name: "desk",
        version: "1.0.0",
        types: "./index.d.ts",
      }),
      "node_modules/.pnpm/desk@1.0.0/node_modules/desk/index.d.ts":
        "import type { Leg } from 'leg';\nexport interface Desk { legs: Leg[]; }\n",
      "node_modules/.pnpm/leg@1.0.0/node_modules/leg/package.json": JSON.stringify({
        name: "leg",
        version: "1.0.0",
        types: "./index.d.ts",
      }),
      "node_modules/.pnpm/leg@1.0.0/node_modules/leg/index.d.ts": "export interface Leg { wooden: boolean; }\n",
      "src/shout.ts": `import type { Desk } from "desk";

/** Count. @tool count */
export function count(desk: Desk): string {
  return String(desk.legs.length);
}
`,
    });
    symlinkSync(".pnpm/desk@1.0.0/node_modules/desk", join(here, "node_modules/desk"));
    symlinkSync("../../leg@1.0.0/node_modules/leg", join(here, "node_modules/.pnpm/desk@1.0.0/node_modules/leg"));
    expect(run(here, ["build"])).toMatchObject({ status: 0 });
    expect(readText(join(here, "src/mcp/mcp.manifest.json"))).toContain('"wooden"');
    expect(run(here, ["build", "--timing"]).stderr).toContain(".: nothing has changed");
  });
});
