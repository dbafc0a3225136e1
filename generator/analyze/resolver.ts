/** `Resolve<T, typeof fn>` -> the resolver fn, with its own parameters and the question that it may ask. */
import { ts } from "../compiler.js";
import type { ParameterModel, Reference, ResolvedParameter, ResolverModel, Span } from "../model.js";
import { compareNames } from "../names.js";
import { type Analysis, readShared } from "./analysis.js";
import {
  asksInside,
  type FoundFunction,
  functionOf,
  isGenerator,
  parametersOf,
  returnedNode,
  returnedType,
} from "./functions.js";
import { classify, isNamed, type NamedParameter, readContext } from "./parameters.js";
import { readQuestion } from "./question.js";
import type { Scope } from "./scope.js";
import { type Marker, runtimeReference, typeArgumentsOf, unalias } from "./type-node.js";

/** The parameter `parameter`, annotated with the marker, of `owner` (a tool or a resolver, in words). */
export function readResolved(analysis: Analysis, parameter: NamedParameter, marker: Marker, owner: string): ResolvedParameter {
  const { scope } = analysis;
  const span = scope.span(parameter.name);
  const name = parameter.name.text;
  const [wanted, target] = marker.typeArguments;
  const outcome = wanted !== undefined && runtimeReference(scope, unalias(scope, wanted)) === "ElicitationResult";
  const nothing: ResolvedParameter = { kind: "resolved", name, resolver: null, outcome, span };
  const query = target === undefined ? null : unalias(scope, target).node;
  const symbol = query !== null && ts.isTypeQueryNode(query) ? scope.symbolAt(query.exprName) : undefined;
  const found = symbol === undefined ? null : functionOf(symbol);
  const at = scope.span(target?.node ?? parameter.type ?? parameter.name);
  const reference = found === null || query === null || !ts.isTypeQueryNode(query) ? null : referenceOf(scope, found, query);
  if (found === null || reference === undefined) {
    scope.report("MG3002", at, { parameter: name });
    return nothing;
  }
  const askedBy = `resolver ${found.name.text}, for parameter '${name}' of ${owner}`;
  const resolver = readShared(analysis, () => readResolver(analysis, found, reference, at, askedBy));
  if (resolver === null) return nothing;
  if (wanted !== undefined) {
    const [model] = outcome ? typeArgumentsOf(unalias(scope, wanted)) : [wanted];
    if (model !== undefined) checkFit(scope, found, scope.checker.getTypeFromTypeNode(model.node), at);
  }
  return { ...nothing, resolver };
}

/** The id of the resolver; null when something about it was reported. */
function readResolver(
  analysis: Analysis,
  found: FoundFunction,
  reference: Reference | null,
  at: Span,
  askedBy: string,
): string | null {
  const { scope, resolvers } = analysis;
  const name = found.owner === null ? found.name.text : `${found.owner.name?.text}.${found.name.text}`;
  // What a package declares can't be mended there: the place is where the sources name it.
  const span = scope.isSource(found.node.getSourceFile()) ? scope.span(found.name) : at;
  const id = reference === null ? `${scope.file(found.node)}#${name}` : `${reference.file}#${reference.name}`;
  const known = resolvers.get(id);
  if (known !== undefined) {
    // A question that was refused is told with all who ask it.
    if (known !== null && known.question === null && known.asks === null && !isGenerator(found.node))
      readAsked(analysis, found, span, askedBy);
    return id;
  }
  resolvers.set(id, null);
  if (reference === null) scope.report("MG3003", span, { resolver: name });
  if (isGenerator(found.node)) scope.report("MG3013", span, { resolver: name });
  const parameters = readParameters(analysis, found, id);
  const asked = isGenerator(found.node) ? nothingAsked : readAsked(analysis, found, span, askedBy);
  warnOfUnstableText(scope, found.node);
  if (reference === null) return null;
  resolvers.set(id, { id, reference, span, parameters, ...asked, asksInside: asksInside(scope, found.node) });
  return id;
}

/** How emitted code names the function; null when it is not exported, undefined when it can't be reached at all. */
function referenceOf(
  scope: Scope,
  { symbol, node, owner }: FoundFunction,
  query: ts.TypeQueryNode,
): Reference | null | undefined {
  const file = node.getSourceFile();
  if (!scope.isSource(file)) {
    const root = scope.checker.getSymbolAtLocation(leftmost(query.exprName));
    return scope.importedFrom(root, query.exprName.getText().split(".").slice(1));
  }
  if (owner === null) return scope.exportedAs(symbol, file);
  const ownerSymbol = owner.name === undefined ? undefined : scope.symbolAt(owner.name);
  const exported = ownerSymbol === undefined ? null : scope.exportedAs(ownerSymbol, file);
  return exported === null ? null : { ...exported, name: `${exported.name}.${symbol.name}` };
}

const leftmost = (name: ts.EntityName): ts.Identifier => (ts.isIdentifier(name) ? name : leftmost(name.left));

