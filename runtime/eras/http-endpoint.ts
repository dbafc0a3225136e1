/** One MCP endpoint over HTTP for both eras, whatever server the exchanges come through. */

import type { App } from "../core/app.js";
import { type Awaitable, andThen, orElse } from "../core/awaitable.js";
import type { Auth } from "../core/domain.js";
import { INVALID_REQUEST, PARSE_ERROR } from "../errors.js";
import { type Malformed, type Message, type RequestId, type RpcRequest, readMessage } from "../jsonrpc/message.js";
import {
  type Authenticate,
  type AuthRefusal,
  challenge,
  type ProtectedResource,
  ResourceMetadata,
  readAuth,
} from "../transports/authorization.js";
import { Heartbeat } from "../transports/heartbeat.js";
import { accepts, BodyNotText, BodyTooLarge, type Exchange, headersOf, jsonType } from "../transports/http.js";
import { type GuardOptions, SourceGuard } from "../transports/source-guard.js";
import { Cors, type CorsOptions } from "./cors.js";
import { type ServeOptions, type Serving, serving } from "./era.js";
import { refuse } from "./http-reply.js";
import { LegacyHttp, type LegacyHttpOptions } from "./legacy/http.js";
import { announcesModern, answerModern } from "./modern/http.js";
import { ModernServer } from "./modern/server.js";
import { type Body, readBody } from "./request-body.js";
import { lackingScopes } from "./scopes.js";
import { isModern, refusedHandshake, supportedBy } from "./select.js";

export interface HttpOptions extends ServeOptions, GuardOptions, LegacyHttpOptions {
  /** Who makes a request; asked before anything else of it is looked at. Without it everybody is served, as nobody in particular. */
  readonly authenticate?: Authenticate;
  /** What clients learn about where to get credentials; served at the well-known addresses of the endpoint. */
  readonly protectedResource?: ProtectedResource;
  /** Lets pages of other sites call; none may unless given. */
  readonly cors?: CorsOptions;
  /** The largest request body, in bytes; 4 MiB unless given (decision W8). Holds where the body has not been read in front. */
  readonly maxBodyBytes?: number;
}

export class HttpEndpoint {
  readonly #serving: Serving;
  readonly #guard: SourceGuard;
  readonly #cors: Cors | undefined;
  readonly #authenticate: Authenticate | undefined;
  readonly #metadata: ResourceMetadata | undefined;
  readonly #maxBodyBytes: number;
  readonly #supported: readonly string[];
  readonly #heartbeat = new Heartbeat();
  readonly #modern: ModernServer;
  readonly #legacy: LegacyHttp;

  /** @throws RangeError for an option that makes no sense. */
  constructor(app: App, options: HttpOptions) {
    const { cors, allowedOrigins = [], protectedResource } = options;
    this.#serving = serving(app, options);
    this.#cors = cors === undefined ? undefined : new Cors(cors);
    const fromCors = this.#cors?.origins ?? [];
    const origins = allowedOrigins === "any" || fromCors === "any" ? "any" : [...allowedOrigins, ...fromCors];
    this.#guard = new SourceGuard({ ...options, allowedOrigins: origins });
    this.#authenticate = options.authenticate;
    this.#metadata = protectedResource === undefined ? undefined : new ResourceMetadata(protectedResource);
    this.#maxBodyBytes = options.maxBodyBytes ?? 4 * 1024 * 1024;
    this.#supported = supportedBy(this.#serving);
    this.#modern = new ModernServer(this.#serving, this.#supported);
    this.#legacy = new LegacyHttp(this.#serving, options, this.#heartbeat);
  }

  /** Whether a path is one of the well-known addresses of the endpoint. */
  describesItselfAt(path: string): boolean {
    return this.#metadata?.paths.has(path) === true;
  }

  /** Answers one exchange. Never throws or rejects. */
  handle(exchange: Exchange): Awaitable<void> {
    this.#cors?.dress(exchange);
    return orElse(
      () => this.#admit(exchange),
      (thrown) => this.#failed(exchange, thrown),
    );
  }

