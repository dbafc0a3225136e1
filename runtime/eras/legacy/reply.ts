/** The reply to one legacy request over HTTP: plain JSON, or an event stream once a message has to go before it. */

import { accepts, type Exchange, type ReplyStream } from "../../transports/http.js";
import { comment, event, streamHeaders } from "../../transports/sse.js";
import { sendReply } from "../http-reply.js";
import type { Line } from "./session.js";

const keepAliveMs = 15_000;

export class LegacyReply implements Line {
  readonly #exchange: Exchange;
  #stream: ReplyStream | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #finished = false;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  get blocked(): string | undefined {
    if (this.#finished) return "the call is over.";
    if (this.#exchange.isGone) return "the client closed the connection of the call. Keep it open until the result is there.";
    if (accepts(this.#exchange, "text/event-stream")) return undefined;
    return "the request's Accept header leaves out text/event-stream, on which it would be sent. Add it and call again.";
  }

  send(text: string): void {
    if (this.blocked === undefined) this.#open().write(event(text));
  }

  /** Ends with the reply; undefined ends without one, because the call was cancelled. */
  finish(text: string | undefined): void {
    clearInterval(this.#timer);
    this.#finished = true;
    if (this.#stream === undefined)
      return text === undefined ? this.#exchange.send(200, streamHeaders) : sendReply(this.#exchange, text);
    if (text !== undefined) this.#stream.write(event(text));
    this.#stream.end();
  }

  #open(): ReplyStream {
    if (this.#stream === undefined) {
      const stream = this.#exchange.stream(200, streamHeaders);
      this.#timer = setInterval(() => stream.write(comment), keepAliveMs);
      (this.#timer as { unref?: () => void }).unref?.();
      this.#stream = stream;
    }
    return this.#stream;
  }
}
