/** Which HTTP servers turned out to be legacy ones, so that the next connection asks them no modern question first. */

const longestMs = 3_600_000;
const mostServers = 1_000;

/**
 * Remembers by address: the era is a property of the server (specification: versioning, "Backward Compatibility"). A server may
 * be replaced by a newer one, so nothing is remembered for ever, and who finds a memory wrong forgets it.
 */
export class EraMemory {
  readonly #legacy = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  isLegacy(server: string): boolean {
    const since = this.#legacy.get(server);
    return since !== undefined && this.#now() - since < longestMs;
  }

  legacy(server: string): void {
    this.#legacy.delete(server);
    this.#legacy.set(server, this.#now());
    for (const [oldest] of this.#legacy) {
      if (this.#legacy.size <= mostServers) break;
      this.#legacy.delete(oldest);
    }
  }

  forget(server: string): void {
    this.#legacy.delete(server);
  }
}
