/** Objects: interfaces, literals, classes used as data, index signatures -> ObjectType. */
import { ts } from "../compiler.js";
import type { ObjectType, PropertyModel, TypeModel } from "../model.js";
import { docOf } from "./jsdoc.js";
import { propertiesOf } from "./order.js";
import type { Scope } from "./scope.js";
import { checkTags, withDoc } from "./tags.js";
import { numericKeys, templatePattern } from "./template.js";
import { declaredName, hasUndefined, isUndefined, type Place, readType, withAliasDoc } from "./type.js";
import { mappedKeys } from "./type-node.js";
import { isFunction } from "./unsupported.js";

export function readObject(scope: Scope, type: ts.Type, place: Place): TypeModel | null {
  const sent = place.direction === "out" ? jsonForm(scope, type) : null;
  if (sent !== null) {
    scope.types.viaToJson = true;
    return readType(scope, sent, { ...place, node: undefined, at: place.node ?? place.at });
  }
  const properties: PropertyModel[] = [];
  let complete = hasKnownBases(scope, type, place);
  let partial = false;
  for (const symbol of propertiesOf(scope, type, place.node)) {
    const kept = isData(scope, symbol, type, place);
    if (!kept) {
      partial = true;
      continue;
    }
    const property = readProperty(scope, symbol, place);
    if (property === null) complete = false;
    else properties.push(property);
  }
  const isNever = ({ type: value }: ts.IndexInfo): boolean => (value.flags & ts.TypeFlags.Never) !== 0;
  partial ||= scope.checker.getIndexInfosOfType(type).some(isNever);
  const rest = readRest(scope, type, place);
  if (!complete || rest === null) return null;
  return { kind: "object", name: declaredName(type), properties, rest, partial, keywords: {} };
}

/** Whether all that a type extends can be found; without its base it would be read with less than it has. */
function hasKnownBases(scope: Scope, type: ts.Type, place: Place): boolean {
  let known = true;
  for (const declaration of type.getSymbol()?.declarations ?? []) {
    if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassDeclaration(declaration)) continue;
    if (!scope.isSource(declaration.getSourceFile())) continue;
    for (const base of (declaration.heritageClauses ?? []).flatMap(({ token, types }) =>
      token === ts.SyntaxKind.ExtendsKeyword ? types : [],
    )) {
      if ((scope.checker.getTypeAtLocation(base).flags & ts.TypeFlags.Any) === 0) continue;
      scope.report("MG1102", scope.span(base), { path: place.path, type: base.getText() });
      known = false;
    }
  }
  return known;
}

/** What `toJSON()` makes of a type; null without one. */
function jsonForm(scope: Scope, type: ts.Type): ts.Type | null {
  const method = scope.checker.getPropertyOfType(type, "toJSON");
  const [signature] = method === undefined ? [] : scope.checker.getTypeOfSymbol(method).getCallSignatures();
  return signature === undefined ? null : scope.checker.getReturnTypeOfSignature(signature);
}

/** Whether a property is data. Methods, functions, symbols and what only the class itself may see are not. */
function isData(scope: Scope, symbol: ts.Symbol, owner: ts.Type, place: Place): boolean {
  const name = String(symbol.escapedName);
  if (name.startsWith("__@") || name.startsWith("__#")) return false;
  const declaration = declarationIn(symbol);
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  if (declaration !== undefined && (ts.getCombinedModifierFlags(declaration) & hidden) !== 0) return false;
  const accessor = symbol.flags & ts.SymbolFlags.Accessor;
  if (accessor === ts.SymbolFlags.SetAccessor) return false;
  const isMethod = (symbol.flags & ts.SymbolFlags.Method) !== 0;
  const type = scope.checker.getTypeOfSymbol(symbol);
  const arms = (type.isUnion() ? type.types : [type]).filter((each) => !isUndefined(each));
  // `b?: never` and `b?: undefined` say that there is no b.
  const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  if (isOptional && arms.every(({ flags }) => (flags & ts.TypeFlags.Never) !== 0)) return false;
  if (!isMethod && (arms.length === 0 || !arms.every(isFunction))) return true;
  // Methods of a class that is sent stay behind, as JSON.stringify leaves them; of one that is taken, the body would miss them.
  if (isMethod && owner.isClass() && place.direction === "out") return false;
  const { at } = declarationOf(scope, symbol, place);
  scope.report("MG1113", scope.span(at), { path: `${place.path}.${ts.unescapeLeadingUnderscores(symbol.escapedName)}` });
  return false;
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
  const read = readType(scope, type, { ...object, path, node, at, omittable: true });
  if (read === null) return null;
  const declaration = declarationIn(symbol);
  const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  const doc = declaration === undefined ? null : docOf(declaration);
  if (doc !== null && declaration !== undefined) checkTags(scope, doc, declaration.getSourceFile());
  const described =
    doc === null || declaration === undefined ? read : withDoc(scope, read, doc, { path, file: declaration.getSourceFile() });
  const undefinable = hasUndefined(type);
  const required = !optional && !undefinable && described.keywords.default === undefined;
  return { name, type: described, required, optional, undefinable: undefinable && writesUndefined(scope, type, node) };
}

