/** The sessions of one endpoint: found by their id and by whose they are, ended when they are idle or too many. */

import { Chain, Link } from "../../core/chain.js";
import type { Auth } from "../../core/domain.js";
import { longestTimer } from "../../jsonrpc/patience.js";
import type { LegacySession } from "./session.js";
import type { SessionStreams } from "./streams.js";

export interface SessionOptions {
  /** A session without a request or an open stream for so long is forgotten, in milliseconds; one hour unless given. */
  readonly idleMs?: number;
  /** How many sessions there may be; 10,000 unless given. One more ends the one that was idle for longest. */
  readonly max?: number;
}

/** A session with what HTTP needs for it. */
export class HttpSession extends Link {
  readonly id: string;
  readonly session: LegacySession;
  readonly streams: SessionStreams;
  lastUse = 0;

  constructor(id: string, session: LegacySession, streams: SessionStreams) {
    super();
    this.id = id;
    this.session = session;
    this.streams = streams;
  }

  get isBusy(): boolean {
    return this.session.running.size > 0 || this.streams.isConnected;
  }
}

export class Sessions {
  readonly #idleMs: number;
  readonly #max: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, HttpSession>();
  /** In the order of their last use, so that the oldest comes first. */
  readonly #order = new Chain<HttpSession>();

  /** @throws RangeError for a number that makes no sense. */
  constructor({ idleMs = 3_600_000, max = 10_000 }: SessionOptions, now: () => number) {
    if (!(idleMs > 0)) throw new RangeError("sessions.idleMs must be a positive number.");
    if (!(max >= 1)) throw new RangeError("sessions.max must be at least 1.");
    this.#idleMs = Math.min(idleMs, longestTimer);
    this.#max = max;
    this.#now = now;
  }

  /** Keeps a session; false when there are too many and all of them are at work. */
  add(made: HttpSession): boolean {
    this.#makeRoom();
    if (this.#entries.size >= this.#max) return false;
    this.#entries.set(made.id, made);
    this.#use(made, this.#now());
    return true;
  }

  /** The session of that id, if it is this caller's: another's is as unknown as none. */
  find(id: string, auth: Auth | undefined): HttpSession | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.session.auth?.principal !== auth?.principal) return undefined;
    const now = this.#now();
    if (entry.lastUse <= now - this.#idleMs && !entry.isBusy) {
      this.end(id, idle);
      return undefined;
    }
    this.#use(entry, now);
    entry.session.auth = auth;
    return entry;
  }

  end(id: string, reason: string): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    entry?.leave();
    entry?.session.close(reason);
    entry?.streams.close();
  }

  close(): void {
    for (const id of [...this.#entries.keys()]) this.end(id, "the server is shutting down");
  }

  /** Puts a session behind all that were used before. */
  #use(entry: HttpSession, now: number): void {
    entry.lastUse = now;
    entry.leave();
    this.#order.add(entry);
  }

  #makeRoom(): void {
    const oldest = this.#now() - this.#idleMs;
    const stays = ({ lastUse }: HttpSession): boolean => lastUse > oldest && this.#entries.size < this.#max;
    const { first } = this.#order;
    if (first === undefined || stays(first)) return;
    for (const entry of this.#order.list()) {
      if (stays(entry)) return;
      if (!entry.isBusy) this.end(entry.id, idle);
    }
  }
}

const idle = "the session was idle for too long";
