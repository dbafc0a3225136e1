/** One offer -> what clients read about it in a list (specification 2026-07-28: Tool, Prompt, Resource, ResourceTemplate). */
import type { Model, OfferModel } from "./model.js";
import { icon, promptArguments } from "./plan/offer-file.js";
import { argumentsSchema, jsonSchema, type Schema } from "./schema/json-schema.js";

export function listEntry(model: Model, offer: OfferModel, strict: boolean): Schema {
  const { name, title, description, icons, meta } = offer;
  return {
    name,
    ...(title !== null && { title }),
    description,
    ...(icons.length > 0 && { icons: icons.map(icon) }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
    ...contract(model, offer, strict),
  };
}

/** What a client sends and gets. */
function contract({ definitions }: Model, offer: OfferModel, strict: boolean): Schema {
  const annotations = Object.keys(offer.kind === "prompt" ? {} : offer.annotations).length > 0;
  switch (offer.kind) {
    case "tool":
      return {
        inputSchema: argumentsSchema(offer, { definitions, strict }),
        ...(offer.result.kind === "structured" && {
          outputSchema: jsonSchema(offer.result.type, { definitions, strict: false }),
        }),
        ...(annotations && { annotations: { ...offer.annotations } }),
      };
    case "prompt":
      return { arguments: promptArguments(offer) };
    case "resource":
      return {
        [offer.template === null ? "uri" : "uriTemplate"]: offer.uri,
        ...(offer.mimeType !== null && { mimeType: offer.mimeType }),
        ...(offer.size !== null && { size: offer.size }),
        ...(annotations && { annotations: { ...offer.annotations } }),
      };
  }
}
