/**
 * The whole of mcp-gen on one page: options -> load -> analyze -> check -> plan -> render -> format -> write.
 * Stages do not know each other; each hands over a value and what it has to say. Nothing is written when one reports an error.
 */
import { analyze } from "./analyze/analyze.js";
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
import { plan } from "./plan.js";
import { originIn, render } from "./render.js";
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
  /** What the project's formatter made of each text. */
  readonly formatted: Known | null;
}

/** `changed`: the files that have another text now; the set of files is the same. */
export interface Again {
  readonly kept: Kept;
  readonly changed: readonly string[];
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
  const loaded = load(options, host, again === null ? null : { program: again.kept.program, changed: again.changed });
  if (loaded.value === null)
    return { diagnostics: sortDiagnostics(loaded.diagnostics), files: null, inspection: null, kept: null };
  const { importExtension, kept: program } = loaded.value;

  const analyzed = analyze(loaded.value);
  const checked = check(analyzed.value, options.profile === "strict");
  const set = readTemplateSet(options, templates, host);
  const resolved = set.value === null ? [] : checkTemplates(set.value);
  const formatter = readFormatter(options, host);
  const stages = [loaded, analyzed, checked, set, formatter];
  const said = [...stages.flatMap(({ diagnostics }) => diagnostics), ...resolved];
  const formatted = again?.kept.formatted ?? null;
  const failed = (diagnostics: readonly Diagnostic[]): Produced => {
    const kept = { program, planned: null, formatted };
    return { diagnostics: sortDiagnostics(diagnostics), files: null, inspection: null, kept };
  };
  if (set.value === null || hasErrors(said)) return failed(said);

  // The same model, templates and formatter give the same files: a change within a function's body ends here.
  const model = `${set.value.fingerprint} ${formatter.value?.fingerprint} ${JSON.stringify(checked.value)}`;
  const before = again?.kept.planned?.model === model ? again.kept.planned : null;
  const emitted =
    before === null
      ? await emit(checked.value, options, set.value, options.importExtension ?? importExtension, {
          formatter: formatter.value,
          known: formatted,
          host,
        })
      : { ...before, formatted };
  const all = [...said, ...emitted.diagnostics];
  if (hasErrors(all)) return failed(all);
  const { files, inspection } = emitted;
  const kept = { program, planned: { model, ...emitted }, formatted: emitted.formatted };
  return { diagnostics: sortDiagnostics(all), files, inspection, kept };
}

async function emit(
  model: Model,
  options: Options,
  set: TemplateSet,
  importExtension: string,
  formatting: Omit<Formatting, "origin">,
): Promise<Omit<NonNullable<Kept["planned"]>, "model"> & Pick<Kept, "formatted">> {
  const planned = await plan(model, options, importExtension);
  const rendered = render(planned.value, set);
  const inspection = inspectionOf(model, options);
  const said = [...planned.diagnostics, ...rendered.diagnostics, ...checkBudget(inspection)];
  if (hasErrors(said)) return { diagnostics: said, files: [], inspection, formatted: null };
  const origin: Formatting["origin"] = (path, offset) => originIn(planned.value, set, path, offset);
  const files = await format(rendered.value, { ...formatting, origin }, options);
  // The manifest holds the fingerprints of the others as they are written.
  const last = await format([manifest(model, options, files.value)], { ...formatting, origin }, options);
  return {
    diagnostics: [...said, ...files.diagnostics, ...last.diagnostics],
    files: [...files.value, ...last.value],
    inspection,
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
