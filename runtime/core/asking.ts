/** What a resolver returns when it has to ask: markers that the runtime turns into questions. */

import type { CreateMessageParams, CreateMessageResult, ListRootsResult, UrlRequest, UrlResult } from "./domain.js";

declare const gives: unique symbol;
const brand = Symbol.for("mcp-gen.asking");

interface Asks<T> {
  /** Only a type: what the answer becomes. */
  readonly [gives]: T;
}

/** A model that a form can show: texts, numbers, booleans, choices and choices of several. */
export type Flat<T> = { readonly [K in keyof T]: FlatField<T[K]> };
type FlatField<V> = V extends string | number | boolean | readonly string[] | undefined ? V : never;

/** A question that gives a T, whatever T is; `Elicit` is the name to write. */
export interface Elicits<T> extends Asks<T> {
  readonly message: string;
}

/**
 * A question with the model T, made by `elicit`. The runtime puts it and hands the answer to the parameter. The compiler
 * refuses a T that no form could show.
 */
export interface Elicit<T extends Flat<T>> extends Elicits<T> {}
/** The wish that the user opens a link, made by `elicitUrl`; the parameter is a `UrlResult`. */
export interface ElicitUrl extends Asks<UrlResult> {
  readonly url: string;
}
/** A prompt for the client's model, made by `sample`; the parameter is a `CreateMessageResult`. */
export interface Sample extends Asks<CreateMessageResult> {
  readonly maxTokens: number;
}
/** The question for the folders that the client works in, made by `listRoots`; the parameter is a `ListRootsResult`. */
export interface ListRoots extends Asks<ListRootsResult> {
  readonly listRoots: true;
}

/** A marker as the runtime sees it. */
export type Asking =
  | { readonly mode: "form"; readonly message: string }
  | ({ readonly mode: "url" } & UrlRequest)
  | { readonly mode: "sample"; readonly params: CreateMessageParams }
  | { readonly mode: "roots" };

function marker<T>(shown: object, asking: Asking): T {
  return Object.defineProperty(shown, brand, { value: asking }) as T;
}

/**
 * Asks the user for a T: return it from a resolver. The form is made from the interface T at build time, read from the
 * resolver's return type (`Confirm | Elicit<Confirm>`). The compiler refuses a T that no form could show.
 *
 * @param message - What the user reads above the form.
 */
export function elicit<T extends Flat<T>>(message: string): Elicit<T> {
  return marker({ message }, { mode: "form", message });
}

/**
 * Asks the user to open a link, for what must not pass through the client: return it from a resolver.
 *
 * @throws TypeError when the url is not absolute.
 */
export function elicitUrl(request: UrlRequest): ElicitUrl {
  const { message, url, elicitationId } = request;
  if (!URL.canParse(url)) throw new TypeError("elicitUrl needs an absolute URL.");
  return marker({ url }, { mode: "url", message, url, elicitationId });
}

/** Asks the client's model: return it from a resolver. */
export function sample(params: CreateMessageParams): Sample {
  return marker({ maxTokens: params.maxTokens }, { mode: "sample", params });
}

/** Asks for the folders that the client works in: return it from a resolver. */
export function listRoots(): ListRoots {
  return marker({ listRoots: true }, { mode: "roots" });
}

/** The question in a resolver's value, or undefined for a value that is none; holds across two copies of this package. */
export function askingIn(value: unknown): Asking | undefined {
  if (typeof value !== "object" || value === null || !(brand in value)) return undefined;
  return (value as { readonly [brand]: Asking })[brand];
}
