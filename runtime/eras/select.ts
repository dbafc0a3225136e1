/**
 * Which era serves a request: decided for each by itself (decision W1). One whose `_meta` names a protocol version, or whose
 * HTTP header names a modern one, is modern; everything else is legacy.
 */

import { errorText, type Malformed, type Message, type RpcRequest, readMessage } from "../jsonrpc/message.js";
import type { Exchange } from "../transports/http.js";
import type { Serving } from "./era.js";
import { legacyVersions } from "./legacy/versions.js";
import { namedVersion, unsupportedVersion } from "./modern/envelope.js";
import { announcesModern } from "./modern/http.js";
import { modernVersions } from "./modern/versions.js";

/** The revisions that a server speaks, newest first. */
export function supportedBy({ legacy }: Serving): readonly string[] {
  return [...modernVersions].reverse().concat(legacy ? [...legacyVersions].reverse() : []);
}

/** The version header of a legacy `initialize` is ignored: its body negotiates (decision W3). */
export function isModern(request: RpcRequest, exchange?: Exchange): boolean {
  if (namedVersion(request.params) !== undefined) return true;
  return exchange !== undefined && request.method !== "initialize" && announcesModern(exchange);
}

/** What a server without the legacy era says to a client that opens with the handshake; undefined for every other request. */
export function refusedHandshake(request: RpcRequest, { legacy }: Serving, supported: readonly string[]): string | undefined {
  if (legacy || request.method !== "initialize") return undefined;
  const requested = request.params.protocolVersion;
  const { code, message, data } = unsupportedVersion(typeof requested === "string" ? requested : "", supported);
  return errorText(request.id, code, message, data);
}

/** A text as a message; undefined when it is not JSON. */
export function parseMessage(text: string): Message | Malformed | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return readMessage(value);
}
