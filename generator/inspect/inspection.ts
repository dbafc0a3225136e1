/**
 * What is worth knowing about a built server before anybody calls it: what the model sees and how much of it there is, what is
 * injected and by whom, and what the user may be asked. Plain data out of the model, kept with the build.
 */
import { listEntry } from "../list-entry.js";
import type { FunctionModel, Model, OfferKind, OfferModel } from "../model.js";
import { sortedOffers } from "../offers.js";
import type { Options } from "../options.js";
import { contextQuestions, type Slot, slotsOf } from "../plan/graph.js";
import { argumentsOf } from "../schema/arguments.js";
import { formSchema, type Schema } from "../schema/json-schema.js";

export interface Size {
  /** Of the JSON, in UTF-8. */
  readonly bytes: number;
  /** A rule of thumb: four bytes each. Models count in ways of their own. */
  readonly tokens: number;
}

export interface InjectedParameter {
  /** The parameter's name; a dotted path for what a resolver takes. */
  readonly parameter: string;
  readonly by: "resolver" | "runtime";
  /** `src/folders.ts#confirmDelete`; null for what the runtime itself gives. */
  readonly resolver: string | null;
  /** The tool's own arguments that the resolver reads. */
  readonly reads: readonly string[];
  /** Who takes the value: paths of injected parameters, and "" for the function itself. */
  readonly usedBy: readonly string[];
}

export type QuestionKind = "form" | "link" | "model" | "roots" | "by hand";

export interface AskedOnPath {
  /** Its name on the wire, `book_table.alternative`; null for a question that has none of its own. */
  readonly key: string | null;
  readonly kind: QuestionKind;
  /** What the client must be able to do; null when the function alone decides. */
  readonly needs: "elicitation" | "elicitation.url" | "sampling" | "roots" | null;
  /** Who asks, as `resolver` above. */
  readonly askedBy: string;
  /** The injected parameter whose value is asked for; "" when the function itself asks. */
  readonly path: string;
  /** A resolver asks before the body runs; a context from inside a function. */
  readonly when: "before the body" | "inside";
  /** The form; null when there is none. */
  readonly requestedSchema: Schema | null;
}

export interface InspectedOffer {
  readonly kind: OfferKind;
  readonly name: string;
  /** `src/folders.ts:24`. */
  readonly source: string;
  /** `src/folders.ts#deleteFolder`. */
  readonly function: string;
  /** Its entry in the list, as clients of 2026-07-28 get it. */
  readonly seen: Schema;
  readonly size: Size;
  /** Of each member of `seen` but the name. */
  readonly parts: Readonly<Record<string, Size>>;
  readonly arguments: readonly string[];
  readonly injected: readonly InjectedParameter[];
  readonly questions: readonly AskedOnPath[];
}

export interface Inspection {
  readonly server: { readonly name: string; readonly version: string };
  /** The whole list of tools, as one array. */
  readonly toolsList: Size;
  /** The most tokens that the list may have; null: any. */
  readonly budget: number | null;
  readonly offers: readonly InspectedOffer[];
}

/** A watching run meets most offers as they were, with the same resolvers and questions. */
const seenBefore = new WeakMap<OfferModel, { readonly strict: boolean; readonly inspected: InspectedOffer }>();

export function inspectionOf(model: Model, { server: { name, version }, profile, budget }: Options): Inspection {
  const offers = sortedOffers(model).map((offer) => {
    const strict = profile === "strict";
    const known = seenBefore.get(offer);
    if (known?.strict === strict) return known.inspected;
    const inspectedNow = inspected(model, offer, strict);
    seenBefore.set(offer, { strict, inspected: inspectedNow });
    return inspectedNow;
  });
  const tools = offers.filter(({ kind }) => kind === "tool").map(({ seen }) => seen);
  return { server: { name, version }, toolsList: sizeOf(tools), budget, offers };
}

export const sizeOf = (value: unknown): Size => {
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  return { bytes, tokens: Math.ceil(bytes / 4) };
};

