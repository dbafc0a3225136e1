/** Answers given before the call, for scripts: by the key of the question. */
import { isObject, type Value } from "./field.js";
import type { PersonAnswer, Question } from "./terminal.js";

/** One `--answer key=value`: the content of a form as JSON, or `accept`, `decline` or `cancel`. */
export interface ScriptedAnswer {
  /** The key that the tool asks with (`date`), the whole name (`book_table.date`), or `*` for every question. */
  readonly key: string;
  readonly answer: PersonAnswer;
}

/** @throws SyntaxError that says what is expected. */
export function readScripted(text: string): ScriptedAnswer {
  const at = text.indexOf("=");
  const key = text.slice(0, Math.max(at, 0)).trim();
  const value = text.slice(at + 1).trim();
  const expected = `--answer takes key={"field": value} or key=accept, decline or cancel; key '*' is for every question. It got '${text}'.`;
  if (key === "") throw new SyntaxError(expected);
  if (value === "accept" || value === "decline" || value === "cancel") return { key, answer: { action: value } };
  let content: unknown;
  try {
    content = JSON.parse(value);
  } catch {
    throw new SyntaxError(expected);
  }
  if (!isObject(content)) throw new SyntaxError(expected);
  return { key, answer: { action: "accept", content: content as Record<string, Value> } };
}

/** The first answer for a question; null when none was given. */
export function scriptedFor(
  answers: readonly ScriptedAnswer[],
  question: Question & { readonly _meta?: unknown },
): PersonAnswer | null {
  const named = isObject(question._meta) ? question._meta["mcp-gen/question"] : undefined;
  const name = typeof named === "string" ? named : "";
  const key = name.slice(name.indexOf(".") + 1);
  return answers.find((each) => each.key === "*" || (name !== "" && (each.key === name || each.key === key)))?.answer ?? null;
}