function readParameters(analysis: Analysis, { node, name }: FoundFunction, id: string): ParameterModel[] {
  const { scope } = analysis;
  const parameters: ParameterModel[] = [];
  const named = new Map<string, { type: ts.Type; node: ts.Node }>();
  analysis.named.set(id, named);
  for (const parameter of parametersOf(node)) {
    if (!isNamed(parameter) || parameter.dotDotDotToken !== undefined) {
      scope.report("MG3012", scope.span(parameter), { resolver: name.text });
      continue;
    }
    const what = classify(scope, parameter);
    if (what === null) continue;
    if (what === "argument") {
      named.set(parameter.name.text, { type: scope.checker.getTypeAtLocation(parameter), node: parameter });
      parameters.push({ kind: "argument", name: parameter.name.text, property: null, span: scope.span(parameter.name) });
    } else if (what.marker.name === "Resolve") {
      parameters.push(readResolved(analysis, parameter, what.marker, `resolver ${name.text}`));
    } else if (what.marker.name === "JsonSchema") {
      const reason = "a resolver takes arguments one by one, by their names";
      scope.report("MG4013", scope.span(parameter.name), { parameter: parameter.name.text, reason });
    } else {
      if (parameters.some(({ kind }) => kind === "context")) {
        scope.report("MG3007", scope.span(parameter.name), { name: parameter.name.text });
        continue;
      }
      parameters.push(readContext(analysis, parameter, what.marker, `resolver ${name.text}`));
    }
  }
  return parameters;
}

type Asked = Pick<ResolverModel, "question" | "asks">;
const nothingAsked: Asked = { question: null, asks: null };

/** The kinds of question, by the name of the marker that a resolver returns. */
const kinds: Readonly<Record<string, ResolverModel["asks"] | "form">> = {
  Elicit: "form",
  ElicitUrl: "url",
  Sample: "sample",
  ListRoots: "roots",
};

/** The question that a resolver's return type names, written or inferred: one at most. */
function readAsked(analysis: Analysis, { node, name }: FoundFunction, span: Span, askedBy: string): Asked {
  const { scope } = analysis;
  const isSource = scope.isSource(node.getSourceFile());
  const at = returnedNode(node) ?? name;
  const markers: { kind: ResolverModel["asks"] | "form"; arm: ts.Type; model: ts.Type }[] = [];
  for (const arm of armsOf(returnedType(scope, node))) {
    const kind = kinds[scope.runtimeType(arm) ?? ""] ?? null;
    const model = kind === null ? null : given(scope, arm);
    if (model !== null && !markers.some((each) => each.kind === kind && each.model === model)) markers.push({ kind, arm, model });
  }
  const [marker] = markers;
  if (markers.length > 1) {
    const shown = markers
      .map((each) => scope.print(each.kind === "form" ? each.model : each.arm))
      .sort(compareNames)
      .join(", ");
    scope.report("MG3010", isSource ? scope.span(at) : span, { resolver: name.text, models: shown });
    return nothingAsked;
  }
  if (marker === undefined) return nothingAsked;
  if (marker.kind === "form") return { question: readQuestion(analysis, marker.model, undefined, at, askedBy), asks: null };
  return { question: null, asks: marker.kind };
}

const armsOf = (type: ts.Type | null): readonly ts.Type[] => (type === null ? [] : type.isUnion() ? type.types : [type]);

/** What the answer to a marker becomes: the type of the property that the runtime's markers carry for it. */
function given(scope: Scope, marker: ts.Type): ts.Type | null {
  const symbol = scope.checker.getPropertiesOfType(marker).find(({ escapedName }) => String(escapedName).startsWith("__@gives"));
  return symbol === undefined ? null : scope.checker.getTypeOfSymbol(symbol);
}

/** What the resolver gives, computed or answered, has to be what the parameter takes. */
function checkFit(scope: Scope, { node, name }: FoundFunction, wanted: ts.Type, at: Span): void {
  if ((wanted.flags & ts.TypeFlags.TypeParameter) !== 0) return;
  const isMarker = (arm: ts.Type): boolean => Object.hasOwn(kinds, scope.runtimeType(arm) ?? "");
  const arms = armsOf(returnedType(scope, node));
  if (arms.filter(isMarker).length > 1) return; // reported where the function is
  for (const arm of arms) {
    const type = isMarker(arm) ? given(scope, arm) : arm;
    if (type === null || scope.checker.isTypeAssignableTo(type, wanted)) continue;
    scope.report("MG3011", at, { resolver: name.text, given: scope.print(type), wanted: scope.print(wanted) });
    return;
  }
}

/** What gives another value at every run, in the words in which it is written. */
const unstable = /^(Date\.now|Math\.random|performance\.now|crypto\.randomUUID|randomUUID)$/;

/** A question whose text changes at every run can never be answered on a modern connection (decision Q17). */
function warnOfUnstableText(scope: Scope, node: FoundFunction["node"]): void {
  if (node.body === undefined || !scope.isSource(node.getSourceFile())) return;
  const constants = new Map<string, ts.Node>();
  const isUnstable = (inner: ts.Node): boolean => {
    if (ts.isCallExpression(inner) && unstable.test(inner.expression.getText())) return true;
    if (ts.isNewExpression(inner) && inner.expression.getText() === "Date" && (inner.arguments ?? []).length === 0) return true;
    const constant = ts.isIdentifier(inner) ? constants.get(inner.text) : undefined;
    if (constant !== undefined && isUnstable(constant)) return true;
    return ts.forEachChild(inner, (child) => isUnstable(child) || undefined) ?? false;
  };
  const visit = (inner: ts.Node): void => {
    if (ts.isVariableDeclaration(inner) && ts.isIdentifier(inner.name) && inner.initializer !== undefined) {
      constants.set(inner.name.text, inner.initializer);
    }
    const isMarker =
      ts.isCallExpression(inner) && Object.hasOwn(kinds, scope.runtimeType(scope.checker.getTypeAtLocation(inner)) ?? "");
    if (isMarker && inner.arguments.some(isUnstable)) scope.report("MG3015", scope.span(inner), {});
    else ts.forEachChild(inner, visit);
  };
  visit(node.body);
}
