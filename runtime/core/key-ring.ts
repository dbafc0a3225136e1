/** The built-in way to seal states: AES-256-GCM under the first of some keys; tokens of all of them open. */

import { type Cipher, fromBase64Url, toBase64Url } from "./cipher.js";
import type { StateCodec } from "./state-codec.js";

const version = "v1";
const nonceLength = 12;
const nonceCharacters = (nonceLength / 3) * 4;
const keyIdLength = 4;

interface RingKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/** Tokens are `v1.<key id>.<nonce and sealed text>`, in canonical base64url; version and key id are authenticated too. */
export function keyRing(secrets: readonly (Uint8Array | string)[], cipher: Cipher): StateCodec {
  let ring: Promise<readonly RingKey[]> | undefined;
  const keys = (): Promise<readonly RingKey[]> => {
    ring ??= Promise.all(secrets.map((secret) => ringKey(secret, cipher)));
    return ring;
  };
  return {
    async seal(text) {
      const [first] = await keys();
      if (first === undefined) throw new Error("there is no key to seal with");
      const { id, key } = first;
      const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
      const sealed = await cipher.seal(key, nonce, text, `${version}.${id}`);
      return `${version}.${id}.${toBase64Url(nonce)}${toBase64Url(sealed)}`;
    },
    async open(token) {
      const [tag, id, body, ...rest] = token.split(".");
      if (tag !== version || id === undefined || body === undefined || rest.length > 0) return undefined;
      const nonce = fromBase64Url(body.slice(0, nonceCharacters));
      const sealed = fromBase64Url(body.slice(nonceCharacters));
      const known = (await keys()).find((candidate) => candidate.id === id);
      if (nonce?.length !== nonceLength || sealed === undefined || known === undefined) return undefined;
      return cipher.open(known.key, nonce, sealed, `${version}.${id}`);
    },
  };
}

/** A secret written as text is the secret of its UTF-8 bytes. */
export function secretBytes(secret: Uint8Array | string): Uint8Array {
  return typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
}

/** A key and its id are drawn from the secret with different labels, so that the id says nothing about the key. */
async function ringKey(secret: Uint8Array | string, cipher: Cipher): Promise<RingKey> {
  const text = toBase64Url(secretBytes(secret));
  const derived = async (label: string): Promise<Uint8Array> => cipher.digest(`mcp-gen ${label} ${version}\n${text}`);
  return { id: toBase64Url((await derived("key id")).subarray(0, keyIdLength)), key: await derived("key") };
}
