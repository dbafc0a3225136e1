/** The model of a question -> a flat form, or a diagnostic at the field that is not flat. */
import { ts } from "../compiler.js";
import type { Note } from "../diagnostics.js";
import type { ObjectType, PropertyModel, TypeModel } from "../model.js";
import { pascalCase } from "../names.js";
import { isFormat, keywordOf, questionFormats } from "../schema/keywords.js";
import { isSecretName } from "../schema/secrets.js";
import type { Analysis } from "./analysis.js";
import { aliasKeywords, unbranded } from "./brand.js";
import { readChoice } from "./choice.js";
import { type Doc, docOf } from "./jsdoc.js";
import { declarationIn, declarationOf } from "./object.js";
import type { Scope } from "./scope.js";
import { checkTags, withDoc } from "./tags.js";
import { declaredName, elementNode, hasUndefined, isReadonly } from "./type.js";
import { constantOf } from "./type-node.js";
import { isInstance, refusalOf, typeName } from "./unsupported.js";

/** The id of the question; null when something was reported. `askedBy` says who asks, in words. */
export function readQuestion(
  { scope, questions, askers }: Analysis,
  type: ts.Type,
  node: ts.TypeNode | undefined,
  at: ts.Node,
  askedBy: string,
): string | null {
  const declaration = (type.aliasSymbol ?? type.getSymbol())?.declarations?.[0] ?? at;
  const name = declaredName(type);
  const { line, column } = scope.span(declaration);
  const id = `${scope.file(declaration)}#${name ?? `${line}:${column}`}${isGeneric(scope, type) ? scope.print(type) : ""}`;
  const asker: Note = { label: "asked by", text: askedBy };
  const known = questions.get(id);
  if (known !== undefined) {
    // What was reported at the first one is told with all who ask.
    const told = askers.get(id);
    if (told?.every(({ text }) => text !== askedBy)) told.push(asker);
    return known === null ? null : id;
  }
  const shown = name ?? scope.print(type);
  const span = scope.span(node ?? at);
  const notes: Note[] = [{ label: "model", text: shown, span: scope.span(declaration) }, asker];
  askers.set(id, notes);
  questions.set(id, null);
  if ((type.flags & ts.TypeFlags.Object) === 0 && !type.isIntersection()) {
    scope.report("MG2009", span, { model: (type.flags & ts.TypeFlags.Any) === 0 ? shown : "any" }, { notes });
    return null;
  }
  if (scope.checker.getIndexInfosOfType(type).length > 0) {
    scope.report("MG2010", span, { model: shown }, { notes });
    return null;
  }
  const fields = scope.checker.getPropertiesOfType(type);
  if (fields.length === 0 || type.getCallSignatures().length > 0 || scope.checker.isArrayType(type)) {
    scope.report("MG2009", span, { model: shown }, { notes });
    return null;
  }
  const read = fields.map((symbol) => readField(scope, symbol, { node, at, notes, model: shown }));
  const properties = read.filter((field) => field !== null);
  if (properties.length < fields.length) return null;
  const form: ObjectType = { kind: "object", name, properties, rest: [], partial: false, keywords: {} };
  questions.set(id, { id, name, file: scope.file(declaration), form });
  return id;
}

/** An instance of a generic type is a model of its own. */
const isGeneric = (scope: Scope, type: ts.Type): boolean =>
  (type.aliasTypeArguments ?? []).length > 0 ||
  ("target" in type && scope.checker.getTypeArguments(type as ts.TypeReference).length > 0);

interface Owner {
  readonly node: ts.TypeNode | undefined;
  readonly at: ts.Node;
  readonly notes: readonly Note[];
  readonly model: string;
}

function readField(scope: Scope, symbol: ts.Symbol, owner: Owner): PropertyModel | null {
  const field = ts.unescapeLeadingUnderscores(symbol.escapedName);
  const { node, at } = declarationOf(scope, symbol, owner);
  if (field === "__proto__") {
    scope.report("MG1107", scope.span(at), { path: owner.model, name: field });
    return null;
  }
  const declaration = declarationIn(symbol);
  const doc: Doc | null = declaration === undefined ? null : docOf(declaration);
  const isWaived = doc?.tags.some(({ name }) => name === "notSecret") ?? false;
  if (isSecretName(field) && !isWaived) {
    const name = declaration !== undefined && "name" in declaration ? (declaration.name as ts.Node) : at;
    scope.report("MG2008", scope.span(name), { field }, { notes: owner.notes });
    return null;
  }
  const type = scope.checker.getTypeOfSymbol(symbol);
  const shape = readFieldType(scope, type, { field, node, at, notes: owner.notes });
  if (shape === null) return null;
  const path = `${owner.model}.${field}`;
  let model = shape;
  if (doc !== null && declaration !== undefined) {
    const file = declaration.getSourceFile();
    checkTags(scope, doc, file);
    for (const { name, text, start } of doc.tags) {
      if (!isForbidden(name, text)) continue;
      scope.report("MG2007", scope.spanOf(file, start, start + name.length + 1), { field, tag: name }, { notes: owner.notes });
    }
    model = withDoc(scope, shape, doc, { path, file, isQuestion: true });
  }
  const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  const undefinable = hasUndefined(type);
  const required = !optional && !undefinable && model.keywords.default === undefined;
  return { name: field, type: model, required, optional, undefinable: undefinable && !optional };
}

