/** Projects whose own TypeScript is 5.9, 6 and 7, of both kinds of modules: built by the command, compiled by theirs, and run. */
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { fixtures, readText, root, writeText } from "../generator/harness.js";
import { run, temporary } from "./command.js";

const folder = temporary("compilers");
const compilers = [
  ["5.9", "typescript-5.9"],
  ["6.0", "typescript-6"],
  ["7.0", "typescript"],
] as const;
const kinds = { esm: { type: "module" }, cjs: { type: "commonjs" } };

it("are built alike, and what is emitted compiles and runs", async () => {
  const here = folder.path();
  for (const [, name] of compilers) {
    const group = join(here, name);
    for (const [kind, type] of Object.entries(kinds)) {
      cpSync(join(fixtures, "projects/library/src"), join(group, kind, "src"), { recursive: true });
      rmSync(join(group, kind, "src/mcp"), { recursive: true });
      writeText(join(group, kind, "package.json"), JSON.stringify({ name: kind, version: "1.0.0", ...type }));
    }
    mkdirSync(join(group, "node_modules"));
    symlinkSync(join(root, "node_modules", name), join(group, "node_modules/typescript"));
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noUnusedLocals: true };
    const compilerOptions = {
      target: "es2022",
      lib: ["es2023"],
      module: "nodenext",
      types: ["node"],
      outDir: "made",
      rootDir: ".",
      ...strict,
    };
    writeText(join(group, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*/src"] }));
  }
  const roots = compilers.flatMap(([, name]) => Object.keys(kinds).map((kind) => `${name}/${kind}`));
  writeText(
    join(here, "mcp-gen.config.json"),
    JSON.stringify({ name: "library", projects: roots.map((each) => ({ root: each })) }),
  );
  const { status, stderr } = run(here, ["build"]);
  expect([status, stderr]).toEqual([0, expect.stringContaining("typescript-5.9/cjs/src/mcp/tools/issue_card.ts")]);

  await Promise.all(
    compilers.map(async ([version, name]) => {
      const compiler = join(here, name, "node_modules/typescript");
      expect((JSON.parse(readText(join(compiler, "package.json")) ?? "") as { version: string }).version).toMatch(`${version}.`);
      const compiling = promisify(execFile)(process.execPath, [join(compiler, "bin/tsc"), "-p", join(here, name)]);
      expect(
        await compiling.then(
          ({ stdout }) => stdout,
          (error: { stdout?: string }) => error.stdout,
        ),
      ).toBe("");
    }),
  );

  for (const each of roots) {
    const [name = "", kind = ""] = each.split("/");
    writeText(join(here, name, "made", kind, "package.json"), JSON.stringify(kinds[kind as keyof typeof kinds]));
  }
  const modules = roots.map((each) => join(here, each.replace("/", "/made/"), "src/mcp/server.js"));
  expect(readText(modules[0] ?? "")).toMatch(/^import /m);
  expect(readText(modules[1] ?? "")).toMatch(/require\("/);
  writeText(
    join(here, "ask.mjs"),
    `import { connect } from "@mcp-gen/runtime/client";
for (const path of ${JSON.stringify(modules)}) {
  const client = await connect((await import(path)).server);
  console.log((await client.listTools()).map(({ name }) => name).join(" "));
  await client.close();
}
`,
  );
  const said = execFileSync(process.execPath, [join(here, "ask.mjs")], { encoding: "utf8" });
  expect(said.trim().split("\n")).toEqual(roots.map(() => "client_features issue_card"));
});