/** The keys that index signatures allow. Null when something was reported. */
function readRest(scope: Scope, type: ts.Type, place: Place): ObjectType["rest"] | null {
  const rest: { pattern: string | null; type: TypeModel }[] = [];
  let complete = true;
  for (const { keyType, type: value, declaration } of scope.checker.getIndexInfosOfType(type)) {
    // What no value can be is not there.
    if (((keyType.flags & ts.TypeFlags.ESSymbol) | (value.flags & ts.TypeFlags.Never)) !== 0) continue;
    const isString = (keyType.flags & ts.TypeFlags.String) !== 0;
    const key = scope.print(keyType);
    const own = declaration !== undefined && scope.isSource(declaration.getSourceFile()) ? declaration : undefined;
    const pattern = isString
      ? keyPattern(scope, keyType, own?.parameters[0]?.type ?? keyNode(scope, type, place.node), `${place.path}[${key}]`)
      : (keyType.flags & ts.TypeFlags.Number) !== 0
        ? numericKeys
        : templatePattern(keyType);
    if (!isString && pattern === null) {
      const facts = {
        type: `an object with keys of the type ${key}`,
        reason: "no pattern says which they are",
        way: "use string keys.",
      };
      scope.report("MG1103", scope.span(place.node ?? place.at), { path: place.path, ...facts });
      complete = false;
      continue;
    }
    const node = own !== undefined && isClosed(own.type) ? own.type : recordValue(scope, value, place.node);
    const at = own ?? place.node ?? place.at;
    const read = readType(scope, value, { ...place, path: `${place.path}[${key}]`, node, at, omittable: true });
    if (read === null) complete = false;
    else {
      const doc = own === undefined ? null : docOf(own);
      const at = { path: `${place.path}[${key}]`, file: (own ?? place.at).getSourceFile() };
      rest.push({ pattern, type: doc === null ? read : withDoc(scope, read, doc, at) });
    }
  }
  rest.sort((a, b) => (a.pattern === b.pattern ? 0 : (a.pattern ?? "\uffff") < (b.pattern ?? "\uffff") ? -1 : 1));
  return complete ? rest : null;
}

/** What the comment of an alias asks of the keys that it names; null without a pattern there. */
function keyPattern(scope: Scope, keyType: ts.Type, node: ts.TypeNode | undefined, path: string): string | null {
  if (node === undefined || scope.checker.getTypeFromTypeNode(node) !== keyType) return null;
  const { pattern } = withAliasDoc(scope, { kind: "string", template: null, branded: false, keywords: {} }, node, path).keywords;
  return typeof pattern === "string" ? pattern : null;
}

/** The annotation of the keys of a mapped type. */
function keyNode(scope: Scope, { aliasSymbol, aliasTypeArguments }: ts.Type, node: ts.TypeNode | undefined) {
  const alias = (aliasTypeArguments ?? []).length > 0 ? undefined : aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration);
  const annotation = node ?? alias?.type;
  return annotation === undefined ? undefined : mappedKeys(scope, annotation)?.node;
}

/** The annotation of the values in `Record<string, T>`. */
function recordValue(scope: Scope, value: ts.Type, annotation: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (annotation === undefined || !ts.isTypeReferenceNode(annotation) || annotation.typeName.getText() !== "Record")
    return undefined;
  const node = annotation.typeArguments?.[1];
  return node !== undefined && scope.checker.getTypeFromTypeNode(node) === value ? node : undefined;
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
  const node = hasAnnotation(declaration) ? declaration.type : undefined;
  return { node: node !== undefined && isTrusted(scope, symbol, node) ? node : undefined, at: node ?? declaration };
}

const hasAnnotation = (
  node: ts.Declaration,
): node is ts.PropertySignature | ts.PropertyDeclaration | ts.ParameterDeclaration | ts.GetAccessorDeclaration =>
  ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node) || ts.isGetAccessorDeclaration(node);

/** A mapped type may have changed what the declaration says, and a type parameter means something else everywhere. */
function isTrusted(scope: Scope, symbol: ts.Symbol, node: ts.TypeNode): boolean {
  if (!isClosed(node)) return false;
  if ((symbol.flags & ts.SymbolFlags.Transient) === 0) return true;
  const without = (type: ts.Type): ts.Type => (hasUndefined(type) ? scope.checker.getNonNullableType(type) : type);
  const [meant, said] = [scope.checker.getTypeOfSymbol(symbol), scope.checker.getTypeFromTypeNode(node)];
  return meant === said || (hasUndefined(meant) && without(meant) === scope.checker.getNonNullableType(said));
}

/** Whether an annotation means the same everywhere: one that may name a type parameter does not. */
function isClosed(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (ts.isMappedTypeNode(at) || ts.isConditionalTypeNode(at)) return false;
    const { typeParameters } = at as { readonly typeParameters?: readonly unknown[] };
    if (typeParameters !== undefined && typeParameters.length > 0) return false;
  }
  return true;
}

/** `undefined` that is more than the question mark: under exactOptionalPropertyTypes the two differ. */
function writesUndefined(scope: Scope, type: ts.Type, node: ts.TypeNode | undefined): boolean {
  if (node !== undefined && !/\bundefined\b/.test(node.getText())) return false;
  return type.isUnion() && type.types.includes(scope.checker.getUndefinedType());
}
