/** JSON values and the few careful ways in which the runtime looks into those that strangers send. Knows nothing of MCP. */

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** The properties of an object that came from outside; nothing is known about the values yet. */
export type Fields = Record<string, unknown>;

/** True for an object that is neither null nor an array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object's own property, never an inherited one: `constructor` of a parsed `{}` is undefined. */
export function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/**
 * The text of a JSON value with the keys of every object in code unit order, so that equal values have equal texts.
 * Lone surrogates come out escaped, as JSON.stringify writes them: the text can always be encoded as UTF-8.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
  if (!isFields(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${members.join(",")}}`;
}
