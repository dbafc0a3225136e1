/** Reads and checks the metadata of an authorization server (RFC 8414 section 3.3; OpenID Connect Discovery section 4.3). */

import type { AuthorizationServer } from "oauth4webapi";
import { AuthorizationError } from "../errors.js";
import type { Fields } from "../json.js";
import { type HttpRule, safeUrl, serverMetadataUrls } from "./address.js";
import { text, texts } from "./fields.js";
import { type AuthFetch, getDocument } from "./http.js";

/**
 * The metadata of an issuer, from the first well-known address that has any. The document must name the very issuer that
 * was asked for, compared letter by letter.
 *
 * @throws AuthorizationError when there is none, or when it names another issuer.
 */
export async function discoverServer(fetcher: AuthFetch, issuer: string, rule: HttpRule): Promise<AuthorizationServer> {
  const address = safeUrl(issuer, `The authorization server "${issuer.slice(0, 200)}"`, rule);
  const urls = serverMetadataUrls(address);
  for (const url of urls) {
    const document = await getDocument(fetcher, url);
    if (document !== undefined) return checked(document, [issuer], url, rule);
  }
  throw new AuthorizationError(`${issuer} publishes no metadata: ${urls.map(({ href }) => href).join(", ")} have none.`);
}

/**
 * For servers of revision 2025-03-26, which are their own authorization server: the metadata at the root of their origin, or
 * the default addresses (its "Server Metadata Discovery" and "Fallbacks for Servers without Metadata Discovery").
 */
export async function serverAtOrigin(fetcher: AuthFetch, server: URL, rule: HttpRule): Promise<AuthorizationServer> {
  const { origin } = server;
  const url = new URL("/.well-known/oauth-authorization-server", origin);
  const document = await getDocument(fetcher, url);
  // The issuer is not written anywhere, so both ways to write an origin are the one that was asked for.
  if (document !== undefined) return checked(document, [origin, `${origin}/`], url, rule);
  safeUrl(origin, `The server ${origin}`, rule);
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    code_challenge_methods_supported: ["S256"], // that revision requires PKCE of everybody
  };
}

const endpoints = ["authorization_endpoint", "token_endpoint", "registration_endpoint"] as const;
const lists = [
  "scopes_supported",
  "code_challenge_methods_supported",
  "token_endpoint_auth_methods_supported",
  "token_endpoint_auth_signing_alg_values_supported",
  "dpop_signing_alg_values_supported",
] as const;
const flags = ["authorization_response_iss_parameter_supported", "client_id_metadata_document_supported"] as const;

/** What is used of a document, and only as the type that it must have. */
function checked(document: Fields, issuers: readonly string[], url: URL, rule: HttpRule): AuthorizationServer {
  const issuer = text(document, "issuer");
  if (issuer === undefined || !issuers.includes(issuer))
    throw new AuthorizationError(
      `The metadata at ${url.href} can't be used: its issuer must be exactly "${issuers[0]}", and it is not (RFC 8414 section 3.3).`,
    );
  const given = <Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value) =>
    Object.fromEntries(names.filter((name) => Object.hasOwn(document, name)).map((name) => [name, read(name)]));
  return {
    issuer,
    ...given(endpoints, (name) => safeUrl(document[name], `${name} in the metadata of ${issuer}`, rule).href),
    ...given(lists, (name) => texts(document, name) ?? []),
    ...given(flags, (name) => document[name] === true),
  };
}
