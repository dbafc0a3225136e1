// Loaded before the command: counts, with the compiler's own marks, how many programs it makes and how many files it parses,
// and writes the counts to the file named by COMPILER_COUNTS when the process ends. Counting loads the compiler; with
// COMPILER_COUNTS_ONLY=loaded it is left alone, to tell whether the command loads it.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const compiler = require.resolve("ts-morph");
const { ts } = process.env.COMPILER_COUNTS_ONLY === "loaded" ? {} : require(compiler);
ts?.performance.enable();

process.on("exit", () => {
  const count = (mark) => ts?.performance.getCount(mark) ?? 0;
  const isLoaded = Object.keys(require.cache).includes(compiler);
  const counts = { isLoaded, programs: count("beforeProgram"), parsed: count("beforeParse") };
  writeFileSync(process.env.COMPILER_COUNTS, JSON.stringify(counts));
});
