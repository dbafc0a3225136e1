/**
 * Template literal types -> patterns that match what TypeScript lets through: `${number}` is any text that Number() reads
 * as a finite number, whatever its form. (Exponents stop at 299, because a pattern cannot say where Infinity begins.)
 */
import { ts } from "ts-morph";

const number = String.raw`(?:\s*(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE](?:\+?[12]?\d?\d|-\d+))?|0[xX][\dA-Fa-f]+|0[oO][0-7]+|0[bB][01]+)\s*|\s+)`;
const bigint = String.raw`-?(?:0|[1-9]\d*|0[xX][\dA-Fa-f]+|0[oO][0-7]+|0[bB][01]+)`;

/** The keys that a numeric index signature covers: numbers as JavaScript writes them. */
const digits = String.raw`[1-9]\d{0,20}|(?:0|[1-9]\d{0,15})\.\d{0,15}[1-9]`;
const large = String.raw`[1-9](?:\.\d{0,15}[1-9])?e(?:\+(?:2[1-9]|[3-9]\d|[12]\d\d|30[0-7])|-(?:[7-9]|[1-9]\d|[12]\d\d|30\d))`;
export const numericKeys = `^(?:0|-?(?:${digits}|${large}|Infinity)|NaN)$`;

/** The anchored pattern of a template literal type; null for one that no pattern says exactly. */
export function templatePattern(type: ts.Type): string | null {
  const inner = patternOf(type);
  return inner === null ? null : `^${inner}$`;
}

function patternOf(type: ts.Type): string | null {
  if ((type.flags & ts.TypeFlags.String) !== 0) return String.raw`[\s\S]*`;
  if ((type.flags & ts.TypeFlags.Number) !== 0) return number;
  if ((type.flags & ts.TypeFlags.BigInt) !== 0) return bigint;
  if (type.isStringLiteral()) return escaped(type.value);
  if (type.isUnion()) {
    const arms = type.types.map(patternOf);
    return arms.every((arm) => arm !== null) ? `(?:${[...arms].sort().join("|")})` : null;
  }
  if ((type.flags & ts.TypeFlags.StringMapping) !== 0) return mapped(type as ts.StringMappingType);
  if ((type.flags & ts.TypeFlags.TemplateLiteral) === 0) return null;
  const { texts, types } = type as ts.TemplateLiteralType;
  const parts = types.map((each, index) => {
    const inner = patternOf(each);
    return inner === null ? null : inner + escaped(texts[index + 1] ?? "");
  });
  return parts.every((part) => part !== null) ? escaped(texts[0] ?? "") + parts.join("") : null;
}

/** `Uppercase<string>` and its kin. */
function mapped(type: ts.StringMappingType): string | null {
  if ((type.type.flags & ts.TypeFlags.String) === 0) return null;
  const patterns: Readonly<Record<string, string>> = {
    Uppercase: String.raw`\P{Changes_When_Uppercased}*`,
    Lowercase: String.raw`\P{Changes_When_Lowercased}*`,
    Capitalize: String.raw`(?:\P{Changes_When_Uppercased}[\s\S]*)?`,
    Uncapitalize: String.raw`(?:\P{Changes_When_Lowercased}[\s\S]*)?`,
  };
  return patterns[type.symbol.name] ?? null;
}

/** As a regular expression with the flag u wants it. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
