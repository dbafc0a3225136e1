/**
 * TypeScript types -> TypeModel, or a diagnostic at the place that cannot be carried. Meaning is taken from the checker;
 * order and doc comments from the syntax.
 */
import { ts } from "../compiler.js";
import type { KeywordSet, TypeModel } from "../model.js";
import { aliasKeywords, brandOf, unbranded } from "./brand.js";
import { readChoice } from "./choice.js";
import { docOf } from "./jsdoc.js";
import { readObject } from "./object.js";
import { needsAnnotation } from "./order.js";
import type { Scope } from "./scope.js";
import type { Direction } from "./store.js";
import { withDoc, withKeywords } from "./tags.js";
import { templatePattern } from "./template.js";
import { buriedMarker, constantOf, unalias, written } from "./type-node.js";
import { readUnion } from "./union.js";
import { isInstance, listElement, refusalOf, typeName } from "./unsupported.js";

export interface Place {
  /** The way to the value: `book_table.options.when`. */
  readonly path: string;
  /** The annotation, when there is one. */
  readonly node: ts.TypeNode | undefined;
  /** What to underline without one. */
  readonly at: ts.Node;
  /** The value may be left out, so `undefined` in its type means nothing more than that. */
  readonly omittable: boolean;
  readonly direction: Direction;
  /** How many types are around this one. */
  readonly depth: number;
}

/** Null when something was reported. */
export function readType(scope: Scope, given: ts.Type, place: Place): TypeModel | null {
  const { path, node } = place;
  if (node !== undefined) {
    const buried = buriedMarker(scope, node, place.depth > 0 ? "an object" : "another type");
    if (buried !== null) {
      scope.report("MG3001", scope.span(buried.node), { marker: buried.name, where: buried.where });
      return null;
    }
  }
  if ((given.flags & ts.TypeFlags.Any) !== 0) {
    const span = scope.span(node ?? place.at);
    if (isUnresolved(given, node)) scope.report("MG1102", span, { path, type: node?.getText() ?? "" });
    else if (scope.allowAny) return { kind: "unknown", of: "unknown", keywords: {} };
    else scope.report("MG1101", span, { path });
    return null;
  }
  const shape = readShape(scope, asDeclared(scope, given, place), place);
  return shape === null || node === undefined ? shape : withAliasDoc(scope, shape, node, path);
}

/** The checker melts `Alias | undefined` into one union; the annotation still knows the alias, and so where it recurs. */
function asDeclared(scope: Scope, type: ts.Type, { node, omittable }: Place): ts.Type {
  if (!omittable || node === undefined || !type.isUnion() || !ts.isTypeReferenceNode(node)) return type;
  const declared = scope.checker.getTypeFromTypeNode(node);
  const members = type.types.filter((each) => !isUndefined(each));
  const isSame =
    declared.isUnion() && declared.types.length === members.length && declared.types.every((each) => members.includes(each));
  return isSame ? declared : type;
}

function readShape(scope: Scope, type: ts.Type, place: Place): TypeModel | null {
  const { flags } = type;
  const keywords: KeywordSet = aliasKeywords(scope, type);
  if ((flags & ts.TypeFlags.Null) !== 0) return { kind: "null", keywords };
  if ((flags & ts.TypeFlags.String) !== 0) return { kind: "string", template: null, branded: false, keywords };
  if ((flags & ts.TypeFlags.Number) !== 0) return { kind: "number", branded: false, keywords };
  if ((flags & ts.TypeFlags.Boolean) !== 0) return { kind: "boolean", keywords };
  if ((flags & ts.TypeFlags.Unknown) !== 0) return { kind: "unknown", of: "unknown", keywords };
  if ((flags & ts.TypeFlags.NonPrimitive) !== 0) return { kind: "unknown", of: "object", keywords };
  const brand = brandOf(scope, type);
  if (brand !== null) return readBranded(scope, type, brand, place);
  if (type.isUnion()) {
    const alias = type.aliasSymbol;
    return alias === undefined
      ? readUnion(scope, type, place)
      : anchored(scope, type, place, alias.name, (inner) => readUnion(scope, type, inner));
  }
  if (isConstant(type)) return readChoice(scope, [type], place);
  if ((flags & (ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping)) !== 0) {
    const pattern = templatePattern(type);
    if (pattern !== null) {
      return { kind: "string", template: { text: scope.print(type), pattern }, branded: false, keywords };
    }
  }
  if (scope.checker.isArrayType(type) || scope.checker.isTupleType(type)) {
    const read = (inner: Place): TypeModel | null =>
      scope.checker.isTupleType(type) ? readTuple(scope, type as ts.TupleTypeReference, inner) : readArray(scope, type, inner);
    const alias = type.aliasSymbol;
    return alias === undefined ? read({ ...place, depth: place.depth + 1 }) : anchored(scope, type, place, alias.name, read);
  }
  const both = tupleOf(scope, type);
  if (both !== null) return readShape(scope, both, place);
  const instance = isInstance(type);
  if (instance !== null) return { kind: "instance", of: instance, keywords };
  const refusal = refusalOf(scope, type);
  if (refusal !== null) {
    scope.report("MG1103", scope.span(place.node ?? place.at), { path: place.path, ...refusal });
    return null;
  }
  const name = declaredName(type) ?? place.path.split(/\W+/).findLast((part) => part !== "") ?? "Value";
  const element = listElement(scope, type);
  return anchored(scope, type, place, name, (inner) =>
    element === null ? readObject(scope, type, inner) : readElements(scope, element, inner, isReadonlyList(scope, type)),
  );
}

