/** Why a type cannot be carried, in words, and what to write instead. */
import { ts } from "../compiler.js";
import type { Scope } from "./scope.js";

export interface Refusal {
  readonly type: string;
  readonly reason: string;
  readonly way: string;
}

const builtIns: Readonly<Record<string, Omit<Refusal, "type">>> = {
  Map: { reason: "JSON has no maps", way: "use Record<string, ...>, or an array of entries, and make a Map of it." },
  ReadonlyMap: { reason: "JSON has no maps", way: "use Record<string, ...>, or an array of entries, and make a Map of it." },
  WeakMap: { reason: "JSON has no maps", way: "use Record<string, ...>." },
  Set: { reason: "JSON has no sets", way: "take an array, with @uniqueItems, and make a Set of it." },
  ReadonlySet: { reason: "JSON has no sets", way: "take an array, with @uniqueItems, and make a Set of it." },
  WeakSet: { reason: "JSON has no sets", way: "take an array." },
  RegExp: { reason: "it has no form in JSON", way: "take a string, and make a RegExp of it." },
  Promise: { reason: "a promise cannot be sent", way: "use the type that it resolves to." },
  Buffer: { reason: "JSON has no bytes", way: "use Uint8Array, which travels as base64." },
  ArrayBuffer: { reason: "JSON has no bytes", way: "use Uint8Array, which travels as base64." },
  Error: { reason: "it has no form in JSON", way: "use a string or an object of your own." },
};

const flagged: readonly (readonly [ts.TypeFlags, string, string, string])[] = [
  [ts.TypeFlags.Never, "never", "no value has this type", "write the type that it has."],
  [ts.TypeFlags.Undefined, "undefined", "JSON has no undefined", "make the property optional, or use null."],
  [ts.TypeFlags.Void, "void", "it is no value", "leave it out."],
  [ts.TypeFlags.BigIntLike, "a bigint", "JSON has no bigint", "use a string of digits, or a number."],
  [ts.TypeFlags.ESSymbolLike, "a symbol", "JSON has no symbols", "use a string."],
  [ts.TypeFlags.TemplateLiteral, "a template literal type", "no pattern says exactly what it allows", "use string."],
  [ts.TypeFlags.StringMapping, "a string mapping type", "no pattern says exactly what it allows", "use string."],
  [ts.TypeFlags.TypeParameter, "a type parameter", "its type is not known", "write the concrete type."],
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
  if (isFunction(type)) return refusal("a function", "JSON has no functions", "leave it out, or use its result.");
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) {
    return refusal(scope.print(type), "mcp-gen does not read this type", "write the type out.");
  }
  if (type.isIntersection() && type.types.some((each) => (each.flags & ts.TypeFlags.Object) === 0)) {
    return refusal(scope.print(type), "one schema cannot say both of its parts", "write the type out.");
  }
  // What `await` makes something else of is a promise, whoever declared its `then`.
  if (checker.getPropertyOfType(type, "then") !== undefined && checker.getAwaitedType(type) !== type) {
    return refusal(`${typeName(scope, type)}, a promise`, "a promise cannot be sent", "use the type that it resolves to.");
  }
  if (isList(scope, type) && listElement(scope, type) === null) {
    return refusal(
      `${typeName(scope, type)}, which extends an array`,
      "its other properties have no form in JSON",
      "use the array itself.",
    );
  }
  if (!isFromLibrary(type) || name.startsWith("__")) return null;
  const properties = checker.getPropertiesOfType(type);
  const isMethod = (symbol: ts.Symbol): boolean => (symbol.flags & ts.SymbolFlags.Method) !== 0;
  if (properties.some(isMethod) || (properties.length === 0 && checker.getIndexInfosOfType(type).length === 0)) {
    return refusal(`the ${name} of a library`, "its methods have no form in JSON", "use an interface with its data.");
  }
  return null;
}

const refusal = (type: string, reason: string, way: string): Refusal => ({ type, reason, way });

const isFromLibrary = (type: ts.Type): boolean =>
  (type.getSymbol()?.declarations ?? []).some((declaration) => declaration.getSourceFile().isDeclarationFile);

export const typeName = (scope: Scope, type: ts.Type): string =>
  (type.aliasSymbol ?? type.getSymbol())?.name ?? scope.print(type);

export const isFunction = (type: ts.Type): boolean =>
  type.getCallSignatures().length > 0 ||
  type.getConstructSignatures().length > 0 ||
  (type.getSymbol()?.name === "Function" && isFromLibrary(type));

/** The classes that have a form in JSON which everybody agrees on. */
export function isInstance(type: ts.Type): "Date" | "URL" | "Uint8Array" | null {
  const name = type.getSymbol()?.name;
  return (name === "Date" || name === "URL" || name === "Uint8Array") && isFromLibrary(type) ? name : null;
}

/** The elements of an interface or class that extends an array and adds nothing, so that any array of them fits; else null. */
export function listElement({ checker }: Scope, type: ts.Type): ts.Type | null {
  if (!checker.isArrayLikeType(type) || type.isIntersection()) return null;
  const isOfLibrary = ({ declarations = [] }: ts.Symbol): boolean =>
    declarations.length > 0 && declarations.every((declaration) => declaration.getSourceFile().isDeclarationFile);
  if (!checker.getPropertiesOfType(type).every(isOfLibrary)) return null;
  return checker.getIndexInfosOfType(type).find(({ keyType }) => (keyType.flags & ts.TypeFlags.Number) !== 0)?.type ?? null;
}

/** An interface or class that extends an array has its methods, and no form of its own. */
const isList = ({ checker }: Scope, type: ts.Type): boolean => {
  const push = checker.getPropertyOfType(type, "push") ?? checker.getPropertyOfType(type, "slice");
  const isOfLibrary = push?.declarations?.some((declaration) => declaration.getSourceFile().isDeclarationFile) ?? false;
  return isOfLibrary && checker.getIndexInfosOfType(type).some(({ keyType }) => (keyType.flags & ts.TypeFlags.Number) !== 0);
};
