/** JSON values as a client can send them, and how they are written: what JSON.stringify loses is kept. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export const isObject = (value: unknown): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value as JSON text: 1e400 and -0 are numbers that JSON can carry. */
export const show = (value: Json): string => written(value, JSON.stringify);

/** The value as an expression of TypeScript. */
export const asTypeScript = (value: Json | undefined): string =>
  value === undefined
    ? "undefined"
    : written(value, (key) => (key === "__proto__" ? `["__proto__"]` : JSON.stringify(key)))
        .replaceAll("\u2028", "\\u2028")
        .replaceAll("\u2029", "\\u2029");

function written(value: Json | undefined, key: (name: string) => string): string {
  if (value === undefined) return "undefined";
  if (Array.isArray(value)) return `[${value.map((item) => written(item, key)).join(", ")}]`;
  if (isObject(value)) {
    return `{ ${Object.entries(value)
      .map(([name, inner]) => `${key(name)}: ${written(inner, key)}`)
      .join(", ")} }`;
  }
  if (typeof value !== "number") return JSON.stringify(value);
  if (Object.is(value, -0)) return "-0";
  return Number.isFinite(value) ? String(value) : value > 0 ? "1e400" : "-1e400";
}

export function depthOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
