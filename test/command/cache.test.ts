import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { readText, root, writeText } from "../generator/harness.js";
import { type Ran, run, runWith, shout, smallProject, temporary } from "./command.js";

const folder = temporary("cache");
const preload = fileURLToPath(new URL("loaded.cjs", import.meta.url));

interface Loaded extends Ran {
  /** Paths of what was loaded. */
  readonly modules: readonly string[];
  /** Milliseconds. */
  readonly cpu: number;
}

function watched(cwd: string, args: readonly string[]): Loaded {
  const file = join(folder.path(), "loaded.json");
  rmSync(file, { force: true });
  const ran = run(cwd, args, { env: { NODE_OPTIONS: `--require "${preload}"`, LOADED: file } });
  return { ...ran, ...(JSON.parse(readText(file) ?? "") as { modules: string[]; cpu: number }) };
}

/** The milliseconds of Node alone. */
function bareNode(): number {
  const file = join(folder.path(), "bare.json");
  execFileSync(process.execPath, ["--require", preload, "--eval", "0"], { env: { ...process.env, LOADED: file } });
  return (JSON.parse(readText(file) ?? "") as { cpu: number }).cpu;
}

/** Their versions are part of what a build depends on, so their package.json may be read. */
const compiler = /node_modules\/(ts-morph|@ts-morph|typescript|handlebars|json-schema-to-typescript)\/(?!.*package\.json$)/;

