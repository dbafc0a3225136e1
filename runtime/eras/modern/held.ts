/** The runs that wait in this process for an answer: bounded in number, size and time. */

import { toBase64Url } from "../../core/cipher.js";
import type { Invocation } from "./invocation.js";

interface Held {
  readonly invocation: Invocation;
  readonly size: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** All arguments of waiting runs together, in characters of JSON. */
const mostCharacters = 64 * 1024 * 1024;

export class HeldCalls {
  readonly #calls = new Map<string, Held>();
  readonly #most: number;
  readonly #patienceMs: number;
  #size = 0;

  constructor(most: number, patienceMs: number) {
    this.#most = most;
    this.#patienceMs = patienceMs;
  }

  /** Whether a run with arguments of this size finds room. */
  hasRoom(size: number): boolean {
    return this.#calls.size < this.#most && this.#size + size <= mostCharacters;
  }

  /** An id that can't be guessed. */
  newId(): string {
    return toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  }

  /** Keeps a run until it is taken. One that nobody comes back for is given up. */
  keep(id: string, invocation: Invocation, size: number): void {
    const timer = setTimeout(() => this.take(id)?.abort("nobody came back with an answer in time"), this.#patienceMs);
    (timer as { unref?: () => void }).unref?.();
    this.#calls.set(id, { invocation, size, timer });
    this.#size += size;
  }

  /** Hands out a run, once. */
  take(id: string): Invocation | undefined {
    const held = this.#calls.get(id);
    if (held === undefined) return undefined;
    clearTimeout(held.timer);
    this.#calls.delete(id);
    this.#size -= held.size;
    return held.invocation;
  }

  close(): void {
    for (const id of [...this.#calls.keys()]) this.take(id)?.abort("the server is shutting down");
  }
}
