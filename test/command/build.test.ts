import { mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fixtures, readText, root, writeText } from "../generator/harness.js";
import { projectIn, run, shout, smallProject, temporary } from "./command.js";

const folder = temporary("build");
const bad = "/** Bad. @tool bad */\nexport function bad(when: Set<string>): string {\n  return String(when);\n}\n";

describe("mcp-gen build --check", () => {
  it("bistro: what is committed is what is built", () => {
    const { status, stdout, stderr } = run(root, ["build", "--check", "--project", join(fixtures, "projects/bistro")]);
    expect(stderr).toBe("fixtures/projects/bistro/src/mcp is up to date.\n");
    expect(stdout).toBe("");
    expect(status).toBe(0);
  });

  it("tells missing, stale, orphaned and hand-edited files apart, shows the difference and the way out", () => {
    const here = projectIn(folder.path(), "states");
    const source = readText(join(here, "src/folders.ts")) ?? "";
    writeText(join(here, "src/folders.ts"), source.replace("@tool delete_folder", "@tool remove_folder"));
    const client = join(here, "src/mcp/client.ts");
    writeText(client, `${readText(client) ?? ""}export const mine = true;\n`);
    const edited = readText(client);

    const { status, stdout, stderr } = run(here, ["build", "--check"]);
    expect(status).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^missing {5}src\/mcp\/tools\/remove_folder\.ts$/m);
    expect(stderr).toMatch(/^stale {7}src\/mcp\/server\.ts$/m);
    expect(stderr).toMatch(/^orphaned {4}src\/mcp\/tools\/delete_folder\.ts$/m);
    expect(stderr).toMatch(/^hand-edited src\/mcp\/client\.ts$/m);
    expect(stderr).toMatch(/^--- src\/mcp\/server\.ts \(on disk\) {2}-\d$/m);
    expect(stderr).toMatch(/^- .*delete_folder/m);
    expect(stderr).toMatch(/^\+ .*remove_folder/m);
    expect(stderr).toMatch(/^- export const mine = true;$/m);
    expect(stderr).toContain("5 generated files are not what the sources say.");
    expect(stderr).toContain("  npx mcp-gen build && git add src/mcp\n");
    expect(readText(client)).toBe(edited);
    expect(readText(join(here, "src/mcp/tools/remove_folder.ts"))).toBeNull();

    const dry = run(here, ["build", "--dry-run"]);
    expect(dry.status).toBe(0);
    expect(dry.stderr).toMatch(/^created {2}src\/mcp\/tools\/remove_folder\.ts$/m);
    expect(dry.stderr).toMatch(/^removed {2}src\/mcp\/tools\/delete_folder\.ts$/m);
    expect(dry.stderr).toContain("Nothing was written.");
    expect(readText(client)).toBe(edited);

    const records = JSON.parse(run(here, ["build", "--check", "--format", "json"]).stdout) as {
      readonly diagnostics: { readonly code: string }[];
      readonly files: unknown[];
    };
    expect(records.diagnostics.map(({ code }) => code).sort()).toEqual(["MG0101", "MG0102", "MG0102", "MG0103", "MG0104"]);
    expect(records.files).toContainEqual({ file: "src/mcp/client.ts", change: "changed", state: "hand-edited" });

    expect(run(here, ["build"]).status).toBe(0);
    expect(readText(join(here, "src/mcp/tools/delete_folder.ts"))).toBeNull();
    expect(run(here, ["build", "--check"]).status).toBe(0);
  });

  it("takes other line endings and another formatting for what they are, and leaves them alone", () => {
    const here = projectIn(folder.path(), "formatted");
    const server = join(here, "src/mcp/server.ts");
    const client = join(here, "src/mcp/client.ts");
    const manifest = join(here, "src/mcp/mcp.manifest.json");
    writeText(server, (readText(server) ?? "").replaceAll("\n", "\r\n"));
    // As Prettier would with single quotes, no semicolons, no trailing commas and tabs.
    const formatted = (readText(client) ?? "")
      .replaceAll(/"([\w@/.-]*)"/g, "'$1'")
      .replaceAll(/;$/gm, "")
      .replaceAll(/,\n(\s*[}\])])/g, "\n$1")
      .replaceAll("  ", "\t");
    expect(formatted).not.toBe(readText(client));
    writeText(client, formatted);
    writeText(manifest, JSON.stringify(JSON.parse(readText(manifest) ?? "")));
    expect(run(here, ["build", "--check"])).toMatchObject({ status: 0, stderr: "src/mcp is up to date.\n" });
    expect(run(here, ["build"]).status).toBe(0);
    expect(readText(client)).toBe(formatted);

    writeText(client, formatted.replace("'delete_folder'", "'delete_files'"));
    const { status, stderr } = run(here, ["build", "--check"]);
    expect(stderr).toMatch(/^hand-edited src\/mcp\/client\.ts$/m);
    expect(status).toBe(3);
  });

  it("calls a formatted file stale, not edited, when its source changes", () => {
    const here = projectIn(folder.path(), "formatted-stale");
    const tool = join(here, "src/mcp/tools/delete_folder.ts");
    writeText(tool, (readText(tool) ?? "").replaceAll('"', "'").replaceAll(/;$/gm, "").replaceAll("  ", "\t"));
    writeText(
      join(here, "src/folders.ts"),
      (readText(join(here, "src/folders.ts")) ?? "").replace("Delete a folder", "Remove a folder"),
    );
    const { status, stderr } = run(here, ["build", "--check"]);
    expect(stderr).toMatch(/^stale {7}src\/mcp\/tools\/delete_folder\.ts$/m);
    expect(status).toBe(3);
  });
});

