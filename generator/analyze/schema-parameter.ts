/** `JsonSchema<T, typeof constant>` -> the schema in the constant, read from the source as it stands. */
import { ts } from "../compiler.js";
import type { Json, SchemaParameter } from "../model.js";
import { isSchema, rawFaults } from "../schema/raw-keywords.js";
import type { Offering } from "./offer.js";
import type { NamedParameter } from "./parameters.js";
import type { Scope } from "./scope.js";
import { type Marker, unalias } from "./type-node.js";

/** Null when something was reported. `hasOthers`: there are arguments beside it. */
export function readSchemaParameter(
  { analysis: { scope }, kind }: Offering,
  parameter: NamedParameter,
  { typeArguments }: Marker,
  hasOthers: boolean,
): SchemaParameter | null {
  const name = parameter.name.text;
  const span = scope.span(parameter.name);
  const refuse = (reason: string, at = span): null => {
    scope.report("MG4013", at, { parameter: name, reason });
    return null;
  };
  if (kind !== "tool") return refuse(`the arguments of a ${kind} have no schema`);
  if (hasOthers) return refuse("there are other arguments, and it stands for all of them");
  const target = typeArguments[1];
  const query = target === undefined ? null : unalias(scope, target).node;
  const symbol = query !== null && ts.isTypeQueryNode(query) ? scope.symbolAt(query.exprName) : undefined;
  const initializer = symbol === undefined ? undefined : constantValue(symbol);
  const at = target === undefined ? span : scope.span(target.node);
  if (initializer === undefined) return refuse("its second type argument is not the typeof of a constant", at);
  const schema = readConstant(scope, initializer, (node) => refuse("the schema is no literal here", scope.span(node)));
  if (schema === undefined) return null;
  if (!isSchema(schema)) return refuse("the constant is no object", at);
  const faults = rawFaults(schema);
  const notes = faults.map(({ pointer, reason }) => ({ label: "fault", text: `${pointer} ${reason}` }));
  if (notes.length > 0) scope.report("MG4014", at, { parameter: name }, { notes });
  return faults.length > 0 ? null : { kind: "schema", name, schema, span };
}

function constantValue(symbol: ts.Symbol): ts.Expression | undefined {
  const variable = symbol.declarations?.find(ts.isVariableDeclaration);
  if (variable === undefined || (ts.getCombinedNodeFlags(variable) & ts.NodeFlags.Const) === 0) return undefined;
  return variable.initializer;
}

/** A literal, with other constants in it by their names. Undefined when a part is none, which `refuse` reports. */
function readConstant(scope: Scope, expression: ts.Expression, refuse: (node: ts.Node) => null): Json | undefined {
  const read = (node: ts.Expression, seen: readonly ts.Node[]): Json | undefined => {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll("_", ""));
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
    if (node.kind === ts.SyntaxKind.NullKeyword) return null;
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return read(node.expression, seen);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
      const value = read(node.operand, seen);
      return typeof value === "number" ? -value : undefined;
    }
    if (ts.isArrayLiteralExpression(node)) return all(node.elements.map((each) => read(each, seen)));
    if (ts.isObjectLiteralExpression(node)) {
      const members = all(node.properties.map((each) => readMember(each, seen)));
      return members === undefined ? undefined : Object.fromEntries(members as (readonly [string, Json])[]);
    }
    if (ts.isIdentifier(node)) return named(node, scope.symbolAt(node), seen);
    return refuse(node) ?? undefined;
  };
  const named = (node: ts.Node, symbol: ts.Symbol | undefined, seen: readonly ts.Node[]): Json | undefined => {
    const value = symbol === undefined ? undefined : constantValue(symbol);
    if (value === undefined || seen.includes(value)) return refuse(node) ?? undefined;
    return read(value, [...seen, value]);
  };
  const readMember = (member: ts.ObjectLiteralElementLike, seen: readonly ts.Node[]): readonly [string, Json] | undefined => {
    if (ts.isShorthandPropertyAssignment(member)) {
      const symbol = scope.checker.getShorthandAssignmentValueSymbol(member);
      const value = named(member, symbol && scope.original(symbol), seen);
      return value === undefined ? undefined : [member.name.text, value];
    }
    if (!ts.isPropertyAssignment(member) || ts.isComputedPropertyName(member.name)) return refuse(member) ?? undefined;
    const value = read(member.initializer, seen);
    return value === undefined ? undefined : [member.name.text, value];
  };
  return read(expression, [expression]);
}

const all = <T>(values: readonly (T | undefined)[]): T[] | undefined =>
  values.every((value): value is T => value !== undefined) ? [...values] : undefined;
