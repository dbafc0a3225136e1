#!/usr/bin/env node
import { readFileSync } from "node:fs";

const argv = process.argv.slice(2);
// Compiling writes the help down, which is the same for everybody: to load what would make it takes longer than all the rest.
const help = argv.length === 1 && argv[0] === "--help" ? written() : undefined;
if (help === undefined) {
  const { main } = await import("../dist/generator/cli.js");
  process.exitCode = await main(argv);
} else {
  process.stdout.on("error", () => {}); // who reads it may have seen enough
  process.stdout.write(help);
}

function written() {
  try {
    return readFileSync(new URL("../dist/generator/help.txt", import.meta.url), "utf8");
  } catch {
    return undefined;
  }
}
