/** `Resolve<T, typeof fn>` -> the resolver fn, with its own parameters and the question that it may ask. */
import { ts } from "ts-morph";
import type { ParameterModel, ResolvedParameter } from "../model.js";
import { compareNames } from "../names.js";
import type { Analysis } from "./analysis.js";
import { asksUrl, type FoundFunction, functionOf, isGenerator, parametersOf, returnedNode, returnedType } from "./functions.js";
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
  if (found === null || !scope.isSource(found.node.getSourceFile())) {
    scope.report("MG3002", at, { parameter: name });
    return nothing;
  }
  const resolver = readResolver(analysis, found, `resolver ${found.name.text}, for parameter '${name}' of ${owner}`);
  if (resolver === null) return nothing;
  if (wanted !== undefined) {
    const [model] = outcome ? typeArgumentsOf(unalias(scope, wanted)) : [wanted];
    if (model !== undefined) checkFit(scope, found, scope.checker.getTypeFromTypeNode(model.node), at);
  }
  return { ...nothing, resolver };
}

/** The id of the resolver; null when something about it was reported. */
function readResolver(analysis: Analysis, found: FoundFunction, askedBy: string): string | null {
  const { scope, resolvers } = analysis;
  const name = found.name.text;
  const span = scope.span(found.name);
  const reference = scope.exportedAs(found.symbol, found.node.getSourceFile());
  const id = `${scope.file(found.node)}#${name}`;
  if (resolvers.has(id)) return id;
  resolvers.set(id, null);
  if (reference === null) scope.report("MG3003", span, { resolver: name });
  if (isGenerator(found.node)) scope.report("MG3013", span, { resolver: name });
  const parameters = readParameters(analysis, found, id);
  const question = isGenerator(found.node) ? null : readAsked(analysis, found, askedBy);
  if (reference === null) return null;
  resolvers.set(id, { id, reference, span, parameters, question, asksUrl: asksUrl(scope, found.node) });
  return id;
}

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

/** The question that a resolver's return type names, written or inferred. */
function readAsked(analysis: Analysis, { node, name }: FoundFunction, askedBy: string): string | null {
  const { scope } = analysis;
  const at = returnedNode(node) ?? name;
  const models: ts.Type[] = [];
  for (const arm of armsOf(returnedType(scope, node))) {
    const model = scope.runtimeType(arm) === "Elicit" ? modelOf(scope, arm) : null;
    if (model !== null && !models.includes(model)) models.push(model);
  }
  const [model] = models;
  if (models.length > 1) {
    const shown = models
      .map((each) => scope.print(each))
      .sort(compareNames)
      .join(", ");
    scope.report("MG3010", scope.span(at), { resolver: name.text, models: shown });
    return null;
  }
  return model === undefined ? null : readQuestion(analysis, model, undefined, at, askedBy);
}

const armsOf = (type: ts.Type | null): readonly ts.Type[] => (type === null ? [] : type.isUnion() ? type.types : [type]);

/** The model in `Elicit<Model>`. */
function modelOf(scope: Scope, type: ts.Type): ts.Type | null {
  const given = type.aliasTypeArguments ?? scope.checker.getTypeArguments(type as ts.TypeReference);
  return given[0] ?? null;
}

/** What the resolver gives, computed or answered, has to be what the parameter takes. */
function checkFit(scope: Scope, { node, name }: FoundFunction, wanted: ts.Type, at: Parameters<Scope["report"]>[1]): void {
  if ((wanted.flags & ts.TypeFlags.TypeParameter) !== 0) return;
  for (const arm of armsOf(returnedType(scope, node))) {
    const given = scope.runtimeType(arm) === "Elicit" ? modelOf(scope, arm) : arm;
    if (given === null || scope.checker.isTypeAssignableTo(given, wanted)) continue;
    scope.report("MG3011", at, { resolver: name.text, given: scope.print(given), wanted: scope.print(wanted) });
    return;
  }
}
