/** The key that tokens are bound to (DPoP, RFC 9449). */

import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { type AuthorizationServer, DPoP, type DPoPHandle } from "oauth4webapi";
import { AuthorizationError } from "../errors.js";

/** A key pair as something that makes proofs and remembers nonces, and as something that can be kept. */
export interface ProofKey {
  readonly handle: DPoPHandle;
  readonly jwk: JWK;
}

/** Elliptic curves alone: their keys are quick to make, and `d` is all that is secret in them. */
const algorithms = ["ES256", "Ed25519", "ES384", "ES512"];

/** @throws AuthorizationError when the authorization server knows none of the algorithms of this client. */
export async function newProofKey(server: AuthorizationServer): Promise<ProofKey> {
  const known = server.dpop_signing_alg_values_supported;
  const algorithm = known === undefined ? algorithms[0] : algorithms.find((name) => known.includes(name));
  if (algorithm === undefined)
    throw new AuthorizationError(
      `${server.issuer} takes DPoP proofs by ${known?.join(", ") || "no algorithm"}; this client makes ${algorithms.join(", ")}.`,
    );
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const jwk = { ...(await exportJWK(pair.privateKey)), alg: algorithm };
  return { handle: DPoP({}, pair), jwk };
}

/** The key of a kept grant, or undefined when it can't be read any more. */
export async function keptProofKey(jwk: JWK): Promise<ProofKey | undefined> {
  try {
    const { d: _secret, ...open } = jwk;
    const [privateKey, publicKey] = await Promise.all([importJWK(jwk), importJWK({ ...open, ext: true })]);
    if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array) return undefined;
    return { handle: DPoP({}, { privateKey, publicKey }), jwk };
  } catch {
    return undefined;
  }
}
