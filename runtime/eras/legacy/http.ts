/** Legacy sessions over Streamable HTTP (specification 2025-11-25: basic/transports). A reply is JSON until something has to go before it. */

import { INVALID_REQUEST } from "../../errors.js";
import { errorText, type Malformed, type Message, type RequestId, type RpcRequest } from "../../jsonrpc/message.js";
import type { Exchange } from "../../transports/http.js";
import type { Serving } from "../era.js";
import { sendReply } from "../http-reply.js";
import { LegacyReply } from "./reply.js";
import { LegacyServer } from "./server.js";
import { LegacySession, type Line } from "./session.js";
import { headerNames, legacyVersions } from "./versions.js";

const json = { "content-type": "application/json" };
const noLine: Line = { send: () => {}, blocked: "the handshake carries no questions." };
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

  /** A reply that is none fails the question that waits for it; the exchange itself is answered elsewhere. */
  spoilt({ id, reason }: Malformed, exchange: Exchange): void {
    const entry = this.#sessions.get(exchange.header(headerNames.session) ?? "");
    if (id !== undefined) entry?.session.peer.fail(id, new Error(`the client sent an invalid answer: ${reason}`));
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
    const text = (await this.#server.handle(request, session, noLine)) ?? "";
    if (session.handshake === undefined) return exchange.send(400, json, text);
    this.#makeRoom();
    const id = crypto.randomUUID();
    this.#sessions.set(id, { session, lastUse: this.#serving.now() });
    sendReply(exchange, text, 200, { [headerNames.session]: id });
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
    const reply = new LegacyReply(exchange);
    reply.finish(await this.#server.handle(request, session, reply));
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
