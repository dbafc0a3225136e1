/**
 * The whole of mcp-gen on one page: options -> load -> analyze -> check -> plan -> render -> write.
 * Stages do not know each other; each hands over a value and what it has to say. Nothing is written when one reports an error.
 */
import { analyze, type KeptAnalysis, type ReadSource } from "./analyze/analyze.js";
import { check } from "./check.js";
import { type Diagnostic, hasErrors, sortDiagnostics } from "./diagnostics.js";
import type { Host, ReadingHost } from "./host.js";
import { checkBudget } from "./inspect/budget.js";
import { type Inspection, inspectionOf } from "./inspect/inspection.js";
import { type KeptProgram, load } from "./load.js";
import { type GeneratedFile, manifest } from "./manifest.js";
import type { Model } from "./model.js";
import type { Options } from "./options.js";
import { type OfferTexts, plan, textsOf } from "./plan.js";
import { render } from "./render.js";
import { sameCode } from "./same-code.js";
import { checkTemplates } from "./templating/check-templates.js";
import { readTemplateSet } from "./templating/template-files.js";
import type { TemplateSet, Templates } from "./templating/template-set.js";
import { type WriteReport, write } from "./write.js";

/** What is kept from one build to the next of the same options. */
export interface Kept {
  readonly program: KeptProgram;
  readonly analysis: KeptAnalysis;
  /** What became of a model with some templates; null when it had errors. */
  readonly planned: {
    readonly model: Model;
    readonly templates: string;
    readonly diagnostics: readonly Diagnostic[];
    readonly files: readonly GeneratedFile[];
    readonly inspection: Inspection;
    /** The files of offers, which are taken over for as long as the offer is the same. */
    readonly texts: OfferTexts;
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
  /** The sources that were analysed; those that nothing has changed for were not. */
  readonly analysed: readonly ReadSource[];
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
    return { diagnostics: sortDiagnostics(loaded.diagnostics), files: null, inspection: null, kept: null, analysed: [] };
  const { importExtension, kept: program } = loaded.value;

  const analyzed = analyze(loaded.value, again?.isSameSet === true ? again.kept.analysis : null);
  const { kept: analysis, read: analysed } = analyzed;
  const checked = check(analyzed.value);
  const set = readTemplateSet(options, templates, host);
  const resolved = set.value === null ? [] : checkTemplates(set.value);
  const said = [...loaded.diagnostics, ...analyzed.diagnostics, ...checked.diagnostics, ...set.diagnostics, ...resolved];
  if (set.value === null || hasErrors(said))
    return {
      diagnostics: sortDiagnostics(said),
      files: null,
      inspection: null,
      kept: { program, analysis, planned: null },
      analysed,
    };

  const model = checked.value;
  const { fingerprint: templatesAre } = set.value;
  const old = again?.isSameSet === true && again.kept.planned?.templates === templatesAre ? again.kept.planned : null;
  // The same model and templates give the same files: a change within a function's body ends here.
  const planned =
    old?.model === model
      ? old
      : {
          model,
          templates: templatesAre,
          ...(await emit(model, options, set.value, options.importExtension ?? importExtension, old?.texts ?? null)),
        };
  const all = sortDiagnostics([...said, ...planned.diagnostics]);
  if (hasErrors(all))
    return { diagnostics: all, files: null, inspection: null, kept: { program, analysis, planned: null }, analysed };
  const { files, inspection } = planned;
  return { diagnostics: all, files, inspection, kept: { program, analysis, planned }, analysed };
}

async function emit(
  model: Model,
  options: Options,
  set: TemplateSet,
  importExtension: string,
  before: OfferTexts | null,
): Promise<Omit<NonNullable<Kept["planned"]>, "model" | "templates">> {
  const planned = await plan(model, options, importExtension, before);
  const rendered = render(planned.value, set, "own");
  const inspection = inspectionOf(model, options);
  const diagnostics = [...planned.diagnostics, ...rendered.diagnostics, ...checkBudget(inspection)];
  const texts = textsOf(planned.value, rendered.value);
  return { diagnostics, files: [...rendered.value, manifest(model, options, rendered.value)], inspection, texts };
}

export async function build(options: Options, templates: Templates, host: Host): Promise<Build> {
  const { diagnostics, files } = await produce(options, templates, host);
  if (files === null) return { diagnostics, files, report: null };
  const place = { folder: `${options.project}/${options.out}`, shown: options.out, clean: false, same: sameCode };
  const written = await write(files, place, host);
  const all = sortDiagnostics([...diagnostics, ...written.diagnostics]);
  return hasErrors(all) ? { diagnostics: all, files: null, report: null } : { diagnostics: all, files, report: written.value };
}
