/** The second stage: program -> model. Looks at every source to its end, so that every fault is seen in one run. */
import { ts } from "../compiler.js";
import { collector, type Diagnostic, diagnostic, type Staged } from "../diagnostics.js";
import type { Model, OfferKind, OfferModel } from "../model.js";
import { offerKinds, offerWords } from "../offers.js";
import { argumentsOf } from "../schema/arguments.js";
import { type Analysis, newAnalysis } from "./analysis.js";
import { isDestructured, keyOf } from "./destructured.js";
import { type FoundFunction, functionOf } from "./functions.js";
import { commentsWith, type Doc, docOf, type Tag } from "./jsdoc.js";
import { tagSpan } from "./metadata.js";
import { readPrompt } from "./prompt.js";
import { reachingChanged } from "./reach.js";
import { readResource } from "./resource.js";
import { type LoadedProgram, Scope } from "./scope.js";
import { readTool } from "./tool.js";

/** What an analysis found in one source. */
interface Unit {
  readonly offers: readonly OfferModel[];
  readonly diagnostics: readonly Diagnostic[];
  /** How many comments there say that something is an offer. */
  readonly marked: number;
}

/** What is kept from one analysis to the next. */
export interface KeptAnalysis {
  readonly program: ts.Program;
  readonly units: ReadonlyMap<string, Unit>;
  readonly model: Model;
  /** What was said of resolvers and questions stands with the first offer that has them: then all are read together. */
  readonly isSharedFaulty: boolean;
  readonly round: number;
}

export interface Analyzed extends Staged<Model> {
  readonly kept: KeptAnalysis;
  /** The sources that were read. */
  readonly read: readonly ReadSource[];
}

/** Paths are relative to the project. */
export interface ReadSource {
  readonly file: string;
  /** The changed file that it reaches, or that it is; null when everything was read. */
  readonly because: string | null;
}

/** `before`: an earlier analysis with the same options. Sources whose types reach nothing that has changed are taken over from it. */
export function analyze(loaded: LoadedProgram, before: KeptAnalysis | null = null): Analyzed {
  const changed = before === null || before.isSharedFaulty ? null : reachingChanged(before.program, loaded.program);
  if (before === null || changed === null) return readSources(loaded, null, new Map());
  const again = readSources(loaded, before, changed);
  return again.kept.isSharedFaulty ? readSources(loaded, null, new Map()) : again;
}

function readSources(loaded: LoadedProgram, before: KeptAnalysis | null, changed: ReadonlyMap<string, string>): Analyzed {
  const { diagnostics, report } = collector();
  const round = before === null ? 0 : before.round + 1;
  const scope = new Scope(loaded, report, () => diagnostics.length, round);
  const analysis = newAnalysis(scope);
  const units = new Map<string, Unit>();
  const read: ReadSource[] = [];
  for (const file of loaded.sources) {
    const known = changed.has(file.fileName) ? undefined : before?.units.get(file.fileName);
    const from = diagnostics.length;
    if (known !== undefined) {
      units.set(file.fileName, known);
      continue;
    }
    const cause = changed.get(file.fileName);
    read.push({ file: loaded.relative(file.fileName), because: cause === undefined ? null : loaded.relative(cause) });
    const unit = readSource(analysis, file);
    units.set(file.fileName, { ...unit, diagnostics: diagnostics.slice(from) });
  }
  const kept = <T>(map: ReadonlyMap<string, T | null>): Record<string, T> =>
    Object.fromEntries([...map].flatMap(([id, each]) => (each === null ? [] : [[id, each] as const])));
  const [resolvers, questions] = [kept(analysis.resolvers), kept(analysis.questions)];
  const isSame = before !== null && isEqual(resolvers, before.model.resolvers) && isEqual(questions, before.model.questions);
  // Equal offers stay the objects that they were, so that nothing is made of them again.
  for (const [path, unit] of isSame ? units : []) {
    const old = before?.units.get(path);
    if (old !== undefined && old !== unit && JSON.stringify(unit.offers) === JSON.stringify(old.offers)) {
      units.set(path, { ...unit, offers: old.offers });
    }
  }
  const all = [...units.values()];
  const said = all.flatMap((unit) => unit.diagnostics);
  if (all.every(({ marked }) => marked === 0)) said.push(diagnostic("MG0008", null, { sources: folderOf(loaded) }));
  const offers = all.flatMap((unit) => unit.offers);
  const model =
    isSame && offers.length === before.model.offers.length && offers.every((offer, index) => offer === before.model.offers[index])
      ? before.model
      : {
          offers,
          resolvers: { ...before?.model.resolvers, ...resolvers },
          questions: { ...before?.model.questions, ...questions },
          definitions: { ...before?.model.definitions, ...scope.types.definitions },
        };
  const { isSharedFaulty } = analysis;
  return { value: model, diagnostics: said, kept: { program: loaded.program, units, model, isSharedFaulty, round }, read };
}

