/** One way to a token for each grant that a user of this library can choose. */

import type { TokenEndpointResponse } from "oauth4webapi";
import { authorizeUser } from "./authorization-code.js";
import type { Discovered } from "./discovery.js";
import type { AuthFetch } from "./http.js";
import type { OAuthOptions } from "./options.js";
import type { ProofKey } from "./proof.js";
import { anonymous, asEmployee, asService, asWorkload } from "./service-grants.js";
import type { Vault } from "./store.js";

export interface GrantContext {
  readonly fetcher: AuthFetch;
  readonly vault: Vault;
  /** The MCP server. */
  readonly url: URL;
  readonly found: Discovered;
  readonly scopes: readonly string[];
  /** The key that the tokens shall be bound to. */
  readonly proof: ProofKey | undefined;
}

export interface Acquired {
  readonly clientId: string;
  readonly tokens: TokenEndpointResponse;
}

/** @throws AuthorizationError, and what the callbacks in the options throw. */
export async function acquire(options: OAuthOptions, context: GrantContext): Promise<Acquired> {
  switch (options.grant) {
    case "client_credentials":
      return { clientId: options.client.id, tokens: await asService(options, context) };
    case "enterprise_managed":
      return { clientId: options.client.id, tokens: await asEmployee(options, context) };
    case "workload_identity":
      return { clientId: options.client?.id ?? anonymous, tokens: await asWorkload(options, context) };
    default:
      return authorizeUser(options, context);
  }
}