function inspected(model: Model, offer: OfferModel, strict: boolean): InspectedOffer {
  const { kind, name, reference, span } = offer;
  const seen = listEntry(model, offer, strict);
  const parts = Object.fromEntries(
    Object.entries(seen).flatMap(([key, value]) => (key === "name" ? [] : [[key, sizeOf(value)] as const])),
  );
  const slots = slotsOf(model, offer);
  return {
    kind,
    name,
    source: `${reference.file}:${span.line}`,
    function: placeOf(offer),
    seen,
    size: sizeOf(seen),
    parts,
    arguments: namesOfArguments(offer, seen),
    injected: [...slots.map((slot) => resolved(offer, slot, slots)), ...contexts(offer, slots)],
    questions: [...slots.flatMap((slot) => askedBySlot(model, offer, slot)), ...askedInside(model, offer, slots)],
  };
}

/** Those of a schema written by hand are known by the schema alone. */
function namesOfArguments(offer: OfferModel, { inputSchema }: Schema): string[] {
  if (!offer.parameters.some(({ kind }) => kind === "schema")) return argumentsOf(offer).map(({ name }) => name);
  const properties = (inputSchema as Schema).properties ?? {};
  return Object.keys(properties);
}

const placeOf = ({ reference: { file, name } }: FunctionModel): string => `${file}#${name}`;

function resolved(offer: OfferModel, { key, resolver }: Slot, slots: readonly Slot[]): InjectedParameter {
  const takes = ({ parameters }: FunctionModel): boolean =>
    parameters.some((each) => each.kind === "resolved" && each.resolver === resolver.id);
  return {
    parameter: key,
    by: "resolver",
    resolver: placeOf(resolver),
    reads: resolver.parameters.flatMap((each) => (each.kind === "argument" ? [each.name] : [])),
    usedBy: [...(takes(offer) ? [""] : []), ...slots.filter((slot) => takes(slot.resolver)).map((slot) => slot.key)],
  };
}

function contexts(offer: OfferModel, slots: readonly Slot[]): InjectedParameter[] {
  const takers = [{ path: "", parameters: offer.parameters }, ...slots.map(({ key, resolver }) => ({ path: key, ...resolver }))];
  return takers.flatMap(({ path, parameters }) =>
    parameters.flatMap(({ kind, name }): InjectedParameter[] =>
      kind === "context"
        ? [{ parameter: path === "" ? name : `${path}.${name}`, by: "runtime", resolver: null, reads: [], usedBy: [path] }]
        : [],
    ),
  );
}

const withoutForm = {
  url: { kind: "link", needs: "elicitation.url" },
  sample: { kind: "model", needs: "sampling" },
  roots: { kind: "roots", needs: "roots" },
} as const;

function askedBySlot(model: Model, { name }: OfferModel, { key, resolver }: Slot): AskedOnPath[] {
  const place = { askedBy: placeOf(resolver), path: key, when: "before the body", key: `${name}.${key}` } as const;
  const form = resolver.question === null ? undefined : model.questions[resolver.question]?.form;
  return [
    ...(form === undefined ? [] : [{ ...place, kind: "form", needs: "elicitation", requestedSchema: formSchema(form) } as const]),
    ...(resolver.asks === null ? [] : [{ ...place, ...withoutForm[resolver.asks], requestedSchema: null }]),
  ];
}

/** What functions ask in mid-body: with their contexts, or by hand. */
function askedInside(model: Model, offer: OfferModel, slots: readonly Slot[]): AskedOnPath[] {
  const askers = [
    { path: "", asker: offer as FunctionModel },
    ...slots.map(({ key, resolver }) => ({ path: key, asker: resolver })),
  ];
  const asked = askers.flatMap(({ path, asker }): AskedOnPath[] => {
    const place = { askedBy: placeOf(asker), path, when: "inside" } as const;
    const forms = contextQuestions([asker]).flatMap(({ key, question }): AskedOnPath[] => {
      const form = model.questions[question]?.form;
      if (form === undefined) return [];
      const requestedSchema = formSchema(form);
      return [{ ...place, key: `${offer.name}.${key}`, kind: "form", needs: "elicitation", requestedSchema }];
    });
    // What a resolver returns is told already.
    const told = slots.find(({ key }) => key === path)?.resolver.asks;
    const others = asker.asksInside.filter((each) => each !== told);
    return [...forms, ...others.map((each) => ({ ...place, key: null, ...withoutForm[each], requestedSchema: null }))];
  });
  if (!offer.rounds) return asked;
  const place = { askedBy: placeOf(offer), path: "", when: "inside" } as const;
  return [...asked, { ...place, key: null, kind: "by hand", needs: null, requestedSchema: null }];
}
