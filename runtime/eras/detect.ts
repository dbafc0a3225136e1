/** Finds out which era a server speaks (specification: versioning, "Backward Compatibility"). */

import { AuthorizationError, McpError, messageOf } from "../errors.js";
import { isFields } from "../json.js";
import { TimeoutError } from "../jsonrpc/peer.js";
import { HttpError } from "../transports/http-client.js";
import type { Wire } from "../transports/wire.js";
import type { ClientSession, SessionOptions } from "./client-session.js";
import type { EraMemory } from "./era-memory.js";
import { LegacyClient } from "./legacy/client.js";
import { legacyVersions } from "./legacy/versions.js";
import { ModernClient, sharedVersion } from "./modern/client.js";
import { HEADER_MISMATCH, MISSING_CAPABILITY, modernVersions, UNSUPPORTED_VERSION } from "./modern/versions.js";

/** An era, or one revision of the protocol by its date; no other will do then. "auto": modern first, legacy when the server is older. */
export type Mode = "auto" | "legacy" | "modern" | `${number}-${number}-${number}`;

/** What is connected to, and what is known of it. */
export interface Target {
  /** Opens a fresh wire: a probe may cost the one that it was sent on. */
  open(): Promise<Wire>;
  /** Opens one over the transport of 2024-11-05, for addresses. @param waitMs - how long its first event may take. */
  openOldest?(waitMs: number): Promise<Wire>;
  /** The address by which the server's era is remembered; undefined for a server that lives as long as its connection. */
  readonly address: string | undefined;
  readonly memory: EraMemory;
}

/** A server on a pipe that says nothing for so long to a probe is a legacy one. Over HTTP everybody answers, and a sign-in takes its time. */
const probeMs = 10_000;
const newestModern = modernVersions.at(-1) ?? "";

export async function openSession(target: Target, mode: Mode, options: SessionOptions): Promise<ClientSession> {
  if (mode === "legacy" || legacyVersions.includes(mode)) {
    const wire = await target.open();
    return closing(wire, shaken(wire, target, options, mode === "legacy" ? undefined : mode));
  }
  if (mode === "modern" || modernVersions.includes(mode)) {
    const wire = await target.open();
    return closing(wire, insistedOn(wire, mode === "modern" ? undefined : mode, options));
  }
  if (mode !== "auto") {
    const known = [...legacyVersions, ...modernVersions].join(", ");
    throw new RangeError(`Unknown mode ${JSON.stringify(mode)}: give "auto", "legacy", "modern" or one of ${known}.`);
  }
  return (await remembered(target, options)) ?? detected(target, options);
}

async function insistedOn(wire: Wire, pinned: string | undefined, options: SessionOptions): Promise<ModernClient> {
  const { timeoutMs } = options;
  const modern = await (pinned === undefined
    ? negotiated(wire, options, timeoutMs)
    : ModernClient.discover(wire, pinned, options, timeoutMs));
  if (!isShared(modern)) throw notShared(modern);
  return modern;
}

/** A session with a server that is known to be a legacy one; undefined when nothing is known, or what was known is not true any more. */
async function remembered(target: Target, options: SessionOptions): Promise<ClientSession | undefined> {
  const { open, address, memory } = target;
  if (address === undefined || !memory.isLegacy(address)) return undefined;
  const wire = await open();
  try {
    return await shaken(wire, target, options);
  } catch (thrown) {
    await wire.close();
    if (isBeforeEra(thrown)) throw thrown;
    memory.forget(address); // whatever went wrong, the probe will find out and say it
    return undefined;
  }
}

async function detected(target: Target, options: SessionOptions): Promise<ClientSession> {
  const wire = await target.open();
  let probed: unknown;
  try {
    const modern = await negotiated(wire, options, wire.kind === "http" ? options.timeoutMs : probeMs);
    if (isShared(modern)) return modern;
    probed = notShared(modern);
  } catch (thrown) {
    probed = thrown;
  }
  if (!isLegacyEvidence(probed)) {
    await wire.close();
    throw described(probed);
  }
  const session = await fallBack(wire, target, options, probed);
  const isCertain = session.era === "legacy" && !(probed instanceof TimeoutError); // silence may only have been slowness
  if (isCertain && target.address !== undefined) target.memory.legacy(target.address);
  return session;
}

