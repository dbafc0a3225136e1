/**
 * Under which name the client appears at an authorization server (specification: client registration): registered
 * beforehand, then its own metadata document, then dynamic registration. What was registered stays with its issuer.
 */

import { type AuthorizationServer, allowInsecureRequests, customFetch, dynamicClientRegistrationRequest } from "oauth4webapi";
import { AuthorizationError } from "../errors.js";
import { isLoopback } from "./address.js";
import type { ClientIdentity } from "./client-auth.js";
import { number, parsedFields, text } from "./fields.js";
import type { AuthFetch } from "./http.js";
import type { AuthorizationCodeOptions, RegisteredClient } from "./options.js";
import { refused } from "./refusal.js";
import { scopesOf, union } from "./scopes.js";
import type { Registration, Vault } from "./store.js";

/** A client registered beforehand belongs to one issuer. @throws AuthorizationError for another. */
export async function preRegistered(client: RegisteredClient, issuer: string, vault: Vault): Promise<ClientIdentity> {
  const bound = client.issuer ?? (await vault.boundIssuer(client.id));
  if (bound === undefined) await vault.bindIssuer(client.id, issuer);
  else if (bound !== issuer)
    throw new AuthorizationError(
      `The server wants tokens of ${issuer}, but client ${client.id} is registered with ${bound}. Nothing was sent. Register a client there, or check that the server is the right one.`,
    );
  return client;
}

/** What registering needs besides the options. */
export interface RegistrationContext {
  readonly fetcher: AuthFetch;
  readonly vault: Vault;
  /** What will be asked for now. */
  readonly scopes: readonly string[];
  readonly scopesSupported: readonly string[] | undefined;
}

/** The client for a user's authorization. @throws AuthorizationError when there is no way to get one. */
export async function clientFor(
  server: AuthorizationServer,
  options: AuthorizationCodeOptions,
  context: RegistrationContext,
): Promise<ClientIdentity> {
  if (options.client !== undefined) return preRegistered(options.client, server.issuer, context.vault);
  if (options.clientMetadataUrl !== undefined && server.client_id_metadata_document_supported === true)
    return { id: String(options.clientMetadataUrl), method: "none" };
  return context.vault.registered(server.issuer, async () => {
    const known = await context.vault.registration(server.issuer);
    const isOurs = known !== undefined && known.redirectUrl === String(options.redirectUrl) && !expired(known);
    const canGrow = server.registration_endpoint !== undefined && options.clientMetadata?.scope === undefined;
    if (isOurs && (covers(known, context.scopes) || !canGrow)) return known;
    const scopes = union(isOurs ? known.scopes : undefined, context.scopes);
    const registration = await register(server, options, { ...context, scopes });
    await context.vault.keepRegistration(server.issuer, registration);
    return registration;
  });
}

function expired({ secretExpiresAt = 0 }: Registration): boolean {
  return secretExpiresAt !== 0 && secretExpiresAt * 1000 <= Date.now();
}

/** Whether a client may ask for scopes: several servers refuse those that it did not register for. */
function covers({ scopes }: Registration, wanted: readonly string[]): boolean {
  return scopes === undefined || wanted.every((scope) => scopes.includes(scope));
}

async function register(
  server: AuthorizationServer,
  options: AuthorizationCodeOptions,
  context: RegistrationContext,
): Promise<Registration> {
  if (server.registration_endpoint === undefined)
    throw new AuthorizationError(
      `${server.issuer} registers no clients by itself. Register one there and give it as the option "client".`,
    );
  const redirectUrl = String(options.redirectUrl);
  const scope = union(context.scopes, context.scopesSupported).join(" ");
  const metadata = {
    client_name: "MCP client",
    application_type: isLoopback(new URL(redirectUrl)) ? "native" : "web",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: registeredMethod(server),
    ...(scope === "" ? {} : { scope }),
    ...options.clientMetadata,
    redirect_uris: [redirectUrl],
  };
  const response = await dynamicClientRegistrationRequest(server, metadata, {
    [customFetch]: context.fetcher,
    [allowInsecureRequests]: true, // addresses were checked with the metadata
  });
  const answer = parsedFields(await response.text());
  const id = response.ok && answer !== undefined ? text(answer, "client_id") : undefined;
  if (answer === undefined || id === undefined)
    throw refused(`${server.issuer} did not register this client`, response.status, answer);
  return {
    id,
    secret: text(answer, "client_secret"),
    secretExpiresAt: number(answer, "client_secret_expires_at"),
    method: text(answer, "token_endpoint_auth_method"),
    redirectUrl,
    scopes: scopesOf([metadata.scope, text(answer, "scope")].filter((one) => typeof one === "string").join(" ")),
  };
}

/** A client on the user's machine keeps no secret: "none" where it is taken. */
function registeredMethod({ token_endpoint_auth_methods_supported: supported }: AuthorizationServer): string {
  const wished = ["none", "client_secret_basic", "client_secret_post"];
  return supported === undefined ? "none" : (wished.find((method) => supported.includes(method)) ?? "none");
}
