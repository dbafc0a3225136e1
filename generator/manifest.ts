/** Model + emitted files -> mcp.manifest.json: the public contract of a built server. Keys sorted, no time, no absolute path. */
import { fingerprint } from "./fingerprint.js";
import type { Json, Model, OfferModel } from "./model.js";
import { compareNames } from "./names.js";
import { offersOf, sortedOffers } from "./offers.js";
import type { Options } from "./options.js";
import { questionsOf, slotsOf } from "./plan/graph.js";
import { icon, promptArguments } from "./plan/offer-file.js";
import { argumentsSchema, formSchema, jsonSchema, type Schema } from "./schema/json-schema.js";

export const manifestFile = "mcp.manifest.json";

export interface GeneratedFile {
  /** Relative to the generated folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

export function manifest(model: Model, options: Options, files: readonly GeneratedFile[]): GeneratedFile {
  const strict = options.profile === "strict";
  const [prompts, resources] = [offersOf(model, "prompt"), offersOf(model, "resource")];
  const { name, version, title, instructions } = options.server;
  const value: Json = {
    manifestVersion: 1,
    server: { name, version, ...(title !== null && { title }), ...(instructions !== null && { instructions }) },
    tools: offersOf(model, "tool").map((tool) => describe(model, tool, strict)),
    ...(prompts.length > 0 && { prompts: prompts.map((prompt) => describe(model, prompt, strict)) }),
    ...(resources.length > 0 && { resources: resources.map((resource) => describe(model, resource, strict)) }),
    questions: Object.fromEntries(
      sortedOffers(model).flatMap((offer) =>
        questionsOf(model, offer).flatMap(({ key, question }) => {
          const found = model.questions[question];
          if (found === undefined) return [];
          const modelName = found.name ?? key.slice(key.lastIndexOf(".") + 1);
          return [
            [`${offer.name}.${key}`, { requestedSchema: formSchema(found.form), model: modelName, source: found.file }] as const,
          ];
        }),
      ),
    ),
    files: Object.fromEntries(files.map(({ path, text }) => [path, fingerprint(text)])),
  };
  return { path: manifestFile, text: `${JSON.stringify(sorted(value), null, 2)}\n` };
}

function describe(model: Model, offer: OfferModel, strict: boolean): Json {
  const { name, title, description, icons, scopes, meta, reference } = offer;
  return {
    name,
    ...(title !== null && { title }),
    description,
    ...(icons.length > 0 && { icons: icons.map(icon) }),
    ...(scopes.length > 0 && { scopes }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
    ...contract(model, offer, strict),
    source: reference.file,
    resolved: slotsOf(model, offer).map(({ key, resolver }) => ({
      parameter: key,
      resolver: `${resolver.reference.file}#${resolver.reference.name}`,
      ...(resolver.question !== null && { question: `${name}.${key}` }),
    })),
    questions: questionsOf(model, offer).map(({ key }) => `${name}.${key}`),
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

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(entries.sort(([a], [b]) => compareNames(a, b)).map(([key, inner]) => [key, sorted(inner)]));
}

/** The files that a manifest on disk owns, with their fingerprints; none when it cannot be read. */
export function ownedFiles(text: string | null): Map<string, string> {
  if (text === null) return new Map();
  try {
    const { files } = JSON.parse(text) as { readonly files?: unknown };
    if (typeof files !== "object" || files === null) return new Map();
    // Only what lies inside the generated folder can be ours, whatever a damaged manifest says.
    const inside = Object.entries(files).filter(
      ([path]) => /^[^/\\:]+(\/[^/\\:]+)*$/.test(path) && !path.split("/").includes(".."),
    );
    return new Map(inside.map(([path, hash]) => [path, String(hash)]));
  } catch {
    return new Map();
  }
}
