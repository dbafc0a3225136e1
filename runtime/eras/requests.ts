/** The requests of a client, whatever the era: their clocks, and the progress that the server tells of them. */

import { type Fields, isFields, own } from "../json.js";
import type { RequestId } from "../jsonrpc/message.js";
import { Peer, type PeerHooks } from "../jsonrpc/peer.js";
import type { CallOptions, Progress } from "./client-session.js";

const tenMinutes = 600_000;

/** A request that wants to hear of its progress. */
interface Watch {
  id: RequestId | undefined;
  readonly options: CallOptions;
}

/** As that of Peer.request, with what ends the exchange. */
export type Send = (text: string, id: RequestId, exchange: AbortController) => unknown;

export class Requests {
  readonly peer: Peer;
  readonly #timeoutMs: number;
  readonly #watched = new Map<unknown, Watch>();
  #lastToken = 0;

  constructor(timeoutMs: number, hooks: PeerHooks) {
    this.#timeoutMs = timeoutMs;
    this.peer = new Peer(hooks);
  }

  /** A request that was given up ends its exchange: nobody reads the rest. */
  request(method: string, params: Fields, send: Send, options: CallOptions): Promise<Fields> {
    const exchange = new AbortController();
    const reply = this.#request(method, params, (text, id) => send(text, id, exchange), options);
    reply.catch(() => exchange.abort());
    return reply;
  }

  async #request(
    method: string,
    params: Fields,
    send: (text: string, id: RequestId) => unknown,
    options: CallOptions,
  ): Promise<Fields> {
    const { signal, timeoutMs = this.#timeoutMs, resetTimeoutOnProgress = false } = options;
    const maxTotalMs = options.maxTotalTimeoutMs ?? (resetTimeoutOnProgress ? Math.max(tenMinutes, timeoutMs) : 0);
    const limits = { signal, timeoutMs, maxTotalMs };
    if (options.onProgress === undefined && !resetTimeoutOnProgress) return this.peer.request(method, params, send, limits);
    const progressToken = `p${++this.#lastToken}`;
    const watch: Watch = { id: undefined, options };
    this.#watched.set(progressToken, watch);
    const _meta = { ...(isFields(params._meta) ? params._meta : {}), progressToken };
    const sendWatched = (text: string, id: RequestId): unknown => {
      watch.id = id;
      return send(text, id);
    };
    try {
      return await this.peer.request(method, { ...params, _meta }, sendWatched, limits);
    } finally {
      this.#watched.delete(progressToken);
    }
  }

  /** The server tells of progress: of a request that still runs, or it is passed over. */
  progress(params: Fields): void {
    const watch = this.#watched.get(own(params, "progressToken"));
    const progress = readProgress(params);
    if (watch?.id === undefined || progress === undefined) return;
    if (watch.options.resetTimeoutOnProgress === true) this.peer.renew(watch.id);
    watch.options.onProgress?.(progress);
  }
}

function readProgress(params: Fields): Progress | undefined {
  const progress = own(params, "progress");
  const total = own(params, "total");
  const message = own(params, "message");
  if (typeof progress !== "number") return undefined;
  return {
    progress,
    ...(typeof total === "number" && { total }),
    ...(typeof message === "string" && { message }),
  };
}
