/** Texts -> the set of templates: those of the package and, read from the project's folder, those that replace them. */
import { collector, type Report, type Staged } from "../diagnostics.js";
import { sha256 } from "../fingerprint.js";
import type { ReadingHost } from "../host.js";
import { compareNames } from "../names.js";
import type { Options } from "../options.js";
import { builtInHelpers, type HelperRule } from "./helper-rules.js";
import { type Program, parseTemplate, TemplateSyntaxError } from "./language.js";
import { type ContextSchema, contextVersion, Shapes } from "./shape.js";
import { spanAt } from "./spans.js";
import { readStamp } from "./stamp.js";
import type { ExtraOutput, TemplateFile, TemplateSet, Templates } from "./template-set.js";
import { userHelpers } from "./user-helpers.js";

const ending = ".hbs";

/** How built-in templates are called in diagnostics. */
const shownBuiltIn = (name: string): string => `mcp-gen/templates/${name}${ending}`;

export function builtInFiles({ sources }: Templates): Map<string, TemplateFile> {
  return new Map(
    [...sources].map(([name, text]) => {
      const file = shownBuiltIn(name);
      return [name, { name, file, text, program: parseTemplate(text, file) }] as const;
    }),
  );
}

type Settings = Pick<Options, "project" | "templates" | "helpers" | "contextVersion">;
type Looking = Pick<ReadingHost, "read" | "list">;

/** The value is null when something could not be read as a template: then nothing can be said about the others. */
export function readTemplateSet(options: Settings, templates: Templates, host: Looking): Staged<TemplateSet | null> {
  const { diagnostics, report } = collector();
  const supported = String(contextVersion);
  if (options.contextVersion !== contextVersion) report("MG5013", null, { version: String(options.contextVersion), supported });
  const shapes = new Shapes(JSON.parse(templates.context) as ContextSchema);
  const own = new Map<string, TemplateFile>();
  const extras: ExtraOutput[] = [];
  for (const name of templateNames(options, host)) {
    const file = `${options.templates}/${name}${ending}`;
    const text = (host.read(`${options.project}/${file}`) ?? "").replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
    const stamp = readStamp(text)?.stamp;
    if (stamp !== undefined && stamp.context !== supported)
      report("MG5013", spanAt(file, text, 0), { version: stamp.context, supported });
    if (name.startsWith("extra/")) {
      const extra = readExtra(name, file, text, report);
      if (extra !== null) extras.push(extra);
      continue;
    }
    const program = parsed(text, file, report);
    if (program !== null) own.set(name, { name, file, text, program });
  }
  const helpers = readUserHelpers(options, host, shapes);
  const all = [...diagnostics, ...helpers.diagnostics];
  const helperText = options.helpers === null ? null : host.read(`${options.project}/${options.helpers}`);
  const texts = [...own.values(), ...extras].map(({ name, text }) => [name, text]);
  const value = {
    builtIn: builtInFiles(templates),
    own,
    extras,
    helpers: { ...builtInHelpers, ...helpers.value },
    shapes,
    fingerprint: sha256(JSON.stringify([texts, helperText])),
  };
  return { value: all.length > 0 ? null : value, diagnostics: all };
}

/** The templates of the package alone. */
export function builtInSet(templates: Templates): TemplateSet {
  const shapes = new Shapes(JSON.parse(templates.context) as ContextSchema);
  return { builtIn: builtInFiles(templates), own: new Map(), extras: [], helpers: builtInHelpers, shapes, fingerprint: "" };
}

/** Names of the project's templates, without their ending, sorted. Folders and files that begin with a dot are not looked at. */
export function templateNames(
  { project, templates }: Pick<Options, "project" | "templates">,
  host: Pick<ReadingHost, "list">,
): string[] {
  const below = (folder: string): string[] =>
    host.list(`${project}/${templates}/${folder}`).flatMap(({ name, isDirectory }) => {
      if (name.startsWith(".")) return [];
      const path = `${folder}${name}`;
      if (isDirectory) return below(`${path}/`);
      return path.endsWith(ending) ? [path.slice(0, -ending.length)] : [];
    });
  return below("").sort(compareNames);
}

function readUserHelpers(
  { project, helpers: file }: Settings,
  host: Looking,
  shapes: Shapes,
): Staged<Readonly<Record<string, HelperRule>>> {
  if (file === null) return { value: {}, diagnostics: [] };
  const text = host.read(`${project}/${file}`);
  if (text !== null) return userHelpers(file, text, shapes.allFields());
  const { diagnostics, report } = collector();
  report("MG5011", null, { file, reason: "there is no such file" });
  return { value: {}, diagnostics };
}

function parsed(text: string, file: string, report: Report): Program | null {
  try {
    return parseTemplate(text, file);
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    report("MG5001", { file, line: error.line, column: error.column, length: 1 }, { reason: error.reason });
    return null;
  }
}

/** An extra output: its head, then its template. */
function readExtra(name: string, file: string, text: string, report: Report): ExtraOutput | null {
  const lines = text.split("\n");
  const end = lines.indexOf("---", 1);
  const fail = (problem: string, line = 1): null => {
    report("MG5009", { file, line, column: 1, length: Math.max(1, lines[line - 1]?.length ?? 1) }, { problem });
    return null;
  };
  if (lines[0] !== "---" || end < 0) return fail("it does not stand between two lines of ---");
  let out: { readonly text: string; readonly line: number; readonly column: number } | null = null;
  let per: string | null = null;
  let within: string | null = null;
  for (let index = 1; index < end; index++) {
    const [, key, space = "", value = ""] = /^(\w+):(\s*)(.*?)\s*$/.exec(lines[index] ?? "") ?? [];
    if (key === "out") out = { text: value, line: index + 1, column: 4 + space.length };
    else if (key === "per") per = value;
    else if (key === "in") within = value;
    else
      return fail(
        key === undefined ? "this line is no 'key: value'" : `there is no '${key}', only 'out', 'per' and 'in'`,
        index + 1,
      );
  }
  if (out === null || out.text === "") return fail("it has no 'out'");
  if (per !== "tool" && per !== "project") return fail(`'per' is "tool" or "project"`);
  if (within !== null && within !== "project") return fail(`'in' is "project", or is left out`);
  // Both are parsed in their places, so that what is said of them points into the file.
  const path = parsed("\n".repeat(out.line - 1) + " ".repeat(out.column) + out.text, file, report);
  const body = parsed("\n".repeat(end + 1) + lines.slice(end + 1).join("\n"), file, report);
  if (path === null || body === null) return null;
  return { name, file, text, program: withoutHead(body, end + 1), out: path, per, within: within ?? "generated" };
}

/** Takes the line ends away that stood in for the head. */
function withoutHead({ body: [first, ...rest], ...program }: Program, lines: number): Program {
  if (first?.type !== "ContentStatement") return { ...program, body: first === undefined ? [] : [first, ...rest] };
  const content = first as hbs.AST.ContentStatement;
  const value = content.value.slice(Math.min(lines, /^\n*/.exec(content.value)?.[0].length ?? 0));
  return { ...program, body: [{ ...content, value } as hbs.AST.ContentStatement, ...rest] };
}
