/**
 * A legacy client's messages over its wire. Over HTTP that means a session, which is renewed once when it has expired, replies
 * that are taken up again where their stream broke off, and the session's own stream
 * (specification 2025-11-25: basic/transports, "Streamable HTTP").
 */

import { messageOf } from "../../errors.js";
import type { RequestId } from "../../jsonrpc/message.js";
import { pause } from "../../jsonrpc/pause.js";
import { HttpError } from "../../transports/http-client.js";
import type { StreamEnd, Wire } from "../../transports/wire.js";
import { headerNames } from "./versions.js";

export interface LegacyWireHooks {
  /** Shakes hands anew, through `sendInHandshake`. */
  renew(): Promise<void>;
  /** Whether a request still waits for its reply. */
  waits(id: RequestId): boolean;
  report(reason: string): void;
}

/** How a text is sent. */
interface Sending {
  /** Ends the exchange. */
  readonly signal: AbortSignal;
  /** See SendOptions. */
  readonly exchange?: AbortController;
  /** Of the request that it is: what is none is sent once and never again. */
  readonly id?: RequestId;
}

/** How long the session's own stream may take to stand before calls go on without it. */
const standingMs = 1_000;
const retryMs = 1_000;
const shortestRetryMs = 100;
const longestRetryMs = 30_000;
const mostResumptions = 3;

export class LegacyWire {
  readonly #wire: Wire;
  readonly #hooks: LegacyWireHooks;
  #session: string | undefined;
  #version: string | undefined;
  #renewal: Promise<void> | undefined;
  #listening = new AbortController();

  constructor(wire: Wire, hooks: LegacyWireHooks) {
    this.#wire = wire;
    this.#hooks = hooks;
  }

  /** The handshake is over: from now on the revision goes along. */
  agreed(version: string): void {
    this.#version = version;
  }

  /** Sends one message; over HTTP, the promise settles when no reply to it can come any more. */
  send(text: string, how: Sending): Promise<void> | undefined {
    if (this.#wire.kind === "http") return this.#exchange(text, how);
    this.#wire.send(text);
    return undefined;
  }

  /** As `send`, without waiting for a handshake: the text is part of one. */
  sendInHandshake(text: string, how: Sending): Promise<void> | undefined {
    if (this.#wire.kind === "http") return this.#post(text, how);
    this.#wire.send(text);
    return undefined;
  }

  async close(): Promise<void> {
    this.#listening.abort();
    if (this.#session !== undefined) await this.#wire.end?.(this.#headers()).catch(() => {}); // a server that is gone needs no goodbye
    await this.#wire.close();
  }

  /**
   * Opens the stream on which a session may hear of things beside its calls. Both generations of the official SDK put questions
   * there that belong to a call. A call that is sent before the stream stands would lose them, so the handshake waits for it,
   * but not for ever.
   */
  async listen(): Promise<void> {
    if (this.#session === undefined || this.#wire.listen === undefined) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const stands = new AbortController();
    await Promise.race([
      new Promise<void>((standing) => void this.#keepListening(signal, standing)),
      pause(standingMs, stands.signal).catch(() => {}),
    ]);
    stands.abort();
  }

  async #exchange(text: string, how: Sending): Promise<void> {
    if (this.#renewal !== undefined) await this.#renewal;
    const session = this.#session;
    try {
      return await this.#post(text, how);
    } catch (thrown) {
      if (how.id === undefined || session === undefined || !isExpired(thrown)) throw thrown;
    }
    await this.#renewed(session);
    try {
      await this.#post(text, how);
    } catch (thrown) {
      if (isExpired(thrown)) throw new Error("The session expired, and the server refused the new one too.", { cause: thrown });
      throw thrown;
    }
  }

  /** All who find the session expired wait for one handshake. */
  async #renewed(session: string): Promise<void> {
    if (this.#renewal === undefined && this.#session !== session) return;
    this.#renewal ??= this.#renew(session).finally(() => {
      this.#renewal = undefined;
    });
    await this.#renewal;
  }

  async #renew(session: string): Promise<void> {
    this.#listening.abort();
    const version = this.#version;
    this.#session = undefined;
    this.#version = undefined;
    try {
      await this.#hooks.renew();
    } catch (thrown) {
      this.#session = session; // the next call tries again
      this.#version = version;
      throw new Error(`The session expired and could not be renewed: ${messageOf(thrown)}`, { cause: thrown });
    }
  }

  async #post(text: string, how: Sending): Promise<void> {
    const sent = this.#wire.send(text, {
      headers: this.#headers(),
      ...(this.#session !== undefined && { refusal: 404 }),
      ...(how.exchange === undefined ? { signal: how.signal } : { exchange: how.exchange }),
      // Only a handshake opens a session: a late reply to a call of the old one still names that.
      ...(this.#version === undefined && { onHeaders: (header) => this.#opened(header(headerNames.session)) }),
    });
    const end = await sent;
    if (how.id !== undefined && end !== undefined) await this.#resume(end, how.id, how.signal);
  }

  #opened(session: string | null): void {
    this.#session ??= session ?? undefined;
  }

