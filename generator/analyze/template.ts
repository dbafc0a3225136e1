/**
 * Template literal types -> patterns that match what TypeScript lets through: `${number}` is any text that Number() reads
 * as a finite number, whatever its form. (Exponents stop at 299, because a pattern cannot say where Infinity begins.)
 */
import { ts } from "../compiler.js";

const number = String.raw`(?:\s*(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE](?:\+?[12]?\d?\d|-\d+))?|0[xX][\dA-Fa-f]+|0[oO][0-7]+|0[bB][01]+)\s*|\s+)`;
const bigint = String.raw`-?(?:0|[1-9]\d*|0[xX][\dA-Fa-f]+|0[oO][0-7]+|0[bB][01]+)`;

/** The keys that a numeric index signature covers: numbers as JavaScript writes them. */
const digits = String.raw`[1-9]\d{0,20}|(?:0|[1-9]\d{0,15})\.\d{0,15}[1-9]`;
const large = String.raw`[1-9](?:\.\d{0,15}[1-9])?e(?:\+(?:2[1-9]|[3-9]\d|[12]\d\d|30[0-7])|-(?:[7-9]|[1-9]\d|[12]\d\d|30\d))`;
export const numericKeys = `^(?:0|-?(?:${digits}|${large}|Infinity)|NaN)$`;

/** The anchored pattern of a template literal type; null for one that no pattern says exactly. */
export function templatePattern(type: ts.Type): string | null {
  const { texts, types } =
    (type.flags & ts.TypeFlags.TemplateLiteral) === 0 ? { texts: ["", ""], types: [type] } : (type as ts.TemplateLiteralType);
  const parts = types.map((each, index) => {
    const text = texts[index + 1] ?? "";
    const inner = placeholder(each, index === types.length - 1 ? null : text);
    return inner === null ? null : inner + escaped(text);
  });
  return parts.every((part) => part !== null) ? `^${escaped(texts[0] ?? "")}${parts.join("")}$` : null;
}

/**
 * What stands for a placeholder. TypeScript ends it where the text behind it is first met, and after one character when the
 * next placeholder follows at once, whatever would fit after that: so `${string}-${number}` leaves out `a-b-1`. For the
 * same reason nothing is tried twice, and no text takes a time that grows with a power of its length.
 */
function placeholder(type: ts.Type, end: string | null): string | null {
  const [whole, single] = patternsOf(type);
  if (whole === null || end === null) return whole;
  if (end === "") return single;
  if (whole === anything && [...end].length === 1) return `[^${escaped(end).replace("-", "\\-")}]*`;
  const [first = ""] = end;
  return whole.replace(/\[[^\]]*\]|\\P\{\w+\}|\\[sd.+]|0|-/g, (character) =>
    new RegExp(`^${character}$`, "u").test(first) ? `(?:(?!${escaped(end)})${character})` : character,
  );
}

const anything = String.raw`[\s\S]*`;

/** The pattern of a type between the texts of a template, and that of its values of one character. */
function patternsOf(type: ts.Type): readonly [whole: string, single: string] | readonly [null, null] {
  if ((type.flags & ts.TypeFlags.String) !== 0) return [anything, String.raw`[\s\S]`];
  if ((type.flags & ts.TypeFlags.Number) !== 0) return [number, String.raw`[\d\s]`];
  if ((type.flags & ts.TypeFlags.BigInt) !== 0) return [bigint, String.raw`\d`];
  return (type.flags & ts.TypeFlags.StringMapping) === 0 ? [null, null] : mapped(type as ts.StringMappingType);
}

/** `Uppercase<string>` and its kin. */
function mapped(type: ts.StringMappingType): readonly [whole: string, single: string] | readonly [null, null] {
  const upper = String.raw`\P{Changes_When_Uppercased}`;
  const lower = String.raw`\P{Changes_When_Lowercased}`;
  const patterns: Readonly<Record<string, readonly [whole: string, single: string]>> = {
    Uppercase: [`${upper}*`, upper],
    Lowercase: [`${lower}*`, lower],
    Capitalize: [String.raw`(?:${upper}[\s\S]*)?`, upper],
    Uncapitalize: [String.raw`(?:${lower}[\s\S]*)?`, lower],
  };
  const found = (type.type.flags & ts.TypeFlags.String) === 0 ? undefined : patterns[type.symbol.name];
  return found ?? [null, null];
}

/** As a regular expression with the flag u wants it. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
