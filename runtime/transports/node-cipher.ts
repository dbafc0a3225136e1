/**
 * The synchronous cipher of Node: several times cheaper a call than Web Crypto, the same bytes. Node's module is loaded by the
 * first call that asks: a start must not wait for what most servers never use.
 */

import type { Cipher } from "../core/cipher.js";

const tagLength = 16;

let loaded: typeof import("node:crypto") | undefined;

function nodeCrypto(): typeof import("node:crypto") {
  loaded ??= process.getBuiltinModule("node:crypto");
  return loaded;
}

export const nodeCipher: Cipher = {
  digest(text) {
    const { hash, createHash } = nodeCrypto();
    // A Hash object costs more than the digest; other runtimes with Node's modules may have nothing else.
    return typeof hash === "function" ? hash("sha256", text, "buffer") : createHash("sha256").update(text, "utf8").digest();
  },
  seal(key, nonce, text, label) {
    const cipher = nodeCrypto().createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(label, "utf8"));
    return Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  },
  open(key, nonce, sealed, label) {
    if (sealed.length < tagLength) return undefined;
    const decipher = nodeCrypto().createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength });
    decipher.setAAD(Buffer.from(label, "utf8")).setAuthTag(sealed.subarray(-tagLength));
    try {
      return decipher.update(sealed.subarray(0, -tagLength), undefined, "utf8") + decipher.final("utf8");
    } catch {
      return undefined;
    }
  },
  base64Url: {
    encode: (bytes) => bufferOf(bytes).toString("base64url"),
    decode(text) {
      const bytes = Buffer.from(text, "base64url");
      return bytes.toString("base64url") === text ? bytes : undefined; // Buffer takes much that is not canonical
    },
  },
};

function bufferOf(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
