// Builds of mcp-gen as a user runs them: the command, nothing from inside.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { here, usage } from "../processes.mjs";
import { measureCommand } from "./measure.mjs";
import { writeProject } from "./synthetic.mjs";

const command = here("../../bin/mcp-gen.js");
const waitMs = 180_000;

const buildArguments = (folder) => [command, "build", "--project", folder];

export const canWatch = () =>
  spawnSync(process.execPath, [command, "build", "--help"], { encoding: "utf8" }).stdout.includes("--watch");

/** A project with a place of its own for what is remembered: nothing of an earlier run is known. */
function freshProject(folder, tools) {
  const first = writeProject(folder, tools);
  mkdirSync(join(folder, "node_modules"));
  return first;
}

/** @returns what a cold build, one with nothing changed and one with a file changed take. */
export function builds(folder, tools) {
  const first = freshProject(folder, tools);
  const cold = measureCommand(buildArguments(folder), folder);
  if (toolsIn(folder) !== tools) throw new Error(`${toolsIn(folder)} tools were emitted of ${tools}`);
  const unchanged = measureCommand(buildArguments(folder), folder);
  edit(first, "one");
  const changed = measureCommand(buildArguments(folder), folder);
  if (!isEmitted(folder, "one")) throw new Error("a changed file was not built again");
  return { cold, unchanged, changed };
}

/** What a watching build takes for one changed file, after its first build. */
export async function watched(folder, tools, times) {
  const first = freshProject(folder, tools);
  const child = spawn(process.execPath, [...buildArguments(folder), "--watch"], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said = (said + text).slice(-1_000);
  });
  try {
    await until(
      () => toolsIn(folder) === tools,
      child,
      () => said,
    );
    await idle(child);
    const taken = [];
    for (let time = 0; time < times; time += 1) {
      const before = await usage(child);
      const started = performance.now();
      edit(first, `watched${time}`);
      await until(
        () => isEmitted(folder, `watched${time}`),
        child,
        () => said,
      );
      const wallS = (performance.now() - started) / 1_000;
      await idle(child);
      const after = await usage(child);
      taken.push({ cpuS: (after.cpuUs - before.cpuUs) / 1e6, wallS, peakMb: after.peakMb });
    }
    return taken;
  } finally {
    child.kill("SIGKILL");
  }
}

function toolsIn(folder) {
  const tools = join(folder, "src/mcp/tools");
  return existsSync(tools) && existsSync(join(folder, "src/mcp/server.ts")) ? readdirSync(tools).length : 0;
}

/** Changes the text of one property, so that one emitted file changes. */
function edit(file, word) {
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(/^ {3}\* The (\S+)( \(\w+\))? of tool 1\./m, `   * The $1 (${word}) of tool 1.`),
  );
}

const isEmitted = (folder, word) => readFileSync(join(folder, "src/mcp/tools/tool1.ts"), "utf8").includes(`(${word}) of tool 1.`);

async function until(isDone, child, said) {
  for (const limit = performance.now() + waitMs; !isDone(); await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (child.exitCode !== null || performance.now() > limit) throw new Error(`build --watch does not go on: ${said()}`);
  }
}

/** Settles when the process has used next to no CPU for a while. */
async function idle(child) {
  for (let before = (await usage(child)).cpuUs; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 400));
    const { cpuUs } = await usage(child);
    if (cpuUs - before < 5_000) return;
    before = cpuUs;
  }
}
