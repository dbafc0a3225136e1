/** Whether a JSON value, known at build time, is of a type: for defaults. The emitted validators decide at run time. */
import type { Definitions, Json, KeywordSet, TypeModel } from "../model.js";
import { formatOf, patternsOf } from "./describe.js";
import type { Format } from "./keywords.js";

const patterns: Readonly<Record<Format, RegExp>> = {
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  "date-time": /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/,
  time: /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/,
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^[A-Za-z][A-Za-z\d+.-]*:\S+$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  ipv4: /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.|$)){4}$/,
  ipv6: /^[\da-f:.]+$/i,
  hostname: /^[A-Za-z\d](?:[A-Za-z\d.-]*[A-Za-z\d])?$/,
};

/** Instances are looked at in their form on the wire. */
const instanceFormats: Readonly<Record<string, Format>> = { Date: "date-time", URL: "uri" };

export function fits(type: TypeModel, value: Json, definitions: Definitions = {}): boolean {
  const inner = (each: TypeModel, part: Json): boolean => fits(each, part, definitions);
  const { keywords } = type;
  switch (type.kind) {
    case "string": {
      const format = formatOf(keywords);
      if (typeof value !== "string" || !between([...value].length, keywords.minLength, keywords.maxLength)) return false;
      if (!patternsOf(type).every((pattern) => new RegExp(pattern, "u").test(value))) return false;
      return format === null || fitsFormat(format, value);
    }
    case "number":
      return typeof value === "number" && fitsNumber(keywords, value);
    case "instance": {
      const format = instanceFormats[type.of];
      if (typeof value !== "string") return false;
      return format === undefined ? /^[A-Za-z\d+/]*={0,2}$/.test(value) && value.length % 4 === 0 : fitsFormat(format, value);
    }
    case "unknown":
      return type.of === "unknown" || (typeof value === "object" && value !== null);
    case "reference": {
      const definition = definitions[type.id];
      return definition === undefined || inner(definition.type, value);
    }
    case "boolean":
      return typeof value === "boolean";
    case "null":
      return value === null;
    case "choice":
      return type.choices.some((choice) => choice.value === value);
    case "array":
      if (!isArray(value) || !between(value.length, keywords.minItems, keywords.maxItems)) return false;
      if (keywords.uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length) return false;
      return value.every((item) => inner(type.items, item));
    case "tuple":
      if (!isArray(value) || value.length < type.least) return false;
      return value.every((item, index) => {
        const element = type.elements[index] ?? type.rest;
        return element !== null && inner(element, item);
      });
    case "object": {
      if (typeof value !== "object" || value === null || isArray(value)) return false;
      const { properties, rest } = type;
      const isKnown = (key: string): boolean => properties.some(({ name }) => name === key);
      const others = Object.entries(value).every(([key, part]) => {
        const patterned = rest.filter(({ pattern }) => pattern !== null && new RegExp(pattern, "u").test(key));
        if (patterned.length > 0 || isKnown(key)) return patterned.every((each) => inner(each.type, part));
        const any = rest.find(({ pattern }) => pattern === null);
        return any !== undefined && inner(any.type, part);
      });
      return (
        others &&
        properties.every((property) => {
          const part = Object.hasOwn(value, property.name) ? value[property.name] : undefined;
          return part === undefined ? !property.required : inner(property.type, part);
        })
      );
    }
    case "union":
      return type.members.some((member) => inner(member, value));
  }
}

const fitsFormat = (format: Format, value: string): boolean => patterns[format].test(value) && isRealDate(format, value);

function fitsNumber(keywords: KeywordSet, value: number): boolean {
  const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  if (integer === true && !Number.isInteger(value)) return false;
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) return false;
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) return false;
  if (typeof multipleOf === "number" && !Number.isInteger(value / multipleOf)) return false;
  return between(value, minimum, maximum);
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
