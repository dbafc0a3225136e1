/** One parameter of a tool or resolver -> argument, resolved or context, by its annotation alone. */
import { ts } from "../compiler.js";
import type { ContextParameter, Json, PropertyModel, Reference, TypeModel } from "../model.js";
import { describeType } from "../schema/describe.js";
import { fits } from "../schema/fits.js";
import { keywordOf } from "../schema/keywords.js";
import { type Analysis, readShared } from "./analysis.js";
import { checkInferred } from "./inferred.js";
import { type Doc, docOf, type ParamDoc, paramDocs } from "./jsdoc.js";
import { declarationIn } from "./object.js";
import { readQuestion } from "./question.js";
import type { Scope } from "./scope.js";
import { checkTags, withDoc, withKeywords, withTags } from "./tags.js";
import { hasUndefined, readType } from "./type.js";
import { buriedMarker, type Marker, markerOf, unalias, type WrittenType } from "./type-node.js";

export type NamedParameter = ts.ParameterDeclaration & { readonly name: ts.Identifier };

export const isNamed = (parameter: ts.ParameterDeclaration): parameter is NamedParameter => ts.isIdentifier(parameter.name);

export type Annotated = "argument" | { readonly marker: Marker } | null;

/** What a parameter is; null when its annotation holds a marker in a wrong place, which is reported. */
export function classify(scope: Scope, parameter: ts.ParameterDeclaration): Annotated {
  const { type: annotation, name } = parameter;
  if (annotation === undefined) return "argument";
  const optional = parameter.questionToken !== undefined || parameter.initializer !== undefined;
  const whole = markerOf(scope, annotation);
  const marker = whole ?? optionalMarker(scope, annotation);
  if (marker !== null) {
    if (optional || whole === null) {
      scope.report("MG3008", scope.span(name), { name: name.getText(), marker: marker.name });
      return null;
    }
    return checkMarked(scope, parameter, marker) ? { marker } : null;
  }
  const buried = buriedMarker(scope, annotation, "another type");
  if (buried === null) return "argument";
  scope.report("MG3001", scope.span(buried.node), { marker: buried.name, where: buried.where });
  return null;
}

/** What the runtime fills takes neither another marker inside nor constraints, which nobody would check. */
function checkMarked(scope: Scope, parameter: ts.ParameterDeclaration, marker: Marker): boolean {
  const [first] = marker.typeArguments;
  const inner = first === undefined || marker.name === "Context" ? null : buriedMarker(scope, first.node, `the ${marker.name}`);
  const within = first === undefined ? null : (markerOf(scope, first.node) ?? null);
  if (inner !== null || within !== null) {
    scope.report("MG3001", scope.span(first?.node ?? parameter), {
      marker: within?.name ?? inner?.name ?? "",
      where: `another ${marker.name}`,
    });
    return false;
  }
  const tag = docOf(parameter).tags.find(({ name }) => keywordOf(name) !== null);
  if (tag !== undefined) {
    const span = scope.spanOf(parameter.getSourceFile(), tag.start, tag.start + tag.name.length + 1);
    scope.report("MG3016", span, { tag: tag.name, parameter: parameter.name.getText(), marker: marker.name });
  }
  return true;
}

/** `Context | undefined`: said as what it is, an optional context. */
function optionalMarker(scope: Scope, annotation: ts.TypeNode): Marker | null {
  if (!ts.isUnionTypeNode(annotation)) return null;
  const rest = annotation.types.filter((each) => each.kind !== ts.SyntaxKind.UndefinedKeyword);
  const [only] = rest;
  if (rest.length !== 1 || only === undefined || rest.length === annotation.types.length) return null;
  const marker = markerOf(scope, only);
  return marker?.name === "Context" ? marker : null;
}

/** A tool's argument; null when something was reported. */
export function readArgument(scope: Scope, parameter: NamedParameter, tool: string, functionDoc: Doc): PropertyModel | null {
  const { name, type: annotation, initializer } = parameter;
  const path = `${tool}.${name.text}`;
  if (name.text === "__proto__") {
    scope.report("MG1107", scope.span(name), { path: tool, name: name.text });
    return null;
  }
  const value = initializer === undefined ? undefined : literalOf(scope, initializer);
  if (annotation === undefined && (value === undefined || value === null || isEmptyList(value))) {
    const inferred =
      initializer === undefined ? "string" : scope.print(scope.checker.getTypeAtLocation(parameter)).replace("never", "string");
    scope.report("MG1009", scope.span(name), { name: name.text, type: inferred });
    return null;
  }
  const type =
    annotation === undefined ? scope.checker.getTypeAtLocation(parameter) : scope.checker.getTypeFromTypeNode(annotation);
  const place = { path, node: annotation, at: name, omittable: true, direction: "in", depth: 0 } as const;
  if (annotation !== undefined) checkInferred(scope, annotation, path);
  const read = readType(scope, type, place);
  if (read === null) return null;
  const file = parameter.getSourceFile();
  const doc = docOf(parameter);
  checkTags(scope, doc, file);
  const params = paramDocs(functionDoc);
  let model = withDoc(scope, withParam(scope, read, params, [name.text], { path, file }), doc, { path, file });
  model = withInnerParams(scope, model, params, name.text, { path, file });
  if (value !== undefined && initializer !== undefined) model = withDefault(scope, model, initializer, value, path);
  const undefinable = hasUndefined(type);
  const optional = parameter.questionToken !== undefined || initializer !== undefined;
  const required = !optional && !undefinable && model.keywords.default === undefined;
  return { name: name.text, type: model, required, optional, undefinable };
}