/** Whether what was read again is as it was. */
const isEqual = <T>(read: Readonly<Record<string, T>>, before: Readonly<Record<string, T>>): boolean =>
  Object.entries(read).every(([id, each]) => JSON.stringify(each) === JSON.stringify(before[id]));

function readSource(analysis: Analysis, file: ts.SourceFile): Pick<Unit, "offers" | "marked"> {
  const { scope } = analysis;
  const offers: OfferModel[] = [];
  let marked = 0;
  if (!offerKinds.some((kind) => file.text.includes(`@${kind}`))) return { offers, marked };
  const known = new Set<number>();
  for (const found of functionsOf(scope, file)) {
    const doc = docOf(found.declaration);
    const tag = kindTag(scope, file, doc);
    if (tag === null) continue;
    marked++;
    known.add(doc.start);
    const offer = readers[tag.kind](analysis, found, tag);
    if (offer === null) continue;
    offers.push(offer);
    compareArguments(analysis, found, offer);
  }
  for (const kind of offerKinds) {
    for (const { start, tags } of commentsWith(file, kind)) {
      const tag = tags.find(({ name }) => name === kind);
      if (tag === undefined || known.has(start)) continue;
      marked++;
      scope.report("MG1001", tagSpan(scope, file, tag), { kind, what: whatFollows(file, start) });
    }
  }
  return { offers, marked };
}

const readers: {
  readonly [K in OfferKind]: (analysis: Analysis, found: FoundFunction, tag: Tag) => Extract<OfferModel, { kind: K }> | null;
} = { tool: readTool, prompt: readPrompt, resource: readResource };

type KindTag = Tag & { readonly kind: OfferKind };

/** The tag that says what a function is; null without one. A function is one thing. */
function kindTag(scope: Scope, file: ts.SourceFile, { tags }: Doc): KindTag | null {
  const found = tags.flatMap((tag): KindTag[] => {
    const kind = offerKinds.find((each) => each === tag.name);
    return kind === undefined ? [] : [{ ...tag, kind }];
  });
  const [first, second] = found;
  if (first !== undefined && second !== undefined) {
    scope.report("MG4001", tagSpan(scope, file, second), { first: first.kind, second: second.kind });
  }
  return first ?? null;
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

/** An argument goes to every resolver parameter of the same name, so it has to be of that type. */
function compareArguments(analysis: Analysis, { node }: FoundFunction, offer: OfferModel): void {
  const { scope, named, resolvers } = analysis;
  const given = givenTypes(scope, node, offer);
  const names = new Set(argumentsOf(offer).map(({ name }) => name));
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
        owner: offerWords(offer),
        resolver: id.slice(id.indexOf("#") + 1),
        given: argument.map((each) => scope.print(each)).join(" | "),
        wanted: scope.print(type),
      });
    }
    for (const each of resolvers.get(id)?.parameters ?? []) if (each.kind === "resolved") visit(each.resolver);
  };
  for (const each of offer.parameters) if (each.kind === "resolved") visit(each.resolver);
}

/** The types that a resolver meets under each name: of parameters, and of the properties of a destructured one. */
function givenTypes(
  scope: Scope,
  { parameters }: FoundFunction["node"],
  offer: OfferModel,
): ReadonlyMap<string, readonly ts.Type[]> {
  const filled = new Set(argumentsOf(offer).flatMap(({ name, type }) => (type.keywords.default === undefined ? [] : [name])));
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
