/** A longer one would fire at once. */
export const longestTimer = 2_147_483_647;

/** A time-out that can be paused, because a person who is thinking is no fault of the other side. */
export class Patience {
  readonly #expired: () => void;
  readonly #wholeMs: number;
  #leftMs: number;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, expired: () => void) {
    this.#wholeMs = Math.min(ms, longestTimer);
    this.#leftMs = this.#wholeMs;
    this.#expired = expired;
    this.resume();
  }

  pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs -= Date.now() - this.#since;
  }

  /** Begins anew with the whole time; one that is paused stays so. */
  renew(): void {
    const isRunning = this.#timer !== undefined;
    this.pause();
    this.#leftMs = this.#wholeMs;
    if (isRunning) this.resume();
  }

  resume(): void {
    if (this.#timer !== undefined) return;
    this.#since = Date.now();
    this.#timer = setTimeout(this.#expired, Math.max(0, this.#leftMs));
  }
}
