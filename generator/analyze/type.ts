/**
 * TypeScript types -> TypeModel, or a diagnostic at the place that cannot be carried. Meaning is taken from the checker;
 * order and doc comments from the syntax.
 */
import { ts } from "ts-morph";
import type { PropertyModel, TypeModel } from "../model.js";
import { readChoice } from "./choice.js";
import { docOf } from "./jsdoc.js";
import type { Scope } from "./scope.js";
import { checkTags, withDoc, withKeywords } from "./tags.js";
import { buriedMarker, unalias, written } from "./type-node.js";
import { refusalOf, typeName } from "./unsupported.js";

export interface Place {
  /** The way to the value: `book_table.options.when`. */
  readonly path: string;
  /** The annotation, when there is one. */
  readonly node: ts.TypeNode | undefined;
  /** What to underline without one. */
  readonly at: ts.Node;
  /** The value may be left out, so `undefined` in its type means nothing more than that. */
  readonly omittable: boolean;
  /** The types on the way, to find one that contains itself. */
  readonly within: readonly ts.Type[];
}

/** Null when something was reported. */
export function readType(scope: Scope, type: ts.Type, place: Place): TypeModel | null {
  const { path, node } = place;
  const span = scope.span(node ?? place.at);
  if (node !== undefined) {
    const buried = buriedMarker(scope, node, place.within.length > 0 ? "an object" : "another type");
    if (buried !== null) {
      scope.report("MG3001", scope.span(buried.node), { marker: buried.name, where: buried.where });
      return null;
    }
  }
  if ((type.flags & ts.TypeFlags.Any) !== 0) {
    if (isUnresolved(type, node)) scope.report("MG1102", span, { path, type: node?.getText() ?? "" });
    else scope.report("MG1101", span, { path });
    return null;
  }
  const shape = readShape(scope, type, place);
  return shape === null || node === undefined ? shape : withAliasDoc(scope, shape, node, path);
}

function readShape(scope: Scope, type: ts.Type, place: Place): TypeModel | null {
  const { checker } = scope;
  const { flags } = type;
  const keywords = {};
  if ((flags & ts.TypeFlags.Null) !== 0) return { kind: "null", keywords };
  if ((flags & ts.TypeFlags.String) !== 0) return { kind: "string", keywords };
  if ((flags & ts.TypeFlags.Number) !== 0) return { kind: "number", keywords };
  if ((flags & ts.TypeFlags.Boolean) !== 0) return { kind: "boolean", keywords };
  if (type.isUnion()) return readUnion(scope, type, place);
  if (isConstant(type)) return readChoice(scope, [type], place);
  if (checker.isArrayType(type)) return readArray(scope, type, place);
  const refusal = refusalOf(scope, type);
  if (refusal !== null) {
    scope.report("MG1103", scope.span(place.node ?? place.at), { path: place.path, ...refusal });
    return null;
  }
  return readObject(scope, type, place);
}

function readUnion(scope: Scope, type: ts.UnionType, place: Place): TypeModel | null {
  const isNull = (each: ts.Type): boolean => (each.flags & ts.TypeFlags.Null) !== 0;
  const members = type.types.filter((each) => !isNull(each) && !isUndefined(each));
  const nullable = type.types.some(isNull);
  if (!place.omittable && type.types.some(isUndefined)) {
    scope.report("MG1111", scope.span(place.node ?? place.at), { path: place.path });
    return null;
  }
  const main = readMembers(scope, members, place);
  if (main === null || !nullable) return main;
  return { kind: "union", members: [main, { kind: "null", keywords: {} }], keywords: {} };
}

function readMembers(scope: Scope, members: readonly ts.Type[], place: Place): TypeModel | null {
  const [first] = members;
  if (members.length === 1 && first !== undefined) return readShape(scope, first, { ...place, omittable: false });
  if (members.length === 2 && members.every((each) => (each.flags & ts.TypeFlags.BooleanLiteral) !== 0)) {
    return { kind: "boolean", keywords: {} };
  }
  if (members.every(isConstant)) return readChoice(scope, members, place);
  const span = scope.span(place.node ?? place.at);
  const type = place.node?.getText() ?? members.map((each) => scope.print(each)).join(" | ");
  scope.report("MG1104", span, { path: place.path, type });
  return null;
}

function readArray(scope: Scope, type: ts.Type, place: Place): TypeModel | null {
  const [element] = scope.checker.getTypeArguments(type as ts.TypeReference);
  if (element === undefined || containsItself(scope, type, place)) return null;
  const node = place.node === undefined ? undefined : elementNode(scope, place.node);
  const within = [...place.within, type];
  const items = readType(scope, element, { ...place, path: `${place.path}[]`, node, omittable: false, within });
  return items === null ? null : { kind: "array", items, readonly: isReadonly(type), keywords: {} };
}

export const isReadonly = (type: ts.Type): boolean => type.getSymbol()?.name === "ReadonlyArray";

/** The annotation of the elements in `T[]`, `readonly T[]` and `Array<T>`. */
export function elementNode(scope: Scope, annotation: ts.TypeNode): ts.TypeNode | undefined {
  const { node } = unalias(scope, written(annotation));
  if (ts.isTypeOperatorNode(node)) return elementNode(scope, node.type);
  if (ts.isArrayTypeNode(node)) return node.elementType;
  if (ts.isUnionTypeNode(node)) {
    return node.types.map((each) => elementNode(scope, each)).find((each) => each !== undefined);
  }
  const name = ts.isTypeReferenceNode(node) ? node.typeName.getText() : "";
  const [element] = ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
  return name === "Array" || name === "ReadonlyArray" ? element : undefined;
}

