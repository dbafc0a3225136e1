/** Lets pages of other sites call, when the application names them (Fetch standard: CORS protocol). */

import type { Exchange, ReplyStream } from "../transports/http.js";
import { headerNames as legacy } from "./legacy/versions.js";
import { headerNames as modern, paramPrefix } from "./modern/versions.js";

export interface CorsOptions {
  /** The sites whose pages may call, such as `https://app.example.com`, or "any". They need not stand in `allowedOrigins` too. */
  readonly origins: readonly string[] | "any";
  /** Whether browsers send cookies along; they do not unless given, and never with "any". */
  readonly credentials?: boolean;
  /** Request headers of one's own, besides those of the protocol. */
  readonly headers?: readonly string[];
  /** How long a browser remembers the answer to its preflight, in seconds; 600 unless given. */
  readonly maxAgeSeconds?: number;
}

const always = ["accept", "authorization", "content-type", ...Object.values(legacy), ...Object.values(modern)];
const exposed = `${legacy.session}, www-authenticate`;

export class Cors {
  readonly origins: readonly string[] | "any";
  readonly #allowed: ReadonlySet<string>;
  readonly #headers: ReadonlySet<string>;
  readonly #credentials: boolean;
  readonly #maxAge: string;

  /** @throws RangeError for what browsers refuse: credentials for any site. */
  constructor({ origins, credentials = false, headers = [], maxAgeSeconds = 600 }: CorsOptions) {
    if (origins === "any" && credentials) throw new RangeError('cors.credentials needs a list of origins, not "any".');
    this.origins = origins;
    this.#allowed = new Set(origins === "any" ? [] : origins);
    this.#headers = new Set([...always, ...headers.map((name) => name.toLowerCase())]);
    this.#credentials = credentials;
    this.#maxAge = String(Math.floor(maxAgeSeconds));
  }

  /** The exchange with the headers of CORS on its reply; unchanged for one that no page of another site makes. */
  dress(exchange: Exchange): Exchange {
    const origin = exchange.header("origin");
    if (origin === undefined) return exchange;
    if (this.origins === "any") return new DressedExchange(exchange, { "access-control-allow-origin": "*", ...expose });
    if (!this.#allowed.has(origin)) return exchange;
    const headers = { "access-control-allow-origin": origin, vary: "Origin", ...expose };
    return new DressedExchange(
      exchange,
      this.#credentials ? { ...headers, "access-control-allow-credentials": "true" } : headers,
    );
  }

  /** Answers a preflight, before anybody is asked for credentials: it carries none. False for every other request. */
  preflight(exchange: Exchange): boolean {
    if (exchange.method !== "OPTIONS" || exchange.header("access-control-request-method") === undefined) return false;
    const origin = exchange.header("origin") ?? "";
    if (this.origins !== "any" && !this.#allowed.has(origin)) exchange.send(204, { vary: "Origin" });
    else {
      exchange.send(204, {
        "access-control-allow-methods": "POST, GET, DELETE",
        "access-control-allow-headers": this.#allowedHeaders(exchange.header("access-control-request-headers") ?? ""),
        "access-control-max-age": this.#maxAge,
      });
    }
    return true;
  }

  /** Those of the protocol, and of what mirrors arguments whatever is asked for: their names are not known before. */
  #allowedHeaders(requested: string): string {
    const asked = requested.split(",").map((name) => name.trim().toLowerCase());
    const params = asked.filter((name) => name.startsWith(paramPrefix) && /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name));
    return [...new Set([...this.#headers, ...params])].join(", ");
  }
}

const expose = { "access-control-expose-headers": exposed };

/** An exchange whose reply carries more headers. */
class DressedExchange implements Exchange {
  readonly #exchange: Exchange;
  readonly #more: Readonly<Record<string, string>>;

  constructor(exchange: Exchange, more: Readonly<Record<string, string>>) {
    this.#exchange = exchange;
    this.#more = more;
  }

  get method(): string {
    return this.#exchange.method;
  }
  get path(): string {
    return this.#exchange.path;
  }
  get parsed(): unknown {
    return this.#exchange.parsed;
  }
  get isGone(): boolean {
    return this.#exchange.isGone;
  }
  header(name: string): string | undefined {
    return this.#exchange.header(name);
  }
  body(limit: number): Promise<string> {
    return this.#exchange.body(limit);
  }
  onGone(listener: () => void): void {
    this.#exchange.onGone(listener);
  }
  send(status: number, headers: Readonly<Record<string, string>>, body?: string): void {
    this.#exchange.send(status, { ...headers, ...this.#more }, body);
  }
  stream(status: number, headers: Readonly<Record<string, string>>): ReplyStream {
    return this.#exchange.stream(status, { ...headers, ...this.#more });
  }
}
