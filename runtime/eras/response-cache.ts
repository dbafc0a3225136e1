/** Responses that stay fresh for a while (specification 2026-07-28: server/utilities/caching). */

import type { Change } from "../core/domain.js";
import { canonicalJson, type Fields, own } from "../json.js";
import { isWithin } from "./changes.js";

interface Entry {
  readonly method: string;
  readonly params: Fields;
  readonly result: Fields;
  readonly freshUntil: number;
}

const mostEntries = 1_000;
const longestTtlMs = 24 * 3_600_000;

const cacheable = new Set(["tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"]);

/** Responses by server, method and params. A bounded number; the oldest goes first. */
export class ResponseStore {
  readonly #entries = new Map<string, Entry>();

  fresh(key: string, now: number): Fields | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined && now < entry.freshUntil) return entry.result;
    this.#entries.delete(key);
    return undefined;
  }

  keep(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const [oldest] of this.#entries) {
      if (this.#entries.size <= mostEntries) break;
      this.#entries.delete(oldest);
    }
  }

  forget(prefix: string, isStale: (method: string, params: Fields) => boolean): void {
    for (const [key, { method, params }] of this.#entries) {
      if (key.startsWith(prefix) && isStale(method, params)) this.#entries.delete(key);
    }
  }
}

/**
 * The responses of one connection. Those that the server calls private stay in it, since it has one user; public ones go where
 * other clients of the same server find them, if such a store was given.
 */
export class ResponseCache {
  readonly #server: string;
  readonly #private = new ResponseStore();
  readonly #public: ResponseStore;
  readonly #now: () => number;
  /** Counts what was forgotten: a response that was on its way meanwhile may be stale. */
  #forgotten = 0;

  constructor(server: string, shared: ResponseStore | undefined, now: () => number = Date.now) {
    this.#server = server;
    this.#public = shared ?? this.#private;
    this.#now = now;
  }

  /** A fresh response to the same request, as a copy. */
  find(method: string, params: Fields): Fields | undefined {
    if (!cacheable.has(method)) return undefined;
    const key = this.#key(method, params);
    const found = this.#private.fresh(key, this.#now()) ?? this.#public.fresh(key, this.#now());
    return found === undefined ? undefined : structuredClone(found);
  }

  /** Call when a request is sent, and what it returns with the response: it is kept if the server's hints allow it. */
  expecting(method: string, params: Fields): (result: Fields) => void {
    const before = this.#forgotten;
    return (result) => {
      const ttlMs = own(result, "ttlMs");
      const keeps = cacheable.has(method) && typeof ttlMs === "number" && ttlMs > 0 && before === this.#forgotten;
      if (!keeps) return;
      const store = own(result, "cacheScope") === "public" ? this.#public : this.#private;
      const freshUntil = this.#now() + Math.min(ttlMs, longestTtlMs);
      store.keep(this.#key(method, params), { method, params, result: structuredClone(result), freshUntil });
    };
  }

  /** A change makes stale what it is about. */
  changed(change: Change): void {
    if ("uri" in change) {
      this.#forget((method, { uri }) => {
        if (method !== "resources/read" || typeof uri !== "string") return false;
        return isWithin(change.uri, uri) || isWithin(uri, change.uri);
      });
    } else this.#forget((method) => method.startsWith(`${change.list}/`) && method !== "resources/read");
  }

  /** Every page of a list: a cursor of it is valid no more. */
  forgetList(list: string): void {
    this.#forget((method) => method === list);
  }

  #forget(isStale: (method: string, params: Fields) => boolean): void {
    this.#forgotten += 1;
    this.#private.forget(this.#prefix, isStale);
    this.#public.forget(this.#prefix, isStale);
  }

  #key(method: string, params: Fields): string {
    return `${this.#prefix}${method} ${canonicalJson(params)}`;
  }

  get #prefix(): string {
    return `${JSON.stringify(this.#server)} `;
  }
}
