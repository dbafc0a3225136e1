// What is shipped: bundled hello programs (minified and gzipped), and the packages as they are installed.

import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { table } from "../figures.mjs";
import { here } from "../processes.mjs";

const programs = ["http", "stdio", "client"];
const runtimeFolder = here("../../runtime");

export async function sizes() {
  console.log("\n## Size: a hello program bundled with esbuild, in kB of 1,000 bytes\n");
  const rows = [["", "ours min", "ours gzip", "official min", "official gzip", "ours / official, gzip"]];
  const bundles = [];
  for (const program of programs) {
    const ours = await bundled(here(`./hello/ours-${program}.mjs`));
    const official = await bundled(here(`./hello/official-${program}.mjs`));
    bundles.push({ program, ours, official });
    rows.push([
      `hello ${program}`,
      ...[ours.minified, ours.gzip, official.minified, official.gzip].map((bytes) => (bytes / 1_000).toFixed(1)),
      (ours.gzip / official.gzip).toFixed(3),
    ]);
  }
  console.log(table(rows));
  const installed = packed();
  console.log(
    `\n@mcp-gen/runtime installed: ${installed.files} files, ${(installed.bytes / 1_000).toFixed(0)} kB, no dependency`,
  );
  return { bundles, installed };
}

/** A program in one file, as a text and on the disk when there is a place for it. */
export async function bundle(entry, outfile) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node20",
    write: outfile !== undefined,
    logLevel: "error",
    outfile: outfile ?? basename(entry),
    // Parts of the official packages are CommonJS.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
  return outputFiles?.[0].contents;
}

/** @returns bytes of the program in one file. */
async function bundled(entry) {
  const contents = await bundle(entry);
  return { minified: contents.length, gzip: gzipSync(contents, { level: 9 }).length };
}

function packed() {
  const { stdout, stderr } = spawnSync("npm", ["pack", "--dry-run", "--json"], { cwd: runtimeFolder, encoding: "utf8" });
  try {
    const [{ entryCount, unpackedSize }] = JSON.parse(stdout);
    return { files: entryCount, bytes: unpackedSize };
  } catch (error) {
    throw new Error(`npm pack failed: ${stderr}`, { cause: error });
  }
}
