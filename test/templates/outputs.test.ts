/** Extra outputs elsewhere in the project: what mcp-gen owns there, and what it leaves alone. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { diskHost, readingHost } from "../../generator/host.js";
import { run, shout, smallProject, temporary } from "../command/command.js";
import { buildFolder, filesBelow, readText, writeText } from "../generator/harness.js";

const temp = temporary("outputs");
let count = 0;
let folder = "";
const at = (path: string): string => join(folder, path);
const head = (out: string): string => `---\nout: ${out}\nper: tool\nin: project\n---\n`;
const docs = (text: string, out = "docs/{{kebab tool.name}}.md"): void =>
  writeText(at("mcp-templates/extra/docs.hbs"), head(out) + text);

beforeEach(() => {
  folder = smallProject(temp.path(), `outputs-${count++}`, { "mcp-gen.config.json": "{}" });
  docs("# {{md tool.name}}\n");
});

it("are written, checked, changed and taken away as those in the generated folder are", () => {
  const built = run(folder, ["build"]);
  expect([built.status, built.stderr]).toEqual([0, expect.stringContaining("created  docs/shout.md\n")]);
  expect(readText(at("docs/shout.md"))).toBe("# shout\n");
  expect(JSON.parse(readText(at("src/mcp/mcp.manifest.json")) ?? "").projectFiles).toEqual({
    "docs/shout.md": expect.any(String),
  });

  writeText(at("docs/shout.md"), "# by hand\n");
  writeText(at("src/whisper.ts"), shout.replaceAll("shout", "whisper"));
  const stale = run(folder, ["build", "--check"]);
  expect(stale.status).toBe(3);
  expect(stale.stderr).toMatch(/^hand-edited docs\/shout\.md$/m);
  expect(stale.stderr).toMatch(/^missing +docs\/whisper\.md$/m);
  expect(stale.stderr).toContain("git add src/mcp docs\n");

  writeText(at("docs/mine.md"), "mine\n");
  rmSync(at("src/shout.ts"));
  expect(run(folder, ["build"]).status).toBe(0);
  // What was changed by hand and is made no longer may be somebody's work: it stays.
  expect(filesBelow(at("docs"))).toEqual(["mine.md", "shout.md", "whisper.md"]);
  rmSync(at("mcp-templates"), { recursive: true });
  expect(run(folder, ["build", "--check"]).stderr).toMatch(/^orphaned +docs\/whisper\.md$/m);
  expect(run(folder, ["build", "--clean"]).status).toBe(0);
  expect(filesBelow(at("docs"))).toEqual(["mine.md", "shout.md"]);
});

it("never take the place of a file that is not mcp-gen's", async () => {
  writeText(at("README.md"), "mine\n");
  docs("theirs\n", "README.md");
  const { files, text } = await buildFolder(folder, diskHost);
  expect(files).toBeNull();
  expect(text).toContain("error MG0009: README.md exists and was not written by mcp-gen.");
  expect(readText(at("README.md"))).toBe("mine\n");
  expect(filesBelow(at("src"))).toEqual(["shout.ts"]);
});

it("never follow a link out of the project, neither to write nor to take away", async () => {
  const outside = mkdtempSync(join(tmpdir(), "mcp-gen-outside-"));
  try {
    writeText(join(outside, "deep/shout.md"), "# shout\n");
    symlinkSync(outside, at("docs"));
    docs("# shout\n", "docs/deep/{{tool.name}}.md");
    for (const host of [readingHost, diskHost]) {
      const { files, text } = await buildFolder(folder, host);
      expect(files).toBeNull();
      expect(text).toContain("MG5010: The output cannot be called 'docs/deep/shout.md': a link in it leads out of the project.");
    }
    rmSync(at("docs"));
    mkdirSync(at("docs"));
    expect((await buildFolder(folder, diskHost)).files).not.toBeNull();
    rmSync(at("docs"), { recursive: true });
    symlinkSync(outside, at("docs"));
    rmSync(at("mcp-templates"), { recursive: true });
    expect((await buildFolder(folder, diskHost)).files).not.toBeNull();
    expect(readText(join(outside, "deep/shout.md"))).toBe("# shout\n");
  } finally {
    rmSync(outside, { recursive: true });
  }
});

it.each([
  ["../up.md", "it has to lie in the project"],
  ["/etc/up.md", "it has to lie in the project"],
  ["src/mcp/a.md", "that is the generated folder: leave 'in' away, and the folder"],
  ["mcp-templates/a.hbs", "the templates lie there"],
  ["node_modules/a.md", "that folder is not for outputs"],
  [".git/hooks/pre-commit", "that folder is not for outputs"],
  ["src/a.ts", "TypeScript has to lie in the generated folder"],
])("cannot be called %s", async (out, reason) => {
  docs("a\n", out);
  const { text, files } = await buildFolder(folder);
  expect(files).toBeNull();
  expect(text).toContain(`error MG5010: The output cannot be called '${out}': ${reason}.`);
});

it("are not believed to be mcp-gen's because a manifest says so", async () => {
  writeText(at("package-lock.json"), "{}\n");
  await buildFolder(folder, diskHost);
  const manifest = JSON.parse(readText(at("src/mcp/mcp.manifest.json")) ?? "") as { projectFiles: object };
  manifest.projectFiles = { ...manifest.projectFiles, "../up.md": "0", "package-lock.json": "0" };
  writeText(at("src/mcp/mcp.manifest.json"), JSON.stringify(manifest));
  writeText(join(folder, "../up.md"), "up\n");
  expect((await buildFolder(folder, diskHost)).files).not.toBeNull();
  expect([readText(join(folder, "../up.md")), readText(at("package-lock.json"))]).toEqual(["up\n", "{}\n"]);
});
