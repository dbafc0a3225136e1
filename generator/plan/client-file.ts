/** All that the server offers -> the view of the client stub: its types come from the emitted schemas alone. */
import type { Definitions, FunctionModel, Model, OfferModel, ToolModel, TypeModel } from "../model.js";
import { camelCase, compareNames, NameScope, pascalCase } from "../names.js";
import { offersOf, sortedOffers } from "../offers.js";
import type { Options } from "../options.js";
import { lineWidth, printString } from "../print.js";
import { argumentsOf } from "../schema/arguments.js";
import { argumentsSchema, formSchema, jsonSchema } from "../schema/json-schema.js";
import type { ClientFileView, ClientMethodView, ClientQuestionView } from "../views.js";
import { declarationOf, inlineType } from "./client-types.js";
import { questionsOf, slotsOf } from "./graph.js";
import { Imports } from "./imports.js";

const taken = (
  "CallOptions CallToolResult ConnectTarget connectStub contentOf FormAnswer FormQuestion Stub StubOptions structuredOf textOf UrlAnswer " +
  "UrlQuestion routes target options client args question Promise Record Partial Array Object String Number Boolean"
).split(" ");

export async function clientFileView(
  model: Model,
  { server, profile }: Pick<Options, "server" | "profile">,
): Promise<ClientFileView> {
  const { definitions } = model;
  const offers = sortedOffers(model);
  const tools = offersOf(model, "tool");
  const strict = profile === "strict";
  const scope = new NameScope(taken);
  const imports = new Imports(scope, (file) => file);
  const constant = scope.take(camelCase(server.name));
  const questionsType = scope.take(`${pascalCase(server.name)}Questions`);
  const clientType = scope.take(`${pascalCase(server.name)}Client`);
  const declarations: string[] = [];
  const methodNames = new NameScope(["client", "close", "then"]);
  for (const type of ["ConnectTarget", "Stub", "StubOptions"]) imports.runtime(type, true);
  imports.runtime("connectStub");

  const methods: ClientMethodView[] = [];
  if (tools.length > 0) imports.runtime("CallOptions", true);
  for (const tool of tools) {
    const name = methodNames.take(camelCase(tool.name));
    const properties = argumentsOf(tool);
    const isWhole = tool.parameters.some((each) => each.kind === "options" && each.whole !== null);
    let argument: string | null = null;
    if (properties.length > 0 || isWhole) {
      argument = scope.take(`${pascalCase(tool.name)}Arguments`);
      declarations.push(await declarationOf(argumentsSchema(tool, { definitions, strict }), argument));
    }
    const optional = !isWhole && !strict && properties.every(({ required }) => !required);
    const result = await resultType(tool);
    const given = argument === null ? [] : [`args${optional ? "?" : ""}: ${argument}`];
    const call = `client.callTool(${printString(tool.name)}, ${argument === null ? "{}" : "{ ...args }"}, options)`;
    methods.push({
      name,
      doc: tool.description,
      signature: `${name}(${[...given, "options?: CallOptions"].join(", ")}): Promise<${result.type}>`,
      lines: methodLines(`${name}: async (${argument === null ? "options" : "args, options"}) =>`, result.read(call)),
    });
  }

  const routes: Record<string, string> = {};
  const questions = await formQuestions();
  const functionsOf = (offer: OfferModel): FunctionModel[] => [offer, ...slotsOf(model, offer).map(({ resolver }) => resolver)];
  const asksUrl = offers.filter((offer) => functionsOf(offer).some((each) => each.asksUrl));
  const hasContext = offers.some((offer) =>
    functionsOf(offer).some(({ parameters }) => parameters.some(({ kind }) => kind === "context")),
  );
  if (hasContext) {
    imports.runtime("UrlAnswer", true);
    imports.runtime("UrlQuestion", true);
    const names = asksUrl.map(({ name }) => name).join(", ");
    questions.push({
      doc: `Asks the user to open a link.${names === "" ? "" : ` Asked by ${names}.`}`,
      lines: [`  url${names === "" ? "?" : ""}(question: UrlQuestion): UrlAnswer | Promise<UrlAnswer>;`],
    });
  }
  return {
    imports: imports.views(),
    declarations,
    server: server.name,
    constant,
    clientType,
    questionsType,
    questions,
    methods,
    routes,
  };

  async function resultType(tool: ToolModel): Promise<{ readonly type: string; readonly read: (call: string) => string }> {
    const { result } = tool;
    if (result.kind === "text") {
      imports.runtime("textOf");
      return { type: "string", read: (call) => `textOf(await ${call})` };
    }
    if (result.kind === "raw") {
      imports.runtime("CallToolResult", true);
      return { type: "CallToolResult", read: (call) => call };
    }
    if (result.kind === "empty" || result.kind === "content") {
      imports.runtime("contentOf");
      if (result.kind === "empty") return { type: "void", read: (call) => `void contentOf(await ${call})` };
      imports.runtime("CallToolResult", true);
      return { type: `CallToolResult["content"]`, read: (call) => `contentOf(await ${call})` };
    }
    imports.runtime("structuredOf");
    const name = scope.take(`${pascalCase(tool.name)}Result`);
    const declaration = await declarationOf(jsonSchema(result.type, { definitions, strict: false }), name);
    const inline = inlineType(declaration);
    if (inline === null) declarations.push(declaration);
    // Older revisions carry objects only: anything else is wrapped there, and the reader takes the wrapping off.
    const wrapped = isObject(result.type, definitions) ? "" : ", true";
    return { type: inline ?? name, read: (call) => `structuredOf(await ${call}${wrapped})` };
  }

  /** One callback a question model, by the callbacks' names. */
  async function formQuestions(): Promise<ClientQuestionView[]> {
    const callbacks = new NameScope(["url", "fallback"]);
    const found = new Map<string, { readonly key: string; readonly askers: string[]; readonly wires: string[] }>();
    for (const offer of offers) {
      for (const { key, question } of questionsOf(model, offer)) {
        const entry = found.get(question) ?? { key, askers: [], wires: [] };
        if (!entry.askers.includes(offer.name)) entry.askers.push(offer.name);
        entry.wires.push(`${offer.name}.${key}`);
        found.set(question, entry);
      }
    }
    const nameOf = (id: string, key: string): string =>
      model.questions[id]?.name ?? pascalCase(key.slice(key.lastIndexOf(".") + 1));
    const names = [...found].map(([id, { key }]) => camelCase(nameOf(id, key)));
    const views: { readonly callback: string; readonly view: ClientQuestionView }[] = [];
    for (const [id, { key, askers, wires }] of found) {
      const question = model.questions[id];
      if (question === undefined) continue;
      const plain = nameOf(id, key);
      const isAlone = names.filter((name) => name === camelCase(plain)).length === 1;
      const name = isAlone ? plain : `${askers[0] ?? ""} ${plain}`;
      const callback = callbacks.take(camelCase(name));
      const type = scope.take(pascalCase(name));
      const { required, ...schema } = formSchema(question.form);
      declarations.push(await declarationOf({ ...schema, required: required ?? [], additionalProperties: false }, type));
      for (const wire of wires) routes[wire] = callback;
      imports.runtime("FormAnswer", true);
      imports.runtime("FormQuestion", true);
      const doc = `Asked by ${askers.join(", ")}.`;
      views.push({ callback, view: { doc, lines: callbackLines(callback, type) } });
    }
    return views.sort((a, b) => compareNames(a.callback, b.callback)).map(({ view }) => view);
  }
}

/** Whether the schema of a result says that it is an object. */
const isObject = (type: TypeModel, definitions: Definitions): boolean =>
  jsonSchema(type, { definitions, strict: false }).type === "object";

function callbackLines(name: string, type: string): string[] {
  const result = `FormAnswer<${type}> | Promise<FormAnswer<${type}>>`;
  const single = `  ${name}(question: FormQuestion): ${result};`;
  return single.length <= lineWidth ? [single] : [`  ${name}(`, "    question: FormQuestion,", `  ): ${result};`];
}

function methodLines(head: string, body: string): string[] {
  const single = `      ${head} ${body},`;
  return single.length <= lineWidth ? [single] : [`      ${head}`, `        ${body},`];
}
