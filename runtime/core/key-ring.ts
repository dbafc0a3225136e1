/** The built-in way to seal states: AES-256-GCM under the first of some keys; tokens of all of them open. */

import { type Awaitable, allOf, andThen } from "./awaitable.js";
import { type Cipher, portableBase64Url, toBase64Url } from "./cipher.js";
import type { StateCodec } from "./state-codec.js";

const version = "v1";
const nonceLength = 12;
const keyIdLength = 4;

interface RingKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/**
 * Tokens are `v1.<key id>.<nonce and sealed text>`, in canonical base64url (a nonce of 12 bytes fills its characters); version and key id are authenticated too.
 *
 * @param secrets - a secret of this process's own unless given.
 */
export function keyRing(secrets: readonly (Uint8Array | string)[] | undefined, cipher: Cipher): StateCodec {
  const { encode, decode } = cipher.base64Url ?? portableBase64Url;
  let ring: Awaitable<readonly RingKey[]> | undefined;
  const keys = (): Awaitable<readonly RingKey[]> => {
    ring ??= andThen(allOf((secrets ?? [drawnSecret()]).map((secret) => ringKey(secret, cipher))), (made) => {
      ring = made;
      return made;
    });
    return ring;
  };
  return {
    seal: (text) =>
      andThen(keys(), ([first]) => {
        if (first === undefined) throw new Error("there is no key to seal with");
        const { id, key } = first;
        const nonce = nextNonce();
        return andThen(
          cipher.seal(key, nonce, text, `${version}.${id}`),
          (sealed) => `${version}.${id}.${encode(nonce)}${encode(sealed)}`,
        );
      }),
    open(token) {
      const [tag, id, body, ...rest] = token.split(".");
      if (tag !== version || id === undefined || body === undefined || rest.length > 0) return undefined;
      const bytes = decode(body);
      if (bytes === undefined || bytes.length <= nonceLength) return undefined;
      return andThen(keys(), (known) => {
        const found = known.find((candidate) => candidate.id === id);
        if (found === undefined) return undefined;
        return cipher.open(found.key, bytes.subarray(0, nonceLength), bytes.subarray(nonceLength), `${version}.${id}`);
      });
    },
  };
}

/** Drawn by the first call that asks: loading what draws takes longer than all else that a server does at its start. */
function drawnSecret(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** A secret written as text is the secret of its UTF-8 bytes. */
export function secretBytes(secret: Uint8Array | string): Uint8Array {
  return typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
}

/** A key and its id are drawn from the secret with different labels, so that the id says nothing about the key. */
function ringKey(secret: Uint8Array | string, cipher: Cipher): Awaitable<RingKey> {
  const text = toBase64Url(secretBytes(secret));
  const derived = (label: string): Awaitable<Uint8Array> => cipher.digest(`mcp-gen ${label} ${version}\n${text}`);
  return andThen(derived("key id"), (id) =>
    andThen(derived("key"), (key) => ({ id: toBase64Url(id.subarray(0, keyIdLength)), key })),
  );
}

/** Random bytes for so many nonces are drawn at a time: each draw costs as much as sealing does. */
const drawn = new Uint8Array(nonceLength * 64);
let used = drawn.length;

/** A nonce that was never given out before. */
function nextNonce(): Uint8Array {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  used += nonceLength;
  return drawn.slice(used - nonceLength, used);
}
