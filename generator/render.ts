/** The fifth stage: plan -> text. Renders the templates, parses what comes out, and says which template line wrote a fault. */
import { collector, type Report, type Staged } from "./diagnostics.js";
import { fromOut, type GeneratedFile } from "./manifest.js";
import type { Span } from "./model.js";
import { syntaxFault } from "./templating/compiler.js";
import { type Compiled, createEngine, type Engine, type Helper, type Program } from "./templating/language.js";
import { RenderMap } from "./templating/render-map.js";
import { spanOf } from "./templating/spans.js";
import { folderOf, partial, partialNames, root, type TemplateFile, type TemplateSet } from "./templating/template-set.js";
import { HelperError } from "./templating/user-helpers.js";
import type { Plan } from "./views.js";

/** One output to make: `template` is what it comes from, `owner` what it is for. */
interface Job {
  readonly path: string;
  /** The path as its template gives it. */
  readonly shown: string;
  readonly template: TemplateFile;
  readonly view: unknown;
  readonly owner: string;
}

/**
 * `parsed`: which outputs are parsed. Those that templates of the project had no part in need it where strangers' texts go into
 * them; for the sources' own, the tests have done it.
 */
export function render(plan: Plan, set: TemplateSet, parsed: "all" | "own" = "all"): Staged<readonly GeneratedFile[]> {
  const { diagnostics, report } = collector();
  const renderer = new Renderer(set, (program) => program);
  const jobs = plannedJobs(plan, set);
  const taken = new Set([...[...jobs, ...plan.takenOver].map(({ path }) => path.toLowerCase()), "mcp.manifest.json"]);
  for (const job of extraJobs(plan, set, renderer, report)) {
    const reason = faultOfPath(job, plan.out) ?? (taken.has(job.path.toLowerCase()) ? "another output has that path" : null);
    taken.add(job.path.toLowerCase());
    const span = { file: job.template.file, line: 1, column: 1, length: 1 };
    if (reason === null) jobs.push(job);
    else report("MG5010", span, { path: job.shown, reason });
  }
  const files: GeneratedFile[] = [...plan.takenOver];
  for (const job of jobs) {
    const text = guarded(report, () => renderer.run(job.template, job.view));
    if (text === null) continue;
    // A block or a partial of the project may stand in any output.
    const isParsed = parsed === "all" || set.own.size > 0 || set.extras.some((extra) => extra === job.template);
    const fault = isParsed ? syntaxFault(job.path, text) : null;
    if (fault === null) files.push({ path: job.path, text });
    else {
      report("MG5008", originOf(set, job, fault.offset), { output: job.shown, owner: job.owner, reason: fault.reason });
    }
  }
  return { value: files, diagnostics };
}

/** Which place of a template wrote a place of an output, and whom the output is for. */
export function originIn(
  plan: Plan,
  set: TemplateSet,
  path: string,
  offset: number,
): { readonly span: Span | null; readonly output: string; readonly owner: string } {
  const renderer = new Renderer(set, (program) => program);
  const jobs = [...plannedJobs(plan, set), ...extraJobs(plan, set, renderer, collector().report)];
  const job = jobs.find((each) => each.path === path);
  if (job === undefined) return { span: null, output: path, owner: "" };
  return { span: originOf(set, job, offset), output: job.shown, owner: job.owner };
}

function plannedJobs(plan: Plan, set: TemplateSet): Job[] {
  return plan.files.map(({ path, template, view }) => {
    const found = root(set, template);
    if (found === null) throw new Error(`There is no template ${template}.`);
    return { path, shown: path, template: found, view, owner: ownerOf(view) };
  });
}

function extraJobs(plan: Plan, set: TemplateSet, renderer: Renderer, report: Report): Job[] {
  if (set.extras.length === 0) return [];
  const { out } = plan;
  const project = plan.project();
  return set.extras.flatMap((template) => {
    const views: readonly unknown[] =
      template.per === "project" ? [project] : project.tools.map((tool) => ({ server: project.server, tool }));
    return views.flatMap((view) => {
      const shown = guarded(report, () => renderer.text(template.out, view).trim());
      if (shown === null) return [];
      const path = template.within === "project" ? fromOut(out, shown) : shown;
      return [{ path, shown, template, view, owner: ownerOf(view) }];
    });
  });
}

