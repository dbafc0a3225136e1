/**
 * Checks bearer tokens that are signed JWTs (RFC 9068, RFC 6750), with `jose`, which the application installs: an entry of its
 * own, so that the runtime itself stays without a dependency.
 */

import {
  type CryptoKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from "jose";
import type { Auth } from "./core/domain.js";
import type { JsonObject } from "./json.js";
import type { Authenticate, AuthRefusal } from "./transports/authorization.js";

export interface BearerJwtOptions {
  /** Who issues the tokens: the `iss` that they must have. */
  readonly issuer: string;
  /** Whom they are for: the `aud` that they must name, which for MCP is the address of the endpoint (RFC 8707). */
  readonly audience: string | readonly string[];
  /** The issuer's public keys: where they stand, or the set itself. Either this or `key`. */
  readonly jwks?: URL | string | JSONWebKeySet;
  /** One key: a public one, or the bytes of a secret that is shared with the issuer. */
  readonly key?: CryptoKey | Uint8Array;
  /** The signature algorithms that are taken; those with public keys unless given. Never "none". */
  readonly algorithms?: readonly string[];
  /** Scopes that every request needs; tools name more of their own. */
  readonly requiredScopes?: readonly string[];
  /** How far the clocks may differ, in seconds; 30 unless given. */
  readonly clockToleranceSeconds?: number;
  /** Which claim says who it is; `sub` unless given. */
  readonly principal?: (claims: JWTPayload) => string | undefined;
}

const publicKeyAlgorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"];

/**
 * For the option `authenticate`. A request without a bearer token is refused with 401; a token that is forged, expired, or for
 * somebody else with 401 and invalid_token; one that lacks a required scope with 403 and insufficient_scope.
 *
 * @throws RangeError for options that leave a door open: no audience, no issuer, no key, or the algorithm "none".
 */
export function bearerJwt(options: BearerJwtOptions): Authenticate {
  const { issuer, audience, requiredScopes = [], clockToleranceSeconds = 30, principal = ({ sub }) => sub } = options;
  const audiences = typeof audience === "string" ? [audience] : [...audience];
  if (issuer === "" || audiences.length === 0 || audiences.includes(""))
    throw new RangeError("bearerJwt needs an issuer and an audience.");
  const algorithms = [...(options.algorithms ?? publicKeyAlgorithms)];
  if (algorithms.length === 0 || algorithms.some((name) => name.toLowerCase() === "none"))
    throw new RangeError('bearerJwt needs algorithms, and never "none".');
  const checks = {
    issuer,
    audience: audiences,
    algorithms,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ["exp"],
  };
  const verify = verifier(options);

  return async ({ headers }) => {
    const header = headers.get("authorization");
    const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header?.trim() ?? "")?.[1];
    if (token === undefined) return header === undefined || !/^Bearer\b/i.test(header) ? undefined : invalid("malformed");
    let claims: JWTPayload;
    try {
      claims = await verify(token, checks);
    } catch (thrown) {
      const why = reasonOf(thrown);
      if (why === undefined) throw thrown; // the keys can't be had: no fault of the caller
      return invalid(why);
    }
    const who = principal(claims);
    if (typeof who !== "string" || who === "") return invalid("it does not say whose it is");
    const scopes = scopesOf(claims);
    if (requiredScopes.some((scope) => !scopes.includes(scope))) return { error: "insufficient_scope", scopes: requiredScopes };
    return { principal: who, scopes, claims: claims as JsonObject } satisfies Auth;
  };
}

type Verify = (token: string, checks: Parameters<typeof jwtVerify>[2]) => Promise<JWTPayload>;

function verifier({ jwks, key }: BearerJwtOptions): Verify {
  if ((jwks === undefined) === (key === undefined)) throw new RangeError("bearerJwt needs either jwks or key.");
  if (key !== undefined) return async (token, checks) => (await jwtVerify(token, key, checks)).payload;
  const keys =
    typeof jwks === "string" || jwks instanceof URL
      ? createRemoteJWKSet(new URL(jwks))
      : createLocalJWKSet(jwks as JSONWebKeySet);
  return async (token, checks) => (await jwtVerify(token, keys, checks)).payload;
}

/** What is wrong with a token, in words for the client; undefined for an error that is not the token's. */
function reasonOf(thrown: unknown): string | undefined {
  if (thrown instanceof errors.JWTExpired) return "it has expired";
  if (thrown instanceof errors.JWTClaimValidationFailed) return `its claim ${thrown.claim} does not fit`;
  if (thrown instanceof errors.JWKSNoMatchingKey || thrown instanceof errors.JWSSignatureVerificationFailed)
    return "its signature does not fit";
  if (thrown instanceof errors.JOSEAlgNotAllowed || thrown instanceof errors.JOSENotSupported)
    return "its algorithm is not taken";
  if (thrown instanceof errors.JWTInvalid || thrown instanceof errors.JWSInvalid) return "malformed";
  return undefined;
}

function invalid(why: string): AuthRefusal {
  return { error: "invalid_token", description: `The access token is not taken: ${why}.` };
}

/** `scope` as one text (RFC 8693, 4.2), or `scp` as some issuers write it. */
function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  const given = scope ?? scp;
  if (Array.isArray(given)) return given.filter((one): one is string => typeof one === "string");
  return typeof given === "string" ? given.split(" ").filter((one) => one !== "") : [];
}
