/** Grants without a browser: for services, for users known to their company, and for workloads known to their platform. */

import type { AuthorizationServer, ClientAuth, TokenEndpointResponse } from "oauth4webapi";
import { AuthorizationError } from "../errors.js";
import { httpRule } from "./address.js";
import { authenticationOf } from "./client-auth.js";
import type { GrantContext } from "./grants.js";
import type { ClientCredentialsOptions, EnterpriseManagedOptions, WorkloadIdentityOptions } from "./options.js";
import { preRegistered } from "./registration.js";
import { discoverServer } from "./server-metadata.js";
import { requestToken, type TokenRequest } from "./token-endpoint.js";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";

/** Extension "OAuth Client Credentials". */
export async function asService(options: ClientCredentialsOptions, context: GrantContext): Promise<TokenEndpointResponse> {
  const { server } = context.found;
  const client = await preRegistered(options.client, server.issuer, context.vault);
  return token(context, client.id, await authenticationOf(client, server), "client_credentials", {});
}

/** Extension "Enterprise-Managed Authorization": the identity becomes a grant for one server, and the grant a token. */
export async function asEmployee(options: EnterpriseManagedOptions, context: GrantContext): Promise<TokenEndpointResponse> {
  const { fetcher, found, scopes } = context;
  const { identityProvider } = options;
  const client = await preRegistered(options.client, found.server.issuer, context.vault);
  const rule = httpRule(new URL(identityProvider.issuer), options.allowHttp === true);
  const provider = await discoverServer(fetcher, identityProvider.issuer, rule);
  const assertion = await requestToken(fetcher, {
    server: provider,
    clientId: identityProvider.id,
    authentication: await authenticationOf(identityProvider, provider),
    grantType: TOKEN_EXCHANGE,
    parameters: {
      requested_token_type: ID_JAG,
      audience: found.server.issuer,
      resource: found.resource,
      scope: scopes.join(" "),
      subject_token: await options.identity(),
      subject_token_type: `urn:ietf:params:oauth:token-type:${options.identityType ?? "id_token"}`,
    },
  });
  if (assertion.issued_token_type !== ID_JAG)
    throw new AuthorizationError(`${provider.issuer} gave a token that is no identity assertion grant (ID-JAG).`);
  const authentication = await authenticationOf(client, found.server);
  return token(context, client.id, authentication, JWT_BEARER, { assertion: assertion.access_token });
}

/** RFC 7523 section 2.1: the JWT is the grant; whether there is a client too is the authorization server's matter. */
export async function asWorkload(options: WorkloadIdentityOptions, context: GrantContext): Promise<TokenEndpointResponse> {
  const { server, resource } = context.found;
  const client = options.client && (await preRegistered(options.client, server.issuer, context.vault));
  const authentication = client === undefined ? () => {} : await authenticationOf(client, server);
  const assertion = await options.assertion({ issuer: server.issuer, resource });
  return token(context, client?.id ?? anonymous, authentication, JWT_BEARER, { assertion });
}

/** Stands where no client is named; it is never sent. */
export const anonymous = "-";

function token(
  { fetcher, found, scopes, proof }: GrantContext,
  clientId: string,
  authentication: ClientAuth,
  grantType: string,
  parameters: TokenRequest["parameters"],
): Promise<TokenEndpointResponse> {
  const server: AuthorizationServer = found.server;
  return requestToken(fetcher, {
    server,
    clientId,
    authentication,
    grantType,
    parameters: { ...parameters, resource: found.resource, scope: scopes.join(" ") },
    proof: proof?.handle,
  });
}