describe("the compiler", () => {
  it("is not loaded when nothing has changed, nor to help and to explain", () => {
    const here = smallProject(folder.path(), "lazy");
    const first = watched(here, ["build"]);
    expect(first.status).toBe(0);
    expect(first.modules.filter((each) => compiler.test(each))).not.toEqual([]);
    for (const args of [["build"], ["build", "--check"], ["build", "--dry-run", "--format", "json"]]) {
      const again = watched(here, args);
      expect(again.status).toBe(0);
      expect(again.modules.filter((each) => compiler.test(each))).toEqual([]);
    }
    const bare = bareNode();
    for (const args of [["--help"], ["build", "--help"], ["explain", "MG2001"]]) {
      const { status, modules, cpu } = watched(here, args);
      expect(status).toBe(0);
      expect(modules.filter((each) => compiler.test(each) || /node_modules\/(jiti|chokidar)\//.test(each))).toEqual([]);
      // 300 ms in all where Node itself takes 60 of them; a busy machine is slower at both.
      if (args[0] === "--help") expect(cpu).toBeLessThan(Math.max(300, 5 * bare));
    }
    // What was changed by hand is seen, and put right, from the cache alone.
    const server = join(here, "src/mcp/server.ts");
    const text = readText(server) ?? "";
    writeText(server, text.replace("lazy", "lively"));
    expect(run(here, ["build", "--check"]).stderr).toContain("hand-edited src/mcp/server.ts");
    expect(run(here, ["build", "--timing"]).stderr).toMatch(
      /^changed {2}src\/mcp\/server\.ts\n\.: nothing has changed \(\d+ ms\)\n$/,
    );
    expect(readText(server)).toBe(text);
    // A formatter's work is looked at once.
    writeText(server, text.replaceAll("  ", "\t"));
    expect(run(here, ["build"]).stderr).toBe("src/mcp is up to date.\n");
    expect(watched(here, ["build"]).modules.filter((each) => compiler.test(each))).toEqual([]);
  });

  it("is not loaded to tell the same errors again", () => {
    const here = smallProject(folder.path(), "faulty", { "src/shout.ts": shout.replace("word: string", "word: Set<string>") });
    const first = run(here, ["build"]);
    expect(first.status).toBe(1);
    const again = watched(here, ["build"]);
    expect(again.modules.filter((each) => compiler.test(each))).toEqual([]);
    expect(again.stderr).toBe(first.stderr);
    expect(again.status).toBe(1);
  });
});

describe("a build is made anew", () => {
  let here = "";
  const timing = (...args: string[]): string => {
    const { stderr } = run(here, ["build", "--timing", ...args]);
    return /^\.: (.*) \(\d+ ms\)$/m.exec(stderr)?.[1] ?? stderr;
  };
  const edit = (path: string, change: (text: string) => string): void =>
    writeText(join(here, path), change(readText(join(here, path)) ?? ""));

  beforeAll(() => {
    here = smallProject(folder.path(), "inputs", {
      "package.json": JSON.stringify({
        name: "inputs",
        version: "1.0.0",
        type: "module",
        imports: { "#voice": "./types/voice.d.ts" },
      }),
      "tsconfig.json": JSON.stringify({ extends: "./base.json" }),
      "base.json": JSON.stringify({ compilerOptions: { module: "nodenext", target: "es2022", strict: true, types: [] } }),
      "mcp-gen.config.json": JSON.stringify({ sources: ["src/**/*.ts"] }),
      "types/pitch.d.ts": "export type Pitch = 'high' | 'low';\n",
      "node_modules/desk/package.json": JSON.stringify({ name: "desk", version: "1.0.0", types: "./index.d.ts" }),
      "node_modules/desk/index.d.ts": "export interface Desk { drawers: number; }\n",
      "src/shout.ts": `import type { Pitch } from "../types/pitch.js";
import type { Desk } from "desk";

/** Say it louder. @tool shout */
export function shout(word: string, pitch: Pitch, desk: Desk): string {
  return word + pitch + String(desk.drawers);
}
`,
    });
    expect(timing()).toBe("read again, because no earlier build is known");
    expect(timing()).toBe("nothing has changed");
  });

  it.each<[string, string, () => void, string]>([
    ["a source", "src/shout.ts has changed", () => edit("src/shout.ts", (text) => text.replace("louder", "loudly")), "loudly"],
    [
      "a new source",
      "src/whisper.ts is new",
      () => writeText(join(here, "src/whisper.ts"), shout.replaceAll("shout", "whisper")),
      "whisper",
    ],
    ["a removed source", "src/whisper.ts is gone", () => rmSync(join(here, "src/whisper.ts")), "shout"],
    [
      "a file that a type reaches",
      "types/pitch.d.ts has changed",
      () => edit("types/pitch.d.ts", () => "export type Pitch = 'mid';\n"),
      "mid",
    ],
    [
      "a file that takes another's place",
      "types/pitch.ts is new",
      () => writeText(join(here, "types/pitch.ts"), "export type Pitch = 'deep';\n"),
      "deep",
    ],
    [
      "the types of a package",
      "node_modules/desk/index.d.ts has changed",
      () => edit("node_modules/desk/index.d.ts", (text) => text.replace("drawers", "drawers: number; legs")),
      "legs",
    ],
    [
      "what a tsconfig extends",
      "base.json has changed",
      () => edit("base.json", (text) => text.replace("es2022", "es2023")),
      "shout",
    ],
    [
      "the tsconfig",
      "tsconfig.json has changed",
      () => edit("tsconfig.json", () => `{ "extends": "./base.json", "compilerOptions": { "noImplicitAny": true } }`),
      "shout",
    ],
    [
      "the configuration",
      "the configuration has changed",
      () => edit("mcp-gen.config.json", () => `{ "title": "Inputs!" }`),
      "shout",
    ],
    [
      "package.json",
      "the configuration has changed",
      () => edit("package.json", (text) => text.replace("1.0.0", "1.0.1")),
      "shout",
    ],
  ])("for %s", (_what, reason, change, word) => {
    change();
    expect(timing()).toBe(`read again, because ${reason}`);
    expect(readText(join(here, "src/mcp/mcp.manifest.json"))).toContain(word);
    expect(timing()).toBe("nothing has changed");
  });

  it("with --no-cache, and then nothing is kept", () => {
    const entry = (): number => statSync(join(here, "node_modules/.cache/mcp-gen")).mtimeMs;
    const before = entry();
    expect(timing("--no-cache")).toBe("read again, because the cache is off");
    expect(entry()).toBe(before);
  });

  it("for a damaged cache, and for mcp-gen itself: its code and its templates", () => {
    const copy = join(folder.path(), "mcp-gen");
    for (const part of ["bin", "dist/generator", "templates", "package.json"])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    const own = (): string => {
      const { stderr } = runWith(join(copy, "bin/mcp-gen.js"), here, ["build", "--timing"]);
      return /^\.: (.*) \(\d+ ms\)$/m.exec(stderr)?.[1] ?? stderr;
    };
    expect(own()).toBe("nothing has changed");
    const template = join(copy, "templates/server.ts.hbs");
    writeText(template, `${readText(template) ?? ""}\n`);
    expect(own()).toBe("read again, because mcp-gen itself has changed");
    expect(own()).toBe("nothing has changed");
    const code = join(copy, "dist/generator/check.js");
    writeText(code, `${readText(code) ?? ""}\n`);
    expect(own()).toBe("read again, because mcp-gen itself has changed");

    const cache = join(here, "node_modules/.cache/mcp-gen");
    renameSync(cache, `${cache}-before`);
    mkdirSync(cache);
    expect(own()).toBe("read again, because no earlier build is known");
  });
});
