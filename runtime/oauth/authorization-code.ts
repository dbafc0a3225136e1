/** A user agrees in a browser: the authorization code grant with PKCE (OAuth 2.1 section 4.1, RFC 9207; specification: authorization). */

import {
  AuthorizationResponseError,
  type AuthorizationServer,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  type TokenEndpointResponse,
  validateAuthResponse,
} from "oauth4webapi";
import { AuthorizationError } from "../errors.js";
import { authenticationOf, type ClientIdentity } from "./client-auth.js";
import type { GrantContext } from "./grants.js";
import type { AuthorizationCodeOptions } from "./options.js";
import { refused } from "./refusal.js";
import { clientFor } from "./registration.js";
import { union } from "./scopes.js";
import type { Grant, Pending, Vault } from "./store.js";
import { requestToken } from "./token-endpoint.js";

/** What it takes to ask for tokens. */
type TokenContext = Pick<GrantContext, "fetcher" | "vault" | "proof"> & { readonly server: AuthorizationServer };

/** @throws AuthorizationError, or whatever `authorize` throws. */
export async function authorizeUser(
  options: AuthorizationCodeOptions,
  context: GrantContext,
): Promise<{ readonly clientId: string; readonly tokens: TokenEndpointResponse }> {
  const { server, resource, scopesSupported } = context.found;
  requirePkce(server);
  const scopes = withOffline(context.scopes, server, options);
  const client = await clientFor(server, options, { ...context, scopes, scopesSupported });
  await authenticationOf(client, server); // before the user goes there for nothing
  const verifier = generateRandomCodeVerifier();
  const state = generateRandomState();
  const url = new URL(server.authorization_endpoint ?? missing(server));
  const query = {
    response_type: "code",
    client_id: client.id,
    redirect_uri: String(options.redirectUrl),
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    resource,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    ...(scopes.includes("offline_access") ? { prompt: "consent" } : {}), // OpenID Connect Core section 11
    ...(context.proof === undefined ? {} : { dpop_jkt: await context.proof.handle.calculateThumbprint() }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const pending: Pending = {
    state,
    server: context.url.href,
    issuer: server.issuer,
    clientId: client.id,
    resource,
    scopes: context.scopes,
    verifier,
    key: context.proof?.jwk,
    since: Date.now(),
  };
  await context.vault.keepPending(pending); // in a browser this page may be gone before the answer comes
  let answer: URLSearchParams;
  try {
    answer = parametersOf(await Promise.race([options.authorize(url), context.vault.answerTo(state)]));
  } finally {
    await context.vault.takePending(state);
  }
  return { clientId: client.id, tokens: await redeem(options, pending, answer, { ...context, server }) };
}

/** The tokens for what the browser brought back. @throws AuthorizationError, also when this client is another one by now. */
export async function redeem(
  options: AuthorizationCodeOptions,
  pending: Pending,
  answer: URLSearchParams,
  context: TokenContext,
): Promise<TokenEndpointResponse> {
  const { server, vault } = context;
  const code = codeIn(answer, server, pending.clientId, pending.state);
  const client = await clientOf(options, pending, vault);
  if (client === undefined)
    throw new AuthorizationError(`The sign-in at ${server.issuer} was begun by another client. The code was not used.`);
  try {
    return await requestToken(context.fetcher, {
      server,
      clientId: client.id,
      authentication: await authenticationOf(client, server),
      grantType: "authorization_code",
      parameters: {
        code,
        redirect_uri: String(options.redirectUrl),
        code_verifier: pending.verifier,
        resource: pending.resource,
      },
      proof: context.proof?.handle,
    });
  } catch (thrown) {
    await forgetUnknownClient(thrown, server.issuer, vault);
    throw thrown;
  }
}

/** @returns undefined when the user has to be asked again. @throws AuthorizationError when the server is in trouble. */
export async function refresh(
  options: AuthorizationCodeOptions,
  grant: Grant,
  context: TokenContext,
): Promise<TokenEndpointResponse | undefined> {
  const { server } = context;
  const client = await clientOf(options, grant, context.vault);
  if (client === undefined || grant.refreshToken === undefined) return undefined;
  try {
    return await requestToken(context.fetcher, {
      server,
      clientId: client.id,
      authentication: await authenticationOf(client, server),
      grantType: "refresh_token",
      parameters: { refresh_token: grant.refreshToken, resource: grant.resource },
      proof: context.proof?.handle,
    });
  } catch (thrown) {
    await forgetUnknownClient(thrown, server.issuer, context.vault);
    const code = thrown instanceof AuthorizationError ? thrown.code : undefined;
    if (code !== undefined && spent.has(code)) return undefined;
    throw thrown;
  }
}

/** Answers that say that this refresh token, or this client, is good for nothing any more. */
const spent = new Set(["invalid_grant", "invalid_client", "unauthorized_client", "invalid_scope", "invalid_target"]);

/** The client that a grant was given to, if it still is this client. */
async function clientOf(
  options: AuthorizationCodeOptions,
  grant: Pick<Grant, "clientId" | "issuer">,
  vault: Vault,
): Promise<ClientIdentity | undefined> {
  const { client, clientMetadataUrl } = options;
  if (client !== undefined)
    return client.id === grant.clientId && (client.issuer ?? grant.issuer) === grant.issuer ? client : undefined;
  if (String(clientMetadataUrl) === grant.clientId) return { id: grant.clientId, method: "none" };
  const registered = await vault.registration(grant.issuer);
  return registered?.id === grant.clientId ? registered : undefined;
}

/** A registration that its server has forgotten is made anew the next time. */
async function forgetUnknownClient(thrown: unknown, issuer: string, vault: Vault): Promise<void> {
  if (thrown instanceof AuthorizationError && thrown.code === "invalid_client") await vault.keepRegistration(issuer, undefined);
}

/** Specification: "Authorization Code Protection". */
function requirePkce(server: AuthorizationServer): void {
  const methods = server.code_challenge_methods_supported;
  if (methods?.includes("S256") !== true)
    throw new AuthorizationError(
      `${server.issuer} does not say that it supports PKCE with S256 (code_challenge_methods_supported): a code could be stolen, so the user was not sent there.`,
    );
}

/** Specification: "Refresh Tokens". Alone it would ask for less than asking for no scope at all. */
function withOffline(scopes: readonly string[], server: AuthorizationServer, options: AuthorizationCodeOptions): string[] {
  const listed = server.scopes_supported?.includes("offline_access") === true;
  const wanted = listed && scopes.length > 0 && options.offlineAccess !== false;
  return union(scopes, wanted ? ["offline_access"] : undefined);
}

function parametersOf(answer: URL | string | URLSearchParams): URLSearchParams {
  if (answer instanceof URLSearchParams) return answer;
  if (answer instanceof URL) return answer.searchParams;
  if (URL.canParse(answer)) return new URL(answer).searchParams;
  throw new AuthorizationError('The option "authorize" returned no URL.');
}

/** The code in the browser's answer, once it is sure whose answer it is: until then nothing of it is used or shown. */
function codeIn(parameters: URLSearchParams, server: AuthorizationServer, clientId: string, state: string): string {
  const issuers = parameters.getAll("iss");
  const required = server.authorization_response_iss_parameter_supported === true;
  if (issuers.length > 1 || (issuers.length === 0 ? required : issuers[0] !== server.issuer))
    throw new AuthorizationError(
      `The answer in the browser does not come from ${server.issuer}: its "iss" ${issuers.length === 0 ? "is missing" : "is another"} (RFC 9207). The code was not used.`,
    );
  try {
    const code = validateAuthResponse(server, { client_id: clientId }, parameters, state).get("code");
    if (code !== null && code !== "") return code;
  } catch (thrown) {
    if (thrown instanceof AuthorizationResponseError)
      throw refused(`${server.issuer} did not authorize this client`, undefined, {
        error: thrown.error,
        error_description: thrown.error_description,
      });
    throw new AuthorizationError(
      'The answer in the browser is none to this request: its "state" must be the one that was sent. The code was not used.',
    );
  }
  throw new AuthorizationError(`${server.issuer} sent the browser back without a code.`);
}

function missing(server: AuthorizationServer): never {
  throw new AuthorizationError(`The metadata of ${server.issuer} name no authorization endpoint.`);
}
