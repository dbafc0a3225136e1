/** Lets pages of other sites call, when the application names them (Fetch standard: CORS protocol). */

import type { Exchange } from "../transports/http.js";
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

  /** Puts the headers of CORS on the reply to a page of another site that may call. */
  dress(exchange: Exchange): void {
    const origin = exchange.header("origin");
    const isAny = this.origins === "any";
    if (origin === undefined || !(isAny || this.#allowed.has(origin))) return;
    exchange.addHeaders({ "access-control-allow-origin": isAny ? "*" : origin, ...expose });
    if (!isAny) exchange.addHeaders({ vary: "Origin" });
    if (this.#credentials) exchange.addHeaders({ "access-control-allow-credentials": "true" });
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
