/**
 * The reply to the requests of one legacy POST: plain JSON, or an event stream once a message has to go before it, the call
 * takes long, or its connection is let go; from the start for a client that would rather have a stream, and so can come back
 * for every result.
 */

import type { RequestHeaders } from "../../core/domain.js";
import { Beating, type Heartbeat } from "../../transports/heartbeat.js";
import { accepts, type Exchange, headersOf, prefersStream } from "../../transports/http.js";
import { streamHeaders } from "../../transports/sse.js";
import { sendReply } from "../http-reply.js";
import type { EventStream } from "./event-stream.js";
import type { Line } from "./session.js";
import type { SessionStreams } from "./streams.js";

export interface ReplyOptions {
  readonly streams: SessionStreams;
  readonly heartbeat: Heartbeat;
  /** Whether the client comes back by itself when its connection is let go. */
  readonly polls: boolean;
  /** How many requests a batch has; a single request is none. */
  readonly batch?: number;
}

export class LegacyReply extends Beating implements Line {
  readonly #exchange: Exchange;
  readonly #options: ReplyOptions;
  /** The replies of a batch, until all are there. */
  #texts: string[] | undefined;
  #left: number;
  #stream: EventStream | undefined;

  constructor(exchange: Exchange, options: ReplyOptions) {
    super();
    this.#exchange = exchange;
    this.#options = options;
    this.#left = options.batch ?? 1;
    if (prefersStream(exchange)) this.#open();
    else options.heartbeat.add(this);
  }

  beat(): void {
    if (this.#stream === undefined && this.blocked === undefined) this.#open();
  }

  get headers(): RequestHeaders {
    return headersOf(this.#exchange);
  }

  get blocked(): string | undefined {
    if (this.#left === 0) return "the call is over.";
    if (this.#stream !== undefined) return undefined; // the client can come back to it
    if (this.#exchange.isGone) return "the client closed the connection of the call. Keep it open until the result is there.";
    if (accepts(this.#exchange, "text/event-stream")) return undefined;
    return "the request's Accept header leaves out text/event-stream, on which it would be sent. Add it and call again.";
  }

  send(text: string): void {
    if (this.blocked === undefined) this.#open().send(text);
  }

  close(): void {
    if (this.#options.polls && this.blocked === undefined) this.#open().letGo();
  }

  /** Ends with the reply of a request; undefined ends without one, because the call was cancelled. */
  finish(text: string | undefined): void {
    this.#left -= 1;
    const isBatch = this.#options.batch !== undefined;
    if (text !== undefined && this.#stream !== undefined) this.#stream.send(text);
    else if (text !== undefined && isBatch) {
      this.#texts ??= [];
      this.#texts.push(text);
    }
    if (this.#left > 0) return;
    this.leave();
    if (this.#stream !== undefined) return this.#stream.end();
    const whole = isBatch ? this.#texts && `[${this.#texts.join(",")}]` : text;
    if (whole === undefined) this.#exchange.send(200, streamHeaders);
    else sendReply(this.#exchange, whole);
  }

  #open(): EventStream {
    if (this.#stream === undefined) {
      const stream = this.#options.streams.begin(this.#exchange);
      this.#stream = stream;
      for (const text of this.#texts ?? []) stream.send(text);
      this.#texts = undefined;
    }
    return this.#stream;
  }
}
