/** Signing in to servers that want it: a `fetch` that gets tokens, sends them, renews them and asks for more when a server wants more. */

import { allowInsecureRequests, customFetch, protectedResourceRequest, WWWAuthenticateChallengeError } from "oauth4webapi";
import { AuthorizationError } from "./errors.js";
import { orAborted } from "./jsonrpc/aborting.js";
import { isLoopback, serverKey } from "./oauth/address.js";
import { type Challenge, oauthChallenge, readChallenges, wantsNonce } from "./oauth/challenge.js";
import { boundedFetch } from "./oauth/http.js";
import type { OAuthOptions } from "./oauth/options.js";
import { type Credentials, type Demand, isForUser, ServerSession } from "./oauth/session.js";
import { MemoryStore, Vault } from "./oauth/store.js";
import type { Fetch } from "./transports/http-client.js";

export { AuthorizationError } from "./errors.js";
export type {
  AuthorizationCodeOptions,
  ClientCredentialsOptions,
  ClientMetadata,
  EnterpriseManagedOptions,
  OAuthOptions,
  RegisteredClient,
  WorkloadIdentityOptions,
} from "./oauth/options.js";
export { MemoryStore, type OAuthStore } from "./oauth/store.js";

/** Takes the place of `fetch`, in `connect(url, { fetch })` and elsewhere. */
export interface OAuthFetch {
  (input: URL | string | Request, init?: RequestInit): Promise<Response>;
  /**
   * Signs in to a server before anything is asked of it, so that no time-out runs while the user is in the browser. Does
   * nothing when there already is a token, or when the server wants none.
   *
   * @param options.signal - stops waiting; a sign-in that others wait for goes on.
   * @throws AuthorizationError, what `authorize` throws, and the signal's reason.
   */
  signIn(url: URL, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /**
   * Ends a sign-in for which the whole page went to the authorization server and came back at this address. Call it when a page
   * loads; then take the parameters out of the address, for instance with `history.replaceState`.
   *
   * @returns false when the address is none that a sign-in comes back to.
   * @throws AuthorizationError when the user or the server refused, and for an answer that no sign-in in the store waits for.
   */
  finish(address: URL | string): Promise<boolean>;
}

/**
 * A `fetch` that signs in (specification: authorization, all revisions; extensions for services, enterprises and workloads).
 * Requests that need a sign-in at the same time share one. A refusal that can't be helped is returned as it is.
 *
 * @throws TypeError for options that can't work; the returned function throws AuthorizationError when there is no token to be got.
 */
export function oauthFetch(options: OAuthOptions): OAuthFetch {
  checkOptions(options);
  const { maxAttempts = 3, fetch: inner = (url: URL, init: RequestInit) => fetch(url, init) } = options;
  const authFetch = boundedFetch(inner);
  const vault = new Vault(options.store ?? new MemoryStore());
  const sessions = new Map<string, ServerSession>();
  const sessionOf = (url: URL): ServerSession => {
    const key = serverKey(url);
    const session = sessions.get(key) ?? new ServerSession(url, options, authFetch, vault);
    sessions.set(key, session);
    return session;
  };
  const authorized = async (input: URL | string | Request, given: RequestInit = {}): Promise<Response> => {
    const { url, init } = await repeatable(input, given);
    const session = sessionOf(url);
    const patiently = <T>(work: Promise<T>) => (init.signal ? orAborted(work, init.signal) : work);
    for (let attempt = 0; ; attempt += 1) {
      const credentials = await patiently(session.current());
      const response = await send(inner, url, init, credentials);
      const demand = demandOf(response, credentials);
      if (demand?.kind !== "unauthorized" && credentials !== undefined) credentials.standing = "accepted";
      if (demand === undefined || attempt >= maxAttempts) return response;
      if ((await patiently(session.renew(demand))) === "exhausted") return response;
      await response.body?.cancel();
    }
  };
  return Object.assign(authorized, {
    async signIn(url: URL, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
      const current = sessionOf(url).current();
      if ((await (signal === undefined ? current : orAborted(current, signal))) !== undefined) return;
      // No message of the protocol, so that nothing happens but what happens to everybody without a token.
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const response = await authorized(url, { method: "POST", headers, body: "{}", ...(signal !== undefined && { signal }) });
      await response.body?.cancel();
    },
    async finish(address: URL | string): Promise<boolean> {
      const answer = new URL(address).searchParams;
      const state = answer.get("state");
      const isAnswer = answer.has("code") || answer.has("error");
      if (!isForUser(options) || !isSamePage(address, options.redirectUrl) || !isAnswer || state === null) return false;
      const isHere = vault.answered(state, answer);
      const pending = await vault.takePending(state);
      if (pending === undefined)
        throw new AuthorizationError("No sign-in waits for this answer: it was used before, is too old, or was begun elsewhere.");
      const session = sessionOf(new URL(pending.server));
      await (isHere ? session.current() : session.finish(options, pending, answer));
      return true;
    },
  });
}

function isSamePage(one: URL | string, other: URL | string): boolean {
  const [first, second] = [new URL(one), new URL(other)];
  return first.origin === second.origin && first.pathname === second.pathname;
}

function checkOptions(options: OAuthOptions): void {
  if (!isForUser(options)) return;
  const { redirectUrl, clientMetadataUrl } = options;
  const redirect = URL.canParse(String(redirectUrl)) ? new URL(redirectUrl) : undefined;
  if (redirect === undefined || !(redirect.protocol === "https:" || (redirect.protocol === "http:" && isLoopback(redirect))))
    throw new TypeError(
      "redirectUrl must be an HTTPS URL, or an HTTP URL with a loopback host such as http://127.0.0.1:8976/callback.",
    );
  if (clientMetadataUrl === undefined) return;
  const metadata = URL.canParse(String(clientMetadataUrl)) ? new URL(clientMetadataUrl) : undefined;
  if (metadata?.protocol !== "https:" || metadata.pathname === "/")
    throw new TypeError("clientMetadataUrl must be an HTTPS URL with a path: it is the client's id.");
}

/** The request in a form that can be sent again. */
async function repeatable(
  input: URL | string | Request,
  init: RequestInit,
): Promise<{ readonly url: URL; readonly init: RequestInit }> {
  if (input instanceof Request) {
    const request = new Request(input, init);
    const { method, headers, signal, redirect } = request;
    const body = request.body === null ? null : await request.arrayBuffer();
    return { url: new URL(request.url), init: { method, headers, signal, redirect, body } };
  }
  const { body } = init;
  const stream = body instanceof ReadableStream;
  return { url: new URL(input), init: stream ? { ...init, body: await new Response(body).arrayBuffer() } : init };
}

/** Sends a request with a token, and once more when the server wants a nonce in the proof (RFC 9449 section 9). */
async function send(inner: Fetch, url: URL, init: RequestInit, credentials: Credentials | undefined): Promise<Response> {
  if (credentials === undefined) return inner(url, init);
  const response = await withToken(inner, url, init, credentials);
  const again = credentials.proof !== undefined && response.status === 401 && wantsNonce(challengesOf(response));
  if (!again) return response;
  await response.body?.cancel();
  return withToken(inner, url, init, credentials);
}

async function withToken(inner: Fetch, url: URL, init: RequestInit, { grant, proof }: Credentials): Promise<Response> {
  try {
    return await protectedResourceRequest(grant.accessToken, init.method ?? "GET", url, new Headers(init.headers), null, {
      [customFetch]: (_url: string, made) => inner(url, { ...init, headers: made.headers }),
      [allowInsecureRequests]: true, // the address was checked before the token was asked for
      ...(proof === undefined ? {} : { DPoP: proof }),
    });
  } catch (thrown) {
    if (thrown instanceof WWWAuthenticateChallengeError) return thrown.response;
    throw thrown;
  }
}

function challengesOf(response: Response): Challenge[] {
  return readChallenges(response.headers.get("www-authenticate"));
}

function demandOf(response: Response, used: Credentials | undefined): Demand | undefined {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const challenge = oauthChallenge(challengesOf(response));
  if (response.status === 401 || (isScopeDemand(challenge) && used === undefined))
    return { kind: "unauthorized", challenge, used };
  return isScopeDemand(challenge) ? { kind: "scope", challenge, used } : undefined;
}

function isScopeDemand(challenge: Challenge | undefined): boolean {
  return challenge?.parameters.get("error") === "insufficient_scope";
}
