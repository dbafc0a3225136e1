/** Modern requests over HTTP: the frame around each, and the status that goes with an error (streamable-http). */

import { type Awaitable, andThen } from "../../core/awaitable.js";
import { Cancel } from "../../core/cancel.js";
import type { Auth, RequestHeaders } from "../../core/domain.js";
import { INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND } from "../../errors.js";
import { own } from "../../json.js";
import type { RpcRequest } from "../../jsonrpc/message.js";
import { Beating, type Heartbeat } from "../../transports/heartbeat.js";
import { accepts, type Exchange, headersOf, type ReplyStream } from "../../transports/http.js";
import { comment, event, streamHeaders } from "../../transports/sse.js";
import { sendReply } from "../http-reply.js";
import { checkFrame, checkParams, checkTarget } from "./mirrored.js";
import type { Frame, ModernServer, Reply } from "./server.js";
import { HEADER_MISMATCH, headerNames, MISSING_CAPABILITY, modernVersions, UNSUPPORTED_VERSION } from "./versions.js";

const badRequests = new Set([HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION, INVALID_PARAMS, INVALID_REQUEST]);

/** Whether the headers of an exchange announce this era. */
export function announcesModern(exchange: Exchange): boolean {
  return modernVersions.includes(exchange.header(headerNames.version) ?? "");
}

export function answerModern(
  server: ModernServer,
  request: RpcRequest,
  exchange: Exchange,
  auth: Auth | undefined,
  heartbeat: Heartbeat,
): Awaitable<void> {
  const frame = new HttpFrame(server, exchange, auth, heartbeat);
  return andThen(server.handle(request, frame), (reply) => frame.finish(reply));
}

/** The reply is JSON, or an event stream once a notification has to go before it or the call takes long. */
class HttpFrame extends Beating implements Frame {
  readonly cancel = new Cancel();
  readonly auth: Auth | undefined;
  readonly #server: ModernServer;
  readonly #exchange: Exchange;
  #stream: ReplyStream | undefined;
  #finished = false;

  constructor(server: ModernServer, exchange: Exchange, auth: Auth | undefined, heartbeat: Heartbeat) {
    super();
    this.auth = auth;
    this.#server = server;
    this.#exchange = exchange;
    exchange.onGone(() => this.#gone());
    if (!this.#finished) heartbeat.add(this);
  }

  beat(): void {
    if (this.send !== undefined) this.#open().write(comment);
  }

  get headers(): RequestHeaders {
    return headersOf(this.#exchange);
  }

  checkFrame(request: RpcRequest): void {
    checkFrame(request, this.#exchange);
  }

  checkTarget(request: RpcRequest): void {
    checkTarget(request, this.#exchange);
    if (request.method !== "tools/call") return;
    const mirrored = this.#server.paramHeaders(own(request.params, "name") as string);
    if (mirrored.length > 0) checkParams(mirrored, request, this.#exchange);
  }

  /** Absent for a client that takes JSON alone. */
  get send(): ((text: string) => void) | undefined {
    if (!accepts(this.#exchange, "text/event-stream")) return undefined;
    return (text) => {
      if (!this.#finished) this.#open().write(event(text));
    };
  }

  finish(reply: Reply | undefined): void {
    this.leave();
    this.#finished = true;
    if (this.#stream !== undefined) {
      if (reply !== undefined) this.#stream.write(event(reply.text));
      this.#stream.end();
    } else if (reply !== undefined) sendReply(this.#exchange, reply.text, statusOf(reply.code));
  }

  #open(): ReplyStream {
    this.#stream ??= this.#exchange.stream(200, streamHeaders);
    return this.#stream;
  }

  /** Closing the connection is how a client cancels (streamable-http, "Cancellation"). */
  #gone(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.leave();
    this.cancel.abort("the client is gone");
  }
}

function statusOf(code: number | undefined): number {
  if (code === METHOD_NOT_FOUND) return 404;
  return code !== undefined && badRequests.has(code) ? 400 : 200;
}
