/** The model of one's own server -> what its client is made from. */
import type { ClientArguments, ClientInput, ClientQuestion, ClientResult, ClientTextOffer } from "../client/client-input.js";
import type { Definitions, Model, PromptModel, ResourceModel, ToolModel } from "../model.js";
import { pascalCase } from "../names.js";
import { offersOf, sortedOffers } from "../offers.js";
import type { Options } from "../options.js";
import { argumentsOf } from "../schema/arguments.js";
import { argumentsSchema, formSchema, jsonSchema } from "../schema/json-schema.js";
import { functionsOf, questionsOf } from "./graph.js";

export function clientInput(model: Model, { server, profile }: Pick<Options, "server" | "profile">): ClientInput {
  const { definitions } = model;
  const offers = sortedOffers(model);
  const textOffers = (some: readonly (PromptModel | ResourceModel)[]): ClientTextOffer[] =>
    some.map((offer) => textOffer(offer, definitions));
  const hasContext = offers.some((offer) =>
    functionsOf(model, offer).some(({ parameters }) => parameters.some(({ kind }) => kind === "context")),
  );
  const linking = offers.filter((offer) => functionsOf(model, offer).some((each) => each.asksInside.includes("url")));
  return {
    server: server.name,
    tools: offersOf(model, "tool").map((tool) => ({
      name: tool.name,
      doc: tool.description,
      input: toolArguments(tool, definitions, profile === "strict"),
      result: resultOf(tool, definitions),
    })),
    prompts: textOffers(offersOf(model, "prompt")),
    resources: textOffers(offersOf(model, "resource")),
    questions: formQuestions(model),
    links: hasContext ? linking.map(({ name }) => name) : null,
    knowsQuestions: true,
  };
}

function toolArguments(tool: ToolModel, definitions: Definitions, strict: boolean): ClientArguments | null {
  const properties = argumentsOf(tool);
  const isWhole = tool.parameters.some((each) => each.kind === "schema" || (each.kind === "options" && each.whole !== null));
  if (properties.length === 0 && !isWhole) return null;
  return {
    schema: argumentsSchema(tool, { definitions, strict }),
    isOptional: !isWhole && !strict && properties.every(({ required }) => !required),
    isRaw: tool.parameters.some(({ kind }) => kind === "schema"),
  };
}

function resultOf({ result }: ToolModel, definitions: Definitions): ClientResult {
  if (result.kind !== "structured") return { kind: result.kind };
  return { kind: "structured", schema: jsonSchema(result.type, { definitions, strict: false }) };
}

function textOffer(offer: PromptModel | ResourceModel, definitions: Definitions): ClientTextOffer {
  const properties = argumentsOf(offer);
  const { kind, name, description: doc } = offer;
  const input: ClientArguments = {
    schema: argumentsSchema(offer, { definitions, strict: false }),
    isOptional: properties.every(({ required }) => !required),
    isRaw: false,
  };
  const target = offer.kind === "prompt" ? offer.name : offer.uri;
  return { kind, name, doc, target, input: properties.length === 0 ? null : input, takesAddress: false };
}

function formQuestions(model: Model): ClientQuestion[] {
  const found = new Map<string, { readonly key: string; readonly askers: string[]; readonly wires: string[] }>();
  for (const offer of sortedOffers(model)) {
    for (const { key, question } of questionsOf(model, offer)) {
      const entry = found.get(question) ?? { key, askers: [], wires: [] };
      if (!entry.askers.includes(offer.name)) entry.askers.push(offer.name);
      entry.wires.push(`${offer.name}.${key}`);
      found.set(question, entry);
    }
  }
  return [...found].flatMap(([id, { key, askers, wires }]) => {
    const question = model.questions[id];
    if (question === undefined) return [];
    const name = question.name ?? pascalCase(key.slice(key.lastIndexOf(".") + 1));
    return [{ name, askers, wires, schema: formSchema(question.form) }];
  });
}
