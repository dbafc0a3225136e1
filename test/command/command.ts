/** What the tests of the command share: projects in a temporary folder, and the real command run in them as a user would. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { fixtures, root, writeText } from "../generator/harness.js";

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
