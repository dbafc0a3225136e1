/** The arguments in a tool's schema that clients repeat as HTTP headers (specification: tools, "x-mcp-header"). */
import type { Json } from "../model.js";
import type { Schema } from "./json-schema.js";

const keyword = "x-mcp-header";

export interface ParamHeader {
  readonly name: string;
  /** The argument, dotted for a property in it. */
  readonly path: string;
  /** Why it cannot be there; null when it can. */
  readonly fault: string | null;
}

/** All of them, wherever they stand. */
export function headersIn(schema: Schema): ParamHeader[] {
  const found: ParamHeader[] = [];
  const visit = (value: Json, path: string, isReachable: boolean): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, path, false);
      return;
    }
    if (typeof value !== "object" || value === null) return;
    const { properties, [keyword]: header, ...rest } = value as Schema;
    if (header !== undefined) found.push({ name: String(header), path, fault: faultOf(value as Schema, isReachable) });
    if (typeof properties === "object" && properties !== null) {
      for (const [name, each] of Object.entries(properties)) visit(each, path === "" ? name : `${path}.${name}`, isReachable);
    }
    for (const [name, each] of Object.entries(rest)) if (!values.has(name)) visit(each, path, false);
  };
  visit(schema, "", true);
  return found;
}

/** Keywords that hold values, not schemas. */
const values = new Set(["const", "enum", "default", "examples"]);

function faultOf({ type, [keyword]: header }: Schema, isReachable: boolean): string | null {
  if (typeof header !== "string" || !/^[\w!#$%&'*+.^`|~-]+$/.test(header)) return "it is no token (RFC 9110, section 5.6.2)";
  if (!isReachable) return "it can't be reached through properties alone";
  if (type === "number") return "a number has many forms as text; an @integer has one";
  // What may be absent may be null in the strict profile.
  if (Array.isArray(type) && type.includes("null"))
    return "it may be null: take null away or, in the strict profile, make it required";
  return type === "string" || type === "integer" || type === "boolean" ? null : "its value is no text, integer or boolean";
}