/** A generic type may grow without ever meeting itself again: what is nested deeper than any form of data counts too. */
const deepest = 100;

function containsItself(scope: Scope, type: ts.Type, { within, path, node, at }: Place): boolean {
  if (!within.includes(type) && within.length < deepest) return false;
  const shown = path.length > 120 ? `${path.slice(0, 120)}...` : path;
  scope.report("MG1105", scope.span(node ?? at), { path: shown, type: typeName(scope, type) });
  return true;
}

function readObject(scope: Scope, type: ts.Type, place: Place): TypeModel | null {
  if (containsItself(scope, type, place)) return null;
  const within = [...place.within, type];
  const properties: PropertyModel[] = [];
  let complete = true;
  for (const symbol of scope.checker.getPropertiesOfType(type)) {
    const property = readProperty(scope, symbol, { ...place, within });
    if (property === null) complete = false;
    else properties.push(property);
  }
  return complete ? { kind: "object", name: declaredName(type), properties, keywords: {} } : null;
}

/** The name of the interface, alias or enum that a type was declared as. */
export function declaredName(type: ts.Type): string | null {
  const symbol = type.aliasSymbol ?? type.getSymbol();
  const name = symbol?.name ?? "";
  return name.startsWith("__") || name === "" ? null : name;
}

function readProperty(scope: Scope, symbol: ts.Symbol, object: Place): PropertyModel | null {
  const name = ts.unescapeLeadingUnderscores(symbol.escapedName);
  const path = `${object.path}.${name}`;
  const { node, at } = declarationOf(scope, symbol, object);
  if (name === "__proto__") {
    scope.report("MG1107", scope.span(at), { path: object.path, name });
    return null;
  }
  const type = scope.checker.getTypeOfSymbol(symbol);
  const undefinable = hasUndefined(type);
  const read = readType(scope, type, { path, node, at, within: object.within, omittable: true });
  if (read === null) return null;
  const declaration = declarationIn(symbol);
  const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  const doc = declaration === undefined ? null : docOf(declaration);
  if (doc !== null && declaration !== undefined) checkTags(scope, doc, declaration.getSourceFile());
  const described =
    doc === null || declaration === undefined ? read : withDoc(scope, read, doc, { path, file: declaration.getSourceFile() });
  const required = !optional && !undefinable && described.keywords.default === undefined;
  return { name, type: described, required, optional, undefinable: undefinable && writesUndefined(node) };
}

/** Where a property is written; one that went through Pick or Omit has no value declaration of its own. */
export const declarationIn = (symbol: ts.Symbol): ts.Declaration | undefined =>
  symbol.valueDeclaration ?? symbol.declarations?.[0];

/** The annotation of a property, and the node to point at. */
export function declarationOf(
  scope: Scope,
  symbol: ts.Symbol,
  owner: Pick<Place, "node" | "at">,
): { readonly node: ts.TypeNode | undefined; readonly at: ts.Node } {
  const declaration = declarationIn(symbol);
  // What a library declares cannot be mended there: the place is where the sources name the library's type.
  if (declaration === undefined || !scope.isSource(declaration.getSourceFile()))
    return { node: undefined, at: owner.node ?? owner.at };
  const node = ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration) ? declaration.type : undefined;
  return { node: node !== undefined && isClosed(node) ? node : undefined, at: node ?? declaration };
}

/** Whether an annotation means the same everywhere: one that names a type parameter does not. */
function isClosed(node: ts.TypeNode): boolean {
  const owner = node.parent.parent;
  const parameters = ts.isInterfaceDeclaration(owner) || ts.isClassDeclaration(owner) ? owner.typeParameters : undefined;
  const alias = ts.isTypeLiteralNode(owner) && ts.isTypeAliasDeclaration(owner.parent) ? owner.parent.typeParameters : undefined;
  return (parameters ?? alias ?? []).length === 0;
}

export const hasUndefined = (type: ts.Type): boolean => type.isUnion() && type.types.some(isUndefined);

const isUndefined = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.Undefined) !== 0;

const writesUndefined = (node: ts.TypeNode | undefined): boolean => node === undefined || /\bundefined\b/.test(node.getText());

/** An alias's own comment speaks for every use of it; what stands at the use wins. */
function withAliasDoc(scope: Scope, shape: TypeModel, annotation: ts.TypeNode, path: string): TypeModel {
  let node = annotation;
  const described: TypeModel[] = [];
  const seen = new Set<ts.Node>();
  while (ts.isTypeReferenceNode(node) && !seen.has(node)) {
    seen.add(node);
    const declaration = scope
      .symbolAt(node.typeName)
      ?.declarations?.find((each) => ts.isTypeAliasDeclaration(each) || ts.isInterfaceDeclaration(each));
    if (declaration === undefined || !scope.isSource(declaration.getSourceFile())) break;
    described.unshift(withDoc(scope, shape, docOf(declaration), { path, file: declaration.getSourceFile() }));
    if (!ts.isTypeAliasDeclaration(declaration)) break;
    node = declaration.type;
  }
  return described.reduce((model, { keywords }) => withKeywords(model, keywords), shape);
}

const isConstant = (type: ts.Type): boolean =>
  (type.flags & (ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral | ts.TypeFlags.BooleanLiteral)) !== 0;

/** The checker gives `any` for what it cannot find. */
const isUnresolved = (type: ts.Type, node: ts.TypeNode | undefined): boolean =>
  node !== undefined &&
  ts.isTypeReferenceNode(node) &&
  (type as ts.Type & { readonly intrinsicName?: string }).intrinsicName === "error";