  /** A stream that ends without the reply, but with an event's id, goes on behind that event. */
  async #resume(first: StreamEnd, id: RequestId, signal: AbortSignal): Promise<void> {
    for (let end = first, failures = 0; end.lastEventId !== undefined && this.#hooks.waits(id); ) {
      await pause(Math.max(end.retryMs ?? retryMs, shortestRetryMs), signal);
      try {
        const stream = await this.#wire.listen?.({ ...this.#headers(), "last-event-id": end.lastEventId }, signal);
        end = { ...end, ...definedOf(await stream?.ended) };
        failures = 0;
      } catch (thrown) {
        if (isExpired(thrown)) throw new Error("The session expired while the server was at work; nobody knows how far it got.");
        failures += 1;
        if (failures >= mostResumptions || isRefusal(thrown)) throw thrown;
      }
    }
  }

  async #keepListening(signal: AbortSignal, standing: () => void): Promise<void> {
    const session = this.#session;
    let last: StreamEnd = { lastEventId: undefined, retryMs: undefined };
    let hasStood = false;
    for (let failures = 0; !signal.aborted; ) {
      const resuming = last.lastEventId === undefined ? {} : { "last-event-id": last.lastEventId };
      try {
        const stream = await this.#wire.listen?.({ ...this.#headers(), ...resuming }, signal);
        standing();
        hasStood = true;
        failures = 0;
        last = { ...last, ...definedOf(await stream?.ended) };
      } catch (thrown) {
        standing();
        if (signal.aborted || (isRefusal(thrown) && !(hasStood && isExpired(thrown)))) return;
        if (isExpired(thrown) && session !== undefined) {
          // Nobody calls just now, but what the session subscribed to would never be told.
          this.#renewed(session).catch((reason) => this.#hooks.report(messageOf(reason)));
          return;
        }
        failures += 1;
      }
      const waitMs = Math.min((last.retryMs ?? retryMs) * 2 ** failures, longestRetryMs);
      await pause(Math.max(waitMs, shortestRetryMs), signal, false).catch(() => {});
    }
  }

  #headers(): Record<string, string> {
    return {
      ...(this.#version !== undefined && { [headerNames.version]: this.#version }),
      ...(this.#session !== undefined && { [headerNames.session]: this.#session }),
    };
  }
}

/** A server that does not know a session says 404 (specification: "Session Management"). */
function isExpired(thrown: unknown): boolean {
  return thrown instanceof HttpError && thrown.status === 404;
}

/** Asking again would not help. */
function isRefusal(thrown: unknown): boolean {
  return thrown instanceof HttpError && thrown.status < 500 && thrown.status !== 408 && thrown.status !== 429;
}

function definedOf(end: StreamEnd | undefined): Partial<StreamEnd> {
  return {
    ...(end?.lastEventId !== undefined && { lastEventId: end.lastEventId }),
    ...(end?.retryMs !== undefined && { retryMs: end.retryMs }),
  };
}