/** What a form cannot carry, and what no client would draw. */
const isForbidden = (tag: string, text: string): boolean => {
  const keyword = keywordOf(tag);
  if (keyword?.tag !== "format") return keyword?.inQuestions === false;
  return isFormat(text) && !questionFormats.includes(text);
};

interface Field {
  readonly field: string;
  readonly node: ts.TypeNode | undefined;
  readonly at: ts.Node;
  readonly notes: readonly Note[];
}

function readFieldType(scope: Scope, type: ts.Type, place: Field): TypeModel | null {
  const { field, node, at, notes } = place;
  const span = scope.span(node ?? at);
  const given = (type.isUnion() ? type.types : [type]).filter((each) => (each.flags & ts.TypeFlags.Undefined) === 0);
  const keywords = given.length === 1 && given[0] !== undefined ? aliasKeywords(scope, given[0]) : {};
  const arms = given.map((each) => unbranded(scope, each));
  const [first] = arms;
  const all = (flags: ts.TypeFlags): boolean => arms.every((each) => (each.flags & flags) !== 0);
  const shown = node?.getText() ?? scope.print(type);
  if (arms.some((each) => (each.flags & ts.TypeFlags.Null) !== 0)) {
    scope.report("MG2003", span, { field }, { notes });
    return null;
  }
  if (all(ts.TypeFlags.BooleanLike) && arms.length === 2) return { kind: "boolean", keywords: {} };
  if (all(ts.TypeFlags.StringLiteral)) return readChoice(scope, arms, { path: field, node, at });
  if (arms.every((each) => constantOf(each) !== null)) {
    scope.report("MG2005", span, { field, type: shown }, { notes });
    return null;
  }
  if (arms.length !== 1 || first === undefined) {
    scope.report("MG2004", span, { field, type: shown }, { notes });
    return null;
  }
  if ((first.flags & ts.TypeFlags.String) !== 0) return { kind: "string", template: null, branded: false, keywords };
  if ((first.flags & ts.TypeFlags.Number) !== 0) return { kind: "number", branded: false, keywords };
  if (scope.checker.isArrayType(first)) return readChoices(scope, first, place);
  const refusal = refusedField(scope, first);
  if (refusal !== null) {
    scope.report("MG2006", span, { field, type: refusal.type }, { notes });
    return null;
  }
  reportObject(scope, first, place);
  return null;
}

/** Why a field cannot be in a form at all; null for an object, which is reported with its properties. */
function refusedField(scope: Scope, type: ts.Type): { readonly type: string } | null {
  if ((type.flags & ts.TypeFlags.Any) !== 0) return { type: "any" };
  const instance = isInstance(type);
  if (instance !== null) return { type: `a ${instance}` };
  if (scope.checker.isTupleType(type)) return { type: "a tuple" };
  if (type.isClass()) return { type: `the class ${typeName(scope, type)}` };
  if (scope.checker.getIndexInfosOfType(type).length > 0) return { type: "an object with an index signature" };
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return { type: scope.print(type) };
  return refusalOf(scope, type);
}

function readChoices(scope: Scope, type: ts.Type, { field, node, at, notes }: Field): TypeModel | null {
  const [element] = scope.checker.getTypeArguments(type as ts.TypeReference);
  const members = element === undefined ? [] : element.isUnion() ? element.types : [element];
  if (!members.every((each) => typeof constantOf(each) === "string")) {
    scope.report("MG2002", scope.span(node ?? at), { field }, { notes });
    return null;
  }
  const inner = node === undefined ? undefined : elementNode(scope, node);
  const items = readChoice(scope, members, { path: `${field}[]`, node: inner, at });
  return items === null ? null : { kind: "array", items, readonly: isReadonly(type), keywords: {} };
}

function reportObject(scope: Scope, type: ts.Type, { field, node, at, notes }: Field): void {
  const names = scope.checker.getPropertiesOfType(type).map(({ name }) => name);
  const declaration = (type.aliasSymbol ?? type.getSymbol())?.declarations?.[0];
  const name = declaredName(type);
  const isElsewhere = declaration !== undefined && name !== null;
  scope.report(
    "MG2001",
    scope.span(node ?? at),
    { field, flattened: names.map((inner) => field + pascalCase(inner)).join(", ") },
    {
      notes,
      related: isElsewhere
        ? { text: `${typeName(scope, type)} { ${names.join(", ")} } is declared at`, span: scope.span(declaration) }
        : undefined,
    },
  );
}
