/**
 * One timer for all replies that take long: each hears of it once its silence has lasted for about the interval. A call costs
 * an entry in a set and no timer; nothing ticks while nothing waits, and the timer never keeps a process alive.
 */

/** How long a reply may be silent, in milliseconds: proxies close what is silent for longer (decision W7). */
export const silenceMs = 15_000;

export class Heartbeat {
  /** Who waits, and whether half an interval has passed since it began to or was called. */
  readonly #waiting = new Map<() => void, boolean>();
  #timer: ReturnType<typeof setInterval> | undefined;

  add(beat: () => void): void {
    this.#waiting.set(beat, false);
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#tick(), silenceMs / 2);
    (this.#timer as { unref?: () => void }).unref?.();
  }

  delete(beat: () => void): void {
    this.#waiting.delete(beat);
  }

  #tick(): void {
    if (this.#waiting.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    for (const [beat, due] of [...this.#waiting]) {
      if (!this.#waiting.has(beat)) continue;
      this.#waiting.set(beat, !due);
      if (due) beat();
    }
  }
}
