/** Finds out which authorization servers a server trusts (RFC 9728; specification: "Protected Resource Metadata Discovery Requirements"). */

import { AuthorizationError } from "../errors.js";
import { type Fields, own } from "../json.js";
import { covers, type HttpRule, resourceMetadataUrls, safeUrl } from "./address.js";
import { text, texts } from "./fields.js";
import { type AuthFetch, getDocument } from "./http.js";

export interface ProtectedResource {
  /** The identifier, letter by letter as the server published it: it is sent as the `resource` parameter. */
  readonly resource: string;
  /** Issuers in the server's order, at least one, letter by letter. */
  readonly issuers: readonly string[];
  readonly scopesSupported: readonly string[] | undefined;
  /** Whether only tokens that are bound to a key are accepted. */
  readonly dpopRequired: boolean;
}

/**
 * @param named - the address in the refusal's `resource_metadata`: only it is asked when there is one.
 * @returns undefined for a server that publishes none, as those of revision 2025-03-26 do.
 * @throws AuthorizationError for a document that speaks of another server, or of no authorization server.
 */
export async function discoverResource(
  fetcher: AuthFetch,
  server: URL,
  named: string | undefined,
  rule: HttpRule,
): Promise<ProtectedResource | undefined> {
  const urls = named === undefined ? resourceMetadataUrls(server) : [safeUrl(named, "resource_metadata of the refusal", rule)];
  for (const url of urls) {
    const document = await getDocument(fetcher, url);
    if (document !== undefined) return readResource(document, url, server);
  }
  if (named === undefined) return undefined;
  throw new AuthorizationError(`The server names ${urls[0]?.href} as its resource metadata, but there is none.`);
}

function readResource(document: Fields, url: URL, server: URL): ProtectedResource {
  const resource = text(document, "resource");
  if (resource === undefined || !URL.canParse(resource) || !covers(new URL(resource), server))
    throw new AuthorizationError(
      `The resource metadata at ${url.href} is not about ${server.origin}${server.pathname}: its "resource" names another server. No token was asked for.`,
    );
  const issuers = texts(document, "authorization_servers") ?? [];
  if (issuers.length === 0) throw new AuthorizationError(`The resource metadata at ${url.href} names no authorization server.`);
  return {
    resource,
    issuers,
    scopesSupported: texts(document, "scopes_supported"),
    dpopRequired: own(document, "dpop_bound_access_tokens_required") === true,
  };
}
