/** Another way to seal the state of a call than the built-in one, for instance with a key service. */

import type { Awaitable } from "./awaitable.js";

/**
 * Seals and opens texts. What they say, and what they are bound to, stays the runtime's: it checks server, method, target,
 * arguments, principal and time itself.
 */
export interface StateCodec {
  /** A text that reveals nothing and can't be altered. An error here fails the call as an internal error. */
  seal(text: string): Awaitable<string>;
  /** The text, or undefined for a token that this codec did not seal. An error here counts as undefined. */
  open(token: string): Awaitable<string | undefined>;
}
