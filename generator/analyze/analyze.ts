/** The second stage: program -> model. Looks at every source to its end, so that every fault is seen in one run. */
import { ts } from "ts-morph";
import { collector, type Staged } from "../diagnostics.js";
import type { Model, ToolModel } from "../model.js";
import { argumentsOf } from "../schema/arguments.js";
import { type Analysis, newAnalysis } from "./analysis.js";
import { isDestructured, keyOf } from "./destructured.js";
import { type FoundFunction, functionOf } from "./functions.js";
import { commentsWith, docOf } from "./jsdoc.js";
import { type LoadedProgram, Scope } from "./scope.js";
import { readTool } from "./tool.js";

export function analyze(loaded: LoadedProgram): Staged<Model> {
  const { diagnostics, report } = collector();
  const scope = new Scope(loaded, report);
  const analysis = newAnalysis(scope);
  const tools: ToolModel[] = [];
  let marked = 0;
  for (const file of loaded.sources) {
    if (!file.text.includes("@tool")) continue;
    const known = new Set<number>();
    for (const found of functionsOf(scope, file)) {
      const doc = docOf(found.declaration);
      const tag = doc.tags.find(({ name }) => name === "tool");
      if (tag === undefined) continue;
      marked++;
      known.add(doc.start);
      const tool = readTool(analysis, found, tag);
      if (tool === null) continue;
      tools.push(tool);
      compareArguments(analysis, found, tool);
    }
    for (const doc of commentsWith(file, "tool").filter(({ start }) => !known.has(start))) {
      const tag = doc.tags.find(({ name }) => name === "tool");
      if (tag === undefined) continue;
      marked++;
      report("MG1001", scope.spanOf(file, tag.start, tag.start + "@tool".length), { what: whatFollows(file, doc.start) });
    }
  }
  if (marked === 0) report("MG0008", null, { sources: folderOf(loaded) });
  const kept = <T>(map: ReadonlyMap<string, T | null>): Record<string, T> =>
    Object.fromEntries([...map].flatMap(([id, each]) => (each === null ? [] : [[id, each] as const])));
  const { definitions } = scope.types;
  const value = { tools, resolvers: kept(analysis.resolvers), questions: kept(analysis.questions), definitions };
  return { value, diagnostics };
}

/** The functions that a file declares at its top level, exported or not. */
function functionsOf(scope: Scope, file: ts.SourceFile): FoundFunction[] {
  const names = file.statements.flatMap((statement): readonly ts.Node[] => {
    if (ts.isFunctionDeclaration(statement)) return statement.name === undefined ? [] : [statement.name];
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name);
    return [];
  });
  const symbols = new Set(names.map((name) => scope.symbolAt(name)).filter((symbol) => symbol !== undefined));
  return [...symbols].map(functionOf).filter((found) => found !== null);
}

function whatFollows(file: ts.SourceFile, offset: number): string {
  let words = "something else";
  const visit = (node: ts.Node): void => {
    if (node.pos > offset || node.end < offset) return;
    if (node.pos <= offset && offset < node.getStart(file)) words = wordsFor(node) ?? words;
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return words;
}

function wordsFor(node: ts.Node): string | null {
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) return "a method";
  if (ts.isClassDeclaration(node)) return "a class";
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return "a type";
  if (ts.isVariableStatement(node)) return "a variable that is no constant function";
  if (ts.isFunctionDeclaration(node)) return "a function without a name or inside another";
  return ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node) || ts.isPropertySignature(node) ? "a property" : null;
}

/** A tool's argument goes to every resolver parameter of the same name, so it has to be of that type. */
function compareArguments(analysis: Analysis, { node }: FoundFunction, tool: ToolModel): void {
  const { scope, named, resolvers } = analysis;
  const given = givenTypes(scope, node, tool);
  const names = new Set(argumentsOf(tool).map(({ name }) => name));
  const isArgument = (name: string): boolean => names.has(name);
  const seen = new Set<string>();
  const visit = (id: string | null): void => {
    if (id === null || seen.has(id)) return;
    seen.add(id);
    for (const [parameter, { type, node: at }] of named.get(id) ?? []) {
      const argument = given.get(parameter);
      if (argument === undefined || !isArgument(parameter)) continue;
      if (argument.every((each) => scope.checker.isTypeAssignableTo(each, type))) continue;
      scope.report("MG3009", scope.span(at), {
        parameter,
        tool: tool.name,
        resolver: id.slice(id.indexOf("#") + 1),
        given: argument.map((each) => scope.print(each)).join(" | "),
        wanted: scope.print(type),
      });
    }
    for (const each of resolvers.get(id)?.parameters ?? []) if (each.kind === "resolved") visit(each.resolver);
  };
  for (const each of tool.parameters) if (each.kind === "resolved") visit(each.resolver);
}

/** The types that a resolver meets under each name: of parameters, and of the properties of a destructured one. */
function givenTypes(
  scope: Scope,
  { parameters }: FoundFunction["node"],
  tool: ToolModel,
): ReadonlyMap<string, readonly ts.Type[]> {
  const filled = new Set(argumentsOf(tool).flatMap(({ name, type }) => (type.keywords.default === undefined ? [] : [name])));
  const found = new Map<string, readonly ts.Type[]>();
  // A default that is no literal is the function's own: a resolver meets the argument before it is filled in.
  const add = (name: string, type: ts.Type, hasDefault: boolean): void => {
    const bare = filled.has(name) ? scope.checker.getNonNullableType(type) : type;
    found.set(name, hasDefault && !filled.has(name) ? [bare, scope.checker.getUndefinedType()] : [bare]);
  };
  for (const parameter of parameters) {
    const type = scope.checker.getTypeAtLocation(parameter);
    if (!isDestructured(parameter)) {
      add(parameter.name.getText(), type, parameter.initializer !== undefined);
      continue;
    }
    for (const symbol of scope.checker.getPropertiesOfType(scope.checker.getNonNullableType(type))) {
      const element = parameter.name.elements.find((each) => keyOf(each) === symbol.name);
      add(symbol.name, scope.checker.getTypeOfSymbol(symbol), element?.initializer !== undefined);
    }
  }
  return found;
}

const folderOf = ({ sources, relative }: LoadedProgram): string =>
  sources.length === 1 ? relative(sources[0]?.fileName ?? "") : `${sources.length} source files`;
