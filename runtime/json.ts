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
  return isCanonical(value) ? (JSON.stringify(value) ?? "null") : sorted(value);
}

/** Whether the keys of every object stand in order already, as those of small ones mostly do. */
function isCanonical(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isCanonical);
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return false;
  let before: string | undefined;
  for (const key of Object.keys(value)) {
    if ((before !== undefined && key < before) || !isCanonical((value as Fields)[key])) return false;
    before = key;
  }
  return true;
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => sorted(item)).join(",")}]`;
  if (!isFields(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${sorted(value[key])}`);
  return `{${members.join(",")}}`;
}
