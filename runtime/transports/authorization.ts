/**
 * A protected resource in the words of OAuth: who may call, how a refusal is told, and the document that names the
 * authorization servers (RFC 6750, RFC 9728; specification: basic/authorization). Checks no token itself.
 */

import type { Auth, RequestHeaders } from "../core/domain.js";

/** What is known of a request when its caller is to be told. */
export interface AuthRequest {
  readonly method: string;
  readonly headers: RequestHeaders;
}

/** Credentials that do not do: malformed (400), unknown or expired (401), or good but not for this (403). */
export interface AuthRefusal {
  readonly error: "invalid_request" | "invalid_token" | "insufficient_scope";
  /** For people who look for the fault; goes to the client, so without secrets. */
  readonly description?: string;
  /** All the scopes that would do. */
  readonly scopes?: readonly string[];
}

/**
 * Says who makes a request. Undefined: it carries no credentials, and is refused with 401. "anonymous": it is served as
 * nobody's. What it throws is logged, and the request fails as an internal error.
 */
export type Authenticate = (
  request: AuthRequest,
) => Auth | AuthRefusal | "anonymous" | undefined | Promise<Auth | AuthRefusal | "anonymous" | undefined>;

/** What the server says about itself as a protected resource. */
export interface ProtectedResource {
  /** The address of the endpoint as clients know it, such as `https://mcp.example.com/mcp`. */
  readonly resource: string;
  /** The issuers whose tokens are taken. */
  readonly authorizationServers: readonly string[];
  /** The scopes that basic use takes; a first refusal names them. */
  readonly scopes?: readonly string[];
  readonly name?: string;
  /** A page for developers. */
  readonly documentation?: string;
}

const wellKnown = "/.well-known/oauth-protected-resource";

/** The metadata document and where it stands: behind the well-known prefix with the endpoint's path, and without (RFC 9728, 3.1). */
export class ResourceMetadata {
  readonly paths: ReadonlySet<string>;
  readonly text: string;
  readonly #url: string;
  readonly #scopes: readonly string[] | undefined;

  /** @throws RangeError for an address that is none, or without authorization servers. */
  constructor({ resource, authorizationServers, scopes, name, documentation }: ProtectedResource) {
    if (!URL.canParse(resource) || resource.includes("#"))
      throw new RangeError("protectedResource.resource must be an absolute address without a fragment.");
    if (authorizationServers.length === 0) throw new RangeError("protectedResource.authorizationServers must not be empty.");
    const { pathname, origin } = new URL(resource);
    const path = pathname === "/" ? wellKnown : wellKnown + pathname;
    this.paths = new Set([path, wellKnown]);
    this.#url = origin + path;
    this.#scopes = scopes;
    this.text = JSON.stringify({
      resource,
      authorization_servers: authorizationServers,
      scopes_supported: scopes,
      bearer_methods_supported: ["header"],
      resource_name: name,
      resource_documentation: documentation,
    });
  }

  get url(): string {
    return this.#url;
  }

  get scopes(): readonly string[] | undefined {
    return this.#scopes;
  }
}

export interface Challenge {
  readonly status: 400 | 401 | 403;
  /** The value of WWW-Authenticate. */
  readonly header: string;
}

/** The refusal of a request; missing credentials are told no error code (RFC 6750, 3.1). */
export function challenge(refusal: Partial<AuthRefusal> | undefined, metadata: ResourceMetadata | undefined): Challenge {
  const scopes = refusal?.scopes ?? (refusal?.error === "insufficient_scope" ? undefined : metadata?.scopes);
  const parameters = [
    ["error", refusal?.error],
    ["error_description", refusal?.description],
    ["scope", scopes?.join(" ")],
    ["resource_metadata", metadata?.url],
  ].flatMap(([name, value]) => (value === undefined || value === "" ? [] : [`${name}="${quotable(value)}"`]));
  const status = refusal?.error === "insufficient_scope" ? 403 : refusal?.error === "invalid_request" ? 400 : 401;
  return { status, header: parameters.length === 0 ? "Bearer" : `Bearer ${parameters.join(", ")}` };
}

/** RFC 6750 lets neither quotes nor backslashes into these values, nor anything beyond ASCII. */
function quotable(value: string): string {
  return value.replaceAll(/["\\]/g, "'").replaceAll(/[^\x20-\x7e]/g, "?");
}

/** @throws TypeError for what is neither credentials nor a refusal: a mistake in `authenticate` must not let anybody in. */
export function readAuth(given: unknown): Auth | AuthRefusal | "anonymous" | undefined {
  if (given === undefined || given === "anonymous") return given;
  if (typeof given === "object" && given !== null) {
    if ("error" in given && errors.has(given.error)) return given as AuthRefusal;
    if (!("error" in given) && "principal" in given && typeof given.principal === "string" && given.principal !== "")
      return given as Auth;
  }
  throw new TypeError('authenticate must give a principal, a refusal, "anonymous" or undefined');
}

const errors: ReadonlySet<unknown> = new Set<AuthRefusal["error"]>(["invalid_request", "invalid_token", "insufficient_scope"]);
