/** Pairs the requests that one side sends with the replies that come back. Knows no method of MCP. */

import { McpError } from "../errors.js";
import type { Fields } from "../json.js";
import { onAbort } from "./aborting.js";
import { type RequestId, type RpcFailure, type RpcResult, requestText } from "./message.js";
import { Patience } from "./patience.js";

export interface RequestOptions {
  /** Gives up waiting when it aborts; `abandoned` of the peer hears of it. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for the reply; 0 waits for ever. `renew` starts this clock anew. */
  readonly timeoutMs?: number;
  /** Milliseconds to wait in all, whatever renews the other clock; 0 sets no such end. */
  readonly maxTotalMs?: number;
}

/** A request that got no reply in time. */
export class TimeoutError extends Error {
  constructor(method: string, ms: number) {
    super(`No reply to ${method} within ${ms} ms.`);
    this.name = "TimeoutError";
  }
}

interface Pending {
  /** The clock that can be renewed, if there is one, stands first. */
  readonly clocks: readonly Patience[];
  readonly canRenew: boolean;
  readonly settle: (reply: RpcResult | RpcFailure) => void;
  readonly giveUp: (reason: unknown, text: string) => void;
  readonly fail: (reason: unknown) => void;
}

export interface PeerHooks {
  /** A request was given up (time-out or signal): the era tells the other side in its own way. */
  abandoned?(id: RequestId, reason: string, method: string): void;
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
    const { signal, timeoutMs = 0, maxTotalMs = 0 } = options;
    if (this.#closed !== undefined) return Promise.reject(new Error(this.#closed));
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++Peer.#lastId;
    return new Promise((resolve, reject) => {
      const clocks: Patience[] = [];
      const done = (): void => {
        this.#pending.delete(id);
        for (const clock of clocks) clock.pause();
        release?.();
      };
      const giveUp = (reason: unknown, text: string): void => {
        done();
        this.#hooks.abandoned?.(id, text, method);
        reject(reason);
      };
      const release = signal && onAbort(signal, () => giveUp(signal.reason, "cancelled"));
      const startClock = (ms: number): void => {
        if (ms > 0) clocks.push(new Patience(ms, () => giveUp(new TimeoutError(method, ms), "timed out")));
      };
      startClock(timeoutMs);
      startClock(maxTotalMs);
      if (this.#pauses > 0) for (const clock of clocks) clock.pause();
      this.#pending.set(id, {
        clocks,
        canRenew: timeoutMs > 0,
        settle: (reply) => {
          done();
          if (reply.kind === "result") resolve(reply.result);
          else reject(new McpError(reply.error.code, reply.error.message, reply.error.data));
        },
        giveUp,
        fail: (reason) => {
          done();
          reject(reason);
        },
      });
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

  /**
   * Hands a reply to the request that it belongs to; false when nobody waits for it (any more). An error without an id, from a
   * side that could not read one, can only mean the one request that waits.
   */
  settle(reply: RpcResult | RpcFailure): boolean {
    const only = reply.id === undefined && this.#pending.size === 1 ? [...this.#pending.keys()][0] : undefined;
    const id = reply.id ?? only;
    const pending = id === undefined ? undefined : this.#pending.get(id);
    pending?.settle(reply);
    return pending !== undefined;
  }

  /** Whether a request still waits for its reply. */
  waits(id: RequestId): boolean {
    return this.#pending.has(id);
  }

  /** The other side shows that it is at work on a request: its clock starts anew. */
  renew(id: RequestId): void {
    const pending = this.#pending.get(id);
    if (pending?.canRenew === true) pending.clocks[0]?.renew();
  }

  /** Rejects one waiting request. */
  fail(id: RequestId, reason: unknown): void {
    this.#pending.get(id)?.fail(reason);
  }

  /** Gives up one waiting request, as its signal would: it rejects, and `abandoned` hears of it. */
  abandon(id: RequestId, reason: unknown): void {
    this.#pending.get(id)?.giveUp(reason, "cancelled");
  }

  /** Stops the clocks of all requests while `work` goes on: a person is answering. */
  async patiently<T>(work: () => Promise<T>): Promise<T> {
    this.#pauses += 1;
    for (const { clocks } of this.#pending.values()) for (const clock of clocks) clock.pause();
    try {
      return await work();
    } finally {
      this.#pauses -= 1;
      if (this.#pauses === 0) for (const { clocks } of this.#pending.values()) for (const clock of clocks) clock.resume();
    }
  }

  /** Rejects all that wait and every later request. */
  close(reason: string): void {
    this.#closed ??= reason;
    for (const pending of [...this.#pending.values()]) pending.fail(new Error(reason));
  }
}
