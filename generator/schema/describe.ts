/** A type in the words of an error message: "a string of 1 to 80 characters". */
import type { KeywordSet, TypeModel } from "../model.js";
import { type Format, formats } from "./keywords.js";

const formatWords: Readonly<Record<Format, string>> = {
  date: "a date such as 2025-12-26",
  "date-time": "a date and time such as 2025-12-26T19:30:00Z",
  email: "an email address such as ada@example.com",
  uri: "a URI such as https://example.com/menu",
};

export const formatOf = ({ format }: KeywordSet): Format | null => formats.find((each) => each === format) ?? null;

export const describeFormat = (format: Format): string => formatWords[format];

export function describeType(type: TypeModel): string {
  switch (type.kind) {
    case "string": {
      const format = formatOf(type.keywords);
      const { minLength, maxLength } = type.keywords;
      return format !== null ? describeFormat(format) : `a string${counted(minLength, maxLength, "character")}`;
    }
    case "number": {
      const { minimum, maximum, integer } = type.keywords;
      const noun = integer === true ? "an integer" : "a number";
      if (minimum !== undefined && maximum !== undefined) return `${noun} from ${minimum} to ${maximum}`;
      if (minimum !== undefined) return `${noun} of at least ${minimum}`;
      return maximum !== undefined ? `${noun} of at most ${maximum}` : noun;
    }
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "choice":
      return type.choices.map(({ value }) => JSON.stringify(value)).join(" or ");
    case "array":
      return `an array${counted(type.keywords.minItems, type.keywords.maxItems, "element")}`;
    case "object":
      return "an object";
    case "union":
      return type.members.map(describeType).join(" or ");
  }
}

function counted(least: unknown, most: unknown, noun: string): string {
  const many = (count: unknown): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
  if (typeof least === "number" && typeof most === "number")
    return least === most ? ` of ${many(most)}` : ` of ${least} to ${many(most)}`;
  if (typeof least === "number") return ` of at least ${many(least)}`;
  return typeof most === "number" ? ` of at most ${many(most)}` : "";
}
