/**
 * The whole of mcp-gen on one page: options -> load -> analyze -> check -> plan -> render -> write.
 * Stages do not know each other; each hands over a value and what it has to say. Nothing is written when one reports an error.
 */
import { analyze } from "./analyze/analyze.js";
import { check } from "./check.js";
import { type Diagnostic, hasErrors, sortDiagnostics } from "./diagnostics.js";
import type { Host, ReadingHost } from "./host.js";
import { checkBudget } from "./inspect/budget.js";
import { type Inspection, inspectionOf } from "./inspect/inspection.js";
import { type KeptProgram, load } from "./load.js";
import { type GeneratedFile, manifest } from "./manifest.js";
import type { Model } from "./model.js";
import type { Options } from "./options.js";
import { plan } from "./plan.js";
import { render } from "./render.js";
import { sameCode } from "./same-code.js";
import { checkTemplates } from "./templating/check-templates.js";
import { readTemplateSet } from "./templating/template-files.js";
import type { TemplateSet, Templates } from "./templating/template-set.js";
import { type WriteReport, write } from "./write.js";

/** What is kept from one build to the next of the same options. */
export interface Kept {
  readonly program: KeptProgram;
  /** The model and the templates as text, with what became of it; null when it had errors. */
  readonly planned: {
    readonly model: string;
    readonly diagnostics: readonly Diagnostic[];
    readonly files: readonly GeneratedFile[];
    readonly inspection: Inspection;
  } | null;
}

/** `isSameSet`: at most the texts of the files have changed since. */
export interface Again {
  readonly kept: Kept;
  readonly isSameSet: boolean;
}

/** What the sources give: everything but the writing, and a function of what is read. */
export interface Produced {
  /** Sorted; all that every stage had to say. */
  readonly diagnostics: readonly Diagnostic[];
  /** Null when there was an error. */
  readonly files: readonly GeneratedFile[] | null;
  /** Null when there was an error. */
  readonly inspection: Inspection | null;
  /** For the next build of the same files; null when there is no program. */
  readonly kept: Kept | null;
}

export interface Build {
  readonly diagnostics: readonly Diagnostic[];
  /** Null when there was an error: then nothing was written. */
  readonly files: readonly GeneratedFile[] | null;
  readonly report: WriteReport | null;
}

export async function produce(
  options: Options,
  templates: Templates,
  host: ReadingHost,
  again: Again | null = null,
): Promise<Produced> {
  const loaded = load(options, host, again === null ? null : { kept: again.kept.program, isSameSet: again.isSameSet });
  if (loaded.value === null)
    return { diagnostics: sortDiagnostics(loaded.diagnostics), files: null, inspection: null, kept: null };
  const { importExtension, kept: program } = loaded.value;

  const analyzed = analyze(loaded.value);
  const checked = check(analyzed.value);
  const set = readTemplateSet(options, templates, host);
  const resolved = set.value === null ? [] : checkTemplates(set.value);
  const said = [...loaded.diagnostics, ...analyzed.diagnostics, ...checked.diagnostics, ...set.diagnostics, ...resolved];
  if (set.value === null || hasErrors(said))
    return { diagnostics: sortDiagnostics(said), files: null, inspection: null, kept: { program, planned: null } };

  // The same model and templates give the same files: a change within a function's body ends here.
  const model = `${set.value.fingerprint} ${JSON.stringify(checked.value)}`;
  const before = again?.isSameSet === true && again.kept.planned?.model === model ? again.kept.planned : null;
  const planned = before ?? {
    model,
    ...(await emit(checked.value, options, set.value, options.importExtension ?? importExtension)),
  };
  const all = sortDiagnostics([...said, ...planned.diagnostics]);
  if (hasErrors(all)) return { diagnostics: all, files: null, inspection: null, kept: { program, planned: null } };
  return { diagnostics: all, files: planned.files, inspection: planned.inspection, kept: { program, planned } };
}

async function emit(
  model: Model,
  options: Options,
  set: TemplateSet,
  importExtension: string,
): Promise<Omit<NonNullable<Kept["planned"]>, "model">> {
  const planned = await plan(model, options, importExtension);
  const rendered = render(planned.value, set, "own");
  const inspection = inspectionOf(model, options);
  const diagnostics = [...planned.diagnostics, ...rendered.diagnostics, ...checkBudget(inspection)];
  return { diagnostics, files: [...rendered.value, manifest(model, options, rendered.value)], inspection };
}

export async function build(options: Options, templates: Templates, host: Host): Promise<Build> {
  const { diagnostics, files } = await produce(options, templates, host);
  if (files === null) return { diagnostics, files, report: null };
  const place = { folder: `${options.project}/${options.out}`, shown: options.out, clean: false, same: sameCode };
  const written = await write(files, place, host);
  const all = sortDiagnostics([...diagnostics, ...written.diagnostics]);
  return hasErrors(all) ? { diagnostics: all, files: null, report: null } : { diagnostics: all, files, report: written.value };
}
