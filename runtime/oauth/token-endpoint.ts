/** Asks an authorization server for a token: one retry for its nonce, errors without secrets, and a token of the right kind. */

import {
  type AuthorizationServer,
  allowInsecureRequests,
  type ClientAuth,
  customFetch,
  type DPoPHandle,
  genericTokenEndpointRequest,
  isDPoPNonceError,
  processGenericTokenEndpointResponse,
  ResponseBodyError,
  type TokenEndpointResponse,
  UnsupportedOperationError,
} from "oauth4webapi";
import { AuthorizationError } from "../errors.js";
import { parsedFields } from "./fields.js";
import type { AuthFetch } from "./http.js";
import { refused } from "./refusal.js";

export interface TokenRequest {
  readonly server: AuthorizationServer;
  readonly clientId: string;
  readonly authentication: ClientAuth;
  readonly grantType: string;
  /** Without the empty ones. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly proof?: DPoPHandle | undefined;
}

/** What is no secret among the parameters of a token request. */
const open = new Set(["resource", "scope", "redirect_uri", "audience", "requested_token_type", "subject_token_type"]);

/** @throws AuthorizationError with the server's error code. */
export async function requestToken(fetcher: AuthFetch, request: TokenRequest): Promise<TokenEndpointResponse> {
  const { server, grantType, proof } = request;
  if (server.token_endpoint === undefined)
    throw new AuthorizationError(`The metadata of ${server.issuer} name no token endpoint.`);
  const client = { client_id: request.clientId };
  const secrets: string[] = [];
  const options = {
    [customFetch]: watched(fetcher, secrets),
    [allowInsecureRequests]: true, // addresses were checked with the metadata
    ...(proof === undefined ? {} : { DPoP: proof }),
  };
  const parameters = Object.entries(request.parameters).filter(([, value]) => value !== "");
  const once = async (): Promise<TokenEndpointResponse> =>
    processGenericTokenEndpointResponse(
      server,
      client,
      await genericTokenEndpointRequest(server, client, request.authentication, grantType, parameters, options),
      { recognizedTokenTypes: { n_a: () => {} } },
    );
  try {
    return await once().catch((thrown: unknown) => {
      if (proof !== undefined && isDPoPNonceError(thrown)) return once();
      throw thrown;
    });
  } catch (thrown) {
    throw explained(thrown, server.issuer, secrets);
  }
}

/** Notes what was sent in confidence, and leaves to the library only what is used here: no identity tokens, no challenges. */
function watched(fetcher: AuthFetch, secrets: string[]) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    secrets.push(...secretsOf(init));
    const response = await fetcher(url, init);
    const headers = new Headers(response.headers);
    headers.delete("www-authenticate");
    const said = await response.text();
    const fields = parsedFields(said);
    const body = fields === undefined ? said : JSON.stringify({ ...fields, id_token: undefined });
    return new Response(body, { status: response.status, headers });
  };
}

/** What a request carries in confidence. Shorter texts would be found in any sentence. */
function secretsOf({ body, headers }: RequestInit): string[] {
  const parameters =
    body instanceof URLSearchParams ? [...body].filter(([name]) => !open.has(name)).map(([, value]) => value) : [];
  const [scheme, encoded = ""] = new Headers(headers).get("authorization")?.split(" ") ?? [];
  const password = scheme === "Basic" ? [...new URLSearchParams(`p=${atob(encoded).split(":")[1]}`).values()] : [];
  return [...parameters, ...password].filter((secret) => secret.length > 5);
}

function explained(thrown: unknown, issuer: string, secrets: readonly string[]): AuthorizationError {
  if (thrown instanceof AuthorizationError) return thrown;
  const what = `${issuer} gave no token`;
  if (thrown instanceof ResponseBodyError) {
    return refused(what, thrown.status, { error: thrown.error, error_description: thrown.error_description }, secrets);
  }
  if (thrown instanceof UnsupportedOperationError) return new AuthorizationError(`${what}: the type of the token is unknown.`);
  return new AuthorizationError(`${what}: its reply is not one of OAuth.`);
}
