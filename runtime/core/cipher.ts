/**
 * The cryptography that sealed state needs, as an interface: Web Crypto below works everywhere, Node has a faster one of
 * its own, which also answers at once. Both write the same bytes, so servers of both kinds can share keys.
 */

import type { Awaitable } from "./awaitable.js";

export interface Cipher {
  /** SHA-256 of the text's UTF-8 bytes. */
  digest(text: string): Awaitable<Uint8Array>;
  /** AES-256-GCM under a 32-byte key: the 16-byte tag stands at the end. `label` is authenticated with it. */
  seal(key: Uint8Array, nonce: Uint8Array, text: string, label: string): Awaitable<Uint8Array>;
  /** The text, or undefined when key, nonce, label or bytes do not belong together. */
  open(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, label: string): Awaitable<string | undefined>;
  /** A faster way to write and read bytes as text than the one below; the texts are the same. */
  readonly base64Url?: Base64Url;
}

/** Unpadded base64url. */
export interface Base64Url {
  encode(bytes: Uint8Array): string;
  /** The bytes of a canonical text; undefined for every other text. */
  decode(text: string): Uint8Array | undefined;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

type ImportedKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Importing a key costs more than using it. */
const importedKeys = new WeakMap<Uint8Array, Promise<ImportedKey>>();

function keyOf(key: Uint8Array): Promise<ImportedKey> {
  let known = importedKeys.get(key);
  if (known === undefined) {
    known = crypto.subtle.importKey("raw", Uint8Array.from(key), "AES-GCM", false, ["encrypt", "decrypt"]);
    importedKeys.set(key, known);
  }
  return known;
}

export const webCipher: Cipher = {
  async digest(text) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  },
  async seal(key, nonce, text, label) {
    const algorithm = { name: "AES-GCM", iv: Uint8Array.from(nonce), additionalData: encoder.encode(label) };
    return new Uint8Array(await crypto.subtle.encrypt(algorithm, await keyOf(key), encoder.encode(text)));
  },
  async open(key, nonce, sealed, label) {
    const algorithm = { name: "AES-GCM", iv: Uint8Array.from(nonce), additionalData: encoder.encode(label) };
    try {
      return decoder.decode(await crypto.subtle.decrypt(algorithm, await keyOf(key), Uint8Array.from(sealed)));
    } catch {
      return undefined;
    }
  },
};

/** With what there is everywhere. */
export const portableBase64Url: Base64Url = { encode: toBase64Url, decode: fromBase64Url };

/** Unpadded base64url. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  return toBase64Url(bytes) === text ? bytes : undefined;
}
