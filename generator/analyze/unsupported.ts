/** Why a type cannot be carried, in words, and what to write instead. */
import { ts } from "ts-morph";
import type { Scope } from "./scope.js";

export interface Refusal {
  readonly type: string;
  readonly reason: string;
  readonly way: string;
}

const builtIns: Readonly<Record<string, Omit<Refusal, "type">>> = {
  Date: { reason: "it has no form in JSON", way: "take a string with @format date-time, and make a Date of it." },
  URL: { reason: "it has no form in JSON", way: "take a string with @format uri, and make a URL of it." },
  Map: { reason: "JSON has no maps", way: "take an array of entries: { key: string; value: number }[]" },
  Set: { reason: "JSON has no sets", way: "take an array, and make a Set of it." },
  RegExp: { reason: "it has no form in JSON", way: "take a string, and make a RegExp of it." },
  Promise: { reason: "a promise cannot be sent", way: "use the type that it resolves to." },
  Uint8Array: { reason: "JSON has no bytes", way: "take a string in base64." },
  Buffer: { reason: "JSON has no bytes", way: "take a string in base64." },
  Error: { reason: "it has no form in JSON", way: "use a string or an object of your own." },
};

const flagged: readonly (readonly [ts.TypeFlags, string, string, string])[] = [
  [ts.TypeFlags.Unknown, "unknown", "nothing is known about it", "write the type that it has."],
  [ts.TypeFlags.Never, "never", "no value has this type", "write the type that it has."],
  [ts.TypeFlags.Undefined, "undefined", "JSON has no undefined", "make the property optional, or use null."],
  [ts.TypeFlags.Void, "void", "it is no value", "leave it out."],
  [ts.TypeFlags.BigIntLike, "a bigint", "JSON has no bigint", "use a string of digits, or a number."],
  [ts.TypeFlags.ESSymbolLike, "a symbol", "JSON has no symbols", "use a string."],
  [ts.TypeFlags.TemplateLiteral, "a template literal type", "mcp-gen does not read it", "use string."],
  [ts.TypeFlags.StringMapping, "a string mapping type", "mcp-gen does not read it", "use string."],
  [ts.TypeFlags.TypeParameter, "a type parameter", "its type is not known", "write the concrete type."],
  [ts.TypeFlags.NonPrimitive, "object", "its properties are not known", "name its properties in an interface."],
];

/** Null for a plain object. */
export function refusalOf(scope: Scope, type: ts.Type): Refusal | null {
  for (const [flags, name, reason, way] of flagged) {
    if ((type.flags & flags) !== 0) return { type: name, reason, way };
  }
  const { checker } = scope;
  const name = type.getSymbol()?.name ?? "";
  const builtIn = Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
  if (builtIn !== undefined && isFromLibrary(type)) return { type: `a ${name}`, ...builtIn };
  if (checker.isTupleType(type))
    return refusal("a tuple", "mcp-gen does not read it", "use an array, or an object with named properties.");
  if (
    type.isIntersection() &&
    type.types.some((each) => (each.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0)
  ) {
    return refusal("a branded type", "mcp-gen does not read it", "use the plain string or number here.");
  }
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) {
    return refusal("a function", "JSON has no functions", "leave it out, or use its result.");
  }
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) {
    return refusal(scope.print(type), "mcp-gen does not read this type", "write the type out.");
  }
  if (type.isClass())
    return refusal(`the class ${name}`, "an instance of a class has no form in JSON", "use an interface with its data.");
  if (checker.getIndexInfosOfType(type).length > 0) {
    return refusal("an object with an index signature", "its keys are not known", "use an array of { key, value } objects.");
  }
  if (checker.getPropertiesOfType(type).length === 0 && name !== "" && isFromLibrary(type)) {
    return refusal(name, "its properties are not known", "name its properties in an interface.");
  }
  return null;
}

const refusal = (type: string, reason: string, way: string): Refusal => ({ type, reason, way });

const isFromLibrary = (type: ts.Type): boolean =>
  (type.getSymbol()?.declarations ?? []).some((declaration) => declaration.getSourceFile().isDeclarationFile);

export const typeName = (scope: Scope, type: ts.Type): string =>
  (type.aliasSymbol ?? type.getSymbol())?.name ?? scope.print(type);