describe("mcp-gen build", () => {
  it("writes in one step, leaves equal files alone and knows its own by the banner", () => {
    const here = smallProject(folder.path(), "writing", {
      "src/mcp/notes.ts": "export const mine = true;\n",
      "src/mcp/tools/old.ts": "// @generated by mcp-gen: do not edit. Source: src/old.ts\n",
    });
    expect(run(here, ["build"])).toMatchObject({ status: 0, stdout: "" });
    const server = join(here, "src/mcp/server.ts");
    const { ino, mtimeMs } = statSync(server);
    expect(readText(join(here, "src/mcp/notes.ts"))).toContain("mine");
    expect(readText(join(here, "src/mcp/tools/old.ts"))).toBeNull();
    expect(run(here, ["build"]).stderr).toBe("src/mcp is up to date.\n");
    expect(statSync(server)).toMatchObject({ ino, mtimeMs });
    expect(readdirSync(join(here, "src/mcp")).filter((name) => name.endsWith(".tmp"))).toEqual([]);

    // --clean: everything that was written, and nothing else.
    const tool = join(here, "src/mcp/tools/shout.ts");
    const before = statSync(tool).mtimeMs;
    writeText(server, (readText(server) ?? "").replaceAll("  ", "\t"));
    const cleaned = run(here, ["build", "--clean"]);
    expect(cleaned.stderr).toBe("changed  src/mcp/server.ts\n");
    expect(cleaned.status).toBe(0);
    expect(readText(server)).not.toContain("\t");
    expect(readText(join(here, "src/mcp/notes.ts"))).toContain("mine");
    expect(statSync(tool).mtimeMs).toBeGreaterThan(before);
    expect(run(here, ["build", "--check"]).status).toBe(0);
  });

  it("has one exit code for each kind of end, and writes nothing with an error", () => {
    const here = smallProject(folder.path(), "codes");
    expect(run(here, ["build"]).status).toBe(0);
    expect(run(here, ["build", "--max-warnings", "0"]).status).toBe(0);

    writeText(join(here, "src/shout.ts"), shout.replace("shout\n", "loud\n"));
    expect(run(here, ["build", "--check"]).status).toBe(3);

    writeText(join(here, "src/shout.ts"), shout.replace(" * Say it louder.\n", ""));
    const warned = run(here, ["build", "--check", "--max-warnings", "0"]);
    expect(warned.stderr).toContain("MG1011");
    expect(warned.stderr).toContain("There are more warnings than --max-warnings allows.");
    expect(warned.status).toBe(1);

    writeText(join(here, "src/bad.ts"), bad);
    const before = readText(join(here, "src/mcp/mcp.manifest.json"));
    const { status, stdout, stderr } = run(here, ["build", "--clean"]);
    expect(stderr).toMatch(/1 error, 1 warning: nothing was written\.\n$/);
    expect(stdout).toBe("");
    expect(status).toBe(1);
    expect(readText(join(here, "src/mcp/mcp.manifest.json"))).toBe(before);

    writeText(join(here, "package.json"), "{}");
    expect(run(here, ["build"]).status).toBe(2);
  });

  it("exits with 70 for a fault of its own, and asks for a report", () => {
    const here = smallProject(folder.path(), "fault");
    const broken =
      "data:text/javascript,import c from 'node:crypto';c.createHash=()=>{throw new TypeError('boom')};import m from 'node:module';m.syncBuiltinESMExports()";
    const { status, stderr } = run(here, ["build"], { env: { NODE_OPTIONS: `--import "${broken}"` } });
    expect(stderr).toContain("this is a fault of mcp-gen, not of your sources");
    expect(stderr).toContain("boom");
    expect(status).toBe(70);
  });

  it("tells when a folder stands where a file belongs (MG0010)", () => {
    const here = smallProject(folder.path(), "in-the-way");
    mkdirSync(join(here, "src/mcp/server.ts/inside"), { recursive: true });
    const { status, stderr } = run(here, ["build"]);
    expect(stderr).toContain("error MG0010: The generated files cannot be written to src/mcp: E");
    expect(status).toBe(2);
    renameSync(join(here, "src/mcp/server.ts"), join(here, "elsewhere"));
    expect(run(here, ["build"]).status).toBe(0);
  });

  it("finds the project upwards, and prints paths from where one stands", () => {
    const here = smallProject(folder.path(), "upwards", { "src/bad.ts": bad, "src/deep/er/note.txt": "" });
    const { status, stderr } = run(join(here, "src/deep/er"), ["build"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^\.\.\/\.\.\/bad\.ts:2:27 - error MG1103/);
  });
});
