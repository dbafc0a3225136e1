/** Legacy sessions over Streamable HTTP (specification 2025-11-25: basic/transports). A reply is JSON until something has to go before it. */

import { INVALID_REQUEST } from "../../errors.js";
import { errorText, type Message, type RequestId, type RpcRequest } from "../../jsonrpc/message.js";
import { accepts, type Exchange, type ReplyStream } from "../../transports/http.js";
import { comment, event, streamHeaders } from "../../transports/sse.js";
import type { Serving } from "../era.js";
import { LegacyServer } from "./server.js";
import { LegacySession, type Line } from "./session.js";
import { headerNames, legacyVersions } from "./versions.js";

const json = { "content-type": "application/json" };
const keepAliveMs = 15_000;
const mostSessions = 10_000;
/** A session without a request for so long is forgotten. */
const idleMs = 3_600_000;

interface Entry {
  readonly session: LegacySession;
  lastUse: number;
}

export class LegacyHttp {
  readonly #server: LegacyServer;
  readonly #serving: Serving;
  /** In the order of their last use, so that the oldest comes first. */
  readonly #sessions = new Map<string, Entry>();

  constructor(serving: Serving) {
    this.#serving = serving;
    this.#server = new LegacyServer(serving);
  }

  async post(message: Message, exchange: Exchange): Promise<void> {
    if (message.kind === "request" && message.method === "initialize") return this.#initialize(message, exchange);
    const session = this.#session(exchange, message.kind === "request" ? message.id : undefined);
    if (session === undefined) return;
    if (message.kind === "request") return this.#answer(message, session, exchange);
    if (message.kind === "notification") this.#server.notice(message, session);
    else session.peer.settle(message);
    exchange.send(202, {});
  }

  /** Ends a session. */
  delete(exchange: Exchange): void {
    const session = this.#session(exchange, undefined);
    if (session === undefined) return;
    this.#forget(exchange.header(headerNames.session) ?? "", "the client ended the session");
    exchange.send(200, {});
  }

  close(): void {
    for (const id of [...this.#sessions.keys()]) this.#forget(id, "the server is shutting down");
  }

  async #initialize(request: RpcRequest, exchange: Exchange): Promise<void> {
    const session = new LegacySession();
    const text = await this.#server.handle(request, session, "the handshake carries no questions.");
    if (session.handshake === undefined) return exchange.send(400, json, text);
    this.#makeRoom();
    const id = crypto.randomUUID();
    this.#sessions.set(id, { session, lastUse: this.#serving.now() });
    exchange.send(200, { ...json, [headerNames.session]: id }, text);
  }

  /** The session that the headers name; without one the exchange is answered here. */
  #session(exchange: Exchange, requestId: RequestId | undefined): LegacySession | undefined {
    const refuse = (status: number, why: string): undefined =>
      exchange.send(status, json, errorText(requestId, INVALID_REQUEST, why)) as undefined;
    const id = exchange.header(headerNames.session);
    if (id === undefined) return refuse(400, "Send initialize first and repeat the Mcp-Session-Id header of its reply.");
    const entry = this.#sessions.get(id);
    if (entry === undefined) return refuse(404, "No such session (any more): send initialize again.");
    const version = exchange.header(headerNames.version);
    if (version !== undefined && !legacyVersions.includes(version)) {
      return refuse(400, `Unsupported MCP-Protocol-Version; a session speaks one of ${legacyVersions.join(", ")}.`);
    }
    entry.lastUse = this.#serving.now();
    this.#sessions.delete(id);
    this.#sessions.set(id, entry);
    return entry.session;
  }

  async #answer(request: RpcRequest, session: LegacySession, exchange: Exchange): Promise<void> {
    if (session.running.has(request.id)) {
      const text = errorText(
        request.id,
        INVALID_REQUEST,
        `A request with the id ${JSON.stringify(request.id)} is still running.`,
      );
      return exchange.send(409, json, text);
    }
    const reply = new LazyStream(exchange);
    const line: Line | string = accepts(exchange, "text/event-stream")
      ? (text) => reply.push(text)
      : "the request's Accept header leaves out text/event-stream, on which it would be sent. Add it and call again.";
    const text = await this.#server.handle(request, session, line);
    reply.finish(text);
  }

  #makeRoom(): void {
    const oldest = this.#serving.now() - idleMs;
    for (const [id, entry] of this.#sessions) {
      if (entry.lastUse > oldest && this.#sessions.size < mostSessions) return;
      this.#forget(id, "the session was idle for too long");
    }
  }

  #forget(id: string, reason: string): void {
    this.#sessions.get(id)?.session.close(reason);
    this.#sessions.delete(id);
  }
}

/** Becomes an event stream when the first message goes out before the reply; stays a plain JSON reply otherwise. */
class LazyStream {
  readonly #exchange: Exchange;
  #stream: ReplyStream | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  push(text: string): void {
    this.#open().write(event(text));
  }

  /** Sends the reply; undefined ends without one, because the call was cancelled. */
  finish(text: string | undefined): void {
    clearInterval(this.#timer);
    if (this.#stream === undefined && text !== undefined && accepts(this.#exchange, "application/json")) {
      return this.#exchange.send(200, json, text);
    }
    const stream = this.#open();
    clearInterval(this.#timer);
    if (text !== undefined) stream.write(event(text));
    stream.end();
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
