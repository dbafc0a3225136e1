/** Texts of strangers on a terminal: what would move the cursor, change colors or hide is written as an escape. */
import { visible } from "../print.js";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal
const controls = /[\u0000-\u0009\u000b-\u001f]/g;

/** Line breaks stay. */
export const shown = (text: string): string =>
  visible(text.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`));

/** The same on one line. */
export const shownInLine = (text: string): string => shown(text).replaceAll("\n", "\\n");

/** What a field's keywords demand, in words: "2 to 10 characters"; empty when they demand nothing. */
export function demands(schema: Readonly<Record<string, unknown>>): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format, type } = schema;
  const between = (least: unknown, most: unknown, unit: string): string[] => {
    if (typeof least === "number" && typeof most === "number") return [`${least} to ${most}${unit}`];
    if (typeof least === "number") return [`at least ${least}${unit}`];
    return typeof most === "number" ? [`at most ${most}${unit}`] : [];
  };
  const formats = new Map<unknown, string>([
    ["date", "a date such as 2025-12-26"],
    ["date-time", "a date and time such as 2025-12-26T18:00:00Z"],
    ["email", "an e-mail address"],
    ["uri", "a URI"],
  ]);
  const words = [
    ...(type === "integer" ? ["a whole number"] : type === "number" ? ["a number"] : []),
    ...(formats.has(format) ? [formats.get(format) ?? ""] : []),
    ...between(minLength, maxLength, " characters"),
    ...between(minimum, maximum, ""),
    ...between(minItems, maxItems, " choices"),
  ];
  return words.join(", ");
}
