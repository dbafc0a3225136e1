/** Who hears that something about a server changed while it runs: one bus a server object, whatever it is served over. */

import type { Change } from "./domain.js";

export class Changes {
  readonly #listeners = new Set<(change: Change) => void>();

  /** Tells everybody who listens. */
  publish(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** Calls back for every change from now on. What is returned stops that. */
  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