class Renderer {
  readonly #set: TemplateSet;
  readonly #change: (program: Program) => Program;
  readonly #engine: Engine;
  readonly #compiled = new Map<Program, Compiled>();
  readonly #blocks = new Map<string, Readonly<Record<string, Compiled>>>();

  /** `change` is applied to every template before it is compiled. */
  constructor(set: TemplateSet, change: (program: Program) => Program) {
    this.#set = set;
    this.#change = change;
    const helpers = Object.entries(set.helpers).map(([name, { run }]) => [name, run] as [string, Helper]);
    this.#engine = createEngine(Object.fromEntries(helpers));
    for (const name of partialNames(set)) {
      const file = partial(set, name);
      if (file !== null) this.#engine.partial(name, this.#compile(file.program));
    }
  }

  run(template: TemplateFile, view: unknown): string {
    return this.#engine.run(this.#compile(template.program), view, this.#blocksOf(template.name));
  }

  text(program: Program, view: unknown): string {
    return this.#engine.run(this.#compile(program), view, {});
  }

  #blocksOf(template: string): Readonly<Record<string, Compiled>> {
    const known = this.#blocks.get(template);
    if (known !== undefined) return known;
    const folder = `${folderOf(template)}/`;
    const found = [...this.#set.own].filter(([name]) => name.startsWith(folder));
    const blocks = Object.fromEntries(found.map(([name, { program }]) => [name.slice(folder.length), this.#compile(program)]));
    this.#blocks.set(template, blocks);
    return blocks;
  }

  #compile(program: Program): Compiled {
    const known = this.#compiled.get(program);
    if (known !== undefined) return known;
    const compiled = this.#engine.compile(this.#change(program));
    this.#compiled.set(program, compiled);
    return compiled;
  }
}

function originOf(set: TemplateSet, { template, view }: Job, offset: number): Span | null {
  const map = new RenderMap();
  const origin = map.origin(new Renderer(set, (program) => map.marked(program)).run(template, view), offset);
  return origin === null ? null : { ...origin, length: 1 };
}

/** What a helper of the project throws is reported; everything else is a fault of mcp-gen. */
function guarded(report: Report, make: () => string): string | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof HelperError)) throw error;
    const { helper, reason, place } = error;
    report("MG5012", place === undefined ? null : spanOf(place), { helper, reason });
    return null;
  }
}

function ownerOf(view: unknown): string {
  for (const kind of ["tool", "prompt", "resource"]) {
    const offer = (view as Readonly<Record<string, { readonly name: string } | undefined>>)[kind];
    if (offer !== undefined) return `, for ${kind} ${offer.name},`;
  }
  return "";
}

function faultOfPath({ shown: path, template }: Job, out: string): string | null {
  const isInProject = "within" in template && template.within === "project";
  const place = isInProject ? "the project" : "the generated folder";
  if (path === "" || path.endsWith("/")) return "it names no file";
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return `it has to lie in ${place}`;
  if (/[\\:*?"<>|\p{Cc}]/u.test(path)) return "some systems do not allow such a name";
  if (!isInProject) return null;
  if (parts.some((part) => /^(\.git|node_modules)$/i.test(part))) return "that folder is not for outputs";
  const templates = template.file.slice(0, -`${template.name}.hbs`.length);
  for (const folder of [`${out}/`, templates])
    if (path.toLowerCase().startsWith(folder.toLowerCase()))
      return folder === templates ? "the templates lie there" : "that is the generated folder: leave 'in' away, and the folder";
  // Beside the sources it would be one of them in the next build.
  return /\.[cm]?tsx?$/i.test(path) ? "TypeScript has to lie in the generated folder" : null;
}
