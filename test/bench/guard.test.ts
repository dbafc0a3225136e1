/** What a call, a build and a bundle cost, in counts that no machine changes. Times stand in BENCHMARKS.md, never in a test. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";
import { writeProject } from "./generator/synthetic.mjs";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

function node(args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: { ...process.env, ...env } });
  expect(status, stderr).toBe(0);
  return stdout;
}

interface Compiler {
  readonly isLoaded: boolean;
  readonly programs: number;
  readonly parsed: number;
}

/** What a build makes the compiler do. */
function compilerIn(project: string, ...flags: readonly string[]): Compiler {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-guard-"));
  const counts = join(folder, "counts.json");
  const counter = new URL("./guard/count-compiler.mjs", import.meta.url).href;
  node(["--import", counter, here("../../bin/mcp-gen.js"), "build", "--project", project, ...flags], { COMPILER_COUNTS: counts });
  const counted = JSON.parse(readFileSync(counts, "utf8")) as Compiler;
  rmSync(folder, { recursive: true });
  return counted;
}

test("a build makes one program and parses each source once, whatever the number of tools", {
  timeout: 300_000,
}, () => {
  const projects = here("./projects/");
  const small = `${projects}guard-small`;
  const large = `${projects}guard-large`;
  try {
    writeProject(small, 10); // one file of tools
    writeProject(large, 40); // four
    const few = compilerIn(small, "--no-cache");
    const many = compilerIn(large, "--no-cache");
    expect(few).toMatchObject({ isLoaded: true, programs: 1 });
    // Three more sources. What the package's own templates emit is parsed by tests, not by builds.
    expect(many).toMatchObject({ programs: 1, parsed: few.parsed + 3 });
    // The sources, and what the language brings along.
    expect(few.parsed).toBeLessThan(70);
    compilerIn(small);
    expect(compilerIn(small)).toMatchObject({ programs: 0, parsed: 0 }); // nothing has changed
  } finally {
    rmSync(small, { recursive: true, force: true });
    rmSync(large, { recursive: true, force: true });
  }
});

interface Cost {
  readonly bytes: number;
  readonly parse: number;
  readonly stringify: number;
}

/** A plain call on a server with so many tools, for each era. */
function callCost(tools: number): Record<"modern" | "legacy", Cost> {
  const flags = ["--expose-gc", "--no-opt", "--no-maglev", "--no-sparkplug"];
  const room = ["--min-semi-space-size=64", "--max-semi-space-size=64"];
  return JSON.parse(node([...flags, ...room, here("./guard/allocations.mjs"), String(tools)])) as ReturnType<typeof callCost>;
}

test("a plain call parses one text, writes two, and allocates no more than it did, whatever the number of tools", {
  timeout: 120_000,
}, () => {
  const one = callCost(1);
  const many = callCost(200);
  for (const era of ["modern", "legacy"] as const) {
    expect(one[era].parse).toBe(1);
    expect(one[era].stringify).toBeLessThanOrEqual(2); // the id and the content
    expect(many[era]).toMatchObject({ parse: one[era].parse, stringify: one[era].stringify });
    expect(many[era].bytes).toBeLessThan(one[era].bytes * 1.15);
  }
  // A quarter over what was measured: lower them when a call gets cheaper.
  expect(one.modern.bytes).toBeLessThan(8_700);
  expect(one.legacy.bytes).toBeLessThan(6_300);
});

/** Bytes of a hello program in one file, minified and gzipped; what is loaded on demand is counted too. */
async function bundled(program: string): Promise<number> {
  const entry = here(`./hello/ours-${program}.mjs`);
  const output = (await build({
    configFile: false,
    logLevel: "silent",
    root: here("./hello"),
    ssr: { noExternal: true },
    build: { ssr: entry, write: false, minify: true, target: "node20" },
  })) as Rolldown.RolldownOutput;
  const texts = output.output.map((file) => (file.type === "chunk" ? file.code : ""));
  expect(texts.join("")).not.toMatch(/from"@mcp-gen/);
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
}

test("bundles stay small", { timeout: 60_000 }, async () => {
  // The aim is 25,000: sessions, streams and authorization made it grow, and what makes calls cheaper.
  expect(await bundled("http")).toBeLessThan(28_500);
  expect(await bundled("stdio")).toBeLessThan(22_000);
  // The aim is 20,000: checking results against their schemas and the transport of 2024-11-05 took it a little past that.
  expect(await bundled("client")).toBeLessThan(20_100);
});
