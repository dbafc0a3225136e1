/** The sessions of one endpoint: found by their id and by whose they are, ended when they are idle or too many. */

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

interface Entry extends HttpSession {
  lastUse: number;
}

export class Sessions {
  readonly #idleMs: number;
  readonly #max: number;
  readonly #now: () => number;
  /** In the order of their last use, so that the oldest comes first. */
  readonly #entries = new Map<string, Entry>();

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
    this.#entries.set(made.id, { ...made, lastUse: this.#now() });
    return true;
  }

  /** The session of that id, if it is this caller's: another's is as unknown as none. */
  find(id: string, auth: Auth | undefined): HttpSession | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.session.auth?.principal !== auth?.principal) return undefined;
    const now = this.#now();
    if (entry.lastUse <= now - this.#idleMs && !isBusy(entry)) {
      this.end(id, idle);
      return undefined;
    }
    entry.lastUse = now;
    entry.session.auth = auth;
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    return entry;
  }

  end(id: string, reason: string): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    entry?.session.close(reason);
    entry?.streams.close();
  }

  close(): void {
    for (const id of [...this.#entries.keys()]) this.end(id, "the server is shutting down");
  }

  #makeRoom(): void {
    const oldest = this.#now() - this.#idleMs;
    for (const [id, entry] of this.#entries) {
      if (entry.lastUse > oldest && this.#entries.size < this.#max) return;
      if (!isBusy(entry)) this.end(id, idle);
    }
  }
}

const idle = "the session was idle for too long";

function isBusy({ session, streams }: HttpSession): boolean {
  return session.running.size > 0 || streams.isConnected;
}
