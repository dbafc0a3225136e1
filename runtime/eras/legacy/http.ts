/** Legacy sessions over Streamable HTTP (specification 2025-11-25: basic/transports): which exchange belongs where. */

import { type Awaitable, andThen } from "../../core/awaitable.js";
import type { Auth } from "../../core/domain.js";
import type { Malformed, Message, RequestId, RpcRequest } from "../../jsonrpc/message.js";
import type { Heartbeat } from "../../transports/heartbeat.js";
import { accepts, type Exchange, headersOf, jsonType } from "../../transports/http.js";
import type { Serving } from "../era.js";
import { refuse, sendReply } from "../http-reply.js";
import { mostInBatch, readBatch } from "./batch.js";
import type { StreamSettings } from "./event-stream.js";
import { type EventStore, memoryEvents } from "./events.js";
import { LegacyReply } from "./reply.js";
import { LegacyServer } from "./server.js";
import { LegacySession, type Line } from "./session.js";
import { HttpSession, type SessionOptions, Sessions } from "./sessions.js";
import { SessionStreams } from "./streams.js";
import { type Features, featuresOf, headerNames, legacyVersions } from "./versions.js";

export interface LegacyHttpOptions {
  /** Sessions of clients of 2025-11-25 and before. */
  readonly sessions?: SessionOptions;
  /** Keeps what was sent on streams, for clients that come back for it; in memory, within bounds, unless given. */
  readonly events?: EventStore;
  /** How long such a client waits before it comes back, in milliseconds; 1,000 unless given. */
  readonly retryMs?: number;
}

export class LegacyHttp {
  readonly #server: LegacyServer;
  readonly #sessions: Sessions;
  readonly #settings: Omit<StreamSettings, "primes">;

  /** @throws RangeError for a number that makes no sense. */
  constructor(serving: Serving, options: LegacyHttpOptions, heartbeat: Heartbeat) {
    const { sessions = {}, events = memoryEvents(), retryMs = 1_000 } = options;
    if (!(retryMs >= 0)) throw new RangeError("retryMs must not be negative.");
    this.#server = new LegacyServer(serving);
    this.#sessions = new Sessions(sessions, serving.now);
    this.#settings = { store: events, heartbeat, log: serving.log, retryMs: Math.floor(retryMs) };
  }

  post(message: Message, exchange: Exchange, auth: Auth | undefined): Awaitable<void> {
    if (message.kind === "request" && message.method === "initialize") return this.#initialize(message, exchange, auth);
    const found = this.#find(exchange, auth, message.kind === "request" ? message.id : undefined);
    if (found === undefined) return;
    if (message.kind === "request") return this.#answer(message, found, exchange);
    if (message.kind === "notification") this.#server.notice(message, found.session);
    else found.session.peer.settle(message);
    exchange.send(202, {});
  }

