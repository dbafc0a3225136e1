/** Finds out which era a server speaks (specification: versioning, "Backward Compatibility"). */

import { AuthorizationError, McpError, messageOf } from "../errors.js";
import { isFields } from "../json.js";
import { HttpError } from "../transports/http-client.js";
import type { Wire } from "../transports/wire.js";
import type { ClientSession, SessionOptions } from "./client-session.js";
import { LegacyClient } from "./legacy/client.js";
import { legacyVersions } from "./legacy/versions.js";
import { ModernClient, sharedVersion } from "./modern/client.js";
import { HEADER_MISMATCH, MISSING_CAPABILITY, modernVersions, UNSUPPORTED_VERSION } from "./modern/versions.js";

export type Mode = "auto" | "legacy" | "modern";

/** A server that says nothing for so long to a probe is a legacy one. */
const probeMs = 10_000;
const newestModern = modernVersions.at(-1) ?? "";

/** @param open - opens a fresh wire: a probe may cost the one that it was sent on. */
export async function openSession(open: () => Promise<Wire>, mode: Mode, options: SessionOptions): Promise<ClientSession> {
  const wire = await open();
  if (mode === "legacy") return closing(wire, LegacyClient.initialize(wire, options));
  let probed: unknown;
  try {
    const modern = await modernSession(wire, options, mode === "auto" ? probeMs : options.timeoutMs);
    if (modern.supportedVersions.includes(modern.protocolVersion)) return modern;
    probed = new Error(
      `The server speaks ${modern.supportedVersions.join(", ") || "no version that it names"}; this client speaks ${modernVersions.join(", ")}.`,
    );
  } catch (thrown) {
    probed = thrown;
  }
  if (mode === "modern" || !isLegacyEvidence(probed)) {
    await wire.close();
    throw probed;
  }
  return fallBack(wire, open, options, probed);
}

async function modernSession(wire: Wire, options: SessionOptions, timeoutMs: number): Promise<ModernClient> {
  try {
    return await ModernClient.discover(wire, newestModern, options, timeoutMs);
  } catch (thrown) {
    const shared = thrown instanceof McpError && thrown.code === UNSUPPORTED_VERSION ? sharedVersion(thrown) : undefined;
    if (shared === undefined) throw thrown;
    return ModernClient.discover(wire, shared, options, timeoutMs);
  }
}

/** Errors that only a modern server makes, refused credentials and a server that can't be reached are no evidence for a legacy one. */
function isLegacyEvidence(thrown: unknown): boolean {
  if (thrown instanceof HttpError && (thrown.status === 401 || thrown.status === 403)) return false;
  if (thrown instanceof AuthorizationError) return false;
  const error = thrown instanceof HttpError ? thrown.error : thrown instanceof McpError ? thrown : undefined;
  if (error === undefined) return !(thrown instanceof TypeError); // what fetch throws when there is no connection
  if (error.code === HEADER_MISMATCH || error.code === MISSING_CAPABILITY) return false;
  const supported = isFields(error.data) ? error.data.supported : undefined;
  if (error.code !== UNSUPPORTED_VERSION || !Array.isArray(supported)) return true;
  return supported.some((version) => legacyVersions.includes(version));
}

async function fallBack(wire: Wire, open: () => Promise<Wire>, options: SessionOptions, probed: unknown): Promise<ClientSession> {
  try {
    return await LegacyClient.initialize(wire, options);
  } catch (thrown) {
    // A modern server that was too slow for the probe says so now.
    if (isShared(thrown)) return closing(wire, modernSession(wire, options, options.timeoutMs));
    await wire.close();
    if (wire.kind === "http")
      throw new Error(`${messageOf(thrown)} (A modern request before it: ${messageOf(probed)})`, { cause: thrown });
  }
  // A server on a duplex may have died of the probe: a fresh one gets the handshake alone.
  const fresh = await open();
  return closing(fresh, LegacyClient.initialize(fresh, options));
}

/** Whether an error names a modern version that is spoken here too. */
function isShared(thrown: unknown): boolean {
  return thrown instanceof McpError && thrown.code === UNSUPPORTED_VERSION && sharedVersion(thrown) !== undefined;
}

async function closing<T>(wire: Wire, session: Promise<T>): Promise<T> {
  try {
    return await session;
  } catch (thrown) {
    await wire.close();
    throw thrown;
  }
}
