/** Turns the error replies of authorization servers into errors that a user can act on and that hold no secret. */

import { AuthorizationError } from "../errors.js";
import type { Fields } from "../json.js";
import { text } from "./fields.js";

const longestDescription = 300;

/**
 * @param what - what did not happen, beginning with who refused.
 * @param status - of the reply, when it was one of HTTP.
 * @param secrets - texts that the server may have repeated in its description; they are taken out.
 */
export function refused(
  what: string,
  status: number | undefined,
  body: Fields | undefined,
  secrets: readonly string[] = [],
): AuthorizationError {
  const named = body && text(body, "error");
  const code = named !== undefined && /^[\w.:/-]{1,80}$/.test(named) ? named : undefined;
  const said = body && text(body, "error_description");
  const description = said === undefined ? "" : ` (${printable(withoutSecrets(said, secrets))})`;
  return new AuthorizationError(
    `${what}: ${code ?? (status === undefined ? "it gave no reason" : `HTTP ${status}`)}${description}.`,
    code,
  );
}

function withoutSecrets(said: string, secrets: readonly string[]): string {
  const longestFirst = secrets.filter((secret) => secret !== "").sort((one, other) => other.length - one.length);
  return longestFirst.reduce((cut, secret) => cut.replaceAll(secret, "***"), said);
}

/** RFC 6749 section 5.2 allows printable ASCII only. */
function printable(said: string): string {
  return said
    .replaceAll(/[^\x20-\x7e]+/g, " ")
    .trim()
    .slice(0, longestDescription)
    .replace(/\.$/, "");
}