  /** Several messages in one body, where the session's revision has that. */
  async batch(values: readonly unknown[], exchange: Exchange, auth: Auth | undefined): Promise<void> {
    const found = this.#find(exchange, auth, undefined);
    if (found === undefined) return;
    const { session } = found;
    if (!features(found).batches) return refuse(exchange, 400, "Invalid message: batches are not accepted.");
    if (values.length === 0 || values.length > mostInBatch)
      return refuse(exchange, 400, `A batch has one to ${mostInBatch} messages.`);
    const { requests, others, errors } = readBatch(values, session);
    for (const other of others) {
      if (other.kind === "notification") this.#server.notice(other, session);
      else session.peer.settle(other);
    }
    const count = requests.length + errors.length;
    if (count === 0) return exchange.send(202, {});
    const reply = this.#reply(found, exchange, count);
    for (const error of errors) reply.finish(error);
    await Promise.all(requests.map(async (request) => reply.finish(await this.#server.handle(request, session, reply))));
  }

  /** Takes GET and DELETE, which mean nothing without a session, in either era: then undefined, like every other method. */
  onSession(exchange: Exchange, auth: Auth | undefined): Promise<void> | undefined {
    const { method } = exchange;
    if (exchange.header(headerNames.session) === undefined) return undefined;
    return method === "GET" ? this.#get(exchange, auth) : method === "DELETE" ? this.#delete(exchange, auth) : undefined;
  }

  /** Opens the stream for what belongs to no request, or goes on with one whose connection was lost. */
  async #get(exchange: Exchange, auth: Auth | undefined): Promise<void> {
    const found = this.#find(exchange, auth, undefined);
    if (found === undefined) return;
    if (!accepts(exchange, "text/event-stream")) return refuse(exchange, 406, "The Accept header has to take text/event-stream.");
    const { session, streams } = found;
    const lastEventId = exchange.header(headerNames.lastEvent);
    if (lastEventId !== undefined) {
      if (await streams.resume(exchange, lastEventId)) return;
      return refuse(exchange, 400, "Last-Event-ID names no stream of the session, or its events are gone.");
    }
    session.standing = streams.stand(exchange);
  }

  /** A reply that is none fails the question that waits for it; the exchange itself is answered elsewhere. */
  spoilt({ id, reason }: Malformed, exchange: Exchange, auth: Auth | undefined): void {
    const found = this.#sessions.find(exchange.header(headerNames.session) ?? "", auth);
    if (id !== undefined) found?.session.peer.fail(id, new Error(`the client sent an invalid answer: ${reason}`));
  }

  /** Ends a session. */
  async #delete(exchange: Exchange, auth: Auth | undefined): Promise<void> {
    const found = this.#find(exchange, auth, undefined);
    if (found === undefined) return;
    this.#sessions.end(found.id, "the client ended the session");
    exchange.send(200, {});
  }

  close(): void {
    this.#sessions.close();
  }

  async #initialize(request: RpcRequest, exchange: Exchange, auth: Auth | undefined): Promise<void> {
    const session = new LegacySession(auth);
    const line: Line = {
      send: () => {},
      blocked: "the handshake carries no questions.",
      headers: headersOf(exchange),
    };
    const text = (await this.#server.handle(request, session, line)) ?? "";
    if (session.handshake === undefined) return exchange.send(400, jsonType, text);
    const id = crypto.randomUUID();
    const { polling } = featuresOf(session.handshake.version);
    const streams = new SessionStreams(id, { ...this.#settings, primes: polling });
    if (!this.#sessions.add(new HttpSession(id, session, streams))) {
      session.close("there are too many sessions");
      return refuse(exchange, 503, "Too many sessions are at work. Try again later.", request.id);
    }
    sendReply(exchange, text, 200, { [headerNames.session]: id });
  }

  /** The session that the headers name; without one the exchange is answered here. */
  #find(exchange: Exchange, auth: Auth | undefined, requestId: RequestId | undefined): HttpSession | undefined {
    const none = (status: number, why: string): undefined => refuse(exchange, status, why, requestId) as undefined;
    const id = exchange.header(headerNames.session);
    if (id === undefined) return none(400, "Send initialize first, and then the Mcp-Session-Id of its reply.");
    const found = this.#sessions.find(id, auth);
    if (found === undefined) return none(404, "No such session: send initialize again.");
    const version = exchange.header(headerNames.version);
    if (version !== undefined && !legacyVersions.includes(version)) {
      return none(400, `Unsupported MCP-Protocol-Version; a session speaks one of ${legacyVersions.join(", ")}.`);
    }
    return found;
  }

  #answer(request: RpcRequest, found: HttpSession, exchange: Exchange): Awaitable<void> {
    if (found.session.running.has(request.id)) {
      const why = `A request with the id ${JSON.stringify(request.id)} is still running.`;
      return refuse(exchange, 409, why, request.id);
    }
    const reply = this.#reply(found, exchange);
    return andThen(this.#server.handle(request, found.session, reply), (text) => reply.finish(text));
  }

  #reply(found: HttpSession, exchange: Exchange, batch?: number): LegacyReply {
    const { heartbeat } = this.#settings;
    const polls = features(found).polling;
    const options = { streams: found.streams, heartbeat, polls };
    return new LegacyReply(exchange, batch === undefined ? options : { ...options, batch });
  }
}

function features({ session }: HttpSession): Features {
  return featuresOf(session.handshake?.version ?? "");
}
