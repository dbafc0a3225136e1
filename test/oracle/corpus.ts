/**
 * The cases of fixtures/schema, all in one project and one build: what a case says must not depend on its neighbours, and
 * three hundred programs would take minutes. A case with a fault is named and left out, so that it fails alone.
 */
import { cpSync, mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { hasErrors } from "../../generator/diagnostics.js";
import { diskHost, type Host, readingHost } from "../../generator/host.js";
import type { GeneratedFile } from "../../generator/manifest.js";
import { readOptions } from "../../generator/options.js";
import { build } from "../../generator/pipeline.js";
import { printDiagnostic } from "../../generator/print-diagnostics.js";
import { fixtures, foldersIn, readText, root, templates, writeText } from "../generator/harness.js";

export const schemaFixtures = join(fixtures, "schema");
export const caseNames: readonly string[] = foldersIn(schemaFixtures);

export interface Corpus {
  readonly files: readonly GeneratedFile[];
  /** The cases that could not be built, and what was said. */
  readonly refused: ReadonlyMap<string, string>;
  /** The names of the tools of each case that was built. */
  readonly tools: ReadonlyMap<string, readonly string[]>;
}

/** Builds cases in a project folder that has them as folders. `settings` are added to the configuration. */
export async function buildCases(
  project: string,
  names: readonly string[],
  host: Host = readingHost,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Corpus> {
  const refused = new Map<string, string>();
  let left = [...names];
  while (left.length > 0) {
    const built = await buildOnce(project, left, host, settings).catch((fault: unknown) =>
      String((fault as Error).stack ?? fault),
    );
    if (typeof built === "string") {
      // A fault of the generator itself names no place: look for the case that triggers it.
      const [guilty, fault] = await findGuilty(project, left, settings, built);
      refused.set(guilty, fault);
      left = left.filter((name) => name !== guilty);
    } else if (built.faults.size === 0) {
      return { files: built.files, refused, tools: toolsOf(built.files) };
    } else {
      for (const [name, text] of built.faults) refused.set(name, text);
      left = left.filter((name) => !built.faults.has(name));
    }
  }
  return { files: [], refused, tools: new Map() };
}

async function buildOnce(
  project: string,
  names: readonly string[],
  host: Host,
  settings: Readonly<Record<string, unknown>>,
): Promise<{ files: readonly GeneratedFile[]; faults: Map<string, string> }> {
  const sources = names.map((name) => `${name}/input/**/*.ts`);
  const config = { name: "fixture", version: "1.0.0", sources, out: "mcp", ...settings };
  const { value: options } = readOptions(project, config, null);
  if (options === null) throw new Error("The options of the corpus are wrong.");
  const { diagnostics, files } = await build(options, templates, host);
  const lines = (file: string): string[] | null => readText(join(project, file))?.split("\n") ?? null;
  const faults = new Map<string, string>();
  for (const each of diagnostics) {
    if (!hasErrors([each])) continue;
    const name = each.span?.file.split("/")[0] ?? "";
    if (!names.includes(name)) throw new Error(printDiagnostic(each, { path: (file) => file, lines }));
    faults.set(name, `${faults.get(name) ?? ""}${printDiagnostic(each, { path: (file) => file, lines })}\n`);
  }
  return { files: files ?? [], faults };
}

async function findGuilty(
  project: string,
  names: readonly string[],
  settings: Readonly<Record<string, unknown>>,
  fault: string,
): Promise<readonly [name: string, fault: string]> {
  const [only] = names;
  if (only === undefined) throw new Error(fault);
  if (names.length === 1) return [only, fault];
  const middle = Math.ceil(names.length / 2);
  for (const half of [names.slice(0, middle), names.slice(middle)]) {
    const said = await buildOnce(project, half, readingHost, settings).then(
      () => null,
      (each: unknown) => String((each as Error).stack ?? each),
    );
    if (said !== null) return findGuilty(project, half, settings, said);
  }
  throw new Error(`Only together do these cases fail: ${names.join(", ")}\n${fault}`);
}

function toolsOf(files: readonly GeneratedFile[]): Map<string, string[]> {
  const text = files.find(({ path }) => path === "mcp.manifest.json")?.text ?? `{ "tools": [] }`;
  const { tools } = JSON.parse(text) as { readonly tools: readonly { readonly name: string; readonly source: string }[] };
  const found = new Map<string, string[]>();
  for (const { name, source } of tools) {
    const key = source.split("/")[0] ?? "";
    found.set(key, [...(found.get(key) ?? []), name]);
  }
  return found;
}

/** A folder of its own inside the repository, so that @mcp-gen/runtime is found as a user's project finds it. */
export function workFolder(purpose: string): string {
  mkdirSync(join(root, "dist"), { recursive: true });
  return mkdtempSync(join(root, `dist/${purpose}-`));
}

/** A copy of the cases' sources at `project`. */
export function copyCases(project: string, names: readonly string[] = caseNames): void {
  for (const name of names) cpSync(join(schemaFixtures, name, "input"), join(project, name, "input"), { recursive: true });
  const config = readText(join(schemaFixtures, "tsconfig.json")) ?? "";
  writeText(
    join(project, "tsconfig.json"),
    config
      .replace(`"../projects/tsconfig.json"`, JSON.stringify(join(fixtures, "projects/tsconfig.json")))
      .replace(`"*/input/**/*.ts"`, `"*/input/**/*.ts", "mcp/**/*.ts"`),
  );
}

export type Fields = Record<string, unknown>;
export type Schema = Readonly<Record<string, unknown>>;

export interface EmittedTool {
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
  handle(call: unknown): Promise<unknown>;
}

/** The definition that an emitted tool file exports. */
export async function importTool(project: string, name: string): Promise<EmittedTool> {
  const module = (await import(/* @vite-ignore */ join(project, "mcp/tools", `${name}.ts`))) as Readonly<
    Record<string, EmittedTool>
  >;
  const [definition] = Object.values(module);
  if (definition === undefined) throw new Error(`${name} exports nothing.`);
  return definition;
}

/** All cases, built to disk. */
export async function builtCorpus(purpose: string): Promise<Corpus & { readonly project: string }> {
  const project = workFolder(purpose);
  copyCases(project);
  return { project, ...(await buildCases(project, caseNames, diskHost)) };
}
