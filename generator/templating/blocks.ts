/** The blocks of the package's templates: their names, and their texts as they are ejected. */
import type { Statement } from "./language.js";
import { folderOf, rootNames, type TemplateFile } from "./template-set.js";

export interface Block {
  /** `imports` */
  readonly name: string;
  /** What stands between its two tags, line by line. */
  readonly text: string;
}

/** The blocks of a template in the order in which they stand, those of its partials among them. */
export function blocksOf(builtIn: ReadonlyMap<string, TemplateFile>, template: string): Block[] {
  const file = builtIn.get(template);
  return file === undefined ? [] : inStatements(file.program.body, file, builtIn, new Set());
}

function inStatements(
  statements: readonly Statement[],
  file: TemplateFile,
  builtIn: ReadonlyMap<string, TemplateFile>,
  seen: Set<string>,
): Block[] {
  const go = (inner: readonly Statement[] | undefined): Block[] => inStatements(inner ?? [], file, builtIn, seen);
  return statements.flatMap((statement): Block[] => {
    if (statement.type === "BlockStatement") {
      const { program, inverse } = statement as hbs.AST.BlockStatement;
      return [...go(program?.body), ...go(inverse?.body)];
    }
    if (statement.type === "PartialBlockStatement") {
      const { name, program, loc } = statement as hbs.AST.PartialBlockStatement;
      const lines = file.text.split("\n").slice(loc.start.line, loc.end.line - 1);
      return [{ name: (name as hbs.AST.PathExpression).original, text: `${lines.join("\n")}\n` }, ...go(program.body)];
    }
    if (statement.type !== "PartialStatement") return [];
    const name = `partials/${((statement as hbs.AST.PartialStatement).name as hbs.AST.PathExpression).original}`;
    const partial = builtIn.get(name);
    if (partial === undefined || seen.has(name)) return [];
    return inStatements(partial.program.body, partial, builtIn, seen.add(name));
  });
}

/** The text of everything that can be overridden, by the name of its file: templates, their blocks, partials. */
export function overridable(builtIn: ReadonlyMap<string, TemplateFile>): Map<string, string> {
  const texts = new Map<string, string>();
  for (const template of rootNames) {
    texts.set(template, builtIn.get(template)?.text ?? "");
    for (const { name, text } of blocksOf(builtIn, template)) texts.set(`${folderOf(template)}/${name}`, text);
  }
  for (const [name, { text }] of builtIn) if (name.startsWith("partials/")) texts.set(name, text);
  return texts;
}
