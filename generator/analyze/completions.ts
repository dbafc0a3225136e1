/** How the arguments of a prompt or of a resource template are completed: choices by themselves, the others by `@completes`. */
import { ts } from "../compiler.js";
import type { CompletionModel, PropertyModel, Reference } from "../model.js";
import { nearestName } from "../names.js";
import { offerWords } from "../offers.js";
import { argumentsOf } from "../schema/arguments.js";
import { functionOf, parametersOf, returnedType } from "./functions.js";
import { tagSpan } from "./metadata.js";
import type { Common, Offering } from "./offer.js";
import { isNamed } from "./parameters.js";
import type { Scope } from "./scope.js";
import { hasUndefined } from "./type.js";

export function readCompletions(offering: Offering, { parameters }: Common): CompletionModel[] {
  const { analysis, doc, found } = offering;
  const { scope } = analysis;
  const file = found.node.getSourceFile();
  const properties = argumentsOf({ parameters });
  const names = properties.map(({ name }) => name);
  const functions = new Map<string, CompletionModel["from"]>();
  for (const tag of doc.tags.filter(({ name }) => name === "completes")) {
    const [argument = "", callee = "", ...more] = tag.text.split(/\s+/);
    const span = tagSpan(scope, file, tag);
    if (callee === "" || more.length > 0) {
      scope.report("MG1109", span, { tag: "completes", text: tag.text, expected: "an argument and the name of a function" });
    } else if (!names.includes(argument)) {
      scope.report("MG4009", span, { argument, owner: offerWords(offering), nearest: nearestName(argument, names) ?? "" });
    } else {
      const from = readFunction(offering, callee, argument, names);
      if ("reason" in from) scope.report("MG4010", span, { name: callee, reason: from.reason });
      else functions.set(argument, { kind: "function", ...from });
    }
  }
  return properties.flatMap((property) => {
    const from = functions.get(property.name) ?? listOf(property);
    return from === null ? [] : [{ argument: property.name, from }];
  });
}

function listOf({ type }: PropertyModel): CompletionModel["from"] | null {
  if (type.kind !== "choice") return null;
  const values = type.choices.map(({ value }) => value).filter((value) => typeof value === "string");
  return values.length === type.choices.length ? { kind: "list", values } : null;
}

/** The function, or why it can't complete, in words. */
function readFunction(
  { analysis: { scope }, found }: Offering,
  callee: string,
  argument: string,
  names: readonly string[],
): { readonly reference: Reference; readonly settled: readonly string[] } | { readonly reason: string } {
  const symbol = visibleFunction(scope, found.node, callee);
  const completer = symbol === undefined ? null : functionOf(scope.original(symbol));
  if (completer === null) return { reason: "no function of that name is to be seen from here" };
  const file = completer.node.getSourceFile();
  const reference = scope.isSource(file) ? scope.exportedAs(completer.symbol, file) : scope.importedFrom(symbol, []);
  if (reference === null || reference === undefined) return { reason: "it is not exported" };
  const { checker } = scope;
  const [first, ...others] = parametersOf(completer.node);
  const settled: string[] = [];
  if (first !== undefined && !checker.isTypeAssignableTo(checker.getStringType(), checker.getTypeAtLocation(first))) {
    return { reason: "its first parameter is what was typed so far, a string" };
  }
  for (const parameter of others) {
    const type = checker.getTypeAtLocation(parameter);
    const name = parameter.name.getText();
    const isOther = isNamed(parameter) && parameter.dotDotDotToken === undefined && names.includes(name) && name !== argument;
    if (!isOther)
      return {
        reason: `'${name}' is no other argument: ${names.filter((each) => each !== argument).join(", ") || "there is none"}`,
      };
    const mayBeMissing = parameter.questionToken !== undefined || parameter.initializer !== undefined || hasUndefined(type);
    if (!mayBeMissing || !checker.isTypeAssignableTo(checker.getStringType(), type)) {
      return { reason: `'${name}' may be missing while another argument is typed: it is a string | undefined` };
    }
    settled.push(name);
  }
  return isListOfText(scope.checker, returnedType(scope, completer.node))
    ? { reference, settled }
    : { reason: "it returns no string[]" };
}

/** Declared in the file, imported or exported again: an import for a comment alone would be an unused one. */
function visibleFunction({ checker }: Scope, node: ts.Node, name: string): ts.Symbol | undefined {
  const inScope = checker
    .getSymbolsInScope(node, ts.SymbolFlags.Value | ts.SymbolFlags.Alias)
    .find((symbol) => symbol.name === name);
  if (inScope !== undefined) return checker.getExportSymbolOfSymbol(inScope);
  const module = checker.getSymbolAtLocation(node.getSourceFile());
  return module === undefined ? undefined : checker.tryGetMemberInModuleExports(name, module);
}

function isListOfText(checker: ts.TypeChecker, type: ts.Type | null): boolean {
  if (type === null || !(checker.isArrayType(type) || checker.isTupleType(type))) return false;
  return checker
    .getTypeArguments(type as ts.TypeReference)
    .every((each) => (each.isUnion() ? each.types : [each]).every(({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0));
}