/** Discovers at the newest revision, or at the one that the server names instead. */
async function negotiated(wire: Wire, options: SessionOptions, timeoutMs: number): Promise<ModernClient> {
  try {
    return await ModernClient.discover(wire, newestModern, options, timeoutMs);
  } catch (thrown) {
    const error = errorOf(thrown);
    const shared = error?.code === UNSUPPORTED_VERSION ? sharedVersion(error) : undefined;
    if (shared === undefined) throw thrown;
    return ModernClient.discover(wire, shared, options, timeoutMs);
  }
}

function isShared(modern: ModernClient): boolean {
  return modern.supportedVersions.includes(modern.protocolVersion);
}

function notShared({ supportedVersions }: ModernClient): Error {
  return new Error(bothSides(supportedVersions, modernVersions));
}

/** The JSON-RPC error in whatever was thrown. */
function errorOf(thrown: unknown): { readonly code: number; readonly message: string; readonly data?: unknown } | undefined {
  return thrown instanceof HttpError ? thrown.error : thrown instanceof McpError ? thrown : undefined;
}

/** Refused credentials and a server that can't be reached say nothing about its era. */
function isBeforeEra(thrown: unknown): boolean {
  if (thrown instanceof HttpError) return thrown.status === 401 || thrown.status === 403;
  return thrown instanceof AuthorizationError || thrown instanceof TypeError; // what fetch throws when there is no connection
}

/** Errors that only a modern server makes are no evidence for a legacy one. */
function isLegacyEvidence(thrown: unknown): boolean {
  if (isBeforeEra(thrown)) return false;
  const error = errorOf(thrown);
  if (error === undefined) return true;
  if (error.code === HEADER_MISMATCH || error.code === MISSING_CAPABILITY) return false;
  const supported = isFields(error.data) ? error.data.supported : undefined;
  if (error.code !== UNSUPPORTED_VERSION || !Array.isArray(supported)) return true;
  return supported.some((version) => legacyVersions.includes(version));
}

/** A refusal that names only revisions which are not spoken here says both sides. */
function described(thrown: unknown): unknown {
  const error = errorOf(thrown);
  const supported = isFields(error?.data) ? error.data.supported : undefined;
  if (error?.code !== UNSUPPORTED_VERSION || !Array.isArray(supported)) return thrown;
  const spoken = supported.filter((version) => typeof version === "string").map((version) => version.slice(0, 40));
  return new McpError(error.code, bothSides(spoken, [...legacyVersions, ...modernVersions]), error.data);
}

function bothSides(theirs: readonly string[], ours: readonly string[]): string {
  return `The server speaks ${theirs.join(", ") || "no version that it names"}; this client speaks ${ours.join(", ")}.`;
}

async function fallBack(wire: Wire, target: Target, options: SessionOptions, probed: unknown): Promise<ClientSession> {
  try {
    return await shaken(wire, target, options);
  } catch (thrown) {
    // A modern server that was too slow for the probe says so now.
    const error = errorOf(thrown);
    if (error?.code === UNSUPPORTED_VERSION && sharedVersion(error) !== undefined) {
      return closing(wire, negotiated(wire, options, options.timeoutMs));
    }
    await wire.close();
    if (wire.kind === "http")
      throw new Error(`${messageOf(thrown)} (A modern request before it: ${messageOf(probed)})`, { cause: thrown });
  }
  // A server on a duplex may have died of the probe: a fresh one gets the handshake alone.
  const fresh = await target.open();
  return closing(fresh, LegacyClient.initialize(fresh, options));
}

/** What a server says to a POST that knows nothing but the transport of 2024-11-05 (specification: "HTTP+SSE Transport"). */
const noPost = new Set([400, 404, 405]);

/** Shakes hands; over the oldest transport, if the server takes no POST and has that. */
async function shaken(wire: Wire, target: Target, options: SessionOptions, pinned?: string): Promise<LegacyClient> {
  try {
    return await LegacyClient.initialize(wire, options, pinned);
  } catch (thrown) {
    const isOldest = thrown instanceof HttpError && noPost.has(thrown.status) && isLegacyEvidence(thrown);
    if (!isOldest || target.openOldest === undefined) throw thrown;
    const oldest = await target.openOldest(probeMs).catch((reason) => {
      // The first refusal is what a user has to know, not that there is no older transport either.
      throw reason instanceof HttpError ? thrown : new Error(`${thrown.message} (${messageOf(reason)})`, { cause: thrown });
    });
    await wire.close();
    return closing(oldest, LegacyClient.initialize(oldest, options, pinned));
  }
}

async function closing<T>(wire: Wire, session: Promise<T>): Promise<T> {
  try {
    return await session;
  } catch (thrown) {
    await wire.close();
    throw thrown;
  }
}
