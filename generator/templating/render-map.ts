/**
 * Which line of which template wrote a place of the output. The templates are rendered once more with marks in them: two
 * noncharacters, which no source text can bring along unescaped, around the number of the place.
 */
import type { Program, Statement } from "./language.js";

export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const [open, close] = ["\uFDD0", "\uFDD1"];

export class RenderMap {
  readonly #origins: Origin[] = [];

  /** The same template, with a mark before each line of its text and each tag that prints. */
  marked(program: Program): Program {
    return { ...program, body: program.body.flatMap((statement) => this.#statement(statement)) };
  }

  /** The template's place that wrote the character at an offset of the output without marks. */
  origin(marked: string, offset: number): Origin | null {
    let found: Origin | null = null;
    let plain = 0;
    let from = 0;
    for (const match of marked.matchAll(new RegExp(`${open}(\\d+)${close}`, "g"))) {
      plain += match.index - from;
      if (plain > offset && found !== null) return found;
      found = this.#origins[Number(match[1])] ?? found;
      from = match.index + match[0].length;
    }
    return found;
  }

  #mark(origin: Origin): string {
    return `${open}${this.#origins.push(origin) - 1}${close}`;
  }

  #statement(statement: Statement): Statement[] {
    switch (statement.type) {
      case "ContentStatement": {
        const content = statement as hbs.AST.ContentStatement;
        return [{ ...content, value: this.#lines(content) } as hbs.AST.ContentStatement];
      }
      case "MustacheStatement": {
        const { source, start } = statement.loc;
        const value = this.#mark({ file: source, line: start.line, column: start.column + 1 });
        const mark = { type: "ContentStatement", value, original: value, loc: statement.loc };
        return [mark as unknown as hbs.AST.ContentStatement, statement];
      }
      case "BlockStatement":
      case "PartialBlockStatement": {
        const { program, inverse, ...rest } = statement as hbs.AST.BlockStatement;
        const inner = program === undefined || program === null ? {} : { program: this.marked(program) };
        const other = inverse === undefined || inverse === null ? {} : { inverse: this.marked(inverse) };
        return [{ ...rest, ...inner, ...other } as Statement];
      }
      default:
        return [statement];
    }
  }

  #lines({ value, original, loc }: hbs.AST.ContentStatement): string {
    const from = startIn(String(original), value);
    const before = String(original).slice(0, from).split("\n");
    let line = loc.start.line + before.length - 1;
    let column = (before.length === 1 ? loc.start.column : 0) + (before.at(-1)?.length ?? 0) + 1;
    return value
      .split(/(?<=\n)/)
      .map((text) => {
        const mark = this.#mark({ file: loc.source, line, column });
        [line, column] = [line + 1, 1];
        return mark + text;
      })
      .join("");
  }
}

/** Where what is left of a text begins in it. What goes away at its end are blanks before a tag on a line of its own. */
function startIn(original: string, value: string): number {
  const trimmed = original.replace(/[ \t]+$/, "");
  for (const text of [original, trimmed]) if (text.endsWith(value)) return text.length - value.length;
  return Math.max(0, original.indexOf(value));
}
