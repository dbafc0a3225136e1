import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readText, root, writeText } from "../generator/harness.js";

const tool = (name: string): string => join(root, "node_modules/.bin", name);

/** Outside the checkout, so that nothing is found by going upwards. */
let folder = "";
let tarballs: { readonly generator: string; readonly runtime: string };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mcp-gen-packed-"));
  const pack = (from: string): string => {
    // What is packed is what was compiled for the tests.
    const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
    return join(folder, execFileSync("npm", args, { cwd: from, encoding: "utf8" }).trim());
  };
  tarballs = { generator: pack(root), runtime: pack(join(root, "runtime")) };
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The first example of the README, as a newcomer copies it. */
const [, example = ""] = /```ts\n\/\/ src\/folders\.ts\n([\s\S]*?)```/.exec(readText(join(root, "README.md")) ?? "") ?? [];

const managers: readonly [name: string, ...install: string[]][] = [
  ["npm", "npm", "install", "--no-audit", "--no-fund", "--prefer-offline"],
  ["pnpm", tool("pnpm"), "install", "--prefer-offline", "--config.strict-dep-builds=false"],
  ["yarn", tool("yarn"), "install", "--non-interactive", "--prefer-offline", "--no-lockfile"],
];

describe("the packed packages", () => {
  it.each(managers)(
    "install with %s into an empty project, type-check, build and serve",
    (name, command = "", ...args) => {
      const here = join(folder, name);
      const files: Readonly<Record<string, string>> = {
        "package.json": JSON.stringify({
          name: "newcomer",
          version: "1.0.0",
          private: true,
          type: "module",
          dependencies: { "@mcp-gen/runtime": `file:${tarballs.runtime}` },
          devDependencies: { "mcp-gen": `file:${tarballs.generator}` },
        }),
        "tsconfig.json": JSON.stringify({
          compilerOptions: { module: "nodenext", target: "es2022", types: [], strict: true, noEmit: true },
          include: ["src", "mcp-gen.config.ts"],
        }),
        "mcp-gen.config.ts": `import { defineConfig } from "mcp-gen";\n\nexport default defineConfig({ title: "Newcomer" });\n`,
        "src/folders.ts": example,
      };
      for (const [path, text] of Object.entries(files)) writeText(join(here, path), text);
      const run = (program: string, given: readonly string[], input = "") => {
        const env = { ...process.env, COREPACK_ENABLE_STRICT: "0" };
        const { status, stdout, stderr, error } = spawnSync(program, given, {
          cwd: here,
          encoding: "utf8",
          input,
          env,
          timeout: 280_000,
        });
        expect(`${error ?? ""}${status === 0 ? "" : stdout + stderr}`, `${program} ${given.join(" ")}`).toBe("");
        return { stdout, stderr };
      };
      run(command, args);
      const mcpGen = join(here, "node_modules/.bin/mcp-gen");
      expect(run(mcpGen, ["build"]).stderr).toContain("created  src/mcp/tools/delete_folder.ts");
      expect(run(mcpGen, ["build", "--check"]).stderr).toBe("src/mcp is up to date.\n");
      run(tool("tsc"), ["-p", "."]);
      const messages = [
        {
          jsonrpc: "2.0",
          id: 1,
          method: "initialize",
          params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
        },
        { jsonrpc: "2.0", method: "notifications/initialized" },
        { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "delete_folder", arguments: { path: "/tmp/x" } } },
      ];
      const { stdout } = run(mcpGen, ["serve", "--stdio"], messages.map((each) => `${JSON.stringify(each)}\n`).join(""));
      expect(stdout).toContain("deleted /tmp/x");
    },
    600_000,
  );

  it("have what they need and nothing else, with types for every entry", () => {
    for (const [tarball, packageFolder] of [
      [tarballs.generator, root],
      [tarballs.runtime, join(root, "runtime")],
    ] as const) {
      const here = join(folder, `look-${tarball.length}`);
      mkdirSync(here, { recursive: true });
      execFileSync("tar", ["xzf", tarball, "-C", here]);
      const names = readdirSync(join(here, "package"));
      expect(names).toContain("README.md");
      expect(names.filter((each) => ["test", "fixtures", "node_modules", "tsconfig.json"].includes(each))).toEqual([]);
      for (const [program, ...args] of [
        [tool("publint"), "run", tarball, "--strict"],
        // CommonJS reads both by `require(esm)` or `import()`: decided, and said in the runtime's matrix.
        [tool("attw"), tarball, "--profile", "esm-only", "--no-color", "--format", "table-flipped"],
      ] as const) {
        const { status, stdout, stderr } = spawnSync(program, args, { cwd: packageFolder, encoding: "utf8", timeout: 100_000 });
        expect(status, stdout + stderr).toBe(0);
      }
      rmSync(here, { recursive: true });
    }
  }, 300_000);
});
