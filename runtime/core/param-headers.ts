/** Which arguments of a tool are mirrored into HTTP headers (specification: server/tools, "x-mcp-header"). Read once, at start. */

import { type Fields, isFields, own } from "../json.js";

/** An argument that is mirrored: the name behind the headers' common prefix, and where the value stands in the arguments. */
export interface ParamHeader {
  readonly name: string;
  readonly path: readonly string[];
  readonly type: "string" | "integer" | "boolean";
}

const types: readonly unknown[] = ["string", "integer", "boolean"];

/** The annotations of properties that are statically reachable: through `properties` alone. */
export function paramHeaders(schema: Fields, path: readonly string[] = []): ParamHeader[] {
  const properties = own(schema, "properties");
  if (!isFields(properties)) return [];
  return Object.entries(properties).flatMap(([key, property]) => {
    if (!isFields(property)) return [];
    const name = own(property, "x-mcp-header");
    const type = own(property, "type");
    const here =
      typeof name === "string" && types.includes(type) ? [{ name, path: [...path, key], type: type as ParamHeader["type"] }] : [];
    return [...here, ...paramHeaders(property, [...path, key])];
  });
}
