/** Reads the JSON of strangers: own properties of the expected type, everything else counts as absent. */

import { type Fields, isFields, own } from "../json.js";

/** The object in a JSON text; sites that answer every address with a page have none. */
export function parsedFields(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function text(fields: Fields, key: string): string | undefined {
  const value = own(fields, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function texts(fields: Fields, key: string): string[] | undefined {
  const value = own(fields, key);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
}

export function number(fields: Fields, key: string): number | undefined {
  const value = own(fields, key);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
