/**
 * The one table of schema keywords: which doc tag sets them, how its text is read, which types and questions may carry
 * them. The order of the rows is the order of the keywords in emitted schemas.
 */
import type { Json, TypeModel } from "../model.js";
import { patternFault } from "./pattern.js";

export type Kind = TypeModel["kind"];
type Reader = "number" | "positive" | "count" | "flag" | "text" | "format" | "pattern" | "json" | "note" | "header";

export interface Keyword {
  /** The doc tag and, unless `schema` says otherwise, the JSON Schema keyword. */
  readonly tag: string;
  readonly schema: string;
  readonly aliases: readonly string[];
  readonly reads: Reader;
  /** The kinds of type that it is for; null for all. */
  readonly kinds: readonly Kind[] | null;
  readonly inQuestions: boolean;
  /** False for what only a form can show. */
  readonly inArguments: boolean;
  /** False for what steers mcp-gen and is not written as a keyword of that name. */
  readonly emitted: boolean;
}

const row = (
  tag: string,
  reads: Reader,
  kinds: readonly Kind[] | null,
  more: Partial<Omit<Keyword, "tag" | "reads" | "kinds">> = {},
): Keyword => ({ tag, schema: tag, reads, kinds, aliases: [], inQuestions: true, inArguments: true, emitted: true, ...more });

export const keywords: readonly Keyword[] = [
  row("title", "text", null),
  row("description", "text", null),
  row("integer", "flag", ["number"], { emitted: false }),
  row("minimum", "number", ["number"]),
  row("maximum", "number", ["number"]),
  row("exclusiveMinimum", "number", ["number"], { inQuestions: false }),
  row("exclusiveMaximum", "number", ["number"], { inQuestions: false }),
  row("multipleOf", "positive", ["number"], { inQuestions: false }),
  row("minLength", "count", ["string"]),
  row("maxLength", "count", ["string"]),
  row("pattern", "pattern", ["string"], { inQuestions: false }),
  row("format", "format", ["string"]),
  row("minItems", "count", ["array"]),
  row("maxItems", "count", ["array"]),
  row("uniqueItems", "flag", ["array"], { inQuestions: false }),
  row("header", "header", ["string", "number", "boolean", "choice", "instance"], { schema: "x-mcp-header", inQuestions: false }),
  row("enumNames", "flag", ["choice"], { inArguments: false, emitted: false }),
  row("deprecated", "note", null),
  row("default", "json", null, { aliases: ["defaultValue"] }),
  row("examples", "json", null, { aliases: ["example"] }),
  row("notSecret", "flag", null, { emitted: false }),
];

const byTag: ReadonlyMap<string, Keyword> = new Map(
  keywords.flatMap((keyword) => [keyword.tag, ...keyword.aliases].map((tag) => [tag, keyword] as const)),
);

export const keywordOf = (tag: string): Keyword | null => byTag.get(tag) ?? null;

export const keywordTags: readonly string[] = [...byTag.keys()];

/** The tags that only a value can carry: on a function's comment they belong to the parameter named before them. */
export const isConstraint = (tag: string): boolean =>
  (keywordOf(tag)?.kinds ?? null) !== null || keywordOf(tag)?.tag === "default";

/** The formats that validators check. */
export const formats = ["date", "date-time", "time", "email", "uri", "uuid", "ipv4", "ipv6", "hostname"] as const;
export type Format = (typeof formats)[number];

export const isFormat = (text: string): text is Format => (formats as readonly string[]).includes(text);

/** The formats that a form may ask for. */
export const questionFormats: readonly Format[] = ["date", "date-time", "email", "uri"];

export type ReadKeyword = { readonly value: Json } | { readonly expected: string };

/** The value of a tag's text for a type of `kind`, or what it should have been. */
export function readKeyword(keyword: Keyword, text: string, kind: Kind): ReadKeyword {
  switch (keyword.reads) {
    case "text":
      return text === "" ? { expected: "some text" } : { value: text };
    case "flag":
      return text === "" || text === "true" ? { value: true } : { expected: "nothing behind it" };
    case "note":
      return { value: true };
    case "header":
      return /^[\w!#$%&'*+.^`|~-]+$/.test(text)
        ? { value: text }
        : { expected: "a name for a header, such as Region (RFC 9110: token)" };
    case "pattern": {
      const fault = patternFault(text);
      return fault === null ? { value: text } : { expected: fault };
    }
    case "format":
      return isFormat(text) ? { value: text } : { expected: `one of ${formats.join(", ")}` };
    case "count":
      return /^\d{1,9}$/.test(text) ? { value: Number(text) } : { expected: "a whole number from 0" };
    case "number": {
      const value = text === "" ? Number.NaN : Number(text);
      return Number.isFinite(value) ? { value } : { expected: "a number" };
    }
    case "positive": {
      const value = text === "" ? Number.NaN : Number(text);
      return Number.isFinite(value) && value > 0 ? { value } : { expected: "a number above 0" };
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
    return kind === "string" || kind === "choice" || kind === "instance"
      ? { value: unquoted(text) }
      : { expected: "a JSON value" };
  }
}

const unquoted = (text: string): string => /^'(.*)'$/s.exec(text)?.[1] ?? text;
