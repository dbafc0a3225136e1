/**
 * Which hosts and sites are served. Protects local servers from pages of other sites that reach them through DNS rebinding
 * (specification: streamable-http, "Security & Endpoint"; decision W10).
 */

import type { Exchange } from "./http.js";

export interface GuardOptions {
  /** Host names (without a port) that are served besides loopback, or "any" behind a proxy that checks them. */
  readonly allowedHosts?: readonly string[] | "any";
  /** Origins such as `https://app.example.com` that browsers may call from besides loopback and those of `cors`, or "any". */
  readonly allowedOrigins?: readonly string[] | "any";
}

const loopback: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

export class SourceGuard {
  readonly #hosts: ReadonlySet<string> | undefined;
  readonly #origins: ReadonlySet<string> | undefined;
  /** The last Host header that was served: nearly all requests have the same. */
  #lastHost: string | undefined;

  constructor({ allowedHosts = [], allowedOrigins = [] }: GuardOptions) {
    this.#hosts = allowedHosts === "any" ? undefined : new Set([...loopback, ...allowedHosts.map((name) => name.toLowerCase())]);
    this.#origins = allowedOrigins === "any" ? undefined : new Set(allowedOrigins);
  }

  /** Why the request must not be served, or undefined. A missing Origin is no browser's. */
  refuse(exchange: Exchange): string | undefined {
    if (this.#hosts !== undefined) {
      const header = exchange.header("host") ?? exchange.header(":authority");
      if (header === undefined || header !== this.#lastHost) {
        const host = hostName(header);
        if (host === undefined || !this.#hosts.has(host)) return "The Host header names a host that this server does not serve.";
        this.#lastHost = header;
      }
    }
    const origin = exchange.header("origin");
    if (origin === undefined || this.#origins === undefined || this.#origins.has(origin)) return undefined;
    const known = URL.canParse(origin) && new URL(origin).origin === origin ? new URL(origin).hostname : undefined;
    if (known !== undefined && loopback.includes(known)) return undefined;
    return "The Origin header names a site that may not call this server.";
  }
}

function hostName(host: string | undefined): string | undefined {
  const parts = /^(\[[0-9a-fA-F:.]+\]|[^:\s/@[\]]+)(?::\d{1,5})?$/.exec(host ?? "");
  return parts?.[1]?.toLowerCase();
}
