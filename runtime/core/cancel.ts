/**
 * The cancellation of a call. An AbortSignal costs more than the rest of a small call does, and hardly any call is ever
 * cancelled: this one costs nothing until somebody asks for the signal.
 */
export class Cancel {
  /** Nearly always there is one at most. */
  #listener: (() => void) | undefined;
  #more: Set<() => void> | undefined;
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
    const listeners = [this.#listener, ...(this.#more ?? [])];
    this.#listener = undefined;
    this.#more = undefined;
    for (const listener of listeners) listener?.();
  }

  /** Calls back when it is cancelled, at once when it is already. What is returned stops that. */
  onAbort(listener: () => void): () => void {
    if (this.#reason !== undefined) {
      listener();
      return () => {};
    }
    if (this.#listener === undefined) this.#listener = listener;
    else {
      this.#more ??= new Set();
      this.#more.add(listener);
    }
    return () => {
      if (this.#listener === listener) this.#listener = undefined;
      else this.#more?.delete(listener);
    };
  }

  /** @throws the reason, once it is cancelled. */
  throwIfAborted(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }
}
