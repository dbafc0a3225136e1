/** What mcp-gen itself is, as one hash: its own files, templates included, and the versions of what it analyses and prints with. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256 } from "../fingerprint.js";
import type { ReadingHost } from "../host.js";

/** This file lies in dist/generator/cache; package.json and the templates beside dist. */
const root = fileURLToPath(new URL("../../../", import.meta.url));
const packages = ["ts-morph", "@ts-morph/common", "handlebars", "json-schema-to-typescript"];

export function generatorHash(host: ReadingHost): string {
  const own = host.match(root, ["package.json", "dist/generator/**/*.js", "templates/**/*.{hbs,json}"]);
  const versions = packages.map((name) => `${name} ${host.read(packageJson(host, name)) ?? ""}`);
  return sha256([...own.map((file) => `${file.slice(root.length)} ${host.read(file) ?? ""}`), ...versions].join("\0"));
}

function packageJson(host: ReadingHost, name: string): string {
  let at: string;
  try {
    // A package may hide its package.json from `resolve`; its entry is always found.
    at = dirname(createRequire(import.meta.url).resolve(name));
  } catch {
    // One of ts-morph's own packages, under a strict package manager.
    return "";
  }
  while (!host.isFile(join(at, "package.json")) && dirname(at) !== at) at = dirname(at);
  return join(at, "package.json");
}
