/** Places in templates as spans: the parser counts columns from 0, diagnostics from 1. */
import type { Span } from "../model.js";

/** From the start of a tag, or of a part of it, over the characters on its first line. */
export function spanOf({ source, start, end }: hbs.AST.SourceLocation, file = source): Span {
  const length = start.line === end.line ? Math.max(1, end.column - start.column) : 1;
  return { file, line: start.line, column: start.column + 1, length };
}

export function spanAt(file: string, text: string, offset: number): Span {
  const before = text.slice(0, Math.max(0, offset)).split("\n");
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, length: 1 };
}
