/** One tool, prompt or resource -> the view of its file: what is said of it, and its handler. */
import type { CompletionModel, IconModel, Model, OfferModel, PromptModel, ResourceModel, ToolModel } from "../model.js";
import { NameScope } from "../names.js";
import { printKey, printLiteral, printString } from "../print.js";
import { argumentsOf } from "../schema/arguments.js";
import { argumentsSchema, jsonSchema, type Schema } from "../schema/json-schema.js";
import { changes } from "../schema/shared.js";
import { patternOf, variablesOf } from "../uri-template.js";
import type { CommonView, PlannedFile } from "../views.js";
import { callLines } from "./calls.js";
import { type Handler, handlerOf, type Place, type Writer } from "./handler.js";
import { printPattern } from "./parts.js";

/** The file of one offer, without its path. */
export type OfferFile = Extract<PlannedFile, { readonly template: "tool.ts" | "prompt.ts" | "resource.ts" }>;

export function offerFile(model: Model, offer: OfferModel, place: Place, strict: boolean, path: string): OfferFile {
  switch (offer.kind) {
    case "tool":
      return toolFile(model, offer, place, strict, path);
    case "prompt":
      return promptFile(model, offer, place, strict, path);
    case "resource":
      return resourceFile(model, offer, place, strict, path);
  }
}

function toolFile(model: Model, tool: ToolModel, place: Place, strict: boolean, path: string): OfferFile {
  const { definitions } = model;
  const { result } = tool;
  const isSerialized = result.kind === "structured" && (result.viaJson || changes({ definitions, strict: false }, result.type));
  const writer: Writer = { name: resultWriters[result.kind], before: [], after: [], isSerialized };
  const { declarations, handler, imports } = handlerOf(model, tool, place, strict, writer);
  imports.runtime("defineTool");
  const view = {
    ...declarations,
    tool: {
      ...commonView(tool, place),
      annotations: orNull({ ...tool.annotations }),
      inputSchema: argumentsSchema(tool, { definitions, strict }),
      outputSchema: result.kind === "structured" ? jsonSchema(result.type, { definitions, strict: false }) : null,
      ...handler,
    },
    imports: imports.views(),
  };
  return { path, template: "tool.ts", view };
}

const resultWriters: Readonly<Record<ToolModel["result"]["kind"], string>> = {
  text: "textResult",
  empty: "emptyResult",
  content: "contentResult",
  raw: "rawResult",
  structured: "structuredResult",
};

function promptFile(model: Model, prompt: PromptModel, place: Place, strict: boolean, path: string): OfferFile {
  const writer: Writer = { name: "promptResult", before: [], after: [], isSerialized: false };
  const made = handlerOf(model, prompt, place, strict, writer);
  made.imports.runtime("definePrompt");
  const view = {
    ...made.declarations,
    prompt: {
      ...commonView(prompt, place),
      arguments: promptArguments(prompt),
      completeLines: completeLines(prompt.completions, made),
      ...made.handler,
    },
    imports: made.imports.views(),
  };
  return { path, template: "prompt.ts", view };
}

/** Specification: PromptArgument. */
export const promptArguments = (prompt: PromptModel): Schema[] =>
  argumentsOf(prompt).map(({ name, type: { keywords }, required }) => ({
    name,
    ...(keywords.title !== undefined && { title: keywords.title }),
    ...(keywords.description !== undefined && { description: keywords.description }),
    ...(required && { required }),
  }));

function resourceFile(model: Model, resource: ResourceModel, place: Place, strict: boolean, path: string): OfferFile {
  const { uri, template, mimeType, size, annotations, completions } = resource;
  const after = mimeType === null ? [] : [printString(mimeType)];
  const writer: Writer = { name: "resourceResult", before: ["call.target"], after, isSerialized: false };
  const made = handlerOf(model, resource, place, strict, writer);
  const define = template === null ? "defineResource" : "defineResourceTemplate";
  made.imports.runtime(define);
  const required = new Set(argumentsOf(resource).flatMap(({ name, required: isRequired }) => (isRequired ? [name] : [])));
  const view = {
    ...made.declarations,
    resource: {
      ...commonView(resource, place),
      define,
      uri: template === null ? uri : null,
      template:
        template === null
          ? null
          : { uri, pattern: printPattern(patternOf(template, required)), variables: variablesOf(template) },
      mimeType,
      size: size === null ? null : String(size),
      annotations: orNull(annotations),
      completeLines: completeLines(completions, made),
      ...made.handler,
    },
    imports: made.imports.views(),
  };
  return { path, template: "resource.ts", view };
}

function commonView({ name, title, description, icons, scopes, meta }: OfferModel, { constant }: Place): CommonView {
  return {
    constant,
    doc: description === "" ? name : `${name}: ${description}`,
    name,
    title,
    description,
    icons: icons.length === 0 ? null : icons.map(icon),
    scopes: scopes.length === 0 ? null : scopes,
    meta: orNull(meta),
  };
}

export const icon = ({ src, mimeType, sizes, theme }: IconModel): Schema => ({
  src,
  ...(mimeType !== null && { mimeType }),
  ...(sizes.length > 0 && { sizes }),
  ...(theme !== null && { theme }),
});

const orNull = (value: Schema): Schema | null => (Object.keys(value).length === 0 ? null : value);

/** The members of `complete`, a line or more each. */
function completeLines(completions: readonly CompletionModel[], { imports, taken }: Handler): string[] {
  return completions.flatMap(({ argument, from }) => {
    const key = `    ${printKey(argument)}: `;
    if (from.kind === "list") return [`${key}${printLiteral(from.values, { indent: 4, used: key.length })},`];
    const callee = imports.source(from.reference);
    const locals = new NameScope([...taken, callee]);
    const value = "value";
    const given = from.settled.map((name) => ({ name, local: locals.take(name, `${name}Value`) }));
    const members = given.map(({ name, local }) => (name === local ? name : `${name}: ${local}`));
    const parameters = members.length === 0 ? `(${value})` : `(${value}, { ${members.join(", ")} })`;
    return callLines(`${key.trimStart()}${parameters} => `, callee, [value, ...given.map(({ local }) => local)], ",", 4);
  });
}
