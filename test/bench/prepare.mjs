// Before a measurement: the peers installed in this folder, the project compiled, our own server built as a user builds it.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { here } from "./processes.mjs";

const folder = here("./");
const root = here("../../");
const ours = here("./servers/ours");

export function prepare() {
  const installed = here("./node_modules/.package-lock.json");
  if (!existsSync(installed) || !isInstalled(installed)) run("npm", ["ci", "--no-audit", "--no-fund"], folder);
  run("npm", ["run", "--silent", "compile"], root);
  run(process.execPath, ["bin/mcp-gen.js", "build", "--project", ours], root);
  run("npx", ["tsc", "-p", ours], root);
}

/** Whether the folder holds the versions that the lock file names. */
function isInstalled(installed) {
  const packagesIn = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  const wanted = packagesIn(here("./package-lock.json"));
  return Object.entries(packagesIn(installed)).every(([path, { version }]) => wanted[path]?.version === version);
}

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status === 0) return;
  throw new Error(`${command} ${args.join(" ")} failed in ${cwd}:\n${stdout ?? ""}${stderr ?? ""}`);
}
