/** What a client is made from -> the view of its file: its types come from schemas alone. */
import type { ClientArguments, ClientInput, ClientResult, ClientTextOffer, ClientTool } from "../client/client-input.js";
import { camelCase, compareNames, NameScope, pascalCase } from "../names.js";
import { lineWidth, printString } from "../print.js";
import type { Schema } from "../schema/json-schema.js";
import type { ClientFileView, ClientMethodView, ClientQuestionView } from "../views.js";
import { ResultChecks } from "./client-checks.js";
import { declarationOf, inlineType } from "./client-types.js";
import { Imports } from "./imports.js";
import { sayable } from "./raw-types.js";

/** What the emitted file calls by these names: imports, and what every module knows. */
const taken = (
  "CallOptions CallToolResult ConnectTarget checkedOf connectStub contentOf exactlyOne expandUri Fields FormAnswer FormQuestion firstFit fits " +
  "GetPromptResult isAnyOf isDate isDateTime isEmail isFields isHostname isIpv4 isIpv6 isMultipleOf isOneOf isTime isUnique isUri isUuid keyPath " +
  "own Problems ReadResourceResult resultOf Stub StubOptions structuredOf textOf textsOf UrlAnswer UrlQuestion " +
  "routes target options client args address question value path problems key item found index property undefined " +
  "Array Boolean Number Object Partial Promise Record RegExp String"
).split(" ");

/** Every object has these already, or is asked for them: a method of that name would be called by mistake. */
const inherited = [...Object.getOwnPropertyNames(Object.prototype), "then", "toJSON"];

