/** Rounds by hand, for what resolvers do not fit: a function returns what it needs and is called again with the answers. */

import type { CreateMessageParams, FormSchema, UrlRequest } from "./domain.js";

const brand = Symbol.for("mcp-gen.input-required");

/** One question of a round by hand. A form's schema is written by hand too, and its answer comes back unchecked. */
export type InputRequest =
  | { readonly mode: "form"; readonly message: string; readonly requestedSchema: FormSchema }
  | ({ readonly mode: "url" } & UrlRequest)
  | { readonly mode: "sample"; readonly params: CreateMessageParams }
  | { readonly mode: "roots" };

export interface Interim {
  /** The questions, by keys of one's own; the answers stand under the same keys in `ctx.inputResponses`. */
  readonly inputRequests?: { readonly [key: string]: InputRequest };
  /** What the next call finds in `ctx.requestState`; sealed on its way through the client. */
  readonly requestState?: string;
}

declare const interim: unique symbol;

/** Returned instead of a result: the call goes on with another round. */
export interface InputRequired {
  readonly [interim]: true;
}

/**
 * Ends this round of a tool: the client answers the questions and the same call comes again, with `ctx.inputResponses` and
 * `ctx.requestState`. On a legacy connection the runtime asks and calls again by itself.
 *
 * @throws TypeError when there is neither a question nor a state.
 */
export function inputRequired(request: Interim): InputRequired {
  if (Object.keys(request.inputRequests ?? {}).length === 0 && request.requestState === undefined) {
    throw new TypeError("inputRequired needs inputRequests, a requestState, or both.");
  }
  return Object.defineProperty({}, brand, { value: request }) as InputRequired;
}

/** The round in a returned value, or undefined for a value that is none; holds across two copies of this package. */
export function interimIn(value: unknown): Interim | undefined {
  if (typeof value !== "object" || value === null || !(brand in value)) return undefined;
  return (value as { readonly [brand]: Interim })[brand];
}

/** A round by hand in a result whose type does not say so could not have been served on every connection. */
export function refuseInterim(value: unknown): void {
  if (interimIn(value) === undefined) return;
  throw new TypeError(
    "it returned inputRequired(...), which its return type does not declare; a function with Resolve parameters can't",
  );
}
