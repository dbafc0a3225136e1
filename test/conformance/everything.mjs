/** The everything server as a user would try it: `mcp-gen serve`. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The command that serves it, in the way that the last words say. */
export const everything = (...how) => [
  process.execPath,
  join(root, "bin/mcp-gen.js"),
  "serve",
  "--project",
  join(root, "fixtures/projects/everything"),
  ...how,
];

/** Serves it over HTTP on a free port. */
export async function startEverything() {
  const [command, ...args] = everything("--http", "0");
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`The everything server ended with code ${code}.`);
  });
  failed.catch(() => {});
  const [url] = await Promise.race([once(createInterface(child.stdout), "line"), failed]);
  return { url, stop: () => child.kill() };
}
