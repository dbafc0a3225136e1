import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixtures, readText, root, writeText } from "./harness.js";

let folder = "";
beforeAll(() => {
  mkdirSync(join(root, "dist"), { recursive: true });
  folder = mkdtempSync(join(root, "dist/command-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(cwd: string, args: readonly string[], input = ""): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "bin/mcp-gen.js"), ...args], {
    cwd,
    encoding: "utf8",
    input,
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

function project(name: string): string {
  const target = join(folder, name);
  cpSync(join(fixtures, "projects/files"), target, { recursive: true });
  writeText(join(target, "tsconfig.json"), JSON.stringify({ extends: join(fixtures, "projects/tsconfig.json") }));
  return target;
}

describe("mcp-gen build", () => {
  it.each(["bistro", "files", "library"])("%s: what is committed is what is built", (name) => {
    const { status, stderr } = run(root, ["build", "--check", "--project", join(fixtures, "projects", name)]);
    expect(stderr).toContain("up to date");
    expect(status).toBe(0);
  });

  it("tells missing, changed and orphaned files, writes nothing and exits with 3", () => {
    const here = project("stale");
    const source = readText(join(here, "src/folders.ts")) ?? "";
    writeText(join(here, "src/folders.ts"), source.replace("@tool delete_folder", "@tool remove_folder"));
    const { status, stdout, stderr } = run(here, ["build", "--check"]);
    expect(status).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^missing {2}src\/mcp\/tools\/remove_folder\.ts$/m);
    expect(stderr).toMatch(/^changed {2}src\/mcp\/server\.ts$/m);
    expect(stderr).toMatch(/^orphaned src\/mcp\/tools\/delete_folder\.ts$/m);
    expect(stderr).toContain("Run 'mcp-gen build'");
    expect(readText(join(here, "src/mcp/tools/remove_folder.ts"))).toBeNull();

    expect(run(here, ["build"]).status).toBe(0);
    expect(readText(join(here, "src/mcp/tools/delete_folder.ts"))).toBeNull();
    expect(run(here, ["build", "--check"]).status).toBe(0);
  });

  it("does not call a file stale for its line endings", () => {
    const here = project("crlf");
    const text = readText(join(here, "src/mcp/server.ts")) ?? "";
    writeText(join(here, "src/mcp/server.ts"), text.replaceAll("\n", "\r\n"));
    expect(run(here, ["build", "--check"]).status).toBe(0);
  });

  it("finds the project upwards, and prints paths from where one stands", () => {
    const here = project("upwards");
    writeText(
      join(here, "src/folders.ts"),
      "/** Bad. @tool bad */\nexport function bad(when: Set<string>): string {\n  return String(when);\n}\n",
    );
    const { status, stderr } = run(join(here, "src/mcp"), ["build"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^\.\.\/folders\.ts:2:27 - error MG1103/);
    expect(stderr).toMatch(/1 error, 0 warnings: nothing was written\.\n$/);
  });

  it("exits with 2 for a configuration that is wrong", () => {
    const here = project("config");
    writeText(join(here, "mcp-gen.config.json"), `{ "name": "files", "version": "1.0.0", "outt": "x" }`);
    const { status, stderr } = run(here, ["build"]);
    expect(status).toBe(2);
    expect(stderr).toContain("did you mean 'out'?");
  });

  it("takes name and version from package.json without a configuration", () => {
    const here = project("zero");
    rmSync(join(here, "mcp-gen.config.json"));
    writeText(join(here, "package.json"), `{ "name": "from-package", "version": "4.5.6", "type": "module" }`);
    expect(run(here, ["build"]).status).toBe(0);
    expect(readText(join(here, "src/mcp/server.ts"))).toContain(`name: "from-package",\n  version: "4.5.6",`);
  });
});

describe("mcp-gen", () => {
  it.each([
    [["build", "--chekc"], "Unknown argument"],
    [["bild"], "build"],
    [[], "Say what to do"],
    [["serve"], "--stdio or --http"],
    [["serve", "--http", "70000"], "port"],
    [["serve", "--stdio", "--http", "0"], "mutually exclusive"],
    [["explain", "MG2002x"], "Did you mean MG2002?"],
    [["build", "--project", "nowhere"], "no folder nowhere"],
  ] as const)("%j is a matter of usage", (args, words) => {
    const { status, stdout, stderr } = run(folder, args);
    expect(stderr).toContain(words);
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });

  it("explains a code on standard output", () => {
    const { status, stdout } = run(folder, ["explain", "mg2001"]);
    expect(stdout).toMatch(/^MG2001 \(error\)\n\nThe protocol/);
    expect(status).toBe(0);
  });

  it("helps without loading the compiler", () => {
    const { status, stdout } = run(folder, ["--help"]);
    expect(stdout).toContain("mcp-gen build");
    expect(status).toBe(0);
  });
});

describe("mcp-gen serve", () => {
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };
  const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "shout", arguments: { word: "hi" } } };

  it("runs TypeScript as it stands; what user code prints stays off the wire", () => {
    const here = join(folder, "serving");
    writeText(join(here, "mcp-gen.config.json"), `{ "name": "serving", "version": "1.0.0" }`);
    writeText(join(here, "tsconfig.json"), JSON.stringify({ extends: join(fixtures, "projects/tsconfig.json") }));
    writeText(join(here, "src/volume.ts"), `console.log("loaded");\nexport enum Volume {\n  Loud = "!",\n}\n`);
    writeText(
      join(here, "src/shout.ts"),
      `import { Volume } from "./volume.js";\n\n/** Shout. @tool shout */\nexport function shout(word: string): string {\n` +
        `  process.stdout.write("shouting\\n");\n  return word + Volume.Loud;\n}\n`,
    );
    expect(run(here, ["build"]).status).toBe(0);
    const { status, stdout, stderr } = run(
      here,
      ["serve", "--stdio"],
      `${JSON.stringify(initialize)}\n${JSON.stringify(call)}\n`,
    );
    const messages = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; result: object });
    expect(messages.find(({ id }) => id === 2)?.result).toMatchObject({ content: [{ type: "text", text: "hi!" }] });
    expect(stderr).toContain("loaded");
    expect(stderr).toContain("shouting");
    expect(status).toBe(0);
  });

  it("says to build first", () => {
    const here = join(folder, "unbuilt");
    writeText(join(here, "mcp-gen.config.json"), `{ "name": "unbuilt", "version": "1.0.0" }`);
    const { status, stderr } = run(here, ["serve", "--stdio"]);
    expect(stderr).toContain("Run 'mcp-gen build' first");
    expect(status).toBe(2);
  });
});
