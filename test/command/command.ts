/** What the tests of the command share: projects in a temporary folder, and the real command run in them as a user would. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, vi } from "vitest";
import { fixtures, readText, root, writeText } from "../generator/harness.js";

// A test runs the command several times, each as a process of its own.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const bin = join(root, "bin/mcp-gen.js");

/** What a test run itself sets is not what a user has. */
function environment(added: Readonly<Record<string, string>> = {}): Record<string, string | undefined> {
  const { NO_COLOR, FORCE_COLOR, GITHUB_ACTIONS, CI, NODE_OPTIONS, ...env } = process.env;
  return { ...env, ...added };
}

export const run = (cwd: string, args: readonly string[], options: RunOptions = {}): Ran => runWith(bin, cwd, args, options);

/** With another copy of the command. */
export function runWith(script: string, cwd: string, args: readonly string[], { input = "", env }: RunOptions = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd,
    encoding: "utf8",
    input,
    env: environment(env),
    timeout: 190_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}

export const start = (cwd: string, args: readonly string[], env?: Readonly<Record<string, string>>) =>
  spawn(process.execPath, [bin, ...args], { cwd, env: environment(env), stdio: ["ignore", "pipe", "pipe"] });

export interface Listening {
  /** Waits until what was said since the last call fits, and gives it. */
  until(words: RegExp): Promise<string>;
  /** Waits until it ends, and gives the exit code. */
  ended(): Promise<number | null>;
  /** Stops it as Ctrl+C would. */
  stop(): Promise<number | null>;
}

/** Listens to both streams of a command that goes on. */
export function listening(child: ReturnType<typeof start>): Listening {
  let said = "";
  let wake = (): void => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      wake();
    });
  }
  const ended = async (): Promise<number | null> =>
    child.exitCode ?? (await new Promise((resolve) => child.once("exit", resolve)));
  return {
    async until(words) {
      const deadline = Date.now() + 100_000;
      while (!words.test(said)) {
        if (Date.now() > deadline || child.exitCode !== null) throw new Error(`${words} was not said, but:\n${said}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 1000);
        });
      }
      const heard = said;
      said = "";
      return heard;
    },
    ended,
    stop() {
      child.kill("SIGTERM");
      return ended();
    },
  };
}

export interface Loaded extends Ran {
  /** Paths of what was loaded. */
  readonly modules: readonly string[];
  /** Those of the compiler, and of what else only a build needs. */
  readonly compilers: readonly string[];
  /** Milliseconds. */
  readonly cpu: number;
}

export const preload = fileURLToPath(new URL("loaded.cjs", import.meta.url));

/** Their versions are part of what a build depends on, so their package.json may be read. */
const compiler = /node_modules\/(ts-morph|@ts-morph|typescript|handlebars|json-schema-to-typescript)\/(?!.*package\.json$)/;

/** Runs the command and tells what it loaded; `scratch` is a folder to note that in. */
export function watched(scratch: string, cwd: string, args: readonly string[]): Loaded {
  const file = join(scratch, "loaded.json");
  rmSync(file, { force: true });
  const ran = run(cwd, args, { env: { NODE_OPTIONS: `--require "${preload}"`, LOADED: file } });
  const { modules, cpu } = JSON.parse(readText(file) ?? "") as { modules: string[]; cpu: number };
  return { ...ran, modules, compilers: modules.filter((each) => compiler.test(each)), cpu };
}

/** A folder of this test file's own, inside the checkout so that packages are found; removed at the end. */
export function temporary(name: string): { readonly path: () => string } {
  let folder = "";
  beforeAll(() => {
    mkdirSync(join(root, "dist"), { recursive: true });
    folder = mkdtempSync(join(root, `dist/${name}-`));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { path: () => folder };
}

/** A copy of one of the projects, built as it is committed, with a cache of its own. */
export function projectIn(folder: string, name: string, fixture = "files"): string {
  const target = join(folder, name);
  cpSync(join(fixtures, "projects", fixture), target, { recursive: true });
  mkdirSync(join(target, "node_modules"));
  writeText(join(target, "tsconfig.json"), JSON.stringify({ extends: join(fixtures, "projects/tsconfig.json") }));
  return target;
}

/** The smallest project there is. */
export function smallProject(folder: string, name: string, files: Readonly<Record<string, string>> = {}): string {
  const target = join(folder, name);
  mkdirSync(join(target, "node_modules"), { recursive: true });
  const all = {
    "package.json": JSON.stringify({ name, version: "1.0.0", type: "module" }),
    "tsconfig.json": JSON.stringify({ compilerOptions: { module: "nodenext", target: "es2022", strict: true, types: [] } }),
    "src/shout.ts": shout,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) writeText(join(target, path), text);
  return target;
}

export const shout = `/**
 * Say it louder.
 * @tool shout
 */
export function shout(word: string): string {
  return word.toUpperCase();
}
`;
