/**
 * Names of fields that look like a secret. Word by word, and only where the secret is what the field holds: a
 * `passwordHint` or a `tokenCount` is none.
 */
import { wordsOf } from "../names.js";

const secrets: readonly (readonly string[])[] = [
  ["password"],
  ["passwd"],
  ["passphrase"],
  ["secret"],
  ["token"],
  ["api", "key"],
  ["apikey"],
  ["access", "key"],
  ["private", "key"],
  ["secret", "key"],
  ["credential"],
  ["credentials"],
  ["card", "number"],
  ["cardnumber"],
  ["credit", "card"],
  ["cvv"],
  ["cvc"],
  ["pin"],
  ["pin", "code"],
  ["otp"],
  ["ssn"],
];

export function isSecretName(name: string): boolean {
  const words = wordsOf(name).map((word) => word.toLowerCase());
  return secrets.some((secret) => {
    const end = words.slice(-secret.length);
    return end.length === secret.length && secret.every((word, index) => word === end[index]);
  });
}
