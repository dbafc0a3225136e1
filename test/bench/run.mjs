// The benchmark: node run.mjs runtime|client|generator [options]. Prints tables; what they mean stands in BENCHMARKS.md.
// Installs what it compares with into this folder, and builds our own server, before it measures.

import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { readOptions, usageText } from "./options.mjs";
import { prepare } from "./prepare.mjs";

const options = readOptions(process.argv.slice(2));
if (options === undefined) {
  console.error(usageText);
  process.exit(2);
}
prepare();
const { [options.suite]: run } = await import(`./suites/${options.suite}.mjs`);
const machine = `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`;
console.log(`# ${options.suite}: ${machine}, load ${loadavg()[0].toFixed(1)}${options.quick ? ", quick: a smoke test" : ""}`);
const results = await run(options);
console.log(`\nload at the end ${loadavg()[0].toFixed(1)}; a ratio is taken within each repetition: median [least-most]`);
if (options.json !== undefined) {
  writeFileSync(options.json, `${JSON.stringify({ suite: options.suite, machine, ...results }, null, 1)}\n`);
}
process.exit(0);
