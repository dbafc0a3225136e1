/**
 * Order from syntax. The checker's own order of union members and of mapped keys depends on unrelated files, so members
 * come as they are written, then by where they are declared, then by their text.
 */
import { ts } from "../compiler.js";
import { compareNames } from "../names.js";
import type { Scope } from "./scope.js";
import { constantOf, enumValues } from "./type-node.js";

type Constant = string | number | boolean;

/**
 * Types and constants in the order in which an annotation names them: through aliases, enums and operators. Indexed accesses
 * may lead back to each other: those that are `open` already are not looked into again.
 */
function writtenMembers(scope: Scope, annotation: ts.TypeNode, open: ReadonlySet<ts.Node> = new Set()): (ts.Type | Constant)[] {
  const order: (ts.Type | Constant)[] = [];
  const seen = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (ts.isLiteralTypeNode(node)) {
      const type = scope.checker.getTypeFromTypeNode(node);
      order.push(constantOf(type) ?? type);
      return;
    }
    if (ts.isUnionTypeNode(node) || ts.isParenthesizedTypeNode(node)) {
      ts.forEachChild(node, visit);
      return;
    }
    if (ts.isTypeReferenceNode(node)) {
      for (const declaration of scope.symbolAt(node.typeName)?.declarations ?? []) {
        if (ts.isTypeAliasDeclaration(declaration)) visit(declaration.type);
        if (ts.isEnumDeclaration(declaration)) order.push(...enumValues(scope, declaration));
        if (ts.isEnumMember(declaration)) order.push(...enumValues(scope, { members: [declaration] }));
      }
    }
    if (ts.isIndexedAccessTypeNode(node) && !open.has(node)) {
      const owner = scope.checker.getTypeFromTypeNode(node.objectType);
      const keys = writtenMembers(scope, node.indexType, new Set([...open, node])).filter((each) => typeof each === "string");
      for (const key of keys) {
        const declaration = scope.checker.getPropertyOfType(owner, key)?.valueDeclaration;
        if (declaration !== undefined && ts.isPropertySignature(declaration) && declaration.type !== undefined)
          visit(declaration.type);
      }
    }
    if (ts.isTypeQueryNode(node)) order.push(...valueConstants(scope, node));
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword) {
      const owner = scope.checker.getTypeFromTypeNode(node.type);
      order.push(...propertiesOf(scope, owner, undefined).map(({ name }) => name));
    }
    if (ts.isTypeNode(node)) order.push(scope.checker.getTypeFromTypeNode(node));
    ts.forEachChild(node, visit);
  };
  visit(annotation);
  return order;
}

/** The literals in the initialiser of the constant that `typeof` names. */
function valueConstants(scope: Scope, { exprName }: ts.TypeQueryNode): Constant[] {
  const found: Constant[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    else if (ts.isNumericLiteral(node)) found.push(Number(node.text));
    else if (node.kind === ts.SyntaxKind.TrueKeyword) found.push(true);
    else if (node.kind === ts.SyntaxKind.FalseKeyword) found.push(false);
    ts.forEachChild(node, visit);
  };
  const declaration = scope.symbolAt(exprName)?.valueDeclaration;
  if (declaration !== undefined && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined) {
    visit(declaration.initializer);
  }
  return found;
}

/** Compares members of a union by the place where `annotation` names them. */
export function memberOrder(scope: Scope, annotation: ts.TypeNode | undefined): (a: ts.Type, b: ts.Type) => number {
  const ranks = new Map<ts.Type | Constant, number>();
  const order = annotation === undefined ? [] : writtenMembers(scope, annotation);
  for (const [index, each] of order.entries()) if (!ranks.has(each)) ranks.set(each, index);
  const rank = (type: ts.Type): number => ranks.get(constantOf(type) ?? type) ?? order.length;
  return (a, b) => rank(a) - rank(b) || comparePlaces(scope, a.getSymbol(), b.getSymbol()) || compareTexts(scope, a, b);
}

function compareTexts(scope: Scope, a: ts.Type, b: ts.Type): number {
  const [x, y] = [constantOf(a), constantOf(b)];
  if (typeof x === "number" && typeof y === "number") return x - y;
  return x !== null && y !== null ? compareNames(String(x), String(y)) : compareNames(scope.print(a), scope.print(b));
}

/** By file and offset; what is declared nowhere is equal to everything. */
function comparePlaces(scope: Scope, a: ts.Symbol | undefined, b: ts.Symbol | undefined): number {
  const [x, y] = [a?.declarations?.[0], b?.declarations?.[0]];
  if (x === undefined || y === undefined) return 0;
  return compareNames(scope.file(x), scope.file(y)) || x.pos - y.pos;
}

/** The properties of an object in declared order. */
export function propertiesOf(scope: Scope, type: ts.Type, annotation: ts.TypeNode | undefined): readonly ts.Symbol[] {
  const found = scope.checker.getPropertiesOfType(type);
  const parts = type.isIntersection() ? type.types : [type];
  if (!parts.some(isMapped)) return found;
  const written = annotation === undefined ? [] : writtenMembers(scope, annotation);
  const names = parts.flatMap((part) => {
    const own = [...scope.checker.getPropertiesOfType(part)];
    return (isMapped(part) ? own.sort(byPlace) : own).map(({ escapedName }) => escapedName);
  });
  const rank = new Map([...new Set(names)].map((name, index) => [name, index] as const));
  return [...found].sort((a, b) => (rank.get(a.escapedName) ?? 0) - (rank.get(b.escapedName) ?? 0));

  function byPlace(a: ts.Symbol, b: ts.Symbol): number {
    const isDeclared = (symbol: ts.Symbol): boolean => symbol.declarations?.[0] !== undefined;
    if (isDeclared(a) && isDeclared(b)) return comparePlaces(scope, a, b);
    const index = (symbol: ts.Symbol): number => (written.includes(symbol.name) ? written.indexOf(symbol.name) : written.length);
    return index(a) - index(b) || compareNames(a.name, b.name);
  }
}

/** Whether an annotation says more of a type than the checker does: the order of mapped keys, the aliases of mapped values. */
export const needsAnnotation = (type: ts.Type): boolean => (type.isIntersection() ? type.types : [type]).some(isMapped);

const isMapped = (type: ts.Type): boolean =>
  (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;
