/** Model + emitted files -> mcp.manifest.json: the public contract of a built server. Keys sorted, no time, no absolute path. */

import { normalPath } from "./config/settings.js";
import { fingerprint } from "./fingerprint.js";
import { listEntry } from "./list-entry.js";
import type { Json, Model, OfferModel } from "./model.js";
import { compareNames } from "./names.js";
import { offersOf, sortedOffers } from "./offers.js";
import { isRecord, type Options } from "./options.js";
import { questionsOf, slotsOf } from "./plan/graph.js";
import { formSchema } from "./schema/json-schema.js";

export const manifestFile = "mcp.manifest.json";

export interface GeneratedFile {
  /** Relative to the generated folder, with `/`; begins with `..` for what lies elsewhere in the project. */
  readonly path: string;
  readonly text: string;
}

/** Whether a path, relative to the generated folder, leads out of it. */
export const isOutside = (path: string): boolean => path.startsWith("../");

/** A path relative to the generated folder, as it is from where `out` is the generated folder. */
export const shownIn = (out: string, path: string): string => normalPath(`${out}/${path}`);

/** A path relative to the project as one relative to the generated folder. */
export const fromOut = (out: string, path: string): string => `${"../".repeat(out.split("/").length)}${path}`;

export function manifest(model: Model, options: Options, files: readonly GeneratedFile[]): GeneratedFile {
  const strict = options.profile === "strict";
  const [prompts, resources] = [offersOf(model, "prompt"), offersOf(model, "resource")];
  const within = files.filter(({ path }) => !isOutside(path));
  const outside = files.filter(({ path }) => isOutside(path));
  const value: Json = {
    manifestVersion: 1,
    server: Object.fromEntries(Object.entries(options.server).filter(([, value]) => value !== null)) as Json,
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
    files: Object.fromEntries(within.map((file) => [file.path, fingerprintOf(file)])),
    ...(outside.length > 0 && {
      projectFiles: Object.fromEntries(outside.map(({ path, text }) => [shownIn(options.out, path), fingerprint(text)])),
    }),
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

/** The files that a manifest on disk owns, with their fingerprints; none when it cannot be read. `out` is the generated folder. */
export function ownedFiles(text: string | null, out: string): Map<string, string> {
  if (text === null) return new Map();
  try {
    const { files, projectFiles } = JSON.parse(text) as { readonly files?: unknown; readonly projectFiles?: unknown };
    const outside = entriesOf(projectFiles).map(([path, hash]) => [fromOut(out, path), hash] as const);
    return new Map([...entriesOf(files), ...outside]);
  } catch {
    return new Map();
  }
}

/** Only what lies below the folder can be ours, whatever a damaged manifest says. */
const entriesOf = (files: unknown): [string, string][] =>
  Object.entries(isRecord(files) ? files : {})
    .filter(([path]) => /^[^/\\:]+(\/[^/\\:]+)*$/.test(path) && !path.split("/").includes(".."))
    .map(([path, hash]) => [path, String(hash)]);
