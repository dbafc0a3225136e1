/** Which arguments of a tool go along as headers (specification: basic/transports/streamable-http, "Custom Headers from Tool Parameters"). */

import { type Fields, isFields, own } from "../../json.js";
import { encodedHeader } from "./header-value.js";

const annotation = "x-mcp-header";
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const primitives = new Set(["string", "integer", "boolean", "null"]);

/** An argument, by the chain of properties that leads to it, and the header that mirrors it. */
interface Mirrored {
  readonly path: readonly string[];
  readonly header: string;
}

export type ParamHeaders = { readonly mirrored: readonly Mirrored[] } | { readonly fault: string };

/** Keywords whose value is a schema or a list of schemas, and those whose value has a schema under every key. */
const schemaKeywords = [
  "items",
  "additionalItems",
  "prefixItems",
  "contains",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "propertyNames",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
];
const mapKeywords = ["patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"];

/** Reads the annotations of an input schema; one that breaks the rules makes the tool unusable over HTTP. */
export function paramHeaders(inputSchema: Fields): ParamHeaders {
  const mirrored: Mirrored[] = [];
  const names = new Set<string>();
  /** Schemas to look at; the path is undefined where no chain of properties leads. */
  const open: { readonly schema: unknown; readonly path: readonly string[] | undefined }[] = [{ schema: inputSchema, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { schema, path } = next;
    if (!isFields(schema)) continue;
    if (Object.hasOwn(schema, annotation)) {
      const fault = faultOf(schema, path, names);
      if (fault !== undefined) return { fault };
      mirrored.push({ path: path ?? [], header: `mcp-param-${String(schema[annotation])}` });
    }
    const properties = own(schema, "properties");
    if (isFields(properties)) {
      for (const [key, value] of Object.entries(properties)) {
        open.push({ schema: value, path: path === undefined ? undefined : [...path, key] });
      }
    }
    for (const child of elsewhere(schema)) open.push({ schema: child, path: undefined });
  }
  return { mirrored };
}

function faultOf(schema: Fields, path: readonly string[] | undefined, names: Set<string>): string | undefined {
  const name = schema[annotation];
  if (path === undefined || path.length === 0) return `${annotation} stands where no chain of properties leads`;
  if (typeof name !== "string" || !token.test(name)) return `${annotation} is no name of a header`;
  if (names.has(name.toLowerCase())) return `two arguments have the same ${annotation}`;
  names.add(name.toLowerCase());
  const types = [own(schema, "type")].flat();
  const isPrimitive = types.some((type) => type !== "null") && types.every((type) => primitives.has(String(type)));
  return isPrimitive ? undefined : `${annotation} belongs to an argument that is neither a string, an integer nor a boolean`;
}

function elsewhere(schema: Fields): unknown[] {
  const maps = mapKeywords.map((key) => own(schema, key)).filter(isFields);
  return [...schemaKeywords.flatMap((key) => own(schema, key)), ...maps.flatMap((map) => Object.values(map))];
}

/** The headers that mirror the arguments of one call. What is absent, null or no primitive has none. */
export function mirroredHeaders(mirrored: readonly Mirrored[], args: Fields): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { path, header } of mirrored) {
    let value: unknown = args;
    for (const key of path) value = isFields(value) ? own(value, key) : undefined;
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      headers[header] = encodedHeader(String(value));
    }
  }
  return headers;
}
