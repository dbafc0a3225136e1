/** The third stage: rules across declarations that need no type: names, the graph of resolvers, keys of questions. */
import { collector, type Report, type Staged } from "./diagnostics.js";
import type { Model, OfferModel, ResolverModel, Span } from "./model.js";
import { nearestName } from "./names.js";
import { offersOf, offerWords } from "./offers.js";
import { argumentsOf } from "./schema/arguments.js";
import { headersIn } from "./schema/headers.js";
import { argumentsSchema, jsonSchema } from "./schema/json-schema.js";

export function check(model: Model, strict = false): Staged<Model> {
  const { diagnostics, report } = collector();
  checkNames(model, report);
  checkAddresses(model, report);
  checkCycles(model, report);
  for (const offer of model.offers) {
    checkResolverParameters(model, offer, report);
    checkQuestionKeys(model, offer, report);
    checkArgumentNames(offer, report);
    checkHeaders(model, offer, strict, report);
  }
  return { value: model, diagnostics };
}

function checkNames({ offers }: Model, report: Report): void {
  const named = new Map<string, OfferModel[]>();
  for (const offer of offers) named.set(offer.name, [...(named.get(offer.name) ?? []), offer]);
  for (const offer of offers) {
    const { kind, name, nameSpan } = offer;
    const others = (named.get(name) ?? []).filter((each) => each !== offer);
    const same = others.find((each) => each.kind === kind);
    if (same !== undefined) {
      report("MG1004", nameSpan, { kind, name }, { related: { text: "the other one is at", span: same.nameSpan } });
    }
    // Clients know a question by the name of its asker.
    const asker = mayAsk(offer) ? others.find((each) => each.kind !== kind && mayAsk(each)) : undefined;
    if (asker !== undefined) {
      const facts = { name, kind, other: asker.kind };
      report("MG4012", nameSpan, facts, { related: { text: "the other one is at", span: asker.nameSpan } });
    }
  }
}

const mayAsk = ({ parameters, rounds, asksInside }: OfferModel): boolean =>
  rounds ||
  asksInside.length > 0 ||
  parameters.some((each) => each.kind === "resolved" || (each.kind === "context" && each.asks.length > 0));

function checkAddresses(model: Model, report: Report): void {
  const resources = offersOf(model, "resource");
  for (const resource of resources) {
    const other = resources.find((each) => each !== resource && each.uri === resource.uri);
    if (other === undefined) continue;
    report("MG4008", resource.uriSpan, { uri: resource.uri }, { related: { text: "the other one is at", span: other.uriSpan } });
  }
}

/** Each cycle once, from its resolver that was seen first. */
function checkCycles({ resolvers }: Model, report: Report): void {
  const done = new Set<string>();
  const visit = (id: string, path: readonly string[]): void => {
    const start = path.indexOf(id);
    const resolver = resolvers[id];
    if (start !== -1) {
      const names = [...path.slice(start), id].map((each) => resolvers[each]?.reference.name ?? each);
      if (resolver !== undefined) report("MG3005", resolver.span, { path: names.join(" -> ") });
      return;
    }
    if (done.has(id)) return;
    for (const next of neededBy(resolver)) visit(next, [...path, id]);
    done.add(id);
  };
  for (const id of Object.keys(resolvers)) visit(id, []);
}

const neededBy = (resolver: ResolverModel | undefined): string[] =>
  (resolver?.parameters ?? []).flatMap((each) => (each.kind === "resolved" && each.resolver !== null ? [each.resolver] : []));

/** The resolvers that a function needs, each once, whatever the depth. */
function reachable(model: Model, offer: OfferModel): ResolverModel[] {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    neededBy(model.resolvers[id]).forEach(visit);
  };
  for (const each of offer.parameters) if (each.kind === "resolved" && each.resolver !== null) visit(each.resolver);
  return [...found].map((id) => model.resolvers[id]).filter((resolver) => resolver !== undefined);
}

/** A property of a destructured parameter and another parameter cannot both be one argument. */
function checkArgumentNames(offer: OfferModel, report: Report): void {
  const seen = new Set<string>();
  for (const { name } of argumentsOf(offer)) {
    const way = "rename one of them.";
    if (seen.has(name)) report("MG1008", offer.span, { reason: `the argument '${name}' is there twice`, way });
    seen.add(name);
  }
}

function checkResolverParameters(model: Model, offer: OfferModel, report: Report): void {
  const names = argumentsOf(offer).map(({ name }) => name);
  const resolved = offer.parameters.filter(({ kind }) => kind === "resolved").map(({ name }) => name);
  for (const { parameters, reference } of reachable(model, offer)) {
    for (const { kind, name, span } of parameters) {
      if (kind !== "argument" || names.includes(name)) continue;
      const facts = { parameter: name, resolver: reference.name, owner: offerWords(offer) };
      if (resolved.includes(name)) report("MG3006", span, facts);
      else report("MG3004", span, { ...facts, nearest: nearestName(name, names) ?? "" });
    }
  }
}

function checkQuestionKeys(model: Model, offer: OfferModel, report: Report): void {
  const used = new Map<string, string>();
  const resolved = offer.parameters.filter(({ kind }) => kind === "resolved").map(({ name }) => name);
  for (const { parameters } of [offer, ...reachable(model, offer)]) {
    for (const parameter of parameters) {
      if (parameter.kind !== "context") continue;
      for (const { key, question, span } of parameter.asks) {
        const before = used.get(key);
        if (before !== undefined && before !== question) report("MG2011", span, { key });
        if (resolved.includes(key)) report("MG2013", span, { key });
        used.set(key, before ?? question);
      }
    }
  }
}

/** Specification: tools, "x-mcp-header". A tool with a fault there is dropped by every client that uses HTTP. */
function checkHeaders({ definitions }: Model, offer: OfferModel, isStrict: boolean, report: Report): void {
  const schemas = { definitions, strict: isStrict && offer.kind === "tool" };
  const inside = headersIn(argumentsSchema(offer, schemas));
  const result =
    offer.kind === "tool" && offer.result.kind === "structured" ? headersIn(jsonSchema(offer.result.type, schemas)) : [];
  const seen = new Map<string, string>();
  for (const { name, path, fault } of inside) {
    const span = spanOfArgument(offer, path);
    const before = seen.get(name.toLowerCase());
    const reason = offer.kind === "tool" ? fault : `a ${offer.kind} has no headers`;
    if (reason !== null) report("MG4015", span, { name, path, reason });
    else if (before !== undefined) report("MG4015", span, { name, path, reason: `'${before}' has it already` });
    seen.set(name.toLowerCase(), path);
  }
  for (const { name, path } of result) report("MG4015", offer.span, { name, path, reason: "a result has no headers" });
}

function spanOfArgument({ parameters, span }: OfferModel, path: string): Span {
  const first = path.split(".")[0];
  const parameter =
    parameters.find(({ name }) => name === first) ?? parameters.find(({ kind }) => kind === "options" || kind === "schema");
  return parameter?.span ?? span;
}
