/** Model + emitted files -> mcp.manifest.json: the public contract of a built server. Keys sorted, no time, no absolute path. */
import { fingerprint } from "./fingerprint.js";
import { listEntry } from "./list-entry.js";
import type { Json, Model, OfferModel } from "./model.js";
import { compareNames } from "./names.js";
import { offersOf, sortedOffers } from "./offers.js";
import type { Options } from "./options.js";
import { questionsOf, slotsOf } from "./plan/graph.js";
import { formSchema } from "./schema/json-schema.js";

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
    tools: offersOf(model, "tool").map((tool) => described(model, tool, strict)),
    ...(prompts.length > 0 && { prompts: prompts.map((prompt) => described(model, prompt, strict)) }),
    ...(resources.length > 0 && { resources: resources.map((resource) => described(model, resource, strict)) }),
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
    files: Object.fromEntries(files.map((file) => [file.path, fingerprintOf(file)])),
  };
  return { path: manifestFile, text: `${JSON.stringify(sorted(value), null, 2)}\n` };
}

/** A watching run takes most files over as they are. */
const fingerprints = new WeakMap<GeneratedFile, string>();

function fingerprintOf(file: GeneratedFile): string {
  const known = fingerprints.get(file) ?? fingerprint(file.text);
  fingerprints.set(file, known);
  return known;
}

const descriptions = new WeakMap<OfferModel, { readonly strict: boolean; readonly value: Json }>();

function described(model: Model, offer: OfferModel, strict: boolean): Json {
  const known = descriptions.get(offer);
  if (known?.strict === strict) return known.value;
  const value = sorted(describe(model, offer, strict));
  descriptions.set(offer, { strict, value });
  return value;
}

function describe(model: Model, offer: OfferModel, strict: boolean): Json {
  const { name, scopes, reference } = offer;
  return {
    ...listEntry(model, offer, strict),
    ...(scopes.length > 0 && { scopes }),
    source: reference.file,
    resolved: slotsOf(model, offer).map(({ key, resolver }) => ({
      parameter: key,
      resolver: `${resolver.reference.file}#${resolver.reference.name}`,
      ...(resolver.question !== null && { question: `${name}.${key}` }),
    })),
    questions: questionsOf(model, offer).map(({ key }) => `${name}.${key}`),
  };
}

/** The same value with the keys of every object in order. */
export function sorted(value: Json): Json {
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
