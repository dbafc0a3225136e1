/** What a server offers, picked out of the model and put in words. */
import type { Model, OfferKind, OfferModel } from "./model.js";
import { compareNames } from "./names.js";

export const offerKinds: readonly OfferKind[] = ["tool", "prompt", "resource"];

type OfKind<K extends OfferKind> = Extract<OfferModel, { readonly kind: K }>;

/** Those of one kind, by their names. */
export const offersOf = <K extends OfferKind>({ offers }: Pick<Model, "offers">, kind: K): OfKind<K>[] =>
  offers.filter((offer): offer is OfKind<K> => offer.kind === kind).sort((a, b) => compareNames(a.name, b.name));

/** All, kind by kind and by their names. */
export const sortedOffers = (model: Pick<Model, "offers">): OfferModel[] => offerKinds.flatMap((kind) => offersOf(model, kind));

/** `tool order_ride`, as diagnostics name it. */
export const offerWords = ({ kind, name }: Pick<OfferModel, "kind" | "name">): string => `${kind} ${name}`;
