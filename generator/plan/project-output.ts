/** All that the server offers -> what extra outputs see: names, texts and schemas, and no code. */
import type { Json, Model, OfferModel } from "../model.js";
import type { Options } from "../options.js";
import { argumentsSchema, formSchema, jsonSchema, type Schema } from "../schema/json-schema.js";
import type { ArgumentInfo, OfferInfo, ProjectOutputView, ResourceInfo, ToolInfo } from "../views.js";
import { questionsOf } from "./graph.js";

/** `file` is relative to the generated folder. */
export interface PlacedOffer {
  readonly offer: OfferModel;
  readonly constant: string;
  readonly file: string;
}

export function projectOutput(model: Model, places: readonly PlacedOffer[], options: Options): ProjectOutputView {
  const strict = options.profile === "strict";
  const { definitions } = model;
  const tools: ToolInfo[] = [];
  const prompts: OfferInfo[] = [];
  const resources: ResourceInfo[] = [];
  for (const place of places) {
    const { offer } = place;
    const info = offerInfo(model, place, strict);
    if (offer.kind === "prompt") prompts.push(info);
    else if (offer.kind === "resource") resources.push({ ...info, uri: offer.uri, mimeType: offer.mimeType });
    else {
      tools.push({
        ...info,
        inputSchema: argumentsSchema(offer, { definitions, strict }),
        outputSchema: offer.result.kind === "structured" ? jsonSchema(offer.result.type, { definitions, strict: false }) : null,
        annotations: Object.keys(offer.annotations).length === 0 ? null : { ...offer.annotations },
      });
    }
  }
  return { server: { ...options.server, icons: options.server.icons as readonly Schema[] | null }, tools, prompts, resources };
}

function offerInfo(model: Model, { offer, constant, file }: PlacedOffer, strict: boolean): OfferInfo {
  const isStrict = strict && offer.kind === "tool";
  return {
    name: offer.name,
    title: offer.title,
    description: offer.description,
    source: offer.reference.file,
    file,
    constant,
    arguments: argumentInfos(argumentsSchema(offer, { definitions: model.definitions, strict: isStrict })),
    questions: questionsOf(model, offer).flatMap(({ key, question }) => {
      const found = model.questions[question];
      return found === undefined ? [] : [{ name: `${offer.name}.${key}`, requestedSchema: formSchema(found.form) }];
    }),
  };
}

function argumentInfos({ properties, required }: Schema): ArgumentInfo[] {
  const must = new Set(Array.isArray(required) ? required : []);
  return Object.entries((properties ?? {}) as Readonly<Record<string, Json>>).map(([name, value]) => {
    const schema = (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}) as Schema;
    const { description } = schema;
    return { name, description: typeof description === "string" ? description : "", required: must.has(name), schema };
  });
}
