/** Values of the body as header values and back (specification: streamable-http, "Value Encoding"). */

const wrapped = /^=\?base64\?(.*)\?=$/;

/** The value itself when a header can carry it as it is, else its Base64 form. */
export function encodedHeader(value: string): string {
  const plain = /^[\x20-\x7e]*$/.test(value) && value.trim() === value && !wrapped.test(value);
  if (plain) return value;
  let binary = "";
  for (const byte of new TextEncoder().encode(value)) binary += String.fromCharCode(byte);
  return `=?base64?${btoa(binary)}?=`;
}

/** What a header value stands for; undefined for one that is neither plain ASCII nor valid Base64 of UTF-8. */
export function decodedHeader(value: string): string | undefined {
  const encoded = wrapped.exec(value)?.[1];
  if (encoded === undefined) return /^[\x20-\x7e\t]*$/.test(value) ? value : undefined;
  if (encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return undefined;
  const binary = atob(encoded);
  if (btoa(binary) !== encoded) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
