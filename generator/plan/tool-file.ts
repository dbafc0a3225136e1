/** One tool -> the view of its file. Identifiers and imports are decided here. */
import type { Json, Model, ObjectType, ParameterModel, QuestionModel, ToolModel } from "../model.js";
import { camelCase, NameScope, pascalCase } from "../names.js";
import { printList, printString } from "../print.js";
import { Interfaces, identityOf } from "../schema/interfaces.js";
import { formSchema, jsonSchema, objectSchema } from "../schema/json-schema.js";
import { fillFunction, propertyStatements, type Shared } from "../schema/validator.js";
import type { ConstantView, FormView, NestedView, ReaderView, ToolFileView } from "../views.js";
import { nestedCallLines } from "./calls.js";
import { contextQuestions, questionsOf, slotsOf } from "./graph.js";
import { Imports, relativeSpecifier } from "./imports.js";

/** Names that the emitted code uses for itself: neither an import nor a constant may take them. */
const taken = (
  "accepted contentResult defineForm defineTool emptyResult Fields isDate isDateTime isEmail isFields isOneOf isUri noArguments own " +
  "Problems rawResult structuredResult textResult Arguments argumentNames readArguments args call ctx input problems path value answer " +
  "index item undefined Number Array Object Promise Record"
).split(" ");

export interface ToolPlace {
  /** Path of the emitted file, relative to the project folder. */
  readonly file: string;
  readonly constant: string;
  readonly importExtension: string;
}