  #failed(exchange: Exchange, thrown: unknown): void {
    if (thrown instanceof BodyTooLarge) return refuse(exchange, 413, `The body has more than ${this.#maxBodyBytes} bytes.`);
    if (exchange.isGone) return;
    if (thrown instanceof BodyNotText) return refuse(exchange, 400, "The body is not UTF-8.", undefined, PARSE_ERROR);
    this.#serving.log.error("an HTTP request failed", thrown);
    try {
      refuse(exchange, 500, "Internal error");
    } catch {
      // The reply had begun: nothing more can be said.
    }
  }

  close(): void {
    this.#modern.close();
    this.#legacy.close();
  }

  /** Lets in whom the options let in. */
  #admit(exchange: Exchange): Awaitable<void> {
    const refused = this.#guard.refuse(exchange);
    if (refused !== undefined) return refuse(exchange, 403, refused);
    if (this.#cors?.preflight(exchange) === true) return;
    if (this.#metadata?.paths.has(exchange.path) === true) return this.#describe(exchange, this.#metadata);
    if (this.#authenticate === undefined) return this.#route(exchange, undefined);
    return this.#admitKnown(exchange, this.#authenticate);
  }

  async #admitKnown(exchange: Exchange, authenticate: Authenticate): Promise<void> {
    const auth = readAuth(await authenticate({ method: exchange.method, headers: headersOf(exchange) }));
    if (auth === "anonymous") return this.#route(exchange, undefined);
    if (auth === undefined || "error" in auth) return this.#challenge(exchange, auth);
    return this.#route(exchange, auth);
  }

  #route(exchange: Exchange, auth: Auth | undefined): Awaitable<void> {
    const { legacy } = this.#serving;
    if (exchange.method !== "POST") {
      const taken = legacy && this.#legacy.onSession(exchange, auth);
      if (taken) return taken;
      const allow = legacy ? "POST, GET, DELETE" : "POST";
      return refuse(exchange, 405, "Method not allowed: send a POST.", undefined, INVALID_REQUEST, { allow });
    }
    if (!accepts(exchange, "application/json") && !accepts(exchange, "text/event-stream")) {
      return refuse(exchange, 406, "The Accept header has to take application/json and text/event-stream.");
    }
    return andThen(readBody(exchange, this.#maxBodyBytes), (body) => this.#take(body, exchange, auth));
  }

  #take(body: Body, exchange: Exchange, auth: Auth | undefined): Awaitable<void> {
    const { legacy } = this.#serving;
    if ("refusal" in body) return refuse(exchange, body.status, body.refusal, undefined, body.code);
    if (Array.isArray(body.value) && legacy && !announcesModern(exchange)) return this.#legacy.batch(body.value, exchange, auth);
    const message = readMessage(body.value);
    if (message.kind === "malformed") return this.#malformed(message, exchange, auth);
    return this.#answer(message, exchange, auth);
  }

  #answer(message: Message, exchange: Exchange, auth: Auth | undefined): Awaitable<void> {
    const request = message.kind === "request" ? message : undefined;
    if (request !== undefined && this.#authenticate !== undefined) {
      const scopes = lackingScopes(this.#serving, request, auth);
      if (scopes !== undefined)
        return this.#challenge(exchange, auth === undefined ? { scopes } : { error: "insufficient_scope", scopes }, request.id);
    }
    if (request !== undefined && isModern(request, exchange)) return this.#modernly(request, exchange, auth);
    if (this.#serving.legacy) return this.#legacy.post(message, exchange, auth);
    if (request === undefined) return refuse(exchange, 400, "Only requests are taken.");
    const refusal = refusedHandshake(request, this.#serving, this.#supported);
    return refusal === undefined ? this.#modernly(request, exchange, auth) : exchange.send(400, jsonType, refusal);
  }

  #modernly(request: RpcRequest, exchange: Exchange, auth: Auth | undefined): Awaitable<void> {
    return answerModern(this.#modern, request, exchange, auth, this.#heartbeat);
  }

  #malformed(message: Malformed, exchange: Exchange, auth: Auth | undefined): void {
    if (message.seems === "reply") this.#legacy.spoilt(message, exchange, auth);
    const id = message.seems === "request" ? message.id : undefined;
    refuse(exchange, 400, `Invalid message: ${message.reason}.`, id);
  }

  #describe(exchange: Exchange, { text }: ResourceMetadata): void {
    if (exchange.method === "GET") return exchange.send(200, { ...jsonType, "cache-control": "max-age=3600" }, text);
    refuse(exchange, 405, "Method not allowed: send a GET.", undefined, INVALID_REQUEST, { allow: "GET" });
  }

  #challenge(exchange: Exchange, refusal: Partial<AuthRefusal> | undefined, id?: RequestId): void {
    const { status, header } = challenge(refusal, this.#metadata);
    const why =
      refusal?.description ?? (status === 403 ? `More scopes are needed: ${refusal?.scopes?.join(" ")}` : "Unauthorized");
    refuse(exchange, status, why, id, INVALID_REQUEST, { "www-authenticate": header });
  }
}
