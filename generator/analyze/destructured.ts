/** One destructured object as a parameter: its properties are the arguments of the tool. */
import { ts } from "../compiler.js";
import type { OptionsParameter, PropertyModel, TypeModel } from "../model.js";
import { checkInferred } from "./inferred.js";
import { type Doc, paramDocs } from "./jsdoc.js";
import { literalOf, withDefault, withParam } from "./parameters.js";
import type { Scope } from "./scope.js";
import { readType } from "./type.js";

export type DestructuredParameter = ts.ParameterDeclaration & { readonly name: ts.ObjectBindingPattern };

export const isDestructured = (parameter: ts.ParameterDeclaration): parameter is DestructuredParameter =>
  ts.isObjectBindingPattern(parameter.name);

/** Null when something was reported. `alone`: no other parameter is an argument. */
export function readOptions(
  scope: Scope,
  parameter: DestructuredParameter,
  tool: string,
  doc: Doc,
  alone: boolean,
): OptionsParameter | null {
  const { name: pattern, type: annotation, initializer } = parameter;
  const span = scope.span(pattern);
  const refuse = (reason: string, way: string): null => {
    scope.report("MG1008", span, { reason, way });
    return null;
  };
  if (annotation === undefined) return refuse("it has no type", "annotate it: { path }: { path: string }");
  if (initializer !== undefined && !(ts.isObjectLiteralExpression(initializer) && initializer.properties.length === 0)) {
    return refuse("it has a default for the whole", "give each property its own default in the pattern.");
  }
  const type = scope.checker.getNonNullableType(scope.checker.getTypeFromTypeNode(annotation));
  const place = { path: tool, node: annotation, at: pattern, omittable: true, direction: "in", depth: 0 } as const;
  checkInferred(scope, annotation, tool);
  const read = readType(scope, type, place);
  if (read === null) return null;
  const root = read.kind === "reference" ? (scope.types.definitions[read.id]?.type ?? read) : read;
  const name = `options`;
  const isPlain = root.kind === "object" && root.rest.length === 0;
  if (!isPlain && !isObjects(root, scope)) {
    return refuse("its type is no object", "write the arguments as parameters of their own.");
  }
  if (!isPlain && !alone)
    return refuse("its type is no plain object, and there are other arguments", "make it the only argument.");
  if (!alone && pattern.elements.some(({ dotDotDotToken }) => dotDotDotToken !== undefined)) {
    return refuse("it gathers the rest, and there are other arguments", "name each property.");
  }
  if (root.kind === "object") {
    const properties = root.properties.map((property) => described(scope, property, parameter, tool, doc));
    const whole = root.rest.length === 0 ? null : { ...root, properties };
    return { kind: "options", name, properties, whole, partial: root.partial, span };
  }
  scope.report("MG1115", scope.span(annotation), { tool });
  const common = root.kind === "union" ? commonProperties(root.members) : [];
  return { kind: "options", name, properties: common, whole: root, partial: false, span };
}

const isObjects = (type: TypeModel, scope: Scope): boolean => {
  if (type.kind === "object") return true;
  if (type.kind === "reference")
    return isObjects(scope.types.definitions[type.id]?.type ?? { kind: "null", keywords: {} }, scope);
  return type.kind === "union" && type.members.every((member) => isObjects(member, scope));
};

/** The properties that every member of a union has: only these can a resolver read by name. */
function commonProperties(members: readonly TypeModel[]): PropertyModel[] {
  const [first, ...others] = members.map((member) => (member.kind === "object" ? member.properties : []));
  return (first ?? []).filter(({ name }) => others.every((each) => each.some((property) => property.name === name)));
}

/** A property with its default in the pattern, and what `@param` says about it. */
function described(
  scope: Scope,
  property: PropertyModel,
  parameter: DestructuredParameter,
  tool: string,
  doc: Doc,
): PropertyModel {
  const element = parameter.name.elements.find((each) => keyOf(each) === property.name);
  const path = `${tool}.${property.name}`;
  const file = parameter.getSourceFile();
  const params = paramDocs(doc);
  // The object has no name of its own, so comments call it what they like: options.depth, root0.depth, or plain depth.
  const names = [property.name, ...params.map(({ name }) => name).filter((name) => name.endsWith(`.${property.name}`))];
  let type = withParam(scope, property.type, params, names, { path, file });
  const initializer = element?.initializer;
  const value = initializer === undefined ? undefined : literalOf(scope, initializer);
  if (initializer !== undefined && value !== undefined) type = withDefault(scope, type, initializer, value, path);
  const isFilled = initializer !== undefined || type.keywords.default !== undefined;
  return { ...property, type, required: property.required && !isFilled };
}

/** The property that an element of a pattern takes. */
export function keyOf({ propertyName, name }: ts.BindingElement): string {
  const key = propertyName ?? name;
  return ts.isIdentifier(key) || ts.isStringLiteralLike(key) ? key.text : key.getText();
}