/** The tuple in `[T, ...T[]] & T[]`, the usual way to write a list that is never empty. */
function tupleOf({ checker }: Scope, type: ts.Type): ts.Type | null {
  if (!type.isIntersection() || !type.types.every((each) => checker.isArrayType(each) || checker.isTupleType(each))) return null;
  return type.types.find((each) => type.types.every((other) => checker.isTypeAssignableTo(each, other))) ?? null;
}

function readBranded(
  scope: Scope,
  type: ts.Type,
  { core, branded }: { readonly core: ts.Type; readonly branded: boolean },
  place: Place,
): TypeModel | null {
  const read = readShape(scope, core, place);
  if (read === null) return null;
  const marked = (read.kind === "string" || read.kind === "number") && branded ? { ...read, branded } : read;
  return withKeywords(marked, aliasKeywords(scope, type));
}

/** A generic type may grow without ever meeting itself again: what is nested deeper than any form of data counts too. */
const deepest = 60;

/** Reads a type that may contain itself: then what stands for it inside, and from now on, is a reference. */
function anchored(
  scope: Scope,
  type: ts.Type,
  place: Place,
  name: string,
  read: (place: Place) => TypeModel | null,
): TypeModel | null {
  const { types } = scope;
  const known = types.known(type, place.direction);
  if (known !== undefined) return known;
  const reference = types.reference(type);
  if (reference !== null) {
    if (reference.first) scope.report("MG1112", scope.span(place.node ?? place.at), { path: place.path, type: reference.name });
    return reference.model;
  }
  if (place.depth >= deepest) {
    const shown = place.path.length > 120 ? `${place.path.slice(0, 120)}...` : place.path;
    scope.report("MG1105", scope.span(place.node ?? place.at), { path: shown, type: typeName(scope, type) });
    return null;
  }
  types.open(type, name);
  const model = read({ ...place, depth: place.depth + 1 });
  const isAlone = type.isUnion() ? (type.aliasTypeArguments ?? []).length === 0 : !needsAnnotation(type);
  return types.close(type, place.direction, model, isAlone);
}

function readArray(scope: Scope, type: ts.Type, place: Place): TypeModel | null {
  const [element] = scope.checker.getTypeArguments(type as ts.TypeReference);
  return element === undefined ? null : readElements(scope, element, place, isReadonly(type));
}

function readElements(scope: Scope, element: ts.Type, place: Place, readonly: boolean): TypeModel | null {
  const node = place.node === undefined ? undefined : elementNode(scope, place.node);
  const items = readType(scope, element, { ...place, path: `${place.path}[]`, node, omittable: false });
  return items === null ? null : { kind: "array", items, readonly, keywords: {} };
}

function readTuple(scope: Scope, type: ts.TupleTypeReference, place: Place): TypeModel | null {
  const { elementFlags, readonly } = type.target;
  const nodes = place.node === undefined ? [] : tupleNodes(scope, place.node);
  const elements: TypeModel[] = [];
  let rest: TypeModel | null = null;
  let complete = true;
  const given = scope.checker.getTypeArguments(type);
  for (const [index, element] of given.entries()) {
    const flags = elementFlags[index] ?? ts.ElementFlags.Required;
    const isRest = (flags & (ts.ElementFlags.Rest | ts.ElementFlags.Variadic)) !== 0;
    if (isRest && (index < given.length - 1 || (flags & ts.ElementFlags.Variadic) !== 0)) {
      const reason = "JSON Schema has no words for elements behind those of any number";
      const way = "put the fixed elements first, or use an object with named properties.";
      scope.report("MG1103", scope.span(place.node ?? place.at), { path: place.path, type: "a tuple", reason, way });
      return null;
    }
    const node = nodes.length === given.length ? nodes[index] : undefined;
    const omittable = (flags & ts.ElementFlags.Optional) !== 0;
    const read = readType(scope, element, { ...place, path: `${place.path}[${isRest ? "" : index}]`, node, omittable });
    if (read === null) complete = false;
    else if (isRest) rest = read;
    else elements.push(read);
  }
  if (!complete) return null;
  return { kind: "tuple", elements, least: type.target.minLength, rest, readonly, keywords: {} };
}

