/** What a client is over either era, and what it takes to build one. */

import type { Era, Implementation, LogLevel } from "../core/domain.js";
import type { Fields } from "../json.js";
import type { Answering } from "./answering.js";
import type { ChangeListener, Subscription, SubscriptionFilter } from "./changes.js";
import type { Notices } from "./notices.js";
import type { ResponseCache } from "./response-cache.js";

/** How far a request is (specification: basic/patterns/progress). `progress` only grows; its unit is the server's. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface CallOptions {
  /** Cancels the call; the server is told. */
  readonly signal?: AbortSignal;
  /** How long the server may take, in milliseconds, not counting the time in which a person answers; 60,000 unless given. */
  readonly timeoutMs?: number;
  /** Hears how far the call is, if the server tells. */
  readonly onProgress?: (progress: Progress) => void;
  /** True starts the time-out anew whenever the server tells of progress. */
  readonly resetTimeoutOnProgress?: boolean;
  /** Where `resetTimeoutOnProgress` ends all the same, in milliseconds; 600,000, or `timeoutMs` if that is more, unless given. */
  readonly maxTotalTimeoutMs?: number;
  /** Which log messages the server may send with this call; the connection's level unless given. Only for modern servers. */
  readonly logLevel?: LogLevel;
  /** More entries of the request's `_meta`; those that the protocol itself needs are overwritten. */
  readonly meta?: Fields;
  /** True asks the server even where a cached response is fresh. */
  readonly reload?: boolean;
}

/** What the sessions of both eras are built with. */
export interface SessionOptions {
  readonly clientInfo: Implementation;
  readonly answering: Answering;
  readonly notices: Notices;
  readonly timeoutMs: number;
  /** How often a call may be asked for more input before it is given up. */
  readonly maxRounds: number;
  readonly logLevel: LogLevel | undefined;
  /** Undefined when nothing may be cached. */
  readonly cache: ResponseCache | undefined;
}

/** What a client sends along when it drives the rounds of a call itself. */
export interface RoundInput {
  /** Answers under the keys of the questions. */
  readonly inputResponses?: Fields;
  /** The state of the round before, unchanged. */
  readonly requestState?: string;
}

/** A call that goes on: answer the questions and call again with the answers and the state. */
export interface InterimResult {
  readonly resultType: "input_required";
  readonly inputRequests: Readonly<Record<string, { readonly method: string; readonly params?: Fields }>>;
  readonly requestState: string | undefined;
}

/** How one round of a request ends: with its result, or with what the server needs to know first. */
export type RoundEnd = { readonly result: Fields } | { readonly interim: InterimResult };

export interface ClientSession {
  readonly era: Era;
  readonly protocolVersion: string;
  readonly serverInfo: Implementation | undefined;
  readonly serverCapabilities: Fields;
  readonly instructions: string | undefined;
  request(method: string, params: Fields, options?: CallOptions): Promise<Fields>;
  /** A request on whose way the server may ask questions; the callbacks answer them. */
  interact(method: string, params: Fields, options?: CallOptions): Promise<Fields>;
  /** One round of such a request. */
  interactOnce(method: string, params: Fields, round: RoundInput, options?: CallOptions): Promise<RoundEnd>;
  subscribe(filter: SubscriptionFilter, listener: ChangeListener, options?: CallOptions): Promise<Subscription>;
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void>;
  ping(options?: CallOptions): Promise<void>;
  /** Absent where the era has no such notice. */
  rootsChanged?(): Promise<void>;
  close(): Promise<void>;
}
