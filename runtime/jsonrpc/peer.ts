/** Pairs the requests that one side sends with the replies that come back. Knows no method of MCP. */

import { McpError } from "../errors.js";
import type { Fields } from "../json.js";
import { type RequestId, type RpcFailure, type RpcResult, requestText } from "./message.js";
import { Patience } from "./patience.js";

export interface RequestOptions {
  /** Gives up waiting when it aborts; `abandoned` of the peer hears of it. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for the reply; 0 waits for ever. */
  readonly timeoutMs?: number;
}

/** A request that got no reply in time. */
export class TimeoutError extends Error {
  constructor(method: string, ms: number) {
    super(`No reply to ${method} within ${ms} ms.`);
    this.name = "TimeoutError";
  }
}

interface Pending {
  readonly patience: Patience | undefined;
  readonly settle: (reply: RpcResult | RpcFailure) => void;
  readonly fail: (reason: unknown) => void;
}

export interface PeerHooks {
  /** A request was given up (time-out or signal): the era tells the other side in its own way. */
  abandoned?(id: RequestId, reason: string): void;
}

export class Peer {
  readonly #pending = new Map<RequestId, Pending>();
  readonly #hooks: PeerHooks;
  /** Shared by all: two eras may use one wire in turn, and a late reply to one must not meet a request of the other. */
  static #lastId = 0;
  #pauses = 0;
  #closed: string | undefined;

  constructor(hooks: PeerHooks = {}) {
    this.#hooks = hooks;
  }

  /**
   * Sends a request through `send` and settles with the result; an error reply rejects with an McpError. When `send` returns a
   * promise, its end is the end of all that can come: a request that has no reply by then is rejected.
   */
  request(
    method: string,
    params: object,
    send: (text: string, id: RequestId) => unknown,
    options: RequestOptions = {},
  ): Promise<Fields> {
    const { signal, timeoutMs = 0 } = options;
    if (this.#closed !== undefined) return Promise.reject(new Error(this.#closed));
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++Peer.#lastId;
    return new Promise((resolve, reject) => {
      let patience: Patience | undefined;
      const done = (): void => {
        this.#pending.delete(id);
        patience?.pause();
        signal?.removeEventListener("abort", aborted);
      };
      const giveUp = (reason: unknown, text: string): void => {
        done();
        this.#hooks.abandoned?.(id, text);
        reject(reason);
      };
      const aborted = (): void => giveUp(signal?.reason, "cancelled");
      if (timeoutMs > 0) patience = new Patience(timeoutMs, () => giveUp(new TimeoutError(method, timeoutMs), "timed out"));
      if (this.#pauses > 0) patience?.pause();
      this.#pending.set(id, {
        patience,
        settle: (reply) => {
          done();
          if (reply.kind === "result") resolve(reply.result);
          else reject(new McpError(reply.error.code, reply.error.message, reply.error.data));
        },
        fail: (reason) => {
          done();
          reject(reason);
        },
      });
      signal?.addEventListener("abort", aborted);
      try {
        const sent = send(requestText(id, method, params), id);
        if (sent instanceof Promise) {
          sent.then(
            () => this.fail(id, new Error(`The server ended its reply without an answer to ${method}.`)),
            (reason) => this.fail(id, reason),
          );
        }
      } catch (reason) {
        this.fail(id, reason);
      }
    });
  }

  /** Hands a reply to the request that it belongs to; false when nobody waits for it (any more). */
  settle(reply: RpcResult | RpcFailure): boolean {
    const pending = reply.id === undefined ? undefined : this.#pending.get(reply.id);
    pending?.settle(reply);
    return pending !== undefined;
  }

  /** Rejects one waiting request. */
  fail(id: RequestId, reason: unknown): void {
    this.#pending.get(id)?.fail(reason);
  }

  /** Stops the clocks of all requests while `work` goes on: a person is answering. */
  async patiently<T>(work: () => Promise<T>): Promise<T> {
    this.#pauses += 1;
    for (const { patience } of this.#pending.values()) patience?.pause();
    try {
      return await work();
    } finally {
      this.#pauses -= 1;
      if (this.#pauses === 0) for (const { patience } of this.#pending.values()) patience?.resume();
    }
  }

  /** Rejects all that wait and every later request. */
  close(reason: string): void {
    this.#closed ??= reason;
    for (const pending of [...this.#pending.values()]) pending.fail(new Error(reason));
  }
}