/** The annotations of a tuple's elements, without names, dots and question marks. */
function tupleNodes(scope: Scope, annotation: ts.TypeNode): (ts.TypeNode | undefined)[] {
  const { node } = unalias(scope, written(annotation));
  if (ts.isTypeOperatorNode(node)) return tupleNodes(scope, node.type);
  if (!ts.isTupleTypeNode(node)) return [];
  return node.elements.map((element) => {
    const bare = ts.isNamedTupleMember(element) || ts.isOptionalTypeNode(element) ? element.type : element;
    const isRest = ts.isRestTypeNode(bare) || (ts.isNamedTupleMember(element) && element.dotDotDotToken !== undefined);
    return isRest ? elementNode(scope, ts.isRestTypeNode(bare) ? bare.type : bare) : bare;
  });
}

const isReadonlyList = ({ checker }: Scope, type: ts.Type): boolean => checker.getPropertyOfType(type, "push") === undefined;

export const isReadonly = (type: ts.Type): boolean => type.getSymbol()?.name === "ReadonlyArray";

/** The annotation of the elements in `T[]`, `readonly T[]` and `Array<T>`. */
export function elementNode(scope: Scope, annotation: ts.TypeNode): ts.TypeNode | undefined {
  const { node, substitution } = unalias(scope, written(annotation));
  if (substitution.size > 0) return undefined;
  if (ts.isTypeOperatorNode(node)) return elementNode(scope, node.type);
  if (ts.isArrayTypeNode(node)) return node.elementType;
  if (ts.isUnionTypeNode(node)) {
    return node.types.map((each) => elementNode(scope, each)).find((each) => each !== undefined);
  }
  const name = ts.isTypeReferenceNode(node) ? node.typeName.getText() : "";
  const [element] = ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
  return name === "Array" || name === "ReadonlyArray" ? element : undefined;
}

/** The name of the interface, alias or enum that a type was declared as. */
export function declaredName(type: ts.Type): string | null {
  const symbol = type.aliasSymbol !== undefined && !isUtility(type.aliasSymbol) ? type.aliasSymbol : type.getSymbol();
  const name = symbol?.name ?? "";
  return name.startsWith("__") || name === "" ? null : name;
}

/** `Partial`, `Pick` and the other aliases of the language name an operation, not what comes out of it. */
const isUtility = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((declaration) => /[/\\]lib\.[\w.]*d\.ts$/.test(declaration.getSourceFile().fileName));

export const hasUndefined = (type: ts.Type): boolean => type.isUnion() && type.types.some(isUndefined);

export const isUndefined = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.Undefined) !== 0;

/** An alias's own comment speaks for every use of it; what stands at the use wins. */
export function withAliasDoc(scope: Scope, shape: TypeModel, annotation: ts.TypeNode, path: string): TypeModel {
  let node = annotation;
  const described: TypeModel[] = [];
  const seen = new Set<ts.Node>();
  while (ts.isTypeReferenceNode(node) && !seen.has(node)) {
    seen.add(node);
    const declaration = scope
      .symbolAt(node.typeName)
      ?.declarations?.find(
        (each) => ts.isTypeAliasDeclaration(each) || ts.isInterfaceDeclaration(each) || ts.isClassDeclaration(each),
      );
    if (declaration === undefined || !scope.isSource(declaration.getSourceFile())) break;
    described.unshift(withDoc(scope, shape, docOf(declaration), { path, file: declaration.getSourceFile() }));
    if (!ts.isTypeAliasDeclaration(declaration)) break;
    node = declaration.type;
  }
  return described.reduce((model, { keywords }) => withKeywords(model, keywords), shape);
}

export const isConstant = (type: ts.Type): boolean => constantOf(type) !== null;

/** A constant, branded or not. */
export const isConstantLike = (scope: Scope, type: ts.Type): boolean => isConstant(unbranded(scope, type));

/** The checker gives `any` for what it cannot find. */
const isUnresolved = (type: ts.Type, node: ts.TypeNode | undefined): boolean =>
  node !== undefined && (type as ts.Type & { readonly intrinsicName?: string }).intrinsicName === "error";
