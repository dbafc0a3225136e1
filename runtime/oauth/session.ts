/** The authorization of this client at one server: one token, one flow at a time, however many requests wait for it. */

import type { AuthorizationServer, DPoPHandle, TokenEndpointResponse } from "oauth4webapi";
import { AuthorizationError } from "../errors.js";
import { type HttpRule, httpRule, serverKey } from "./address.js";
import { redeem, refresh } from "./authorization-code.js";
import type { Challenge } from "./challenge.js";
import { type Discovered, discover } from "./discovery.js";
import { acquire } from "./grants.js";
import type { AuthFetch } from "./http.js";
import type { AuthorizationCodeOptions, OAuthOptions } from "./options.js";
import { keptProofKey, newProofKey, type ProofKey } from "./proof.js";
import { scopesOf, selectScopes, union } from "./scopes.js";
import { discoverServer } from "./server-metadata.js";
import type { Grant, Pending, Vault } from "./store.js";

/** A token in use. */
export class Credentials {
  readonly grant: Grant;
  readonly proofKey: ProofKey | undefined;
  /** How the token came here; once the server has taken it, that no longer matters. */
  standing: "authorized" | "refreshed" | "accepted";

  constructor(grant: Grant, proofKey: ProofKey | undefined, standing: Credentials["standing"]) {
    this.grant = grant;
    this.proofKey = proofKey;
    this.standing = standing;
  }

  get proof(): DPoPHandle | undefined {
    return this.grant.tokenType === "dpop" ? this.proofKey?.handle : undefined;
  }
}

/** Why a request was refused, and with what. */
export interface Demand {
  /** 401, or 403 with `insufficient_scope`. */
  readonly kind: "unauthorized" | "scope";
  readonly challenge: Challenge | undefined;
  readonly used: Credentials | undefined;
}

/** "renewed": try again; "exhausted": there is nothing that another attempt could change. */
export type Renewal = "renewed" | "exhausted";

/** A token is renewed so long before its end. */
const marginMs = 10_000;

/** Only a user's token is worth refreshing: the other grants get a new one as easily. */
export function isForUser(options: OAuthOptions): options is AuthorizationCodeOptions {
  return options.grant === undefined || options.grant === "authorization_code";
}

export class ServerSession {
  readonly #url: URL;
  readonly #key: string;
  readonly #options: OAuthOptions;
  readonly #fetcher: AuthFetch;
  readonly #vault: Vault;
  readonly #rule: HttpRule;
  #credentials: Credentials | undefined;
  #loading: Promise<void> | undefined;
  #flow: Promise<Renewal> | undefined;

  constructor(url: URL, options: OAuthOptions, fetcher: AuthFetch, vault: Vault) {
    this.#url = url;
    this.#key = serverKey(url);
    this.#options = options;
    this.#fetcher = fetcher;
    this.#vault = vault;
    this.#rule = httpRule(url, options.allowHttp === true);
  }

