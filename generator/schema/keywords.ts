/**
 * The one table of schema keywords: which doc tag sets them, how its text is read, which types and questions may carry
 * them. The order of the rows is the order of the keywords in emitted schemas.
 */
import type { Json, TypeModel } from "../model.js";

export type Kind = TypeModel["kind"];
type Reader = "number" | "count" | "flag" | "text" | "format" | "json";

export interface Keyword {
  /** The doc tag and, unless `schema` says otherwise, the JSON Schema keyword. */
  readonly tag: string;
  readonly aliases: readonly string[];
  readonly reads: Reader;
  /** The kinds of type that it is for; null for all. */
  readonly kinds: readonly Kind[] | null;
  readonly inQuestions: boolean;
  /** False for what steers mcp-gen and is not written as a keyword of that name. */
  readonly emitted: boolean;
}

const row = (
  tag: string,
  reads: Reader,
  kinds: readonly Kind[] | null,
  more: Partial<Pick<Keyword, "aliases" | "inQuestions" | "emitted">> = {},
): Keyword => ({ tag, reads, kinds, aliases: [], inQuestions: true, emitted: true, ...more });

export const keywords: readonly Keyword[] = [
  row("title", "text", null),
  row("description", "text", null),
  row("integer", "flag", ["number"], { emitted: false }),
  row("minimum", "number", ["number"]),
  row("maximum", "number", ["number"]),
  row("minLength", "count", ["string"]),
  row("maxLength", "count", ["string"]),
  row("format", "format", ["string"]),
  row("minItems", "count", ["array"]),
  row("maxItems", "count", ["array"]),
  row("default", "json", null, { aliases: ["defaultValue"] }),
  row("notSecret", "flag", null, { emitted: false }),
];

const byTag: ReadonlyMap<string, Keyword> = new Map(
  keywords.flatMap((keyword) => [keyword.tag, ...keyword.aliases].map((tag) => [tag, keyword] as const)),
);

export const keywordOf = (tag: string): Keyword | null => byTag.get(tag) ?? null;

export const keywordTags: readonly string[] = [...byTag.keys()];

/** The formats that validators check. */
export const formats = ["date", "date-time", "email", "uri"] as const;
export type Format = (typeof formats)[number];

export type ReadKeyword = { readonly value: Json } | { readonly expected: string };

/** The value of a tag's text for a type of `kind`, or what it should have been. */
export function readKeyword(keyword: Keyword, text: string, kind: Kind): ReadKeyword {
  switch (keyword.reads) {
    case "text":
      return text === "" ? { expected: "some text" } : { value: text };
    case "flag":
      return text === "" || text === "true" ? { value: true } : { expected: "nothing behind it" };
    case "format":
      return (formats as readonly string[]).includes(text) ? { value: text } : { expected: `one of ${formats.join(", ")}` };
    case "count":
      return /^\d{1,9}$/.test(text) ? { value: Number(text) } : { expected: "a whole number from 0" };
    case "number": {
      const value = text === "" ? Number.NaN : Number(text);
      return Number.isFinite(value) ? { value } : { expected: "a number" };
    }
    case "json":
      return readJson(text, kind);
  }
}

/** JSON first; else the text itself where a string is wanted, so that `@default medium` works too. */
function readJson(text: string, kind: Kind): ReadKeyword {
  if (text === "") return { expected: "a JSON value" };
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return kind === "string" || kind === "choice" ? { value: unquoted(text) } : { expected: "a JSON value" };
  }
}

const unquoted = (text: string): string => /^'(.*)'$/s.exec(text)?.[1] ?? text;
