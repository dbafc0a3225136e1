/** What a user of the OAuth client decides. */

import type { CryptoKey, JWK } from "jose";
import type { Fetch } from "../transports/http-client.js";
import type { OAuthStore } from "./store.js";

/** A client that was registered with an authorization server beforehand. */
export interface RegisteredClient {
  readonly id: string;
  /** For a confidential client; sent as the authorization server's metadata say, by Basic or in the body. */
  readonly secret?: string;
  /** For `private_key_jwt`: a private key as PKCS #8 PEM, as a JWK, or as a CryptoKey that may sign. */
  readonly privateKey?: string | JWK | CryptoKey;
  /** The JWS algorithm of a PEM or JWK key that does not name it, such as "ES256"; found by trying unless given. */
  readonly algorithm?: string;
  /** The `kid` of the key, when the authorization server knows several. */
  readonly keyId?: string;
  /**
   * The issuer that registered the client, letter by letter: with another one nothing is sent and the call fails. Without
   * it the client belongs to the first issuer that it is used with, as the store remembers. Give it when there is a secret.
   */
  readonly issuer?: string;
}

/** The client's metadata for dynamic registration (RFC 7591 section 2); anything else in it is sent as it stands. */
export interface ClientMetadata {
  /** The name that users see when they are asked to agree; "MCP client" unless given. */
  readonly client_name?: string;
  readonly client_uri?: string;
  readonly logo_uri?: string;
  /** "native" for loopback redirects and "web" for others unless given. */
  readonly application_type?: "native" | "web";
  readonly [name: string]: unknown;
}

interface CommonOptions {
  /** Where registrations and tokens are kept; in memory unless given. `localStorage` fits. */
  readonly store?: OAuthStore;
  /** Always asked for. Given, they replace what the server supports in general; what a refusal names is still added. */
  readonly scopes?: readonly string[];
  /**
   * Tokens bound to a key of this client (DPoP, RFC 9449): true refuses others, false never asks for them, and without the
   * option they are used with servers that require them.
   */
  readonly dpop?: boolean;
  /** How often one request may lead to an authorization or renewal, step-ups included; 3 unless given. */
  readonly maxAttempts?: number;
  /** Does the requests, those to authorization servers included; the global `fetch` unless given. */
  readonly fetch?: Fetch;
  /** Allows plain HTTP everywhere, not only between loopback addresses. For development. */
  readonly allowHttp?: boolean;
}

/** For a user with a browser: the authorization code grant with PKCE. */
export interface AuthorizationCodeOptions extends CommonOptions {
  readonly grant?: "authorization_code";
  /** Where the authorization server sends the browser back to: HTTPS, or HTTP on a loopback address. */
  readonly redirectUrl: string | URL;
  /**
   * Brings the user to this address, in a browser, and waits until the browser comes back to `redirectUrl`.
   *
   * In a page that goes there itself and is gone by then, return a promise that never settles, and call `finish` of the function
   * that `oauthFetch` made when the page is loaded anew; `store` has to be one that outlives the page.
   *
   * @returns the address that it came back to, or its parameters. @throws to give up: the request fails with this error.
   */
  readonly authorize: (url: URL) => Promise<URL | string | URLSearchParams>;
  /** A client registered beforehand; it comes before the other two ways. */
  readonly client?: RegisteredClient;
  /** The HTTPS address of this client's own metadata document, used where the authorization server supports them. */
  readonly clientMetadataUrl?: string | URL;
  /** For dynamic registration, the last way. */
  readonly clientMetadata?: ClientMetadata;
  /** Whether `offline_access` is asked for where the authorization server has it, for refresh tokens; true unless given. */
  readonly offlineAccess?: boolean;
}

/** For a service without a user (extension "OAuth Client Credentials"). */
export interface ClientCredentialsOptions extends CommonOptions {
  readonly grant: "client_credentials";
  /** With a secret or a private key. */
  readonly client: RegisteredClient;
}

/** For users who signed in with their company (extension "Enterprise-Managed Authorization"). */
export interface EnterpriseManagedOptions extends CommonOptions {
  readonly grant: "enterprise_managed";
  /** This client at the MCP server's authorization server. */
  readonly client: RegisteredClient;
  /** This client at the identity provider, which turns an identity into a grant for one MCP server. */
  readonly identityProvider: RegisteredClient & { readonly issuer: string };
  /** The identity of the user, as the single sign-on gave it; asked for whenever a token is needed. */
  readonly identity: () => string | Promise<string>;
  /** "id_token" (OpenID Connect) unless given. */
  readonly identityType?: "id_token" | "saml2";
}

/** For a workload whose platform vouches for it with a JWT (RFC 7523 section 2.1). */
export interface WorkloadIdentityOptions extends CommonOptions {
  readonly grant: "workload_identity";
  /** The JWT for this authorization server; asked for whenever a token is needed. */
  readonly assertion: (audience: { readonly issuer: string; readonly resource: string }) => string | Promise<string>;
  /** Where the authorization server wants to know the client too. */
  readonly client?: RegisteredClient;
}

export type OAuthOptions =
  | AuthorizationCodeOptions
  | ClientCredentialsOptions
  | EnterpriseManagedOptions
  | WorkloadIdentityOptions;
