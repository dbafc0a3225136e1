/** One tool, prompt or resource -> the declarations of its file and the statements of its handler. Identifiers are decided here. */
import type { Model, OfferModel, ParameterModel } from "../model.js";
import { camelCase, isIdentifier, NameScope } from "../names.js";
import { printKey, printList, printString } from "../print.js";
import { argumentsOf } from "../schema/arguments.js";
import type { DeclarationsView, HandlerView } from "../views.js";
import { agreementOf, isPartial, isPartialOptions } from "./agreement.js";
import { callLines, nestedCallLines } from "./calls.js";
import { contextQuestions, functionsOf, questionsOf, slotsOf, statesOf } from "./graph.js";
import { Imports, relativeSpecifier } from "./imports.js";
import { Parts } from "./parts.js";

/** Names that the emitted code uses for itself: neither an import nor a constant may take them. */
const taken = (
  "accepted Agree Exclude InputRequired contentResult defineForm definePrompt defineResource defineResourceTemplate defineTool emptyResult Fields firstFit isDate isDateTime isEmail isFields isHostname isIpv4 " +
  "isIpv6 isMultipleOf isOneOf isTime isUnique isUri isUuid keyPath noArguments own Problems rawResult resourceResult readBytes readDate readItems " +
  "readTuple readUrl returned serialized structuredResult textResult withoutGaps Agreement Arguments argumentNames readArguments args call ctx " +
  "entries input key problems path promptResult read result value answer index item undefined Awaited Date Number Array NonNullable Object Parameters Pick Promise Record " +
  "Required ReturnType Uint8Array URL"
).split(" ");

export interface Place {
  /** Path of the emitted file, relative to the project folder. */
  readonly file: string;
  readonly constant: string;
  readonly importExtension: string;
}

/** How the result of the function becomes that of the protocol. */
export interface Writer {
  /** A function of the runtime. */
  readonly name: string;
  /** Arguments before and behind the value. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The value is turned into JSON first. */
  readonly isSerialized: boolean;
}

export interface Handler {
  readonly declarations: Omit<DeclarationsView, "imports">;
  readonly handler: HandlerView;
  /** Whatever else the file names has to be imported before these are asked for their views. */
  readonly imports: Imports;
  /** Names that no variable of a function in the file may hide. */
  readonly taken: readonly string[];
}

