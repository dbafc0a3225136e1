/** Whether a JSON value, known at build time, is of a type: for defaults. The emitted validators decide at run time. */
import type { Json, TypeModel } from "../model.js";
import { formatOf } from "./describe.js";
import type { Format } from "./keywords.js";

const patterns: Readonly<Record<Format, RegExp>> = {
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  "date-time": /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/,
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^[A-Za-z][A-Za-z\d+.-]*:\S+$/,
};

export function fits(type: TypeModel, value: Json): boolean {
  const { keywords } = type;
  switch (type.kind) {
    case "string": {
      const format = formatOf(keywords);
      if (typeof value !== "string" || !between([...value].length, keywords.minLength, keywords.maxLength)) return false;
      return format === null || (patterns[format].test(value) && isRealDate(format, value));
    }
    case "number":
      if (typeof value !== "number" || (keywords.integer === true && !Number.isInteger(value))) return false;
      return between(value, keywords.minimum, keywords.maximum);
    case "boolean":
      return typeof value === "boolean";
    case "null":
      return value === null;
    case "choice":
      return type.choices.some((choice) => choice.value === value);
    case "array":
      if (!isArray(value) || !between(value.length, keywords.minItems, keywords.maxItems)) return false;
      return value.every((item) => fits(type.items, item));
    case "object": {
      if (typeof value !== "object" || value === null || isArray(value)) return false;
      const { properties } = type;
      const isKnown = Object.keys(value).every((key) => properties.some(({ name }) => name === key));
      return (
        isKnown &&
        properties.every((property) => {
          const inner = Object.hasOwn(value, property.name) ? value[property.name] : undefined;
          return inner === undefined ? !property.required : fits(property.type, inner);
        })
      );
    }
    case "union":
      return type.members.some((member) => fits(member, value));
  }
}

/** The calendar has no 30 February. */
function isRealDate(format: Format, value: string): boolean {
  if (format !== "date" && format !== "date-time") return true;
  const [year, month, day] = value.slice(0, 10).split("-").map(Number);
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day)).getUTCDate() === day;
}

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);

const between = (count: number, least: unknown, most: unknown): boolean =>
  !(typeof least === "number" && count < least) && !(typeof most === "number" && count > most);
