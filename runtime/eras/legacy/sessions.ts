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
export interface HttpSession {
  readonly id: string;
  readonly session: LegacySession;
  readonly streams: SessionStreams;
}

class Entry extends Link {
  readonly found: HttpSession;
  lastUse: number;

  constructor(found: HttpSession, now: number) {
    super();
    this.found = found;
    this.lastUse = now;
  }

  get isBusy(): boolean {
    const { session, streams } = this.found;
    return session.running.size > 0 || streams.isConnected;
  }
}

export class Sessions {
  readonly #idleMs: number;
  readonly #max: number;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  /** In the order of their last use, so that the oldest comes first. */
  readonly #order = new Chain<Entry>();

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
    const entry = new Entry(made, this.#now());
    this.#entries.set(made.id, entry);
    this.#order.add(entry);
    return true;
  }

  /** The session of that id, if it is this caller's: another's is as unknown as none. */
  find(id: string, auth: Auth | undefined): HttpSession | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.found.session.auth?.principal !== auth?.principal) return undefined;
    const now = this.#now();
    if (entry.lastUse <= now - this.#idleMs && !entry.isBusy) {
      this.end(id, idle);
      return undefined;
    }
    entry.lastUse = now;
    entry.found.session.auth = auth;
    entry.leave();
    this.#order.add(entry);
    return entry.found;
  }

  end(id: string, reason: string): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    entry?.leave();
    entry?.found.session.close(reason);
    entry?.found.streams.close();
  }

  close(): void {
    for (const id of [...this.#entries.keys()]) this.end(id, "the server is shutting down");
  }

  #makeRoom(): void {
    const oldest = this.#now() - this.#idleMs;
    const stays = ({ lastUse }: Entry): boolean => lastUse > oldest && this.#entries.size < this.#max;
    const { first } = this.#order;
    if (first === undefined || stays(first)) return;
    for (const entry of this.#order.list()) {
      if (stays(entry)) return;
      if (!entry.isBusy) this.end(entry.found.id, idle);
    }
  }
}

const idle = "the session was idle for too long";
