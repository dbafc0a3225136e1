/** What tools, prompts and resources have in common: an exported function with a tag, its name, its parameters and its comment. */
import type { ts } from "../compiler.js";
import type { OfferKind, ParameterModel, PromptModel, Span } from "../model.js";
import { isLegalName, isPortableToolName, nearestName } from "../names.js";
import { offerWords } from "../offers.js";
import type { Analysis } from "./analysis.js";
import { isDestructured, readOptions } from "./destructured.js";
import { asksInside, type FoundFunction, isGenerator, parametersOf, returnedNode, returnedType } from "./functions.js";
import { type Doc, docOf, paramDocs, type Tag } from "./jsdoc.js";
import { readMetadata } from "./metadata.js";
import { classify, isNamed, readArgument, readContext } from "./parameters.js";
import { readResolved } from "./resolver.js";
import { readSchemaParameter } from "./schema-parameter.js";
import type { Scope } from "./scope.js";
import { checkTags } from "./tags.js";
import { buriedMarker, markerOf } from "./type-node.js";

/** The part of the model that does not depend on the kind. */
export type Common = Omit<PromptModel, "kind" | "completions">;

/** A tagged function on its way into the model. */
export interface Offering {
  readonly analysis: Analysis;
  readonly found: FoundFunction;
  readonly kind: OfferKind;
  readonly name: string;
  readonly doc: Doc;
}

/** What the result of a kind is: null when something was reported. `whole` is the type of the results, promises unwrapped. */
type ReadResult<R> = (offering: Offering, whole: ts.Type) => R | null;

interface Tagged {
  readonly kind: OfferKind;
  readonly tag: Tag;
  /** The name in the tag; empty for the function's own. */
  readonly given: string;
  /** What stands before the name in the tag. */
  readonly behind?: string;
}

/** Null when something was reported that leaves nothing to go on with. */
export function readOffer<R>(
  analysis: Analysis,
  found: FoundFunction,
  { kind, tag, given, behind = "" }: Tagged,
  readResult: ReadResult<R>,
): { readonly offering: Offering; readonly common: Common; readonly result: R } | null {
  const { scope } = analysis;
  const { node, name: identifier } = found;
  const file = node.getSourceFile();
  const doc = docOf(found.declaration);
  const functionName = identifier.text;
  const name = given === "" ? functionName : given;
  const nameSpan = given === "" ? scope.span(identifier) : scope.spanOf(file, ...wordAfter(file.text, tag, given, behind));
  checkTags(scope, doc, file);
  checkName(scope, kind, name, nameSpan);
  if (found.overloaded) scope.report("MG1005", scope.span(identifier), { kind, name: functionName });
  if (isGenerator(node)) scope.report("MG1006", scope.span(identifier), { kind, name: functionName });
  const [typeParameter] = node.typeParameters ?? [];
  if (typeParameter !== undefined) scope.report("MG1010", scope.span(typeParameter), { kind, name: functionName });
  if (doc.description === "") scope.report("MG1011", scope.span(identifier), { kind, name });
  const reference = scope.exportedAs(found.symbol, file);
  if (reference === null) {
    scope.report("MG1001", scope.span(identifier), { kind, what: `'${functionName}', which is not exported by a name` });
  }
  if (found.overloaded || typeParameter !== undefined) return null;
  const offering: Offering = { analysis, found, kind, name, doc };
  const parameters = readParameters(offering);
  const result = resultOf(offering, readResult);
  const rounds = mayAskByHand(scope, node);
  if (rounds && parameters.some((each) => each.kind === "resolved")) {
    scope.report("MG3014", scope.span(returnedNode(node) ?? identifier), { kind, name });
  }
  const metadata = readMetadata(scope, kind, doc, file);
  if (reference === null || result === null) return null;
  const common = {
    name,
    nameSpan,
    reference,
    span: scope.span(identifier),
    title: doc.tags.find((each) => each.name === "title")?.text ?? null,
    description: doc.description,
    ...metadata,
    parameters,
    asksInside: asksInside(scope, node),
    rounds,
  };
  return { offering, common, result };
}

function resultOf<R>(offering: Offering, readResult: ReadResult<R>): R | null {
  const { scope } = offering.analysis;
  const { node } = offering.found;
  if (isGenerator(node)) return null; // reported
  const where = "the type of the result";
  const buried = node.type === undefined ? null : buriedMarker(scope, node.type, where);
  if (buried !== null) {
    scope.report("MG3001", scope.span(buried.node), { marker: buried.name, where });
    return null;
  }
  const whole = returnedType(scope, node);
  return whole === null ? null : readResult(offering, whole);
}

export const isInterim = (scope: Scope, type: ts.Type): boolean => scope.runtimeType(type) === "InputRequired";

/** Whether a function's result may be another round, asked for by hand. */
function mayAskByHand(scope: Scope, node: FoundFunction["node"]): boolean {
  const type = returnedType(scope, node);
  return type !== null && (type.isUnion() ? type.types : [type]).some((arm) => isInterim(scope, arm));
}

