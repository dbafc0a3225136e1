/** Runs the official conformance suite: `npm run conformance -- client` or `-- server`, with the options of that half. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [half, ...options] = process.argv.slice(2);
const script = new URL(`./${half}.mjs`, import.meta.url);
if ((half !== "client" && half !== "server") || !existsSync(fileURLToPath(script))) {
  console.error("Usage: npm run conformance -- client | server [options]");
  process.exit(2);
}
const { run } = await import(script.href);
process.exitCode = await run(options);
