/** Functions as tools and resolvers write them: declarations, and constants that hold a function. */
import { ts } from "../compiler.js";
import type { AskedWithoutForm } from "../model.js";
import type { Scope } from "./scope.js";

export type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

export interface FoundFunction {
  readonly symbol: ts.Symbol;
  readonly node: FunctionNode;
  /** The name where it is declared. */
  readonly name: ts.Identifier;
  /** What carries the doc comment. */
  readonly declaration: ts.FunctionDeclaration | ts.VariableDeclaration | ts.MethodDeclaration;
  readonly overloaded: boolean;
  /** The class of a static method. */
  readonly owner: ts.ClassDeclaration | null;
}

/** The function that a symbol declares; null when it declares something else. */
export function functionOf(symbol: ts.Symbol): FoundFunction | null {
  const declarations = symbol.declarations ?? [];
  const functions = declarations.filter(ts.isFunctionDeclaration);
  const declared = functions.find(({ body }) => body !== undefined) ?? functions[0];
  if (declared?.name !== undefined) {
    const overloaded = functions.length > 1;
    // The comment of an overloaded function stands on its first signature.
    return { symbol, node: declared, name: declared.name, declaration: functions[0] ?? declared, overloaded, owner: null };
  }
  const method = declarations.find(ts.isMethodDeclaration);
  if (method !== undefined) return staticMethod(symbol, method);
  const variable = declarations.find(ts.isVariableDeclaration);
  if (variable === undefined || !ts.isIdentifier(variable.name) || variable.initializer === undefined) return null;
  if ((ts.getCombinedNodeFlags(variable) & ts.NodeFlags.Const) === 0) return null;
  const node = functionExpression(variable.initializer);
  return node === null ? null : { symbol, node, name: variable.name, declaration: variable, overloaded: false, owner: null };
}

/** Only a public static method can be called by the name of its class. */
function staticMethod(symbol: ts.Symbol, node: ts.MethodDeclaration): FoundFunction | null {
  const flags = ts.getCombinedModifierFlags(node);
  const isPublicStatic =
    (flags & ts.ModifierFlags.Static) !== 0 && (flags & ts.ModifierFlags.NonPublicAccessibilityModifier) === 0;
  if (!isPublicStatic || !ts.isIdentifier(node.name) || !ts.isClassDeclaration(node.parent)) return null;
  return { symbol, node, name: node.name, declaration: node, overloaded: false, owner: node.parent };
}

function functionExpression(expression: ts.Expression): FunctionNode | null {
  if (ts.isParenthesizedExpression(expression)) return functionExpression(expression.expression);
  if (ts.isSatisfiesExpression(expression)) return functionExpression(expression.expression);
  return ts.isArrowFunction(expression) || ts.isFunctionExpression(expression) ? expression : null;
}

export const isGenerator = (node: FunctionNode): boolean => !ts.isArrowFunction(node) && node.asteriskToken !== undefined;

/** The parameters that a caller fills: a `this` in front is only a type. */
export const parametersOf = ({ parameters }: FunctionNode): readonly ts.ParameterDeclaration[] =>
  parameters.filter(({ name }) => name.getText() !== "this");

/** What a call gives, promises unwrapped. */
export function returnedType(scope: Scope, node: FunctionNode): ts.Type | null {
  const signature = scope.checker.getSignatureFromDeclaration(node);
  if (signature === undefined) return null;
  const type = scope.checker.getReturnTypeOfSignature(signature);
  return scope.checker.getAwaitedType(type) ?? type;
}

/** The annotation of the result, without `Promise<...>`. */
export function returnedNode(node: FunctionNode): ts.TypeNode | undefined {
  const { type } = node;
  if (type === undefined || !ts.isTypeReferenceNode(type)) return type;
  return type.typeName.getText() === "Promise" ? type.typeArguments?.[0] : type;
}

const verbs: Readonly<Record<string, AskedWithoutForm>> = { elicitUrl: "url", sample: "sample", listRoots: "roots" };

/** What the body itself asks for on a Context of the runtime, beside forms. */
export function asksInside(scope: Scope, node: FunctionNode): AskedWithoutForm[] {
  const found = new Set<AskedWithoutForm>();
  const visit = (inner: ts.Node): void => {
    if (ts.isCallExpression(inner) && ts.isPropertyAccessExpression(inner.expression)) {
      const { name, expression } = inner.expression;
      const verb = Object.hasOwn(verbs, name.text) ? verbs[name.text] : undefined;
      if (verb !== undefined && scope.runtimeType(scope.checker.getTypeAtLocation(expression)) === "Context") found.add(verb);
    }
    ts.forEachChild(inner, visit);
  };
  if (node.body !== undefined) visit(node.body);
  return [...found].sort();
}
