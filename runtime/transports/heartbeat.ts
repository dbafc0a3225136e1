/**
 * One timer for all replies that take long: each hears of it once its silence has lasted for about the interval. A call costs
 * a place in a chain and no timer; nothing ticks while nothing waits, and the timer never keeps a process alive.
 */

import { Chain, Link } from "../core/chain.js";

/** A reply that may take long. It waits until it leaves. */
export abstract class Beating extends Link {
  /** Whether half an interval has passed since it began to wait or was called. */
  isDue = false;
  /** The silence has lasted for about the interval. */
  abstract beat(): void;
}

/** How long a reply may be silent, in milliseconds: proxies close what is silent for longer (decision W7). */
export const silenceMs = 15_000;

export class Heartbeat {
  readonly #waiting = new Chain<Beating>();
  #timer: ReturnType<typeof setInterval> | undefined;

  add(waiting: Beating): void {
    this.#waiting.add(waiting);
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#tick(), silenceMs / 2);
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #tick(): void {
    if (this.#waiting.first === undefined) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    for (const waiting of this.#waiting.list()) {
      if (!waiting.isLinked) continue; // left meanwhile
      const isDue = waiting.isDue;
      waiting.isDue = !isDue;
      if (isDue) waiting.beat();
    }
  }
}
