/** What a caller may do, as far as the scopes of what is offered go. */

import type { Auth } from "./domain.js";

/**
 * Whoever holds the other end of a pipe, or the same process: there is nothing to check, and credentials come from the
 * environment (specification: basic/authorization, "Protocol Requirements"). Such a caller holds every scope; applications
 * don't see it.
 */
export const localCaller: Auth = { principal: "" };

/** Whether a caller holds a scope. Nobody in particular holds none. */
export function holdsScope(auth: Auth | undefined, scope: string): boolean {
  return auth === localCaller || auth?.scopes?.includes(scope) === true;
}

/** The caller as applications see it. */
export const shownCaller = (auth: Auth | undefined): Auth | undefined => (auth === localCaller ? undefined : auth);