export function toolFileView(model: Model, tool: ToolModel, place: ToolPlace): ToolFileView {
  const scope = new NameScope([...taken, place.constant]);
  const imports = new Imports(scope, (file) => relativeSpecifier(place.file, file, place.importExtension));
  const slots = slotsOf(model, tool);
  const body = imports.source(tool.reference);
  const functions = new Map(slots.map(({ resolver }) => [resolver.id, imports.source(resolver.reference)]));
  const parts = new Parts(scope, imports);
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
    const given = resolver.parameters.map((parameter) => consumed(parameter));
    const head = `${given.some((each) => each.includes("await ")) ? "async " : ""}() => `;
    const inner = { before: head, name: functions.get(resolver.id) ?? "", given };
    const method = resolver.question === null ? "once" : outcome ? "outcome" : "value";
    const form = resolver.question === null ? [] : [formName(resolver.question)];
    resolverLines.push(...nestedCallLines(`const ${local} = `, `call.${method}`, [printString(key), ...form], inner, 4));
    locals.set(resolver.id, { local, key, shape: method === "once" ? "plain" : method === "outcome" ? "outcome" : "bare" });
  }

  const result = resultOf(tool);
  imports.runtime(result);
  const given = tool.parameters.map((parameter) => consumed(parameter));
  const returnLines = nestedCallLines("return ", result, [], { before: "await ", name: body, given }, 4);
  return {
    source: tool.reference.file,
    reader,
    forms: [...new Set(forms.values())],
    constants: parts.constants,
    nested: parts.nested,
    tool: {
      constant: place.constant,
      doc: tool.description === "" ? tool.name : `${tool.name}: ${tool.description}`,
      name: tool.name,
      title: tool.title,
      description: tool.description,
      annotations: Object.keys(tool.annotations).length === 0 ? null : { ...tool.annotations },
      inputSchema: objectSchema({ properties: argumentsOf(tool), keywords: {} }),
      outputSchema: tool.result.kind === "structured" ? jsonSchema(tool.result.type) : null,
      startLines,
      resolverLines,
      returnLines,
    },
    imports: imports.views(),
  };

  /** What stands for a parameter in the call of its function. */
  function consumed(parameter: ParameterModel): string {
    if (parameter.kind === "argument") return `args.${parameter.name}`;
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

export const argumentsOf = (tool: ToolModel): ObjectType["properties"] =>
  tool.parameters.flatMap((parameter) =>
    parameter.kind === "argument" && parameter.property !== null ? [parameter.property] : [],
  );

function resultOf({ result }: ToolModel): string {
  return { text: "textResult", empty: "emptyResult", content: "contentResult", raw: "rawResult", structured: "structuredResult" }[
    result.kind
  ];
}

/** What is declared beside the handler: interfaces, choices, checks of nested objects. Equal ones once. */
class Parts {
  readonly constants: ConstantView[] = [];
  readonly nested: NestedView[] = [];
  readonly #scope: NameScope;
  readonly #imports: Imports;
  readonly #interfaces: Interfaces;
  readonly #known = new Map<string, string>();
  readonly #forms = new Map<string, FormView>();
  readonly #names: string[] = [];
  readonly #shared: Shared;

  constructor(scope: NameScope, imports: Imports) {
    this.#scope = scope;
    this.#imports = imports;
    this.#interfaces = new Interfaces(scope, (reference) => imports.source(reference, true));
    this.#shared = {
      use: (helper) => imports.runtime(helper),
      choices: (values, wish) => this.#choices(values, wish),
      nested: (what, type, wish) => this.#nested(what, type, wish),
    };
  }

  names(): readonly string[] {
    return this.#names;
  }

  reader(tool: ToolModel): ReaderView | null {
    const properties = argumentsOf(tool);
    if (properties.length === 0) return null;
    const from = this.#interfaces.declared.length;
    // Without descriptions: what an argument means stands in the schema right below.
    this.#interfaces.declareAs("Arguments", properties, false);
    this.#imports.runtime("Fields", true);
    this.#imports.runtime("Problems", true);
    const statements = propertyStatements(this.#shared, properties, "input", [], { indent: 2, fill: true, hides: this.#names });
    const lines = [
      ...statements.takes,
      ...statements.checks,
      "  problems.noOthers(input, argumentNames);",
      `  ${printList("return ", "{", statements.members, "}", " as Arguments;", 2)}`,
    ];
    return { interfaces: this.#interfaces.declared.slice(from), names: properties.map(({ name }) => name), lines };
  }

  form(question: QuestionModel, key: string): FormView {
    const known = this.#forms.get(question.id);
    if (known !== undefined) return known;
    const from = this.#interfaces.declared.length;
    const wish = pascalCase(key.slice(key.lastIndexOf(".") + 1));
    const type = this.#interfaces.declare(question.form, question.name ?? wish);
    const name = this.#scope.take(`${camelCase(type)}Form`);
    this.#names.push(name);
    this.#imports.runtime("defineForm");
    const statements = propertyStatements(this.#shared, question.form.properties, "answer", [], {
      indent: 4,
      fill: false,
      hides: this.#names,
    });
    const view: FormView = {
      name,
      type,
      model: question.name ?? wish,
      interfaces: this.#interfaces.declared.slice(from),
      requestedSchema: formSchema(question.form),
      lines: [...statements.takes, ...statements.checks],
    };
    this.#forms.set(question.id, view);
    return view;
  }

  #choices(values: readonly Json[], wish: string): string {
    const identity = `choices ${JSON.stringify(values)}`;
    const known = this.#known.get(identity);
    if (known !== undefined) return known;
    const name = this.#take(identity, `${camelCase(wish)}Choices`);
    this.constants.push({ name, value: values });
    return name;
  }

  #nested(what: "check" | "fill", type: ObjectType, wish: string): string {
    const identity = `${what} ${identityOf(type)}`;
    const known = this.#known.get(identity);
    if (known !== undefined) return known;
    const name = this.#take(identity, what + pascalCase(type.name ?? wish));
    const lines = what === "fill" ? fillFunction(this.#shared, type) : this.#checkLines(type, name);
    this.nested.push({ name, fills: what === "fill", lines });
    return name;
  }

  #checkLines(type: ObjectType, name: string): string[] {
    const path = [{ expression: "path" }];
    const { takes, checks } = propertyStatements(this.#shared, type.properties, "value", path, {
      indent: 2,
      fill: false,
      hides: this.#names,
    });
    const names = this.#scope.take(`${camelCase(name.replace(/^check/, ""))}Names`);
    this.#names.push(names);
    this.constants.push({ name: names, value: type.properties.map((each) => each.name) });
    this.#imports.runtime("Fields", true);
    this.#imports.runtime("Problems", true);
    return [...takes, ...checks, `  problems.noOthers(value, ${names}, path);`];
  }

  #take(identity: string, wish: string): string {
    const name = this.#scope.take(wish);
    this.#known.set(identity, name);
    this.#names.push(name);
    return name;
  }
}
