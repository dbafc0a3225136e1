/**
 * The project's own formatter: which package it is, and all that what it does depends on. Everything is read through the host,
 * so that a build from the cache needs no formatter; the package itself is loaded by prettier.ts and biome.ts.
 */
import { dirname, join, relative } from "node:path";
import { collector, type Staged } from "../diagnostics.js";
import { sha256 } from "../fingerprint.js";
import type { ReadingHost } from "../host.js";
import { type Options, parseObject } from "../options.js";
import { configurationOf } from "./configuration.js";

export type FormatterName = "prettier" | "biome";

export interface Formatter {
  readonly name: FormatterName;
  readonly version: string;
  /** Absolute path of its package. */
  readonly folder: string;
  /** The texts of its configuration, by absolute path. */
  readonly configuration: ReadonlyMap<string, string>;
  /** The same for the same formatter, version and configuration. */
  readonly fingerprint: string;
}

/** Why a text was not formatted: `line` and `column` (from 1) when the text is at fault, null when the formatter itself is. */
export interface FormatFault {
  readonly reason: string;
  readonly place: { readonly line: number; readonly column: number } | null;
}

/** Texts, by their absolute path, as the formatter wants them there; those that it leaves alone stay as they are. */
export type FormatTexts = (
  texts: ReadonlyMap<string, string>,
) => Promise<{ readonly made: ReadonlyMap<string, string>; readonly faults: ReadonlyMap<string, FormatFault> }>;

const packages = { prettier: "prettier", biome: "@biomejs/biome" } as const satisfies Record<FormatterName, string>;

type Wanted = Pick<Options, "project" | "out" | "formatter">;

/** Null when none is wanted. */
export function readFormatter({ project, out, formatter: name }: Wanted, host: ReadingHost): Staged<Formatter | null> {
  const { diagnostics, report } = collector();
  if (name === null) return { value: null, diagnostics };
  const wanted = packages[name];
  const found = packageOf(project, wanted, host);
  if (found === null) {
    report("MG0013", null, { formatter: name, package: wanted, reason: `the project has no package ${wanted}` });
    return { value: null, diagnostics };
  }
  const configuration = configurationOf(name, join(project, out), host);
  const { folder, version } = found;
  const texts = [...configuration].map(([file, text]) => [relative(project, file), text]);
  const fingerprint = sha256(JSON.stringify([name, version, texts]));
  return { value: { name, version, folder, configuration, fingerprint }, diagnostics };
}

/** The words of a fault of the system or of a package: the first line, and the one that a colon leads to. */
export const reasonOf = (error: unknown): string => {
  const [first = "", second = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return (first.endsWith(":") ? `${first} ${second.trim()}` : first).replace(/\.$/, "");
};

function packageOf(project: string, name: string, host: ReadingHost): { folder: string; version: string } | null {
  for (let at = project; ; at = dirname(at)) {
    const folder = join(at, "node_modules", name);
    const text = host.isFile(join(folder, "package.json")) ? host.read(join(folder, "package.json")) : null;
    const parsed = text === null ? "" : parseObject(text);
    if (typeof parsed !== "string") return { folder, version: String(parsed.version) };
    if (dirname(at) === at) return null;
  }
}
