/**
 * Type annotations as they are written. The checker resolves `Resolve<T, F>` to what it stands for and forgets the name,
 * so markers are read from the nodes: through parentheses, local aliases (generic ones too) and renamed imports.
 */
import { ts } from "../compiler.js";
import type { RuntimeName, Scope } from "./scope.js";

/** Type nodes that stand for the type parameters of the aliases on the way. */
export type Substitution = ReadonlyMap<ts.Symbol, WrittenType>;

export interface WrittenType {
  readonly node: ts.TypeNode;
  readonly substitution: Substitution;
}

const nothing: Substitution = new Map();

export const written = (node: ts.TypeNode): WrittenType => ({ node, substitution: nothing });

/** What an annotation says once parentheses and aliases are followed to the first node that says something itself. */
export function unalias(scope: Scope, type: WrittenType): WrittenType {
  const seen = new Set<ts.Node>();
  let { node, substitution } = type;
  while (!seen.has(node)) {
    seen.add(node);
    if (ts.isParenthesizedTypeNode(node)) {
      node = node.type;
      continue;
    }
    if (!ts.isTypeReferenceNode(node)) break;
    const symbol = scope.symbolAt(node.typeName);
    if (symbol === undefined || scope.runtimeName(symbol) !== null) break;
    const given = substitution.get(symbol);
    if (given !== undefined) {
      ({ node, substitution } = given);
      continue;
    }
    const alias = symbol.declarations?.find(ts.isTypeAliasDeclaration);
    if (alias === undefined) break;
    substitution = argumentsOf(scope, alias, node.typeArguments ?? [], substitution);
    node = alias.type;
  }
  return { node, substitution };
}

/** What an annotation of a mapped type, `Record` and `Partial` among them, maps over; null for every other annotation. */
export function mappedKeys(scope: Scope, annotation: ts.TypeNode): WrittenType | null {
  let type: WrittenType | null = written(annotation);
  const seen = new Set<ts.Node>();
  while (type !== null && !seen.has(type.node)) {
    const { node, substitution }: WrittenType = unalias(scope, type);
    seen.add(type.node);
    if (!ts.isMappedTypeNode(node)) return null;
    const { constraint } = node.typeParameter;
    if (constraint === undefined) return null;
    const isKeys = ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword;
    if (!isKeys) return substituted(scope, { node: constraint, substitution });
    type = { node: constraint.type, substitution };
  }
  return null;
}

/** What stands for a type parameter; the annotation itself when it is none. */
function substituted(scope: Scope, { node, substitution }: WrittenType): WrittenType {
  const symbol = ts.isTypeReferenceNode(node) ? scope.symbolAt(node.typeName) : undefined;
  const given = symbol === undefined ? undefined : substitution.get(symbol);
  return given === undefined ? { node, substitution } : substituted(scope, given);
}

function argumentsOf(
  scope: Scope,
  alias: ts.TypeAliasDeclaration,
  given: readonly ts.TypeNode[],
  outer: Substitution,
): Substitution {
  const substitution = new Map<ts.Symbol, WrittenType>();
  alias.typeParameters?.forEach((parameter, index) => {
    const symbol = scope.symbolAt(parameter.name);
    const node = given[index] ?? parameter.default;
    if (symbol === undefined || node === undefined) return;
    substitution.set(symbol, { node, substitution: given[index] === undefined ? substitution : outer });
  });
  return substitution;
}

/** The types that say what a parameter is. */
export type MarkerName = "Resolve" | "Context" | "JsonSchema";
const isMarkerName = (name: RuntimeName | null): name is MarkerName =>
  name === "Resolve" || name === "Context" || name === "JsonSchema";

export interface Marker {
  readonly name: MarkerName;
  readonly typeArguments: readonly WrittenType[];
}

/** The runtime's own name of an annotation that refers to it directly. */
export function runtimeReference(scope: Scope, { node }: WrittenType): RuntimeName | null {
  if (ts.isTypeReferenceNode(node)) return scope.runtimeName(scope.symbolAt(node.typeName));
  // import("@mcp-gen/runtime").Context
  if (ts.isImportTypeNode(node) && node.qualifier !== undefined) return scope.runtimeName(scope.symbolAt(node.qualifier));
  return null;
}

/** The marker that an annotation is, or null. */
export function markerOf(scope: Scope, annotation: ts.TypeNode): Marker | null {
  const type = unalias(scope, written(annotation));
  const name = runtimeReference(scope, type);
  return isMarkerName(name) ? { name, typeArguments: typeArgumentsOf(type) } : null;
}

export function typeArgumentsOf({ node, substitution }: WrittenType): WrittenType[] {
  const given = ts.isTypeReferenceNode(node) || ts.isImportTypeNode(node) ? (node.typeArguments ?? []) : [];
  return given.map((each) => ({ node: each, substitution }));
}

export interface BuriedMarker {
  readonly name: MarkerName;
  readonly node: ts.TypeNode;
  /** What it stands in, in words. */
  readonly where: string;
}

/** The first marker below an annotation, in its own text or in that of an alias that it names. */
export function buriedMarker(scope: Scope, annotation: ts.TypeNode, place: string): BuriedMarker | null {
  const seen = new Set<ts.Node>();
  const visit = (node: ts.Node, where: string, shown: ts.TypeNode | null): BuriedMarker | null => {
    // An annotation is asked about again for each type inside it.
    if (seen.has(node) || scope.unmarked.has(node)) return null;
    seen.add(node);
    if (ts.isTypeNode(node)) {
      const name = runtimeReference(scope, { node, substitution: nothing });
      if (isMarkerName(name)) return { name, node: shown ?? node, where };
      if (ts.isTypeReferenceNode(node)) {
        const alias = scope.symbolAt(node.typeName)?.declarations?.find(ts.isTypeAliasDeclaration);
        const found = alias === undefined ? null : visit(alias.type, where, shown ?? node);
        if (found !== null) return found;
      }
    }
    const inner = wordsFor(node) ?? where;
    return ts.forEachChild(node, (child) => visit(child, inner, shown) ?? undefined) ?? null;
  };
  const found = visit(annotation, place, null);
  if (found === null) for (const node of seen) scope.unmarked.add(node);
  return found;
}

function wordsFor(node: ts.Node): string | null {
  if (ts.isUnionTypeNode(node)) return "a union";
  if (ts.isIntersectionTypeNode(node)) return "an intersection";
  if (ts.isArrayTypeNode(node) || ts.isTupleTypeNode(node)) return "an array";
  if (ts.isTypeLiteralNode(node)) return "an object";
  if (ts.isFunctionTypeNode(node)) return "a function type";
  if (ts.isTypeReferenceNode(node) && node.typeArguments !== undefined) return `${node.typeName.getText()}<...>`;
  return null;
}

/** The values of an enum's members, in their order. */
export const enumValues = (scope: Scope, { members }: { readonly members: readonly ts.EnumMember[] }): (string | number)[] =>
  members.flatMap((member) => memberValue(scope, member));

const memberValue = (scope: Scope, member: ts.EnumMember): (string | number)[] => {
  const value = scope.checker.getConstantValue(member);
  return value === undefined ? [] : [value];
};

/** The constant that a literal type stands for; null for every other type. */
export function constantOf(type: ts.Type): string | number | boolean | null {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if ((type.flags & ts.TypeFlags.BooleanLiteral) === 0) return null;
  return (type as ts.Type & { readonly intrinsicName?: string }).intrinsicName === "true";
}
