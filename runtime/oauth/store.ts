/** Where registrations and tokens are kept: registrations by issuer, tokens by server, with the issuer that they came from. */

import type { JWK } from "jose";
import { type Fields, isFields, own } from "../json.js";
import { number, parsedFields, text, texts } from "./fields.js";

/**
 * A place for texts by key, in the shape of the Web Storage API, so that `localStorage` is one. The texts are secrets
 * (tokens, client secrets, private keys): keep them where only this user can read them.
 */
export interface OAuthStore {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void | Promise<void>;
}

/** Forgets everything with the process. */
export class MemoryStore implements OAuthStore {
  readonly #items = new Map<string, string>();

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }
}

/** What one authorization server knows this client as. */
export interface Registration {
  readonly id: string;
  readonly secret?: string | undefined;
  /** When the secret ends, in seconds since 1970; never when absent. */
  readonly secretExpiresAt?: number | undefined;
  /** The method for the token endpoint that the server registered. */
  readonly method?: string | undefined;
  readonly redirectUrl?: string | undefined;
  /** The scopes that the client registered for; unknown when absent. */
  readonly scopes?: readonly string[] | undefined;
}

/** A token with what is needed to use, renew and extend it. */
export interface Grant {
  readonly issuer: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly tokenType: "bearer" | "dpop";
  /** Milliseconds since 1970; unknown when absent. */
  readonly expiresAt?: number | undefined;
  readonly refreshToken?: string | undefined;
  /** Everything asked for so far or granted. */
  readonly scopes: readonly string[];
  /** The resource as the server published it. */
  readonly resource: string;
  /** The private key that the tokens are bound to. */
  readonly key?: JWK | undefined;
}

/** A user who was sent to an authorization server and has not come back: perhaps to another page, with another process. */
export interface Pending {
  /** The `state` that the answer will bring. */
  readonly state: string;
  /** The address of the MCP server that the sign-in is for. */
  readonly server: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly resource: string;
  readonly scopes: readonly string[];
  /** The PKCE code verifier. */
  readonly verifier: string;
  /** The private key that the tokens will be bound to. */
  readonly key?: JWK | undefined;
  /** When the user left, in milliseconds since 1970. */
  readonly since: number;
}

/** Users who left longer ago do not come back, in milliseconds; nobody is in more sign-ins at once. */
const longestAwayMs = 3_600_000;
const mostPending = 20;

const prefix = "mcp-gen/oauth";

/** The store with types; what can't be read there counts as absent. */
export class Vault {
  readonly #store: OAuthStore;
  readonly #registering = new Map<string, Promise<Registration>>();
  /** Who waits in this process for the answer with a `state`. */
  readonly #waiting = new Map<string, (answer: URLSearchParams) => void>();

  constructor(store: OAuthStore) {
    this.#store = store;
  }

  async grant(server: string): Promise<Grant | undefined> {
    const fields = await this.#read(`grant/${server}`);
    if (fields === undefined) return undefined;
    const [issuer, clientId, accessToken, tokenType, resource] = [
      text(fields, "issuer"),
      text(fields, "clientId"),
      text(fields, "accessToken"),
      text(fields, "tokenType"),
      text(fields, "resource"),
    ];
    if (issuer === undefined || clientId === undefined || accessToken === undefined || resource === undefined) return undefined;
    if (tokenType !== "bearer" && tokenType !== "dpop") return undefined;
    const key = own(fields, "key");
    return {
      issuer,
      clientId,
      accessToken,
      tokenType,
      resource,
      expiresAt: number(fields, "expiresAt"),
      refreshToken: text(fields, "refreshToken"),
      scopes: texts(fields, "scopes") ?? [],
      key: isFields(key) ? (key as JWK) : undefined,
    };
  }

  keepGrant(server: string, grant: Grant | undefined): Promise<void> {
    return this.#write(`grant/${server}`, grant);
  }

