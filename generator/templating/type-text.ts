/** JSON Schema -> a TypeScript type on one line, for templates. What has no type of its own is unknown. */
import type { Json } from "../model.js";
import { printKey, printString } from "../print.js";

type Node = { readonly [key: string]: Json };
const isNode = (value: Json | undefined): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

export function printType(schema: Json | undefined): string {
  if (!isNode(schema)) return schema === false ? "never" : "unknown";
  if ("const" in schema) return printConstant(schema.const);
  if (Array.isArray(schema.enum)) return united(schema.enum.map(printConstant));
  const choices = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (choices.length > 0) return united(choices.map(printType));
  const kinds = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  return kinds.length === 0 ? "unknown" : united(kinds.map((kind) => printKind(kind, schema)));
}

function printKind(kind: Json, schema: Node): string {
  switch (kind) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return kind;
    case "array": {
      const items = printType(schema.items);
      return /[|&? ]/.test(items) ? `(${items})[]` : `${items}[]`;
    }
    case "object":
      return printObject(schema);
    default:
      return "unknown";
  }
}

function printObject({ properties, required, additionalProperties }: Node): string {
  const known = isNode(properties) ? Object.entries(properties) : [];
  const others = isNode(additionalProperties) ? printType(additionalProperties) : "unknown";
  if (known.length === 0) return additionalProperties === false ? "Record<string, never>" : `Record<string, ${others}>`;
  const must = new Set(listOf(required));
  return `{ ${known.map(([name, inner]) => `${printKey(name)}${must.has(name) ? "" : "?"}: ${printType(inner)}`).join("; ")} }`;
}

const printConstant = (value: Json | undefined): string =>
  typeof value === "object" && value !== null ? "unknown" : typeof value === "string" ? printString(value) : String(value);

const united = (types: readonly string[]): string => [...new Set(types)].join(" | ") || "never";
