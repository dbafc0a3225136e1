/**
 * What was rendered, as the project's own formatter wants it: then the formatter and `build --check` agree. What the formatter
 * cannot read is told at the template line that wrote it.
 */
import { join } from "node:path";
import { collector, type Staged } from "./diagnostics.js";
import { loadBiome } from "./formatter/biome.js";
import { type FormatTexts, type Formatter, reasonOf } from "./formatter/formatter.js";
import { loadPrettier } from "./formatter/prettier.js";
import type { ReadingHost } from "./host.js";
import { type GeneratedFile, manifestFile } from "./manifest.js";
import type { Span } from "./model.js";
import { type Options, parseObject } from "./options.js";

/** Formatted texts by what they were made from; good for one formatter and configuration. */
export interface Known {
  readonly fingerprint: string;
  readonly texts: ReadonlyMap<string, string>;
}

export interface Formatting {
  readonly formatter: Formatter | null;
  /** What an earlier build formatted. */
  readonly known: Known | null;
  readonly host: ReadingHost;
  /** The template's place behind a place of an output, and whom the output is for. */
  readonly origin: (
    path: string,
    offset: number,
  ) => { readonly span: Span | null; readonly output: string; readonly owner: string };
}

export interface Formatted extends Staged<readonly GeneratedFile[]> {
  /** For the next build. */
  readonly known: Known | null;
}

export async function format(
  files: readonly GeneratedFile[],
  { formatter, known, host, origin }: Formatting,
  options: Options,
): Promise<Formatted> {
  const { diagnostics, report } = collector();
  if (formatter === null) return { value: files, diagnostics, known: null };
  const { name, fingerprint } = formatter;
  const before = known?.fingerprint === fingerprint ? known.texts : new Map<string, string>();
  const pathOf = ({ path }: GeneratedFile): string => join(options.project, options.out, path);
  const keyOf = ({ path, text }: GeneratedFile): string => `${path}\n${text}`;
  const isNew = (file: GeneratedFile): boolean => !before.has(keyOf(file));
  const texts = new Map(files.filter((file) => !isNew(file)).map((file) => [keyOf(file), before.get(keyOf(file)) ?? file.text]));
  const waiting = files.filter(isNew);
  const fail = (reason: string): void =>
    report("MG0013", null, { formatter: name, package: "", reason: reason.replaceAll(options.project, ".") });
  if (waiting.length > 0) {
    try {
      const formatTexts = await load(formatter, options.project, host);
      const { made, faults } = await formatTexts(new Map(waiting.map((file) => [pathOf(file), file.text])));
      for (const file of waiting) {
        const fault = faults.get(pathOf(file));
        if (fault === undefined) texts.set(keyOf(file), made.get(pathOf(file)) ?? file.text);
        else if (fault.place === null) fail(fault.reason);
        else {
          const { span, ...output } = origin(file.path, offsetOf(file.text, fault.place.line, fault.place.column));
          report("MG5014", span, { formatter: name, ...output, reason: fault.reason });
        }
      }
    } catch (error) {
      fail(reasonOf(error));
    }
  }
  const value = files.map((file) => {
    const text = texts.get(keyOf(file)) ?? file.text;
    // Settings that put commas or comments into JSON make a manifest that the next build could not read.
    return file.path === manifestFile && typeof parseObject(text) === "string" ? file : { ...file, text };
  });
  return { value, diagnostics, known: { fingerprint, texts } };
}

const load = async (formatter: Formatter, project: string, host: ReadingHost): Promise<FormatTexts> =>
  formatter.name === "prettier" ? loadPrettier(formatter, project, host) : loadBiome(formatter, project, host);

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}
