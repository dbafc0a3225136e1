/** One MCP endpoint over HTTP for both eras, whatever server the exchanges come through. */

import type { App } from "../core/app.js";
import { INVALID_REQUEST, PARSE_ERROR } from "../errors.js";
import { errorText, type Message, type RequestId, type RpcRequest } from "../jsonrpc/message.js";
import { accepts, BodyTooLarge, type Exchange, type GuardOptions, refusedSource } from "../transports/http.js";
import { type ServeOptions, type Serving, serving } from "./era.js";
import { LegacyHttp } from "./legacy/http.js";
import { answerModern } from "./modern/http.js";
import { ModernServer } from "./modern/server.js";
import { isModern, parseMessage, refusedHandshake, supportedBy } from "./select.js";

export interface HttpOptions extends ServeOptions, GuardOptions {
  /**
   * Who makes a request, from its headers, once something in front has checked them; undefined for nobody in particular. A
   * `requestState` is taken back from the same principal alone. An error refuses the request as an internal error.
   */
  readonly principal?: (header: (name: string) => string | undefined) => string | undefined | Promise<string | undefined>;
  /** The largest request body, in bytes; 4 MiB unless given (decision W8). */
  readonly maxBodyBytes?: number;
}

const json = { "content-type": "application/json" };

export class HttpEndpoint {
  readonly #serving: Serving;
  readonly #options: HttpOptions;
  readonly #maxBodyBytes: number;
  readonly #supported: readonly string[];
  readonly #modern: ModernServer;
  readonly #legacy: LegacyHttp;

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
      if (thrown instanceof BodyTooLarge)
        return this.#refuse(exchange, 413, `The body has more than ${this.#maxBodyBytes} bytes.`);
      if (exchange.isGone) return;
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
    const message = parseMessage(await exchange.body(this.#maxBodyBytes));
    if (message === undefined) return exchange.send(400, json, errorText(undefined, PARSE_ERROR, "The body is not JSON."));
    if (message.kind === "malformed") {
      if (message.seems === "reply") this.#legacy.spoilt(message, exchange);
      return this.#refuse(
        exchange,
        400,
        `Invalid message: ${message.reason}.`,
        message.seems === "request" ? message.id : undefined,
      );
    }
    return this.#answer(message, exchange);
  }

  #answer(message: Message, exchange: Exchange): void | Promise<void> {
    const request = message.kind === "request" ? message : undefined;
    if (request !== undefined && isModern(request, exchange)) return this.#modernly(request, exchange);
    if (this.#serving.legacy) return this.#legacy.post(message, exchange);
    if (request === undefined) return this.#refuse(exchange, 400, "Only requests are taken.");
    const refusal = refusedHandshake(request, this.#serving, this.#supported);
    return refusal === undefined ? this.#modernly(request, exchange) : exchange.send(400, json, refusal);
  }

  async #modernly(request: RpcRequest, exchange: Exchange): Promise<void> {
    const principal = await this.#options.principal?.((name) => exchange.header(name.toLowerCase()));
    if (principal !== undefined && typeof principal !== "string")
      throw new TypeError("principal must give a string or undefined");
    return answerModern(this.#modern, request, exchange, principal);
  }

  #refuse(exchange: Exchange, status: number, why: string, id?: RequestId): void {
    exchange.send(status, json, errorText(id, INVALID_REQUEST, why));
  }
}
