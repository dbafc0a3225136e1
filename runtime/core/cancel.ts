/**
 * The cancellation of a call. An AbortSignal costs more than the rest of a small call does, and hardly any call is ever
 * cancelled: this one costs nothing until somebody asks for the signal.
 */
export class Cancel {
  #listeners: Set<() => void> | undefined;
  #controller: AbortController | undefined;
  #reason: Error | undefined;

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  /** The signal for the code of users; made when first asked for. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Cancels, once. */
  abort(reason: string): void {
    if (this.#reason !== undefined) return;
    this.#reason = new Error(reason);
    this.#controller?.abort(this.#reason);
    for (const listener of this.#listeners ?? []) listener();
    this.#listeners = undefined;
  }

  /** Calls back when it is cancelled, at once when it is already. What is returned stops that. */
  onAbort(listener: () => void): () => void {
    if (this.#reason !== undefined) {
      listener();
      return () => {};
    }
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
    return () => void this.#listeners?.delete(listener);
  }

  /** @throws the reason, once it is cancelled. */
  throwIfAborted(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }
}