export async function clientFileView(input: ClientInput): Promise<ClientFileView> {
  const scope = new NameScope(taken);
  const imports = new Imports(scope, (file) => file);
  const constant = scope.take(short(camelCase(input.server)));
  const questionsType = scope.take(`${typeName(input.server)}Questions`);
  const clientType = scope.take(`${typeName(input.server)}Client`);
  const checks = new ResultChecks(scope, imports);
  const declarations: string[] = [];
  for (const type of ["ConnectTarget", "Stub", "StubOptions"]) imports.runtime(type, true);
  imports.runtime("connectStub");
  if ([input.tools, input.prompts, input.resources].some((some) => some.length > 0)) imports.runtime("CallOptions", true);

  const methodNames = namesFor(input.tools, ["client", "close", "prompts", "resources"]);
  const methods: ClientMethodView[] = [];
  for (const [index, tool] of input.tools.entries()) methods.push(await toolMethod(tool, methodNames[index] ?? tool.name));
  const prompts = await textMethods(input.prompts);
  const resources = await textMethods(input.resources);
  const routes: Record<string, string> = {};
  const questions = [...(await formQuestions()), ...linkQuestion()];
  return {
    imports: imports.views(),
    declarations,
    ...checks.views(),
    server: input.server,
    constant,
    clientType,
    questionsType,
    questions,
    silence: input.knowsQuestions
      ? "This server asks nothing."
      : "What this server may ask is not known beforehand: give a `fallback` that answers.",
    methods,
    prompts,
    resources,
    routes,
  };

  async function toolMethod(tool: ClientTool, name: string): Promise<ClientMethodView> {
    const argument = tool.input === null ? null : await declaredArguments(tool.input, `${typeName(tool.name)}Arguments`);
    const given = argument === null ? [] : [`args${tool.input?.isOptional === true ? "?" : ""}: ${argument}`];
    const call = `client.callTool(${printString(tool.name)}, ${argument === null ? "{}" : "{ ...args }"}, options)`;
    const result = await resultReader(tool);
    return {
      name,
      doc: tool.doc,
      signature: `${name}(${[...given, "options?: CallOptions"].join(", ")}): Promise<${result.type}>`,
      lines: methodLines(`${name}: async (${argument === null ? "options" : "args, options"}) =>`, result.read(call)),
    };
  }

  /** Prompts and resources: their arguments are text, and their results are the protocol's own. */
  async function textMethods(some: readonly ClientTextOffer[]): Promise<ClientMethodView[]> {
    const names = namesFor(some, []);
    const views: ClientMethodView[] = [];
    for (const [index, offer] of some.entries()) {
      const name = names[index] ?? offer.name;
      const type = offer.input === null ? "" : await declaredArguments(offer.input, textArgumentsName(offer));
      const optional = offer.input?.isOptional === true ? "?" : "";
      const result = offer.kind === "prompt" ? "GetPromptResult" : "ReadResourceResult";
      imports.runtime(result, true);
      if (type !== "") imports.runtime("textsOf");
      if (type !== "" && offer.kind === "resource") imports.runtime("expandUri");
      const texts = type === "" ? "{}" : `textsOf(args${optional === "" ? "" : " ?? {}"})`;
      const target = printString(offer.target);
      const address = offer.takesAddress ? "address" : type === "" ? target : `expandUri(${target}, ${texts})`;
      const call =
        offer.kind === "prompt" ? `client.getPrompt(${target}, ${texts}, options)` : `client.readResource(${address}, options)`;
      const given = offer.takesAddress ? ["address: string"] : type === "" ? [] : [`args${optional}: ${type}`];
      const passed = [...(offer.takesAddress ? ["address"] : type === "" ? [] : ["args"]), "options"].join(", ");
      views.push({
        name,
        doc: offer.doc,
        signature: `${name}(${[...given, "options?: CallOptions"].join(", ")}): Promise<${result}>`,
        lines: methodLines(`${name}: async (${passed}) =>`, call, 8),
      });
    }
    return views;
  }

  async function declaredArguments({ schema, isRaw }: ClientArguments, wish: string): Promise<string> {
    const name = scope.take(wish);
    declarations.push(await (isRaw ? rawDeclaration(schema, name, "object") : declarationOf(schema, name, takeType)));
    return name;
  }

  async function resultReader({ name: tool, result }: ClientTool): Promise<ResultReader> {
    if (result.kind !== "structured" && result.kind !== "checked") {
      const { type, uses, read } = plainReaders[result.kind];
      for (const each of uses) imports.runtime(each, each === "CallToolResult");
      return { type, read };
    }
    const wish = `${typeName(tool)}Result`;
    const isRaw = result.kind === "checked";
    const name = scope.take(wish);
    const declaration = await (isRaw ? rawDeclaration(result.schema, name, "any") : declarationOf(result.schema, name, takeType));
    const inline = inlineType(declaration);
    if (inline === null) declarations.push(declaration);
    const type = inline ?? name;
    // Older revisions carry objects only: anything else is wrapped there, and the reader takes the wrapping off.
    const isObject = result.schema.type === "object";
    if (!isRaw || result.check === null) {
      imports.runtime("structuredOf");
      return { type, read: (call) => `structuredOf(await ${call}${isObject ? "" : ", true"})` };
    }
    imports.runtime("checkedOf");
    const check = checks.check(result.check, wish);
    const form = isWrapping(result.schema) ? `, "wrapping"` : isObject ? "" : `, "bare"`;
    return { type, read: (call) => `checkedOf(await ${call}, ${check}${form})` };
  }

  /** One callback a question model, by the callbacks' names. */
  async function formQuestions(): Promise<ClientQuestionView[]> {
    const callbacks = new NameScope(["url", "fallback"]);
    const names = input.questions.map(({ name }) => camelCase(name));
    const views: { readonly callback: string; readonly view: ClientQuestionView }[] = [];
    for (const { name: plain, askers, wires, schema } of input.questions) {
      const isAlone = names.filter((name) => name === camelCase(plain)).length === 1;
      const name = isAlone ? plain : `${askers[0] ?? ""} ${plain}`;
      const callback = callbacks.take(short(camelCase(name)));
      const type = scope.take(typeName(name));
      const { required, ...rest } = schema;
      declarations.push(await declarationOf({ ...rest, required: required ?? [], additionalProperties: false }, type, takeType));
      for (const wire of wires) routes[wire] = callback;
      imports.runtime("FormAnswer", true);
      imports.runtime("FormQuestion", true);
      views.push({ callback, view: { doc: `Asked by ${askers.join(", ")}.`, lines: callbackLines(callback, type) } });
    }
    return views.sort((a, b) => compareNames(a.callback, b.callback)).map(({ view }) => view);
  }

  function linkQuestion(): ClientQuestionView[] {
    if (input.links === null) return [];
    imports.runtime("UrlAnswer", true);
    imports.runtime("UrlQuestion", true);
    const names = input.links.join(", ");
    return [
      {
        doc: `Asks the user to open a link.${names === "" ? "" : ` Asked by ${names}.`}`,
        lines: [`  url${names === "" ? "?" : ""}(question: UrlQuestion): UrlAnswer | Promise<UrlAnswer>;`],
      },
    ];
  }

  function takeType(wish: string): string {
    return scope.take(short(wish));
  }

  /** A stranger's schema may say what no type can: then it is any value, and the client is made all the same. */
  async function rawDeclaration(schema: Schema, name: string, root: "object" | "any"): Promise<string> {
    try {
      return await declarationOf(sayable(schema, root), name, takeType);
    } catch {
      const type = root === "object" ? "Record<string, unknown>" : "unknown";
      return `/** There is no TypeScript type for its schema. */\nexport type ${name} = ${type};`;
    }
  }
}

