/** A type in the words of an error message: "a string of 1 to 80 characters". */
import type { InstanceType, KeywordSet, StringType, TypeModel } from "../model.js";
import { type Format, formats } from "./keywords.js";

const formatWords: Readonly<Record<Format, string>> = {
  date: "a date such as 2025-12-26",
  "date-time": "a date and time such as 2025-12-26T19:30:00Z",
  time: "a time such as 19:30:00Z",
  email: "an email address such as ada@example.com",
  uri: "a URI such as https://example.com/menu",
  uuid: "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
  ipv4: "an IPv4 address such as 192.0.2.1",
  ipv6: "an IPv6 address such as 2001:db8::1",
  hostname: "a host name such as example.com",
};

export const formatOf = ({ format }: KeywordSet): Format | null => formats.find((each) => each === format) ?? null;

export const describeFormat = (format: Format): string => formatWords[format];

export function describeType(type: TypeModel): string {
  switch (type.kind) {
    case "string": {
      const format = formatOf(type.keywords);
      const { minLength, maxLength } = type.keywords;
      if (format !== null) return describeFormat(format);
      return `a string${counted(minLength, maxLength, "character")}${matching(type)}`;
    }
    case "number":
      return describeNumber(type.keywords);
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "instance":
      return describeInstance(type.of);
    case "unknown":
      return type.of === "object" ? "an object or an array" : "any value";
    case "choice":
      return type.choices.map(({ value }) => JSON.stringify(value)).join(" or ");
    case "array": {
      const { minItems, maxItems, uniqueItems } = type.keywords;
      return `an array${counted(minItems, maxItems, "element")}${uniqueItems === true ? " without repetitions" : ""}`;
    }
    case "tuple":
      return `an array${counted(type.least, type.rest === null ? type.elements.length : undefined, "element")}`;
    case "object":
    case "reference":
      return type.kind === "reference" ? "a nested value" : "an object";
    case "union":
      return joined(type.members.map(describeType));
  }
}

/** The words of an instance's form on the wire. */
export function describeInstance(of: InstanceType["of"]): string {
  if (of === "Uint8Array") return "bytes in base64";
  return describeFormat(of === "Date" ? "date-time" : "uri");
}

/** The patterns that a string has to match: of its type, and of its tag. */
export const patternsOf = ({ template, keywords }: Pick<StringType, "template" | "keywords">): string[] => [
  ...(template === null ? [] : [template.pattern]),
  ...(typeof keywords.pattern === "string" ? [keywords.pattern] : []),
];

function matching(type: StringType): string {
  const shown = [type.template?.text, typeof type.keywords.pattern === "string" ? type.keywords.pattern : undefined];
  const texts = shown.filter((text) => text !== undefined);
  return texts.length === 0 ? "" : ` that matches ${texts.join(" and ")}`;
}

function describeNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, integer, multipleOf }: KeywordSet): string {
  const noun = integer === true ? "an integer" : "a number";
  const exclusive = [
    ...(exclusiveMinimum !== undefined ? [`above ${exclusiveMinimum}`] : []),
    ...(exclusiveMaximum !== undefined ? [`below ${exclusiveMaximum}`] : []),
    ...(multipleOf !== undefined ? [`a multiple of ${multipleOf}`] : []),
  ];
  const range =
    minimum !== undefined && maximum !== undefined
      ? [`from ${minimum} to ${maximum}`]
      : minimum !== undefined
        ? [`of at least ${minimum}`]
        : maximum !== undefined
          ? [`of at most ${maximum}`]
          : [];
  const [first, ...rest] = [...range, ...exclusive];
  return first === undefined ? noun : `${noun}${first.startsWith("a ") ? "," : ""} ${[first, ...rest].join(", ")}`;
}

/** Alternatives in words, each once. */
export const joined = (words: readonly string[]): string => [...new Set(words)].join(" or ");

function counted(least: unknown, most: unknown, noun: string): string {
  const many = (count: unknown): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
  if (typeof least === "number" && typeof most === "number")
    return least === most ? ` of ${many(most)}` : ` of ${least} to ${many(most)}`;
  if (typeof least === "number") return ` of at least ${many(least)}`;
  return typeof most === "number" ? ` of at most ${many(most)}` : "";
}
