/**
 * The whole of mcp-gen on one page: options -> load -> analyze -> check -> plan -> render -> write.
 * Stages do not know each other; each hands over a value and what it has to say. Nothing is written when one reports an error.
 */
import { analyze } from "./analyze/analyze.js";
import { check } from "./check.js";
import { type Diagnostic, hasErrors, sortDiagnostics } from "./diagnostics.js";
import type { Host } from "./host.js";
import { load } from "./load.js";
import { type GeneratedFile, manifest } from "./manifest.js";
import type { Options } from "./options.js";
import { plan } from "./plan.js";
import { render } from "./render.js";
import { checkTemplates } from "./templating/check-templates.js";
import { readTemplateSet } from "./templating/template-files.js";
import type { Templates } from "./templating/template-set.js";
import { type WriteReport, write } from "./write.js";

export interface Build {
  /** Sorted; all that every stage had to say. */
  readonly diagnostics: readonly Diagnostic[];
  /** Null when there was an error: then nothing was written. */
  readonly files: readonly GeneratedFile[] | null;
  readonly report: WriteReport | null;
}

export async function build(options: Options, templates: Templates, host: Host): Promise<Build> {
  const loaded = load(options);
  if (loaded.value === null) return failed(loaded.diagnostics);
  const { importExtension } = loaded.value;

  const analyzed = analyze(loaded.value);
  const checked = check(analyzed.value);
  const set = readTemplateSet(options, templates, host);
  const resolved = set.value === null ? [] : checkTemplates(set.value);
  const said = [...loaded.diagnostics, ...analyzed.diagnostics, ...checked.diagnostics, ...set.diagnostics, ...resolved];
  if (set.value === null || hasErrors(said)) return failed(said);

  const planned = await plan(checked.value, options, options.importExtension ?? importExtension);
  const rendered = render(planned.value, set.value);
  said.push(...planned.diagnostics, ...rendered.diagnostics);
  if (hasErrors(said)) return failed(said);
  const files = [...rendered.value, manifest(checked.value, options, rendered.value)];
  const written = write(files, `${options.project}/${options.out}`, options.out, host);
  const all = [...said, ...written.diagnostics];
  if (hasErrors(all)) return failed(all);
  return { diagnostics: sortDiagnostics(all), files, report: written.value };
}

const failed = (diagnostics: readonly Diagnostic[]): Build => ({
  diagnostics: sortDiagnostics(diagnostics),
  files: null,
  report: null,
});