interface ResultReader {
  readonly type: string;
  readonly read: (call: string) => string;
}

type PlainResult = Exclude<ClientResult["kind"], "structured" | "checked">;

const plainReaders: Readonly<Record<PlainResult, ResultReader & { readonly uses: readonly string[] }>> = {
  text: { uses: ["textOf"], type: "string", read: (call) => `textOf(await ${call})` },
  raw: { uses: ["CallToolResult"], type: "CallToolResult", read: (call) => call },
  whole: { uses: ["CallToolResult", "resultOf"], type: "CallToolResult", read: (call) => `resultOf(await ${call})` },
  empty: { uses: ["contentOf"], type: "void", read: (call) => `void contentOf(await ${call})` },
  content: {
    uses: ["CallToolResult", "contentOf"],
    type: `CallToolResult["content"]`,
    read: (call) => `contentOf(await ${call})`,
  },
};

/** The schema that older connections are given for what is no object. */
const isWrapping = ({ type, properties, required }: Schema): boolean =>
  type === "object" && keysOf(properties) === "result" && Array.isArray(required) && required.join() === "result";

const keysOf = (value: unknown): string => (typeof value === "object" && value !== null ? Object.keys(value).join() : "");

/** Names of methods, one each. Whose own name can be had as it is has it, whatever the others are. */
function namesFor(offers: readonly { readonly name: string }[], others: readonly string[]): string[] {
  const scope = new NameScope([...inherited, ...others]);
  const wishes = offers.map(({ name }) => short(camelCase(name)));
  const isExact = (index: number): boolean => wishes[index] === offers[index]?.name;
  const exact = wishes.map((wish, index) => (isExact(index) ? scope.take(wish) : null));
  return wishes.map((wish, index) => exact[index] ?? scope.take(wish));
}

/** Names without end are cut: what is the same then gets numbers. */
const short = (name: string): string => (name.length <= longest ? name : [...name].slice(0, longest).join(""));
const longest = 120;

const typeName = (name: string): string => short(pascalCase(name));

const textArgumentsName = ({ name, kind }: ClientTextOffer): string => `${typeName(`${short(name)} ${kind}`)}Arguments`;

function callbackLines(name: string, type: string): string[] {
  const result = `FormAnswer<${type}> | Promise<FormAnswer<${type}>>`;
  const single = `  ${name}(question: FormQuestion): ${result};`;
  return single.length <= lineWidth ? [single] : [`  ${name}(`, "    question: FormQuestion,", `  ): ${result};`];
}

function methodLines(head: string, body: string, indent = 6): string[] {
  const pad = " ".repeat(indent);
  const single = `${pad}${head} ${body},`;
  return single.length <= lineWidth ? [single] : [`${pad}${head}`, `${pad}  ${body},`];
}
