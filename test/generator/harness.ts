/** What the tests of the generator share: building a folder without writing, and the fixtures on disk. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { configsIn, readConfig } from "../../generator/config/load.js";
import { type Diagnostic, hasErrors, type Staged, sortDiagnostics } from "../../generator/diagnostics.js";
import type { Sources } from "../../generator/formats/findings.js";
import { type Host, readingHost } from "../../generator/host.js";
import type { GeneratedFile } from "../../generator/manifest.js";
import { type Options, projectsOf, readOptions } from "../../generator/options.js";
import { build } from "../../generator/pipeline.js";
import { printDiagnostic, printSummary } from "../../generator/print-diagnostics.js";
import type { Templates } from "../../generator/templating/template-set.js";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const fixtures = join(root, "fixtures");
export const isUpdating = process.env.UPDATE === "1";

export const templates: Templates = {
  sources: new Map(
    filesBelow(join(root, "templates"))
      .filter((file) => file.endsWith(".hbs"))
      .map((file) => [file.slice(0, -".hbs".length), readFileSync(join(root, "templates", file), "utf8")]),
  ),
  context: readText(join(root, "templates/context-v1.schema.json")) ?? "{}",
};

export interface Built {
  readonly diagnostics: readonly Diagnostic[];
  readonly codes: readonly string[];
  readonly files: readonly GeneratedFile[] | null;
  /** Everything as the command prints it. */
  readonly text: string;
}

/** Builds the project in a folder, as a user in that folder sees it. Nothing is written unless a host is given. */
export async function buildFolder(folder: string, host: Host = readingHost, from = templates): Promise<Built> {
  const options = await optionsOf(folder);
  const built = options.value === null ? null : await build(options.value, from, host);
  const diagnostics = sortDiagnostics([...options.diagnostics, ...(built?.diagnostics ?? [])]);
  const known = new Map<string, readonly string[] | null>();
  const lines = (file: string): readonly string[] | null => {
    if (!known.has(file)) known.set(file, readText(join(folder, file))?.split("\n") ?? null);
    return known.get(file) ?? null;
  };
  const sources: Sources = { path: (file) => file, lines };
  const printed = diagnostics.map((each) => printDiagnostic(each, sources));
  if (hasErrors(diagnostics) && built?.files) throw new Error("A build with errors produced files.");
  return {
    diagnostics,
    codes: diagnostics.map(({ code }) => code),
    files: built?.files ?? null,
    text: [...printed, printSummary(countOf(diagnostics)), ""].join("\n"),
  };
}

const countOf = (diagnostics: readonly Diagnostic[]): { errors: number; warnings: number } => {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return { errors, warnings: diagnostics.length - errors };
};

/** The folder's own configuration, or one for a fixture that has none. */
export async function optionsOf(folder: string): Promise<Staged<Options | null>> {
  const file = configsIn(readingHost, folder)[0];
  const settings = { name: "fixture", version: "1.0.0", sources: ["**/*.ts"], out: "mcp" };
  const read =
    file === undefined ? { value: { file: "", settings }, diagnostics: [] } : await readConfig(readingHost, file, basename(file));
  if (read.value === null) return { value: null, diagnostics: read.diagnostics };
  const { value, diagnostics } = projectsOf(read.value);
  const [first] = value;
  if (first === undefined || diagnostics.length > 0) return { value: null, diagnostics };
  return readOptions(folder, first.settings, readText(join(folder, "package.json")));
}

export function readText(file: string): string | null {
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, "utf8") : null;
}

export function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Paths of all files below a folder, relative to it, with `/`. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

export function replaceFolder(folder: string, files: readonly GeneratedFile[]): void {
  rmSync(folder, { recursive: true, force: true });
  for (const { path, text } of files) writeText(join(folder, path), text);
}

export function writeText(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
