/** The first files of a project: what they give works, and what was there stays. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTerminal } from "../answer/pty.js";
import { filesBelow, readText, root, writeText } from "../generator/harness.js";
import { run, smallProject, temporary, watched } from "./command.js";

const folder = temporary("init");

/** Outside the checkout, so that no tsconfig is found by going upwards. */
let away = "";
beforeAll(() => {
  away = mkdtempSync(join(tmpdir(), "mcp-gen-init-"));
});
afterAll(() => rmSync(away, { recursive: true, force: true }));

const json = (file: string): Record<string, Record<string, string>> => JSON.parse(readText(file) ?? "");

describe("mcp-gen init", () => {
  it("makes a project whose tool builds, passes its types and its test; a second run changes nothing", () => {
    const here = join(away, "My Server");
    const { status, stdout, stderr, compilers } = watched(folder.path(), away, ["init", "My Server", "--yes"]);
    expect(stderr).toContain("created  tsconfig.json");
    expect(stderr).toContain("created  src/greet.ts");
    expect(stderr).toContain("npm run mcp:build");
    expect(stdout).toBe("");
    expect(status).toBe(0);
    expect(compilers).toEqual([]);
    expect(json(join(here, "package.json"))).toMatchObject({
      name: "my-server",
      scripts: {
        "mcp:build": "mcp-gen build",
        "mcp:check": "mcp-gen build --check",
        "mcp:dev": "mcp-gen dev",
        test: "node --import mcp-gen/register --test test/*.test.ts",
      },
      dependencies: { "@mcp-gen/runtime": "^0.1.0" },
      devDependencies: { "mcp-gen": "^0.1.0" },
    });
    // What npm install would have brought.
    mkdirSync(join(here, "node_modules"));
    for (const name of readdirSync(join(root, "node_modules")).filter((each) => each !== ".cache"))
      symlinkSync(join(root, "node_modules", name), join(here, "node_modules", name));
    symlinkSync(root, join(here, "node_modules/mcp-gen"));
    expect(run(here, ["build", "--no-cache", "--max-warnings", "0"])).toMatchObject({ status: 0 });
    expect(readText(join(here, "src/mcp/server.ts"))).toContain(`title: "My Server"`);
    const bin = (name: string): string => join(root, "node_modules/.bin", name);
    execFileSync(bin("tsc"), ["-p", here, "--noEmit"], { encoding: "utf8" });
    // A run within a run has to be told that it is one of its own.
    const { VITEST, VITEST_MODE, VITEST_POOL_ID, VITEST_WORKER_ID, NODE_TEST_CONTEXT, ...env } = process.env;
    expect(execFileSync("npm", ["test"], { cwd: here, encoding: "utf8", env })).toMatch(/pass 2/);

    // The same with the runner that a project has, and in a project that has another one.
    const manifest = JSON.parse(readText(join(here, "package.json")) ?? "") as { scripts: object; devDependencies: object };
    const project = (changes: object): void => {
      for (const path of ["mcp-gen.config.ts", "test"]) rmSync(join(here, path), { recursive: true });
      writeText(join(here, "package.json"), JSON.stringify({ ...manifest, ...changes }));
      expect(run(here, ["init", "--yes"]).status).toBe(0);
    };
    project({ scripts: {}, devDependencies: { vitest: "*" } });
    expect(json(join(here, "package.json")).scripts?.test).toBe("vitest run");
    expect(execFileSync(bin("vitest"), ["run", "--root", here], { encoding: "utf8", env })).toMatch(/2 passed/);
    project({ scripts: { test: "jest" }, devDependencies: { jest: "*" } });
    expect(filesBelow(join(here, "test"))).toEqual(["greet.mcp.ts"]);
    expect(execFileSync("npm", ["run", "mcp:test"], { cwd: here, encoding: "utf8", env })).toMatch(/pass 2/);

    rmSync(join(here, "node_modules"), { recursive: true });
    const before = filesBelow(here).map((file) => [file, readText(join(here, file))]);
    const again = run(here, ["init"]);
    expect(again.stderr).toContain("kept     mcp-gen.config.ts");
    expect(again.status).toBe(0);
    expect(filesBelow(here).map((file) => [file, readText(join(here, file))])).toEqual(before);
  });

  it("adds to a package.json what is missing, and overwrites nothing", () => {
    const manifest = {
      name: "there",
      version: "3.0.0",
      scripts: { test: "jest", build: "tsc" },
      devDependencies: { vitest: "^1.0.0" },
    };
    const here = smallProject(folder.path(), "there", {
      "package.json": JSON.stringify(manifest, null, "\t"),
      "src/greet.ts": "// mine\n",
      "pnpm-lock.yaml": "",
    });
    const { status, stderr } = run(here, ["init", "--yes"]);
    expect(stderr).toContain(
      "changed  package.json (scripts.mcp:build, scripts.mcp:check, scripts.mcp:dev, dependencies.@mcp-gen/runtime,",
    );
    expect(stderr).toContain("kept     src/greet.ts");
    expect(stderr).toContain("pnpm install");
    expect(status).toBe(0);
    const text = readText(join(here, "package.json")) ?? "";
    expect(JSON.parse(text)).toMatchObject({ ...manifest, scripts: { ...manifest.scripts, "mcp:dev": "mcp-gen dev" } });
    expect(text).toContain('\n\t"name"');
    expect(readText(join(here, "src/greet.ts"))).toBe("// mine\n");
  });

  it("asks before it writes, and where there is nobody to ask writes nothing", () => {
    const here = join(folder.path(), "nobody");
    mkdirSync(here);
    const { status, stderr } = run(here, ["init"]);
    expect(stderr).toContain("--yes");
    expect(status).toBe(2);
    expect(filesBelow(here)).toEqual([]);
  });

  it.each([
    ["n", []],
    ["", ["mcp-gen.config.ts", "package.json", "src/greet.ts", "test/greet.test.ts"]],
  ])("shows at a terminal what it would do, and does it unless the answer is no (%j)", async (answer, files) => {
    const here = join(folder.path(), `asked-${answer}`);
    mkdirSync(here);
    const session = inTerminal(here, ["init"]);
    await session.after("Go on? [Y/n]", `${answer}\r`);
    expect(await session.exit).toBe(0);
    expect(session.shown()).toContain("create   src/greet.ts");
    expect(filesBelow(here).sort()).toEqual(files);
  });

  it("touches nothing beside a package.json that cannot be read", () => {
    const here = smallProject(folder.path(), "broken", { "package.json": "{" });
    const { status, stderr } = run(here, ["init", "--yes"]);
    expect(stderr).toContain("package.json cannot be changed: it is not valid JSON.");
    expect(status).toBe(2);
    expect(readText(join(here, "mcp-gen.config.ts"))).toBeNull();
  });
});

describe("mcp-gen --help", () => {
  it("says that nothing is collected, and what a connection is opened for", () => {
    const help = run(folder.path(), ["--help"]).stdout.replaceAll(/\s+/g, " ");
    expect(help).toContain("Collects nothing, and connects to nothing but the server that call or client is told.");
    for (const command of ["inspect", "init", "doctor", "dev", "client", "templates", "completion"])
      expect(help).toContain(`mcp-gen ${command}`);
  });
});

describe("mcp-gen completion", () => {
  it("prints the script that completes, and completes commands and options", () => {
    const { status, stdout } = run(folder.path(), ["completion"]);
    expect(stdout).toContain("mcp-gen completion >> ~/.bashrc");
    expect(status).toBe(0);
    expect(run(folder.path(), ["--get-yargs-completions", "mcp-gen", "ins"]).stdout.split("\n")).toContain("inspect");
    expect(run(folder.path(), ["--get-yargs-completions", "mcp-gen", "build", "--c"]).stdout.split("\n")).toContain("--check");
  });
});
