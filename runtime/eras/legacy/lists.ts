/** The legacy form of what a server offers and of who it is, as each revision knows it. */

import type { App, Offer, Prompt, Resource, ResourceTemplate, Tool } from "../../core/app.js";
import type { Annotations } from "../../core/domain.js";
import type { JsonObject } from "../../json.js";
import type { ListKind, Page } from "../prepared-lists.js";
import { type Features, featuresOf } from "./versions.js";

/** Older clients demand an object: anything else is wrapped, schema and value alike (decision P18). */
export function isWrapped(tool: Tool): boolean {
  return tool.outputSchema !== undefined && tool.outputSchema.type !== "object";
}

/** One page of a list. */
export function listResult({ kind, version, offers, nextCursor }: Page): string {
  const has = featuresOf(version);
  const entry = entries[kind] as (offer: Offer, has: Features) => object;
  return JSON.stringify({ [kind]: offers.map((offer) => entry(offer, has)), nextCursor });
}

const entries: { readonly [K in ListKind]: unknown } = { tools, prompts, resources, resourceTemplates };

function tools(tool: Tool, has: Features): object {
  return {
    ...common(tool, has),
    inputSchema: tool.inputSchema,
    outputSchema: has.structured ? outputSchema(tool) : undefined,
    annotations: has.annotations ? tool.annotations : undefined,
  };
}

function prompts(prompt: Prompt, has: Features): object {
  const args = prompt.arguments.map(({ name, title, description, required }) => ({
    name,
    title: has.structured ? title : undefined,
    description,
    required,
  }));
  return { ...common(prompt, has), arguments: args };
}

function resources(resource: Resource, has: Features): object {
  const { uri, mimeType, size } = resource;
  return { uri, ...common(resource, has), mimeType, annotations: annotationsFor(resource.annotations, has), size };
}

function resourceTemplates(template: ResourceTemplate, has: Features): object {
  const { uriTemplate, mimeType } = template;
  return { uriTemplate, ...common(template, has), mimeType, annotations: annotationsFor(template.annotations, has) };
}

function common({ name, title, description, icons, _meta }: Offer, has: Features): object {
  return {
    name,
    title: has.structured ? title : undefined,
    description,
    icons: has.icons ? icons : undefined,
    _meta: has.links ? _meta : undefined,
  };
}

function outputSchema(tool: Tool): JsonObject | undefined {
  if (tool.outputSchema === undefined || !isWrapped(tool)) return tool.outputSchema;
  const { $defs, ...schema } = tool.outputSchema;
  return {
    type: "object",
    properties: { result: schema },
    required: ["result"],
    additionalProperties: false,
    ...($defs !== undefined && { $defs }),
  };
}

/** The result of the handshake. */
export function handshakeResult(app: App, version: string, capabilities: object): string {
  const has = featuresOf(version);
  const { name, title, description, websiteUrl, icons } = app;
  return JSON.stringify({
    protocolVersion: version,
    capabilities,
    serverInfo: {
      name,
      version: app.version,
      title: has.structured ? title : undefined,
      ...(has.icons && { description, websiteUrl, icons }),
    },
    instructions: app.instructions,
  });
}

/** Hints for whom and how important something is; older revisions do not know when it was last modified. */
export function annotationsFor(annotations: Annotations | undefined, has: Features): Annotations | undefined {
  if (annotations === undefined || has.links) return annotations;
  const { lastModified: _later, ...known } = annotations;
  return known;
}