  /** What to send with the next request. Waits for a flow only when there is nothing to send without it. */
  async current(): Promise<Credentials | undefined> {
    this.#loading ??= this.#load();
    await this.#loading;
    if (this.#credentials === undefined) await this.#flow;
    const expiring = this.#credentials?.grant;
    if (expiring?.refreshToken !== undefined && (expiring.expiresAt ?? Infinity) - marginMs < Date.now())
      await this.#share(() => this.#renewExpiring(expiring));
    return this.#credentials;
  }

  /** Does what can be done about a refusal, or waits for the flow that is doing it. */
  async renew(demand: Demand): Promise<Renewal> {
    if (this.#flow !== undefined) {
      const outcome = await this.#flow;
      return demand.kind === "unauthorized" ? outcome : "renewed";
    }
    if (this.#credentials !== undefined && this.#credentials !== demand.used) return "renewed";
    if (this.#credentials === undefined && demand.used?.standing === "authorized") return "exhausted";
    return this.#share(() => this.#answer(demand));
  }

  /** Ends a sign-in whose user came back to another page than the one that sent him away. @throws AuthorizationError */
  async finish(options: AuthorizationCodeOptions, pending: Pending, answer: URLSearchParams): Promise<void> {
    this.#loading ??= this.#load();
    await this.#loading;
    const server = await this.#serverOf(pending.issuer);
    const proof = pending.key && (await keptProofKey(pending.key));
    const tokens = await redeem(options, pending, answer, { fetcher: this.#fetcher, vault: this.#vault, server, proof });
    await this.#keep(this.#credentialsOf(tokens, pending, proof, "authorized"));
  }

  /** The authorization server of an issuer; one that publishes no metadata is found as it was the first time. */
  async #serverOf(issuer: string): Promise<AuthorizationServer> {
    try {
      return await discoverServer(this.#fetcher, issuer, this.#rule);
    } catch (thrown) {
      const { server } = await discover(this.#fetcher, this.#url, undefined, [issuer], this.#rule);
      if (server.issuer !== issuer) throw thrown;
      return server;
    }
  }

  async #load(): Promise<void> {
    const grant = await this.#vault.grant(this.#key);
    if (grant === undefined || !this.#isOwn(grant)) return;
    const proofKey = grant.key && (await keptProofKey(grant.key));
    if (grant.tokenType === "dpop" && proofKey === undefined) return;
    this.#credentials = new Credentials(grant, proofKey, "accepted");
  }

  /** Whether a kept grant belongs to the client that is configured now. */
  #isOwn(grant: Grant): boolean {
    const { client } = this.#options;
    return client === undefined || (client.id === grant.clientId && (client.issuer ?? grant.issuer) === grant.issuer);
  }

  #share(work: () => Promise<Renewal>): Promise<Renewal> {
    this.#flow ??= work().finally(() => {
      this.#flow = undefined;
    });
    return this.#flow;
  }

  async #renewExpiring(grant: Grant): Promise<Renewal> {
    await this.#refresh(grant, await discoverServer(this.#fetcher, grant.issuer, this.#rule));
    return "renewed";
  }

  async #answer({ kind, challenge, used }: Demand): Promise<Renewal> {
    const options = this.#options;
    const grant = used?.grant;
    const preferred = [options.client?.issuer, grant?.issuer].filter((issuer) => issuer !== undefined);
    const found = await discover(this.#fetcher, this.#url, challenge, preferred, this.#rule);
    const same = grant?.issuer === found.server.issuer && grant.resource === found.resource;
    if (same && kind === "unauthorized") {
      if (used?.standing === "authorized") return this.#giveUp();
      if (used?.standing === "accepted" && (await this.#refresh(grant, found.server))) return "renewed";
    }
    const challenged = scopesOf(challenge?.parameters.get("scope"));
    const scopes = selectScopes({
      wanted: options.scopes,
      challenged: challenged ?? (kind === "scope" ? found.scopesSupported : undefined),
      supported: found.scopesSupported,
      before: same ? grant.scopes : undefined,
    });
    if (same && kind === "scope" && scopes.every((scope) => grant.scopes.includes(scope))) return "exhausted";
    await this.#authorize(found, scopes, same ? used?.proofKey : undefined);
    return "renewed";
  }

  /** A token that its server refuses although it was made for it: the next request begins anew, this one ends. */
  async #giveUp(): Promise<Renewal> {
    await this.#keep(undefined);
    return "exhausted";
  }

  async #authorize(found: Discovered, scopes: readonly string[], kept: ProofKey | undefined): Promise<void> {
    const bound = this.#options.dpop ?? found.dpopRequired;
    const proof = bound ? (kept ?? (await newProofKey(found.server))) : undefined;
    const context = { fetcher: this.#fetcher, vault: this.#vault, url: this.#url, found, scopes, proof };
    const { clientId, tokens } = await acquire(this.#options, context);
    const { issuer } = found.server;
    await this.#keep(this.#credentialsOf(tokens, { issuer, clientId, resource: found.resource, scopes }, proof, "authorized"));
  }

  /** @returns false when the user has to be asked. */
  async #refresh(grant: Grant, server: AuthorizationServer): Promise<boolean> {
    if (!isForUser(this.#options) || grant.refreshToken === undefined) return false;
    const proof = this.#credentials?.proofKey;
    const tokens = await refresh(this.#options, grant, { fetcher: this.#fetcher, vault: this.#vault, server, proof });
    if (tokens === undefined) {
      const { refreshToken: _spent, ...rest } = grant;
      await this.#keep(new Credentials(rest, proof, "accepted"));
      return false;
    }
    await this.#keep(this.#credentialsOf(tokens, grant, proof, "refreshed"));
    return true;
  }

  #credentialsOf(
    tokens: TokenEndpointResponse,
    from: Pick<Grant, "issuer" | "clientId" | "resource" | "scopes"> & { readonly refreshToken?: string | undefined },
    proof: ProofKey | undefined,
    standing: Credentials["standing"],
  ): Credentials {
    const { issuer, clientId, resource } = from;
    const tokenType = tokens.token_type === "dpop" ? "dpop" : "bearer";
    if (this.#options.dpop === true && tokenType !== "dpop")
      throw new AuthorizationError(`${issuer} gave a token that is not bound to a key (DPoP). It was thrown away.`);
    if (tokenType === "dpop" && proof === undefined)
      throw new AuthorizationError(`${issuer} gave a token that is bound to a key, but none was offered. It was thrown away.`);
    const grant: Grant = {
      issuer,
      clientId,
      resource,
      accessToken: tokens.access_token,
      tokenType,
      expiresAt: tokens.expires_in === undefined ? undefined : Date.now() + tokens.expires_in * 1000,
      refreshToken: isForUser(this.#options) ? (tokens.refresh_token ?? from.refreshToken) : undefined,
      scopes: union(from.scopes, scopesOf(tokens.scope)),
      key: proof?.jwk,
    };
    return new Credentials(grant, proof, standing);
  }

  async #keep(credentials: Credentials | undefined): Promise<void> {
    this.#credentials = credentials;
    await this.#vault.keepGrant(this.#key, credentials?.grant);
  }
}
