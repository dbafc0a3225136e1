/** From a refusal to the authorization server that can help, with everything that is known about both. */

import type { AuthorizationServer } from "oauth4webapi";
import { AuthorizationError } from "../errors.js";
import { type HttpRule, safeUrl } from "./address.js";
import type { Challenge } from "./challenge.js";
import type { AuthFetch } from "./http.js";
import { discoverResource } from "./resource-metadata.js";
import { discoverServer, serverAtOrigin } from "./server-metadata.js";

export interface Discovered {
  readonly server: AuthorizationServer;
  /** The value of the `resource` parameter. */
  readonly resource: string;
  readonly scopesSupported: readonly string[] | undefined;
  readonly dpopRequired: boolean;
}

/** @param preferred - the issuers that this client is known to, best first; without any, the server's first one is taken. */
export async function discover(
  fetcher: AuthFetch,
  url: URL,
  challenge: Challenge | undefined,
  preferred: readonly string[],
  rule: HttpRule,
): Promise<Discovered> {
  safeUrl(url.href, `The server ${url.origin}`, rule);
  const dpopOnly = challenge?.scheme === "dpop";
  const found = await discoverResource(fetcher, url, challenge?.parameters.get("resource_metadata"), rule);
  if (found === undefined) {
    const server = await serverAtOrigin(fetcher, url, rule);
    return { server, resource: canonical(url), scopesSupported: undefined, dpopRequired: dpopOnly };
  }
  const issuer = preferred.find((one) => found.issuers.includes(one)) ?? found.issuers[0];
  if (issuer === undefined) throw new AuthorizationError(`${url.origin} names no authorization server.`);
  return {
    server: await discoverServer(fetcher, issuer, rule),
    resource: found.resource,
    scopesSupported: found.scopesSupported,
    dpopRequired: found.dpopRequired || dpopOnly,
  };
}

/** The identifier of a server that publishes none (specification: "Canonical Server URI"): no fragment, no slash for an empty path. */
function canonical(url: URL): string {
  return url.pathname === "/" && url.search === "" ? url.origin : `${url.origin}${url.pathname}${url.search}`;
}
