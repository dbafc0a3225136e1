/** How a client proves itself at the token endpoint (OAuth 2.1 section 2.4; RFC 7523 section 2.2). */

import { type CryptoKey, importJWK, importPKCS8, type JWK } from "jose";
import { type AuthorizationServer, type ClientAuth, ClientSecretPost, None, PrivateKeyJwt } from "oauth4webapi";
import { AuthorizationError } from "../errors.js";
import type { RegisteredClient } from "./options.js";

/** A client as the token endpoint sees it. */
export interface ClientIdentity {
  readonly id: string;
  readonly secret?: string | undefined;
  readonly privateKey?: RegisteredClient["privateKey"];
  readonly algorithm?: string | undefined;
  readonly keyId?: string | undefined;
  /** The method that the server registered for this client, which it then expects. */
  readonly method?: string | undefined;
}

/** @throws AuthorizationError when the server takes none of the methods that this client can use. */
export async function authenticationOf(client: ClientIdentity, server: AuthorizationServer): Promise<ClientAuth> {
  const supported = server.token_endpoint_auth_methods_supported;
  const able = [
    ...(client.privateKey === undefined ? [] : ["private_key_jwt"]),
    ...(client.secret === undefined ? [] : ["client_secret_basic", "client_secret_post"]),
    "none",
  ];
  const method =
    [client.method, ...able].find((name) => name !== undefined && able.includes(name) && supported?.includes(name)) ??
    // Servers that list nothing take Basic (RFC 8414 section 2), and public clients are rarely listed at all.
    (supported === undefined || able.length === 1 ? (able.find((name) => name === client.method) ?? able[0]) : undefined);
  switch (method) {
    case "private_key_jwt":
      return PrivateKeyJwt({
        key: await signingKey(client, server),
        ...(client.keyId === undefined ? {} : { kid: client.keyId }),
      });
    case "client_secret_basic":
      return basic(client.secret ?? "");
    case "client_secret_post":
      return ClientSecretPost(client.secret ?? "");
    case "none":
      return None();
    default:
      throw new AuthorizationError(
        `${server.issuer} takes clients by ${supported?.join(", ")}; this one can offer ${able.slice(0, -1).join(", ")}.`,
      );
  }
}

/** Encodes only what the form encoding must, because many servers compare without decoding. */
function basic(secret: string): ClientAuth {
  return (_server, client, _body, headers) => {
    headers.set("authorization", `Basic ${btoa(`${formEncoded(client.client_id)}:${formEncoded(secret)}`)}`);
  };
}

function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

/** Keys of these algorithms can be told apart by trying. */
const tried = ["ES256", "RS256", "Ed25519", "ES384", "ES512"];

async function signingKey(client: ClientIdentity, server: AuthorizationServer): Promise<CryptoKey> {
  const { privateKey, algorithm } = client;
  if (privateKey === undefined) throw new TypeError("A client without a private key can't sign.");
  const named = algorithm ?? (isJwk(privateKey) ? privateKey.alg : undefined);
  const listed = server.token_endpoint_auth_signing_alg_values_supported ?? [];
  for (const candidate of named === undefined ? [...new Set([...listed, ...tried])] : [named]) {
    const key = await imported(privateKey, candidate).catch(() => undefined);
    if (key !== undefined) return key;
  }
  throw new AuthorizationError(
    `The private key of client ${client.id} can't be read${named === undefined ? "" : ` for ${named}`}: it must be PKCS #8 PEM, a JWK or a CryptoKey.`,
  );
}

async function imported(key: string | JWK | CryptoKey, algorithm: string): Promise<CryptoKey | undefined> {
  if (typeof key === "string") return importPKCS8(key, algorithm);
  if (!isJwk(key)) return key;
  const read = await importJWK(key, algorithm);
  return read instanceof Uint8Array ? undefined : read;
}

function isJwk(key: string | JWK | CryptoKey): key is JWK {
  return typeof key === "object" && "kty" in key;
}
