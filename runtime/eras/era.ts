/** What serving a server takes, whatever the era: the options that users give, with their defaults. */

import type { App } from "../core/app.js";
import { type Cipher, toBase64Url, webCipher } from "../core/cipher.js";
import type { Auth } from "../core/domain.js";
import { secretBytes } from "../core/key-ring.js";
import { type Log, stderrLog } from "../core/log.js";
import { type Offering, offeringOf } from "../core/offering.js";
import type { StateCodec } from "../core/state-codec.js";
import type { UsedStates } from "../core/used-states.js";
import { longestTimer } from "../jsonrpc/patience.js";

export interface ServeOptions {
  /** "off" refuses the handshake of older clients and names the versions that are spoken (decision W1). */
  readonly legacy?: "on" | "off";
  /** How long a person may take to answer one question, in milliseconds; 10 minutes unless given (decision Q9). */
  readonly answerTimeoutMs?: number;
  /** How many calls may wait in this process for an answer to a question that they asked while running; 1,000 unless given. */
  readonly maxHeldCalls?: number;
  /**
   * The secrets that seal `requestState`, 32 bytes each or a text of at least 32 bytes: the first seals, all are accepted.
   * Give them when several processes serve one address; without any, a key is drawn when serving starts.
   */
  readonly stateKeys?: readonly (Uint8Array | string)[];
  /** Whom a `requestState` is for: processes with the same keys and audience take each other's. The server's name unless given. */
  readonly stateAudience?: string;
  /** Seals states in a way of one's own; `stateKeys` are not used then. */
  readonly stateCodec?: StateCodec;
  /** How long a round of questions stays answerable, in milliseconds; 10 minutes unless given (decision Q13). */
  readonly stateTtlMs?: number;
  /** Makes every `requestState` good for one use; without it a state can be sent again until it expires. */
  readonly usedStates?: UsedStates;
  readonly log?: Log;
  /** The clock, for tests: milliseconds since 1970. */
  readonly now?: () => number;
  readonly cipher?: Cipher;
  /** The application state: what tools, prompts and resources find in `ctx.app`. */
  readonly app?: unknown;
  /** How many entries a page of a list has; all in one page unless given. */
  readonly pageSize?: number;
  /** How long clients may keep what they fetched, in milliseconds (specification 2026-07-28: server/utilities/caching). */
  readonly cache?: {
    /** Lists and what the server says about itself; 60,000 unless given. */
    readonly listTtlMs?: number;
    /** Contents of resources; 0 unless given. */
    readonly readTtlMs?: number;
    /** Whether contents of resources are the same for everybody; "private" unless given. */
    readonly readScope?: "public" | "private";
  };
  /** How many subscriptions of modern clients are served at once; 1,000 unless given. */
  readonly maxSubscriptions?: number;
}

export interface DuplexOptions extends ServeOptions {
  /**
   * Who is at the other end of a pipe, where no request carries credentials. Unless given it is whoever started the process:
   * nobody for `ctx.auth`, and nothing with `@scope` is kept from it.
   */
  readonly auth?: Auth;
}

/** The options with every default in place, together with what is served. */
export interface Serving {
  readonly app: App;
  readonly offering: Offering;
  /** What functions find in `ctx.app`. */
  readonly state: unknown;
  readonly pageSize: number;
  readonly listTtlMs: number;
  readonly readTtlMs: number;
  readonly readScope: "public" | "private";
  readonly maxSubscriptions: number;
  readonly legacy: boolean;
  readonly answerTimeoutMs: number;
  readonly maxHeldCalls: number;
  readonly stateKeys: readonly (Uint8Array | string)[];
  readonly stateTtlMs: number;
  readonly stateAudience: string;
  readonly stateCodec: StateCodec | undefined;
  readonly usedStates: UsedStates | undefined;
  readonly log: Log;
  readonly now: () => number;
  readonly cipher: Cipher;
}

const tenMinutes = 600_000;

/** A log of the user that throws must not bring down what it reports about. */
function unfailing(log: Log): Log {
  const quietly = (write: () => void): void => {
    try {
      write();
    } catch {
      // There is nowhere left to say it.
    }
  };
  return {
    warn: (message) => quietly(() => log.warn(message)),
    error: (message, thrown) => quietly(() => log.error(message, thrown)),
  };
}

/** @throws RangeError for a number that makes no sense or a key that is too short. */
export function serving(app: App, options: ServeOptions = {}): Serving {
  const positive = (name: string, value: number): number => {
    if (!(value > 0)) throw new RangeError(`${name} must be a positive number.`);
    return value;
  };
  const duration = (name: string, value: number): number => Math.min(positive(name, value), longestTimer);
  const stateKeys = options.stateKeys ?? [crypto.getRandomValues(new Uint8Array(32))];
  if (stateKeys.length === 0) throw new RangeError("stateKeys must not be empty: leave it out to have a key drawn.");
  checkKeys(stateKeys);
  const atLeastZero = (name: string, value: number): number => {
    if (!(value >= 0 && Number.isFinite(value))) throw new RangeError(`${name} must be a number of at least 0.`);
    return Math.floor(value);
  };
  return {
    app,
    offering: offeringOf(app),
    state: options.app,
    pageSize: positive("pageSize", options.pageSize ?? Number.POSITIVE_INFINITY),
    listTtlMs: atLeastZero("cache.listTtlMs", options.cache?.listTtlMs ?? 60_000),
    readTtlMs: atLeastZero("cache.readTtlMs", options.cache?.readTtlMs ?? 0),
    readScope: options.cache?.readScope ?? "private",
    maxSubscriptions: positive("maxSubscriptions", options.maxSubscriptions ?? 1000),
    legacy: options.legacy !== "off",
    answerTimeoutMs: duration("answerTimeoutMs", options.answerTimeoutMs ?? tenMinutes),
    maxHeldCalls: positive("maxHeldCalls", options.maxHeldCalls ?? 1000),
    stateKeys,
    stateTtlMs: duration("stateTtlMs", options.stateTtlMs ?? tenMinutes),
    stateAudience: options.stateAudience ?? app.name,
    stateCodec: options.stateCodec,
    usedStates: options.usedStates,
    log: unfailing(options.log ?? stderrLog),
    now: options.now ?? Date.now,
    cipher: options.cipher ?? webCipher,
  };
}

/** @throws RangeError that names the place of the key. */
function checkKeys(keys: readonly (Uint8Array | string)[]): void {
  const seen: string[] = [];
  keys.forEach((key, index) => {
    if (typeof key !== "string" && !(key instanceof Uint8Array))
      throw new RangeError(`stateKeys[${index}] is neither bytes nor a text.`);
    const bytes = secretBytes(key);
    if (bytes.length < 32) throw new RangeError(`stateKeys[${index}] has ${bytes.length} bytes; a key needs 32 or more.`);
    const text = toBase64Url(bytes);
    if (seen.includes(text)) throw new RangeError(`stateKeys[${index}] stands there twice.`);
    seen.push(text);
  });
}
