/**
 * The whole of mcp-gen on one page: options -> load -> analyze -> check -> plan -> render -> format -> write.
 * Stages do not know each other; each hands over a value and what it has to say. Nothing is written when one reports an error.
 */
import { analyze, type KeptAnalysis, type ReadSource } from "./analyze/analyze.js";
import { check } from "./check.js";
import { type Diagnostic, hasErrors, sortDiagnostics } from "./diagnostics.js";
import { type Formatting, format, type Known } from "./format.js";
import { readFormatter } from "./formatter/formatter.js";
import type { Host, ReadingHost } from "./host.js";
import { checkBudget } from "./inspect/budget.js";
import { type Inspection, inspectionOf } from "./inspect/inspection.js";
import { type KeptProgram, load } from "./load.js";
import { type GeneratedFile, manifest } from "./manifest.js";
import type { Model } from "./model.js";
import type { Options } from "./options.js";
import { type OfferTexts, plan, textsOf } from "./plan.js";
import { originIn, render } from "./render.js";
import { sameCode } from "./same-code.js";
import { checkTemplates } from "./templating/check-templates.js";
import { readTemplateSet } from "./templating/template-files.js";
import type { TemplateSet, Templates } from "./templating/template-set.js";
import { type WriteReport, write } from "./write.js";

/** What is kept from one build to the next of the same options. */
export interface Kept {
  readonly program: KeptProgram;
  readonly analysis: KeptAnalysis;
  /** What became of a model with some templates and a formatter; null when it had errors. */
  readonly planned: {
    readonly model: Model;
    readonly printing: string;
    readonly diagnostics: readonly Diagnostic[];
    readonly files: readonly GeneratedFile[];
    readonly inspection: Inspection;
    /** The files of offers, which are taken over for as long as the offer is the same. */
    readonly texts: OfferTexts;
  } | null;
  /** What the project's formatter made of each text. */
  readonly formatted: Known | null;
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
  const checked = check(analyzed.value, options.profile === "strict");
  const set = readTemplateSet(options, templates, host);
  const resolved = set.value === null ? [] : checkTemplates(set.value);
  const formatter = readFormatter(options, host);
  const stages = [loaded, analyzed, checked, set, formatter];
  const said = [...stages.flatMap(({ diagnostics }) => diagnostics), ...resolved];
  const formatted = again?.kept.formatted ?? null;
  const failed = (diagnostics: readonly Diagnostic[]): Produced => {
    const kept = { program, analysis, planned: null, formatted };
    return { diagnostics: sortDiagnostics(diagnostics), files: null, inspection: null, kept, analysed };
  };
  if (set.value === null || hasErrors(said)) return failed(said);

  const model = checked.value;
  const printing = `${set.value.fingerprint} ${formatter.value?.fingerprint}`;
  const old = again?.isSameSet === true && again.kept.planned?.printing === printing ? again.kept.planned : null;
  // The same model, templates and formatter give the same files: a change within a function's body ends here.
  const emitted =
    old?.model === model
      ? { ...old, formatted }
      : await emit(model, options, set.value, options.importExtension ?? importExtension, old?.texts ?? null, {
          formatter: formatter.value,
          known: formatted,
          host,
        });
  const all = [...said, ...emitted.diagnostics];
  if (hasErrors(all)) return failed(all);
  const { files, inspection } = emitted;
  const kept = { program, analysis, planned: { ...emitted, model, printing }, formatted: emitted.formatted };
  return { diagnostics: sortDiagnostics(all), files, inspection, kept, analysed };
}

async function emit(
  model: Model,
  options: Options,
  set: TemplateSet,
  importExtension: string,
  before: OfferTexts | null,
  formatting: Omit<Formatting, "origin">,
): Promise<Omit<NonNullable<Kept["planned"]>, "model" | "printing"> & Pick<Kept, "formatted">> {
  const planned = await plan(model, options, importExtension, before);
  const rendered = render(planned.value, set, "own");
  const inspection = inspectionOf(model, options);
  const said = [...planned.diagnostics, ...rendered.diagnostics, ...checkBudget(inspection)];
  const texts = textsOf(planned.value, rendered.value);
  if (hasErrors(said)) return { diagnostics: said, files: [], inspection, texts, formatted: null };
  const origin: Formatting["origin"] = (path, offset) => originIn(planned.value, set, path, offset);
  const files = await format(rendered.value, { ...formatting, origin }, options);
  // The manifest holds the fingerprints of the others as they are written.
  const last = await format([manifest(model, options, files.value)], { ...formatting, origin }, options);
  return {
    diagnostics: [...said, ...files.diagnostics, ...last.diagnostics],
    files: [...files.value, ...last.value],
    inspection,
    texts,
    formatted: files.known,
  };
}

export async function build(options: Options, templates: Templates, host: Host): Promise<Build> {
  const { diagnostics, files } = await produce(options, templates, host);
  if (files === null) return { diagnostics, files, report: null };
  const place = {
    project: options.project,
    folder: `${options.project}/${options.out}`,
    shown: options.out,
    clean: false,
    same: sameCode,
  };
  const written = await write(files, place, host);
  const all = sortDiagnostics([...diagnostics, ...written.diagnostics]);
  return hasErrors(all) ? { diagnostics: all, files: null, report: null } : { diagnostics: all, files, report: written.value };
}