/** The type of the results proper; null when there is none. */
export function withoutInterim(scope: Scope, type: ts.Type): ts.Type | null {
  if (isInterim(scope, type)) return null;
  return type.isUnion() && type.types.some((arm) => isInterim(scope, arm))
    ? (scope.checker as UnionChecker).getUnionType(type.types.filter((arm) => !isInterim(scope, arm)))
    : type;
}

/** The checker can build unions, but its public interface does not say so. */
type UnionChecker = ts.TypeChecker & { getUnionType(types: readonly ts.Type[]): ts.Type };

/** Where a word of a tag's text stands: its first occurrence behind the tag's name, and behind another word of it. */
export function wordAfter(text: string, tag: Tag, word: string, behind = ""): [number, number] {
  const end = tag.start + tag.name.length + 1;
  const start = text.indexOf(word, text.indexOf(behind, end) + behind.length);
  return [start, start + word.length];
}

function checkName(scope: Scope, kind: OfferKind, name: string, span: Span): void {
  if (!isLegalName(name)) scope.report("MG1002", span, { kind, name });
  else if (kind === "tool" && !isPortableToolName(name)) scope.report("MG1003", span, { name });
}

function readParameters(offering: Offering): ParameterModel[] {
  const { analysis, found, name: offer, doc } = offering;
  const { scope } = analysis;
  const { node } = found;
  const owner = offerWords(offering);
  const parameters: ParameterModel[] = [];
  const given = parametersOf(node);
  const isArgument = (each: ts.ParameterDeclaration): boolean => each.type === undefined || markerOf(scope, each.type) === null;
  const alone = given.filter(isArgument).length === 1;
  scope.types.begin(offer);
  for (const parameter of given) {
    const { name } = parameter;
    if (parameter.dotDotDotToken !== undefined) {
      scope.report("MG1007", scope.span(parameter), { name: name.getText() });
      continue;
    }
    const what = classify(scope, parameter);
    if (what === null) continue;
    if (what === "argument" && isDestructured(parameter)) {
      const options = readOptions(scope, parameter, offer, doc, alone);
      if (options !== null) parameters.push(options);
      continue;
    }
    if (!isNamed(parameter)) {
      scope.report("MG1008", scope.span(name), {
        reason: "it has no name",
        way: "give it a name, and take it apart in the body.",
      });
      continue;
    }
    const { text } = parameter.name;
    if (what === "argument") {
      const property = readArgument(scope, parameter, offer, doc);
      if (property !== null) parameters.push({ kind: "argument", name: text, property, span: scope.span(name) });
    } else if (what.marker.name === "Resolve") {
      parameters.push(readResolved(analysis, parameter, what.marker, owner));
    } else if (what.marker.name === "JsonSchema") {
      const schema = readSchemaParameter(offering, parameter, what.marker, given.some(isArgument));
      if (schema !== null) parameters.push(schema);
    } else if (parameters.some(({ kind }) => kind === "context")) {
      scope.report("MG3007", scope.span(name), { name: text });
    } else {
      parameters.push(readContext(analysis, parameter, what.marker, owner));
    }
  }
  checkNesting(scope, offering, parameters);
  const whole = parameters.some((each) => each.kind === "options" && each.whole !== null);
  if (!whole) checkParamTags(scope, given, parameters, doc, node.getSourceFile());
  return parameters;
}

/** Names that speak of the arguments as a whole, as the handlers of other libraries take them. */
const collectiveNames = new Set(["args", "params", "parameters", "input", "options", "opts", "request", "req", "props"]);

/** A single object called `args` is rarely meant to be one argument of that name. */
function checkNesting(scope: Scope, { kind, name }: Offering, parameters: readonly ParameterModel[]): void {
  const [only, ...others] = parameters.filter((each) => each.kind !== "resolved" && each.kind !== "context");
  if (kind !== "tool" || only?.kind !== "argument" || others.length > 0 || !collectiveNames.has(only.name)) return;
  const [first] = only.property?.type.kind === "object" ? only.property.type.properties : [];
  if (first !== undefined) scope.report("MG1016", only.span, { tool: name, parameter: only.name, property: first.name });
}

function checkParamTags(
  scope: Scope,
  given: readonly ts.ParameterDeclaration[],
  parameters: readonly ParameterModel[],
  doc: Doc,
  file: ts.SourceFile,
): void {
  const names = given.filter(isNamed).map(({ name }) => name.text);
  const inner = parameters.flatMap((each) => (each.kind === "options" ? each.properties.map(({ name }) => name) : []));
  for (const { name, start } of paramDocs(doc)) {
    const [first = "", ...rest] = name.split(".");
    const last = rest.at(-1) ?? first;
    // The object of a pattern may be called anything, as in JSDoc.
    const isKnown =
      names.includes(first) || inner.includes(last) || (inner.length > 0 && rest.length === 0 && !names.includes(first));
    if (
      name === "" ||
      (isKnown && !(inner.length > 0 && rest.length === 0 && nearestName(first, inner) !== null && !inner.includes(first)))
    )
      continue;
    const [from, to] = wordAfter(file.text, { name: "param", text: "", start }, name);
    const known = [...names, ...inner];
    scope.report("MG1013", scope.spanOf(file, from, to), { name, nearest: nearestName(last, known) ?? "" });
  }
}
