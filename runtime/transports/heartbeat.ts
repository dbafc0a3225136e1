/**
 * One timer for all replies that take long: each hears of it once its silence has lasted for about the interval. A call costs
 * an entry in a set and no timer; nothing ticks while nothing waits, and the timer never keeps a process alive.
 */

/** A reply that takes long. */
export interface Beating {
  /** The silence has lasted for about the interval. */
  beat(): void;
}

/** How long a reply may be silent, in milliseconds: proxies close what is silent for longer (decision W7). */
export const silenceMs = 15_000;

export class Heartbeat {
  /** Who waits, and whether half an interval has passed since it began to or was called. */
  readonly #waiting = new Map<Beating, boolean>();
  #timer: ReturnType<typeof setInterval> | undefined;

  add(waiting: Beating): void {
    this.#waiting.set(waiting, false);
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#tick(), silenceMs / 2);
    (this.#timer as { unref?: () => void }).unref?.();
  }

  delete(waiting: Beating): void {
    this.#waiting.delete(waiting);
  }

  #tick(): void {
    if (this.#waiting.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    for (const [waiting, due] of [...this.#waiting]) {
      if (!this.#waiting.has(waiting)) continue;
      this.#waiting.set(waiting, !due);
      if (due) waiting.beat();
    }
  }
}