  async registration(issuer: string): Promise<Registration | undefined> {
    const fields = await this.#read(`client/${issuer}`);
    const id = fields && text(fields, "id");
    if (fields === undefined || id === undefined) return undefined;
    return {
      id,
      secret: text(fields, "secret"),
      secretExpiresAt: number(fields, "secretExpiresAt"),
      method: text(fields, "method"),
      redirectUrl: text(fields, "redirectUrl"),
      scopes: texts(fields, "scopes"),
    };
  }

  /** One registration at a time for an issuer, whichever servers need it: a second one would make the first one's tokens useless. */
  registered(issuer: string, register: () => Promise<Registration>): Promise<Registration> {
    const pending = this.#registering.get(issuer) ?? register().finally(() => this.#registering.delete(issuer));
    this.#registering.set(issuer, pending);
    return pending;
  }

  keepRegistration(issuer: string, registration: Registration | undefined): Promise<void> {
    return this.#write(`client/${issuer}`, registration);
  }

  /** The issuer that a client registered beforehand was first used with. */
  async boundIssuer(clientId: string): Promise<string | undefined> {
    const fields = await this.#read(`issuer/${clientId}`);
    return fields && text(fields, "issuer");
  }

  bindIssuer(clientId: string, issuer: string): Promise<void> {
    return this.#write(`issuer/${clientId}`, { issuer });
  }

  async keepPending(pending: Pending): Promise<void> {
    await this.#write("pending", { all: [...(await this.#pending()), pending].slice(-mostPending) });
  }

  /** The sign-in of a `state`, which is good for one answer. */
  async takePending(state: string): Promise<Pending | undefined> {
    this.#waiting.delete(state);
    const all = await this.#pending();
    const rest = all.filter((one) => one.state !== state);
    await this.#write("pending", rest.length === 0 ? undefined : { all: rest });
    return all.find((one) => one.state === state);
  }

  /** Settles when the answer is handed over here, and not otherwise. */
  answerTo(state: string): Promise<URLSearchParams> {
    return new Promise((resolve) => this.#waiting.set(state, resolve));
  }

  /** Hands an answer to who waits for it in this process; false when nobody does. */
  answered(state: string, answer: URLSearchParams): boolean {
    const answering = this.#waiting.get(state);
    answering?.(answer);
    return answering !== undefined;
  }

  async #pending(): Promise<Pending[]> {
    const fields = await this.#read("pending");
    const all = fields && own(fields, "all");
    return Array.isArray(all) ? all.flatMap((one) => readPending(one) ?? []) : [];
  }

  async #read(key: string): Promise<Fields | undefined> {
    const item = await this.#store.getItem(`${prefix}/${key}`);
    return item === null || item === undefined ? undefined : parsedFields(item);
  }

  async #write(key: string, value: object | undefined): Promise<void> {
    if (value === undefined) await this.#store.removeItem(`${prefix}/${key}`);
    else await this.#store.setItem(`${prefix}/${key}`, JSON.stringify(value));
  }
}

/** Undefined for what can't be read or is too old. */
function readPending(value: unknown): Pending | undefined {
  if (!isFields(value)) return undefined;
  const [state, server, issuer] = [text(value, "state"), text(value, "server"), text(value, "issuer")];
  const [clientId, resource, verifier] = [text(value, "clientId"), text(value, "resource"), text(value, "verifier")];
  const since = number(value, "since");
  if (state === undefined || server === undefined || !URL.canParse(server) || issuer === undefined) return undefined;
  if (clientId === undefined || resource === undefined || verifier === undefined || since === undefined) return undefined;
  if (Date.now() - since > longestAwayMs) return undefined;
  const key = own(value, "key");
  const scopes = texts(value, "scopes") ?? [];
  return { state, server, issuer, clientId, resource, scopes, verifier, key: isFields(key) ? (key as JWK) : undefined, since };
}