export function handlerOf(model: Model, offer: OfferModel, place: Place, strict: boolean, writer: Writer): Handler {
  const { definitions } = model;
  const scope = new NameScope([...taken, place.constant]);
  const imports = new Imports(scope, (file) => relativeSpecifier(place.file, file, place.importExtension));
  const slots = slotsOf(model, offer);
  const body = imports.source(offer.reference);
  const functions = new Map(slots.map(({ resolver }) => [resolver.id, imports.source(resolver.reference)]));
  const parts = new Parts(scope, imports, { definitions, strict });

  const reader = parts.reader(offer, body);
  const forms = new Map(
    questionsOf(model, offer).flatMap(({ key, question }) => {
      const found = model.questions[question];
      return found === undefined ? [] : [[question, parts.form(found, key)] as const];
    }),
  );
  const formName = (question: string): string => forms.get(question)?.name ?? "";

  const contexts = functionsOf(model, offer);
  const hasContext = contexts.some(({ parameters }) => parameters.some(({ kind }) => kind === "context"));
  const startLines = reader === null ? [] : ["    const args = call.read(readArguments);"];
  if (reader === null && offer.kind !== "resource") {
    imports.runtime("noArguments");
    startLines.push("    call.read(noArguments);");
  }
  if (hasContext) {
    const questions = contextQuestions(contexts).map(({ key, question }) => ({ key: printKey(key), form: formName(question) }));
    const states = statesOf(contexts).map((state) => imports.source(state, true));
    const members = questions.map(({ key, form }) => `${key}: ${form}`);
    // The types of forms are inferred, unless a state is named: TypeScript infers all type arguments or none.
    const forms =
      questions.length === 0
        ? "Record<never, never>"
        : `{ ${questions.map(({ key, form }) => `${key}: typeof ${form}`).join("; ")} }`;
    const given = states.length === 0 ? "" : `<${forms}, ${states.join(" & ")}>`;
    startLines.push(`    ${printList(`const ctx = call.context${given}(`, "{", members, "}", ");", 4)}`);
  }

  const locals = new Map<
    string,
    { readonly local: string; readonly key: string; readonly shape: "plain" | "bare" | "outcome" }
  >();
  const localScope = new NameScope([...taken, ...[...functions.values()], body, ...parts.names(), place.constant]);
  const resolverLines: string[] = [];
  for (const { resolver, key, outcome } of slots) {
    const last = key.slice(key.lastIndexOf(".") + 1);
    const local = localScope.take(last, camelCase(key.replaceAll(".", " ")), `${last}Value`);
    const given = resolver.parameters.map((parameter, index) => consumed(parameter, index, functions.get(resolver.id) ?? ""));
    const head = `${given.some((each) => each.includes("await ")) ? "async " : ""}() => `;
    const inner = { before: head, name: functions.get(resolver.id) ?? "", given };
    const method = resolver.question === null ? (resolver.asks ?? "once") : outcome ? "outcome" : "value";
    const form = resolver.question === null ? [] : [formName(resolver.question)];
    resolverLines.push(...nestedCallLines(`const ${local} = `, `call.${method}`, [printString(key), ...form], inner, 4));
    locals.set(resolver.id, { local, key, shape: resolver.question === null ? "plain" : outcome ? "outcome" : "bare" });
  }

  imports.runtime(writer.name);
  const given = offer.parameters.map((parameter, index) => consumed(parameter, index, body));
  if (writer.isSerialized) imports.runtime("serialized");
  const returnLines = returned();
  const agreement = agreementOf(offer, body, parts);
  if (agreement.lines.length > 0) imports.runtime("Agree", true);
  return {
    declarations: {
      source: offer.reference.file,
      reader,
      forms: [...new Set(forms.values())],
      constants: parts.constants,
      patterns: parts.patterns,
      nested: parts.nested,
      lists: parts.lists,
      resultInterfaces: agreement.interfaces,
      agreementLines: agreement.lines,
    },
    handler: { startLines, resolverLines, returnLines },
    imports,
    taken: [...taken, body, ...functions.values(), ...parts.names(), place.constant],
  };

  function returned(): string[] {
    const { name, before, after, isSerialized } = writer;
    const written = (value: string): string =>
      `${name}(${[...before, isSerialized ? `serialized(${value})` : value, ...after].join(", ")})`;
    if (offer.rounds) {
      const isPlain = !isSerialized && before.length === 0 && after.length === 0;
      const write = isPlain ? name : `(value) => ${written("value")}`;
      return [...callLines("const returned = await ", body, given, ";", 4), `    return call.anotherOr(returned, ${write});`];
    }
    if (isSerialized) return [...callLines("const result = await ", body, given, ";", 4), `    return ${written("result")};`];
    return nestedCallLines("return ", name, before, { before: "await ", name: body, given }, 4, after);
  }

  /** What stands for a parameter in the call of its function. */
  function consumed(parameter: ParameterModel, index: number, callee: string): string {
    const asserted = (text: string, partial: boolean): string =>
      partial ? `${text} as Parameters<typeof ${callee}>[${index}]` : text;
    if (parameter.kind === "schema") return "args";
    if (parameter.kind === "options") return asserted("args", isPartialOptions(parameter, definitions));
    if (parameter.kind === "argument") {
      const property = argumentsOf(offer).find(({ name }) => name === parameter.name);
      return asserted(`args${access(parameter.name)}`, property !== undefined && isPartial(property.type, definitions));
    }
    if (parameter.kind === "context") return "ctx";
    const slot = locals.get(parameter.resolver ?? "");
    if (slot === undefined) return "undefined";
    if (slot.shape === "plain" && parameter.outcome) {
      imports.runtime("accepted");
      return `accepted(await ${slot.local})`;
    }
    if (slot.shape === "outcome" && !parameter.outcome) return `call.bare(${printString(slot.key)}, await ${slot.local})`;
    return `await ${slot.local}`;
  }
}

const access = (name: string): string => (isIdentifier(name) ? `.${name}` : `[${printString(name)}]`);
