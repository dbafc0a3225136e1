import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diskHost } from "../../generator/host.js";
import type { GeneratedFile } from "../../generator/manifest.js";
import { buildFolder, fixtures, foldersIn, readText, root, writeText } from "./harness.js";

let folder = "";
beforeAll(() => {
  mkdirSync(join(root, "dist"), { recursive: true });
  folder = mkdtempSync(join(root, "dist/determinism-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const input = (name: string, kind = "tools"): string => join(fixtures, kind, name, "input");

function copy(name: string, to: string, kind = "tools"): string {
  const target = join(folder, to);
  cpSync(input(name, kind), target, { recursive: true });
  // The fixtures' tsconfig lies two folders up from theirs.
  writeText(join(target, "tsconfig.json"), JSON.stringify({ extends: join(fixtures, "tools/tsconfig.json") }));
  return target;
}

async function generated(project: string): Promise<readonly GeneratedFile[]> {
  const { files, text } = await buildFolder(project);
  if (files === null) throw new Error(text);
  return files;
}

const cases = ["tools", "prompts", "resources"].flatMap((kind) =>
  foldersIn(join(fixtures, kind)).map((name) => [kind, name] as const),
);

describe("the same bytes", () => {
  it.each(cases)("%s/%s: twice, and in another folder", async (kind, name) => {
    const first = await generated(input(name, kind));
    expect(await generated(input(name, kind))).toEqual(first);
    const elsewhere = await generated(copy(name, `deep/er/${kind}/${name}`, kind));
    expect(elsewhere).toEqual(first);
    for (const { text } of first) expect(text).not.toContain(root);
  });

  it("with an unrelated file that mentions the same words in another order", async () => {
    const plain = await generated(copy("argument-types", "plain"));
    const crowded = copy("argument-types", "crowded");
    writeText(
      join(crowded, "aaa.ts"),
      `export type Words = "none" | "green" | "down" | "red" | "up";\nexport const level: 3 | 2 | 1 = 2;\n`,
    );
    writeText(join(crowded, "zzz.ts"), `export type Sizes = "large" | "small";\n`);
    expect(await generated(crowded)).toEqual(plain);
  });

  it("whatever the order in which sources are listed", async () => {
    const config = (sources: string[]): string => JSON.stringify({ name: "fixture", version: "1.0.0", out: "mcp", sources });
    const forwards = copy("names", "forwards");
    writeText(join(forwards, "mcp-gen.config.json"), config(["a.ts", "b.ts"]));
    const backwards = copy("names", "backwards");
    writeText(join(backwards, "mcp-gen.config.json"), config(["b.ts", "a.ts"]));
    expect(await generated(backwards)).toEqual(await generated(forwards));
  });
});

describe("writing", () => {
  it("changes no byte the second time, and removes only what an earlier build wrote", async () => {
    const project = copy("results", "writing");
    await buildFolder(project, diskHost);
    const manifest = readText(join(project, "mcp/mcp.manifest.json"));
    const changes: string[] = [];
    const watched = {
      ...diskHost,
      put: (path: string, text: string) => {
        diskHost.put(path, text);
        changes.push(path);
      },
    };
    await buildFolder(project, watched);
    expect(changes).toEqual([]);

    writeText(join(project, "mcp/notes.ts"), "export const mine = true;\n");
    const source = readText(join(project, "results.ts")) ?? "";
    writeText(join(project, "results.ts"), source.replace("@tool weather", "@tool forecast"));
    await buildFolder(project, diskHost);
    expect(readText(join(project, "mcp/tools/weather.ts"))).toBeNull();
    expect(readText(join(project, "mcp/tools/forecast.ts"))).toContain("forecast");
    expect(readText(join(project, "mcp/notes.ts"))).toContain("mine");
    expect(readText(join(project, "mcp/mcp.manifest.json"))).not.toBe(manifest);
  });

  it("does not follow a damaged manifest out of the generated folder", async () => {
    const project = copy("results", "damaged");
    await buildFolder(project, diskHost);
    writeText(join(project, "precious.txt"), "keep");
    writeText(join(project, "mcp/mcp.manifest.json"), JSON.stringify({ files: { "../precious.txt": "", "/etc/hostname": "" } }));
    await buildFolder(project, diskHost);
    expect(readText(join(project, "precious.txt"))).toBe("keep");
  });

  it("refuses to overwrite a file of the user, and writes nothing else then", async () => {
    const project = copy("results", "foreign");
    writeText(join(project, "mcp/server.ts"), "export const mine = true;\n");
    const { codes, files } = await buildFolder(project, diskHost);
    expect(codes).toEqual(["MG0009"]);
    expect(files).toBeNull();
    expect(readText(join(project, "mcp/client.ts"))).toBeNull();
    renameSync(join(project, "mcp/server.ts"), join(project, "mine.ts"));
    expect((await buildFolder(project, diskHost)).codes).toEqual([]);
  });

  it("reports three faults in one source together and writes nothing", async () => {
    const project = join(folder, "faults");
    writeText(
      join(project, "src.ts"),
      `/** One. @tool one */\nexport function one(when: Set<string>): string {\n  return String(when);\n}\n` +
        `/** Two. @tool two/2 */\nexport function two(...all: string[]): string {\n  return all.join();\n}\n`,
    );
    const { codes, files } = await buildFolder(project, diskHost);
    expect(codes).toEqual(["MG1103", "MG1002", "MG1007"]);
    expect(files).toBeNull();
    expect(readText(join(project, "mcp/server.ts"))).toBeNull();
  });
});
