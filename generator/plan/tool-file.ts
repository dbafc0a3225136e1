/** One tool -> the view of its file. Identifiers and imports are decided here. */
import type { Model, ParameterModel, ToolModel } from "../model.js";
import { camelCase, NameScope } from "../names.js";
import { printList, printString } from "../print.js";
import { argumentsOf } from "../schema/arguments.js";
import { argumentsSchema, jsonSchema } from "../schema/json-schema.js";
import { access } from "../schema/object-reader.js";
import { changes } from "../schema/shared.js";
import type { ToolFileView } from "../views.js";
import { agreementOf, isPartial } from "./agreement.js";
import { callLines, nestedCallLines } from "./calls.js";
import { contextQuestions, questionsOf, slotsOf } from "./graph.js";
import { Imports, relativeSpecifier } from "./imports.js";
import { Parts } from "./parts.js";

/** Names that the emitted code uses for itself: neither an import nor a constant may take them. */
const taken = (
  "accepted Agree contentResult defineForm defineTool emptyResult Fields firstFit isDate isDateTime isEmail isFields isHostname isIpv4 " +
  "isIpv6 isMultipleOf isOneOf isTime isUnique isUri isUuid keyPath noArguments own Problems rawResult readBytes readDate readItems " +
  "readTuple readUrl serialized structuredResult textResult withoutGaps Agreement Arguments argumentNames readArguments args call ctx " +
  "entries input key problems path read result value answer index item undefined Awaited Date Number Array NonNullable Object Parameters Pick Promise Record " +
  "Required ReturnType Uint8Array URL"
).split(" ");

export interface ToolPlace {
  /** Path of the emitted file, relative to the project folder. */
  readonly file: string;
  readonly constant: string;
  readonly importExtension: string;
}

export function toolFileView(model: Model, tool: ToolModel, place: ToolPlace, strict: boolean): ToolFileView {
  const { definitions } = model;
  const scope = new NameScope([...taken, place.constant]);
  const imports = new Imports(scope, (file) => relativeSpecifier(place.file, file, place.importExtension));
  const slots = slotsOf(model, tool);
  const body = imports.source(tool.reference);
  const functions = new Map(slots.map(({ resolver }) => [resolver.id, imports.source(resolver.reference)]));
  const parts = new Parts(scope, imports, { definitions, strict });
  imports.runtime("defineTool");

  const reader = parts.reader(tool);
  const forms = new Map(
    questionsOf(model, tool).flatMap(({ key, question }) => {
      const found = model.questions[question];
      return found === undefined ? [] : [[question, parts.form(found, key)] as const];
    }),
  );
  const formName = (question: string): string => forms.get(question)?.name ?? "";

  const contexts = [tool, ...slots.map(({ resolver }) => resolver)];
  const hasContext = contexts.some(({ parameters }) => parameters.some(({ kind }) => kind === "context"));
  const startLines = reader === null ? ["    call.read(noArguments);"] : ["    const args = call.read(readArguments);"];
  if (reader === null) imports.runtime("noArguments");
  if (hasContext) {
    const members = contextQuestions(contexts).map(
      ({ key, question }) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : printString(key)}: ${formName(question)}`,
    );
    startLines.push(`    ${printList("const ctx = call.context(", "{", members, "}", ");", 4)}`);
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
    const method = resolver.question === null ? "once" : outcome ? "outcome" : "value";
    const form = resolver.question === null ? [] : [formName(resolver.question)];
    resolverLines.push(...nestedCallLines(`const ${local} = `, `call.${method}`, [printString(key), ...form], inner, 4));
    locals.set(resolver.id, { local, key, shape: method === "once" ? "plain" : method === "outcome" ? "outcome" : "bare" });
  }

  const result = resultOf(tool);
  imports.runtime(result);
  const given = tool.parameters.map((parameter, index) => consumed(parameter, index, body));
  const isSerialized =
    tool.result.kind === "structured" && (tool.result.viaJson || changes({ definitions, strict: false }, tool.result.type));
  if (isSerialized) imports.runtime("serialized");
  const inner = { before: "await ", name: body, given };
  const returnLines = isSerialized
    ? [...callLines("const result = await ", body, given, ";", 4), `    return ${result}(serialized(result));`]
    : nestedCallLines("return ", result, [], inner, 4);
  const agreement = agreementOf(tool, body, parts);
  if (agreement.lines.length > 0) imports.runtime("Agree", true);
  return {
    source: tool.reference.file,
    reader,
    forms: [...new Set(forms.values())],
    constants: parts.constants,
    patterns: parts.patterns,
    nested: parts.nested,
    lists: parts.lists,
    resultInterfaces: agreement.interfaces,
    agreementLines: agreement.lines,
    tool: {
      constant: place.constant,
      doc: tool.description === "" ? tool.name : `${tool.name}: ${tool.description}`,
      name: tool.name,
      title: tool.title,
      description: tool.description,
      annotations: Object.keys(tool.annotations).length === 0 ? null : { ...tool.annotations },
      inputSchema: argumentsSchema(tool, { definitions, strict }),
      outputSchema: tool.result.kind === "structured" ? jsonSchema(tool.result.type, { definitions, strict: false }) : null,
      startLines,
      resolverLines,
      returnLines,
    },
    imports: imports.views(),
  };

  /** What stands for a parameter in the call of its function. */
  function consumed(parameter: ParameterModel, index: number, callee: string): string {
    const asserted = (text: string, partial: boolean): string =>
      partial ? `${text} as Parameters<typeof ${callee}>[${index}]` : text;
    if (parameter.kind === "options") return asserted("args", parameter.partial);
    if (parameter.kind === "argument") {
      const property = argumentsOf(tool).find(({ name }) => name === parameter.name);
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

function resultOf({ result }: ToolModel): string {
  return { text: "textResult", empty: "emptyResult", content: "contentResult", raw: "rawResult", structured: "structuredResult" }[
    result.kind
  ];
}