/** A literal initialiser is the argument's default, and has to be one that a client could send. */
export function withDefault(scope: Scope, model: TypeModel, initializer: ts.Expression, value: Json, path: string): TypeModel {
  const described = withKeywords(model, { default: value });
  if (!fits(described, value, scope.types.definitions)) {
    scope.report("MG1110", scope.span(initializer), { path, value: initializer.getText(), expected: describeType(described) });
  }
  return described;
}

type Commented = Parameters<typeof withTags>[3];

/** What `@param` says about a parameter under one of its names. */
export function withParam(
  scope: Scope,
  model: TypeModel,
  params: readonly ParamDoc[],
  names: readonly string[],
  at: Commented,
): TypeModel {
  const said = params.find(({ name }) => names.includes(name));
  if (said === undefined) return model;
  const described = said.text === "" ? model : withKeywords(model, { description: said.text });
  return withTags(scope, described, said.tags, at);
}

/** `@param options.depth - text` speaks about a property of the argument `options`. */
function withInnerParams(scope: Scope, model: TypeModel, params: readonly ParamDoc[], name: string, at: Commented): TypeModel {
  if (model.kind !== "object" || !params.some((each) => each.name.startsWith(`${name}.`))) return model;
  const properties = model.properties.map((property) => {
    const inside = { ...at, path: `${at.path}.${property.name}` };
    const key = `${name}.${property.name}`;
    const type = withInnerParams(scope, withParam(scope, property.type, params, [key], inside), params, key, inside);
    return { ...property, type, required: property.required && type.keywords.default === undefined };
  });
  return { ...model, properties };
}

const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0;

/** The value of an expression that is a literal or a member of an enum; undefined for every other. */
export function literalOf(scope: Scope, expression: ts.Expression): Json | undefined {
  if (ts.isStringLiteralLike(expression)) return expression.text;
  if (ts.isNumericLiteral(expression)) return Number(expression.text.replaceAll("_", ""));
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (expression.kind === ts.SyntaxKind.NullKeyword) return null;
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression)) {
    return literalOf(scope, expression.expression);
  }
  if (ts.isPropertyAccessExpression(expression)) return scope.checker.getConstantValue(expression);
  if (ts.isPrefixUnaryExpression(expression) && expression.operator === ts.SyntaxKind.MinusToken) {
    const value = literalOf(scope, expression.operand);
    return typeof value === "number" ? -value : undefined;
  }
  if (ts.isArrayLiteralExpression(expression)) {
    const items = expression.elements.map((each) => literalOf(scope, each));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (ts.isObjectLiteralExpression(expression)) {
    const members = expression.properties.map((each) => {
      if (!ts.isPropertyAssignment(each) || ts.isComputedPropertyName(each.name)) return null;
      const value = literalOf(scope, each.initializer);
      return value === undefined ? null : ([each.name.text, value] as const);
    });
    return members.every((member) => member !== null) ? Object.fromEntries(members) : undefined;
  }
  return undefined;
}

/** The exported type that an application state is of; null for unknown, and for one that emitted code can't name (reported). */
function readState(scope: Scope, { node: start, substitution }: WrittenType): Reference | null {
  let node = start;
  let symbol = ts.isTypeReferenceNode(node) ? scope.symbolAt(node.typeName) : undefined;
  const given = symbol === undefined ? undefined : substitution.get(symbol);
  if (given !== undefined) {
    node = given.node;
    symbol = ts.isTypeReferenceNode(node) ? scope.symbolAt(node.typeName) : undefined;
  }
  if (node.kind === ts.SyntaxKind.UnknownKeyword) return null;
  const file = symbol?.declarations?.[0]?.getSourceFile();
  const isPlain = ts.isTypeReferenceNode(node) && node.typeArguments === undefined && ts.isIdentifier(node.typeName);
  if (symbol !== undefined && file !== undefined && isPlain) {
    const reference = scope.isSource(file)
      ? scope.exportedAs(symbol, file)
      : scope.importedFrom(scope.checker.getSymbolAtLocation((node as ts.TypeReferenceNode).typeName), []);
    if (reference !== null && reference !== undefined) return reference;
  }
  scope.report("MG4016", scope.span(start), { state: start.getText() });
  return null;
}

/** A context and the questions in its type. */
export function readContext(analysis: Analysis, parameter: NamedParameter, marker: Marker, owner: string): ContextParameter {
  const { scope } = analysis;
  const [given] = marker.typeArguments;
  const asks: { key: string; question: string; span: ContextParameter["span"] }[] = [];
  if (given !== undefined) {
    const { node } = unalias(scope, given);
    const type = scope.checker.getTypeFromTypeNode(given.node);
    const members = scope.checker.getPropertiesOfType(type);
    const isObject = (type.flags & ts.TypeFlags.Object) !== 0 && scope.checker.getIndexInfosOfType(type).length === 0;
    if (!isObject || (members.length === 0 && node.kind === ts.SyntaxKind.NeverKeyword)) {
      scope.report("MG2012", scope.span(given.node), {});
    }
    for (const member of isObject ? members : []) {
      const declaration = declarationIn(member);
      const model = declaration !== undefined && ts.isPropertySignature(declaration) ? declaration.type : undefined;
      const at = model ?? given.node;
      const askedBy = `${owner}, under the key '${member.name}'`;
      const of = scope.checker.getTypeOfSymbol(member);
      const question = readShared(analysis, () => readQuestion(analysis, of, model, at, askedBy));
      if (question !== null) asks.push({ key: member.name, question, span: scope.span(at) });
    }
  }
  const state = marker.typeArguments[1] === undefined ? null : readState(scope, marker.typeArguments[1]);
  return { kind: "context", name: parameter.name.text, asks, state, span: scope.span(parameter.name) };
}
