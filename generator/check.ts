/** The third stage: rules across declarations that need no type: names, the graph of resolvers, keys of questions. */
import { collector, type Report, type Staged } from "./diagnostics.js";
import type { Model, ResolverModel, ToolModel } from "./model.js";
import { nearestName } from "./names.js";
import { argumentsOf } from "./schema/arguments.js";

export function check(model: Model): Staged<Model> {
  const { diagnostics, report } = collector();
  checkToolNames(model, report);
  checkCycles(model, report);
  for (const tool of model.tools) {
    checkResolverParameters(model, tool, report);
    checkQuestionKeys(model, tool, report);
    checkArgumentNames(tool, report);
  }
  return { value: model, diagnostics };
}

function checkToolNames({ tools }: Model, report: Report): void {
  const byName = new Map<string, ToolModel[]>();
  for (const tool of tools) byName.set(tool.name, [...(byName.get(tool.name) ?? []), tool]);
  for (const tool of tools) {
    const other = byName.get(tool.name)?.find((each) => each !== tool);
    if (other === undefined) continue;
    report("MG1004", tool.nameSpan, { name: tool.name }, { related: { text: "the other one is at", span: other.nameSpan } });
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

/** The resolvers that a tool needs, each once, whatever the depth. */
function reachable(model: Model, tool: ToolModel): ResolverModel[] {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    neededBy(model.resolvers[id]).forEach(visit);
  };
  for (const each of tool.parameters) if (each.kind === "resolved" && each.resolver !== null) visit(each.resolver);
  return [...found].map((id) => model.resolvers[id]).filter((resolver) => resolver !== undefined);
}

/** A property of a destructured parameter and another parameter cannot both be one argument. */
function checkArgumentNames(tool: ToolModel, report: Report): void {
  const seen = new Set<string>();
  for (const { name } of argumentsOf(tool)) {
    const way = "rename one of them.";
    if (seen.has(name)) report("MG1008", tool.span, { reason: `the argument '${name}' is there twice`, way });
    seen.add(name);
  }
}

function checkResolverParameters(model: Model, tool: ToolModel, report: Report): void {
  const names = argumentsOf(tool).map(({ name }) => name);
  const resolved = tool.parameters.filter(({ kind }) => kind === "resolved").map(({ name }) => name);
  for (const { parameters, reference } of reachable(model, tool)) {
    for (const { kind, name, span } of parameters) {
      if (kind !== "argument" || names.includes(name)) continue;
      const facts = { parameter: name, resolver: reference.name, tool: tool.name };
      if (resolved.includes(name)) report("MG3006", span, facts);
      else report("MG3004", span, { ...facts, nearest: nearestName(name, names) ?? "" });
    }
  }
}

function checkQuestionKeys(model: Model, tool: ToolModel, report: Report): void {
  const used = new Map<string, string>();
  const resolved = tool.parameters.filter(({ kind }) => kind === "resolved").map(({ name }) => name);
  for (const { parameters } of [tool, ...reachable(model, tool)]) {
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
