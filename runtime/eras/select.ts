/**
 * Which era serves a message: decided for each request by itself (decision W1). A request whose `_meta` names a protocol
 * version, or whose HTTP header names a modern one, is modern; everything else is legacy.
 */

import type { App } from "../core/app.js";
import { INVALID_REQUEST, PARSE_ERROR } from "../errors.js";
import type { Channel } from "../jsonrpc/channel.js";
import { errorText, type Message, type Malformed, readMessage, type RequestId, type RpcRequest } from "../jsonrpc/message.js";
import { accepts, BodyTooLarge, type Exchange, type GuardOptions, refusedSource } from "../transports/http.js";
import { type ServeOptions, type Serving, serving } from "./era.js";
import { LegacyHttp } from "./legacy/http.js";
import { LegacyServer } from "./legacy/server.js";
import { LegacySession } from "./legacy/session.js";
import { legacyVersions } from "./legacy/versions.js";
import { namedVersion, unsupportedVersion } from "./modern/envelope.js";
import { announcesModern, answerModern } from "./modern/http.js";
import { ModernServer } from "./modern/server.js";
import { modernVersions } from "./modern/versions.js";

export interface HttpOptions extends ServeOptions, GuardOptions {
  /** The largest request body, in bytes; 4 MiB unless given (decision W8). */
  readonly maxBodyBytes?: number;
}

/** The revisions that a server speaks, newest first. */
function supportedBy({ legacy }: Serving): readonly string[] {
  return [...modernVersions, ...(legacy ? legacyVersions : [])].sort().reverse();
}

/** What a server without the legacy era says to a client that opens with the handshake. */
function refusedHandshake(request: RpcRequest, supported: readonly string[]): string {
  const requested = request.params.protocolVersion;
  const { code, message, data } = unsupportedVersion(typeof requested === "string" ? requested : "", supported);
  return errorText(request.id, code, message, data);
}

const json = { "content-type": "application/json" };

/** Serves one app over HTTP, whatever server the exchanges come through. */
export class HttpEndpoint {
  readonly #serving: Serving;
  readonly #options: HttpOptions;
  readonly #maxBodyBytes: number;
  readonly #modern: ModernServer;
  readonly #legacy: LegacyHttp;
  readonly #supported: readonly string[];

  constructor(app: App, options: HttpOptions) {
    this.#serving = serving(app, options);
    this.#options = options;
    this.#maxBodyBytes = options.maxBodyBytes ?? 4 * 1024 * 1024;
    this.#supported = supportedBy(this.#serving);
    this.#modern = new ModernServer(this.#serving, this.#supported);
    this.#legacy = new LegacyHttp(this.#serving);
  }

  /** Answers one exchange. Never rejects. */
  async handle(exchange: Exchange): Promise<void> {
    try {
      await this.#route(exchange);
    } catch (thrown) {
      if (thrown instanceof BodyTooLarge) return this.#refuse(exchange, 413, `The body has more than ${this.#maxBodyBytes} bytes.`);
      if (exchange.signal.aborted) return;
      this.#serving.log.error("an HTTP request failed", thrown);
      try {
        this.#refuse(exchange, 500, "Internal error");
      } catch {
        // The reply had begun: nothing more can be said.
      }
    }
  }

  close(): void {
    this.#modern.close();
    this.#legacy.close();
  }

