/** The runs that wait in this process for an answer: bounded in number and time. */

import { toBase64Url } from "../../core/cipher.js";
import type { Invocation } from "./invocation.js";

interface Held {
  readonly invocation: Invocation;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class HeldCalls {
  readonly #calls = new Map<string, Held>();
  readonly #most: number;
  readonly #patienceMs: number;

  constructor(most: number, patienceMs: number) {
    this.#most = most;
    this.#patienceMs = patienceMs;
  }

  get full(): boolean {
    return this.#calls.size >= this.#most;
  }

  /** Keeps a run until it is taken; the id can't be guessed. A run that nobody comes back for is given up. */
  keep(invocation: Invocation, id = toBase64Url(crypto.getRandomValues(new Uint8Array(16)))): string {
    const timer = setTimeout(() => {
      this.#calls.delete(id);
      invocation.abort("nobody came back with an answer in time");
    }, this.#patienceMs);
    (timer as { unref?: () => void }).unref?.();
    this.#calls.set(id, { invocation, timer });
    return id;
  }

  /** Hands out a run, once. */
  take(id: string): Invocation | undefined {
    const held = this.#calls.get(id);
    if (held === undefined) return undefined;
    clearTimeout(held.timer);
    this.#calls.delete(id);
    return held.invocation;
  }

  close(): void {
    for (const id of [...this.#calls.keys()]) this.take(id)?.abort("the server is shutting down");
  }
}
