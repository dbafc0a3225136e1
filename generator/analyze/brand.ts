/** Branded primitives: `string & { __brand: "Id" }` is a string in JSON, and the runtime's own aliases say which. */
import { ts } from "../compiler.js";
import type { KeywordSet } from "../model.js";
import type { Scope } from "./scope.js";

const primitive = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.BigIntLike;

/** The primitive of a branded type, and whether a plain value of it lacks something; null for every other type. */
export function brandOf(scope: Scope, type: ts.Type): { readonly core: ts.Type; readonly branded: boolean } | null {
  if (!type.isIntersection()) return null;
  const core = type.types.find(({ flags }) => (flags & primitive) !== 0);
  const others = type.types.filter((each) => each !== core);
  if (core === undefined || others.some(({ flags }) => (flags & ts.TypeFlags.Object) === 0)) return null;
  const isNeeded = (symbol: ts.Symbol): boolean => (symbol.flags & ts.SymbolFlags.Optional) === 0;
  return { core, branded: others.some((each) => scope.checker.getPropertiesOfType(each).some(isNeeded)) };
}

/** The type without a brand. */
export const unbranded = (scope: Scope, type: ts.Type): ts.Type => brandOf(scope, type)?.core ?? type;

/** What `Integer`, `Email` and the other aliases of the runtime say. */
export function aliasKeywords(scope: Scope, type: ts.Type): KeywordSet {
  const name = scope.runtimeType(type);
  if (name === "Integer") return { integer: true };
  const formats: Readonly<Record<string, string>> = { Email: "email", Uri: "uri", DateOnly: "date", DateTime: "date-time" };
  const format = name !== null && Object.hasOwn(formats, name) ? formats[name] : undefined;
  return format === undefined ? {} : { format };
}