  async #route(exchange: Exchange): Promise<void> {
    const refused = refusedSource(exchange, this.#options);
    if (refused !== undefined) return this.#refuse(exchange, 403, refused);
    if (exchange.method === "DELETE" && this.#serving.legacy) return this.#legacy.delete(exchange);
    if (exchange.method !== "POST") {
      const allow = this.#serving.legacy ? "POST, DELETE" : "POST";
      return exchange.send(405, { ...json, allow }, errorText(undefined, INVALID_REQUEST, "Method not allowed: send a POST."));
    }
    if (!accepts(exchange, "application/json") && !accepts(exchange, "text/event-stream")) {
      return this.#refuse(exchange, 406, "The Accept header has to take application/json and text/event-stream.");
    }
    const type = exchange.header("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type !== "application/json") return this.#refuse(exchange, 415, "The Content-Type has to be application/json.");
    const message = parsed(await exchange.body(this.#maxBodyBytes));
    if (message === undefined) return exchange.send(400, json, errorText(undefined, PARSE_ERROR, "The body is not JSON."));
    if (message.kind === "malformed") return this.#refuse(exchange, 400, `Invalid message: ${message.reason}.`, message.id);
    return this.#answer(message, exchange);
  }

  #answer(message: Message, exchange: Exchange): void | Promise<void> {
    const isRequest = message.kind === "request";
    if (isRequest && isModern(message, exchange)) return answerModern(this.#modern, message, exchange);
    if (this.#serving.legacy) return this.#legacy.post(message, exchange);
    if (isRequest && message.method === "initialize") return exchange.send(400, json, refusedHandshake(message, this.#supported));
    if (isRequest) return answerModern(this.#modern, message, exchange);
    return this.#refuse(exchange, 400, "Only requests are taken.");
  }

  #refuse(exchange: Exchange, status: number, why: string, id?: RequestId): void {
    exchange.send(status, json, errorText(id, INVALID_REQUEST, why));
  }
}

/** The version header of a legacy `initialize` is ignored: its body negotiates (decision W3). */
function isModern(request: RpcRequest, exchange: Exchange): boolean {
  if (namedVersion(request.params) !== undefined) return true;
  return request.method !== "initialize" && announcesModern(exchange);
}

/** Serves one app on a duplex: one legacy session at most, and modern requests at any time. Returns what ends it. */
export function serveChannel(app: App, channel: Channel, options: ServeOptions = {}): () => void {
  const settings = serving(app, options);
  const supported = supportedBy(settings);
  const modern = new ModernServer(settings, supported);
  const legacy = new LegacyServer(settings);
  const session = new LegacySession();
  const running = new Map<RequestId, AbortController>();

  const answerInModern = async (request: RpcRequest): Promise<void> => {
    if (running.has(request.id)) {
      return channel.send(errorText(request.id, INVALID_REQUEST, `A request with the id ${JSON.stringify(request.id)} is still running.`));
    }
    const controller = new AbortController();
    running.set(request.id, controller);
    const reply = await modern.handle(request, { signal: controller.signal });
    running.delete(request.id);
    if (reply !== undefined) channel.send(reply.text);
  };
  const answerInLegacy = async (request: RpcRequest): Promise<void> => {
    if (!settings.legacy) {
      return request.method === "initialize" ? channel.send(refusedHandshake(request, supported)) : answerInModern(request);
    }
    const text = await legacy.handle(request, session, (line) => channel.send(line));
    if (text !== undefined) channel.send(text);
  };
  const receive = (text: string): void => {
    const message = parsed(text);
    if (message === undefined) return channel.send(errorText(undefined, PARSE_ERROR, "The line is not JSON."));
    if (message.kind === "malformed") return channel.send(errorText(message.id, INVALID_REQUEST, `Invalid message: ${message.reason}.`));
    if (message.kind === "request") {
      void (namedVersion(message.params) === undefined ? answerInLegacy(message) : answerInModern(message));
    } else if (message.kind === "notification") {
      const id = message.method === "notifications/cancelled" ? message.params.requestId : undefined;
      const controller = typeof id === "string" || typeof id === "number" ? running.get(id) : undefined;
      if (controller === undefined) legacy.notice(message, session);
      else controller.abort(new Error("the client cancelled the call"));
    } else session.peer.settle(message);
  };
  const close = (): void => {
    for (const controller of running.values()) controller.abort(new Error("the connection is closed"));
    session.close("the connection is closed");
    modern.close();
  };
  channel.open(receive, close);
  return close;
}

function parsed(text: string): Message | Malformed | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return readMessage(value);
}

