/** The template language: the only user of handlebars. A private instance: no escaping, strict, and a closed list of helpers. */
import Handlebars from "handlebars";

export type Program = hbs.AST.Program;
export type Statement = hbs.AST.Statement;
export type Expression = hbs.AST.Expression;
export type Helper = (...given: readonly never[]) => unknown;

/** Why a text is no template, and where; lines and columns count from 1. */
export class TemplateSyntaxError extends Error {
  constructor(
    readonly reason: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(reason);
  }
}

/** `name` comes back as the source of every place in the tree. */
export function parseTemplate(text: string, name: string): Program {
  try {
    return Handlebars.parse(text, { srcName: name });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { lineNumber, column } = error as { readonly lineNumber?: number; readonly column?: number };
    // The parser tells of its own errors in text only: the line stands in the first sentence, the column above the caret.
    const [first = "", , caret = ""] = error.message.split("\n");
    const told = /^(?:Parse|Lexical) error on line (\d+)/.exec(first);
    if (told === null)
      throw new TemplateSyntaxError(error.message.replace(/ - \d+:\d+$/, ""), lineNumber ?? 1, (column ?? 0) + 1);
    // The last tag that was opened at or before that line is the one that is not closed as it should be.
    const line = Math.min(Number(told[1]), text.split("\n").length);
    const opened = text.split("\n").slice(0, line).join("\n").lastIndexOf("{{");
    if (opened < 0 || caret === "") throw new TemplateSyntaxError("the tags do not fit together", line, 1);
    const before = text.slice(0, opened).split("\n");
    throw new TemplateSyntaxError("this tag, or one before it, is not closed", before.length, (before.at(-1)?.length ?? 0) + 1);
  }
}

export type Run = (view: unknown, partials: Readonly<Record<string, Compiled>>) => string;
export type Compiled = Handlebars.TemplateDelegate;

export interface Engine {
  readonly compile: (program: Program) => Compiled;
  /** Gives the compiled template a partial that all templates share. */
  readonly partial: (name: string, compiled: Compiled) => void;
  readonly run: (compiled: Compiled, view: unknown, partials: Readonly<Record<string, Compiled>>) => string;
}

export const blockHelpers = ["if", "unless", "each", "with"] as const;

export function createEngine(helpers: Readonly<Record<string, Helper>>): Engine {
  const engine = Handlebars.create();
  for (const [name, helper] of Object.entries(helpers)) engine.registerHelper(name, helper as Handlebars.HelperDelegate);
  const knownHelpers = Object.fromEntries([...Object.keys(helpers), ...blockHelpers].map((name) => [name, true]));
  const options = { noEscape: true, strict: true, preventIndent: true, knownHelpersOnly: true, knownHelpers };
  return {
    compile: (program) => engine.compile(program, options),
    partial: (name, compiled) => engine.registerPartial(name, compiled),
    run: (compiled, view, partials) => compiled(view, { partials: { ...partials }, allowProtoPropertiesByDefault: false }),
  };
}
