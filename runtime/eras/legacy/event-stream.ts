/**
 * One stream of events to a client, which outlives the connection that carries it: every message has an id that names the
 * stream and its place there, and a client that comes back with the last id gets what follows (specification 2025-11-25:
 * transports, "Resumability and Redelivery").
 */

import type { Log } from "../../core/log.js";
import { Beating, type Heartbeat } from "../../transports/heartbeat.js";
import type { Exchange, ReplyStream } from "../../transports/http.js";
import { comment, event, priming, streamHeaders } from "../../transports/sse.js";
import type { EventStore, StreamEvent } from "./events.js";
import type { Line } from "./session.js";

export interface StreamSettings {
  readonly store: EventStore;
  readonly heartbeat: Heartbeat;
  readonly log: Log;
  /** How long a client whose connection ended waits before it comes back, in milliseconds. */
  readonly retryMs: number;
  /** Whether streams begin with an event without data: older clients would take it for a broken message. */
  readonly primes: boolean;
}

class Connection extends Beating {
  readonly reply: ReplyStream;

  constructor(reply: ReplyStream) {
    super();
    this.reply = reply;
  }

  beat(): void {
    this.reply.write(comment);
  }
}

export class EventStream implements Line {
  readonly blocked = undefined;
  /** Unique in the world, for the store. */
  readonly name: string;
  readonly #number: number;
  readonly #settings: StreamSettings;
  #seq = 0;
  #connection: Connection | undefined;
  /** What was sent while older events are being fetched for a client that has come back. */
  #waiting: StreamEvent[] | undefined;
  /** The latest append, while it is on its way. */
  #appending: Promise<void> | undefined;
  #ended = false;

  constructor(session: string, number: number, settings: StreamSettings) {
    this.name = `${session}/${number}`;
    this.#number = number;
    this.#settings = settings;
  }

  get isConnected(): boolean {
    return this.#connection !== undefined;
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Begins the stream on an exchange. */
  begin(exchange: Exchange): void {
    const { reply } = this.#connect(exchange);
    if (this.#settings.primes) reply.write(priming(this.#id(0), this.#settings.retryMs));
  }

  send(data: string): void {
    if (this.#ended) return;
    this.#seq += 1;
    const next = { seq: this.#seq, data };
    this.#keep(next);
    if (this.#waiting !== undefined) this.#waiting.push(next);
    else this.#connection?.reply.write(event(data, this.#id(next.seq)));
  }

  /** Sends the last message, if there is one, and ends the stream. Who missed it can still come back for it. */
  end(data?: string): void {
    if (data !== undefined) this.send(data);
    this.#ended = true;
    if (this.#waiting === undefined) this.letGo();
  }

  /** Ends the connection but not the stream. */
  letGo(): void {
    const connection = this.#connection;
    this.#disconnect(connection);
    connection?.reply.end();
  }

  /** Goes on after an event on another exchange; false when what follows is not kept any more. Answers nothing then. */
  async resume(exchange: Exchange, after: number): Promise<boolean> {
    if (after > this.#seq) return false;
    this.letGo(); // a client that comes back has lost it, whether that has been noticed here or not
    const waiting: StreamEvent[] = [];
    this.#waiting = waiting;
    const upTo = this.#seq;
    const missed = await this.#missed(after, upTo);
    if (this.#waiting !== waiting) return exchange.isGone; // it has come back once more meanwhile
    this.#waiting = undefined;
    if (missed === undefined) return false;
    if (exchange.isGone) return true;
    const { reply } = this.#connect(exchange);
    for (const { seq, data } of [...missed, ...waiting]) reply.write(event(data, this.#id(seq)));
    if (this.#ended) this.letGo();
    return true;
  }

  /** The events from one to another; undefined when some are gone. */
  async #missed(after: number, upTo: number): Promise<readonly StreamEvent[] | undefined> {
    if (after === upTo) return [];
    try {
      await this.#appending;
      const found = (await this.#settings.store.replay(this.name, after)).filter(({ seq }) => seq <= upTo);
      return found.length === upTo - after ? found : undefined;
    } catch (thrown) {
      this.#settings.log.error("the event store failed", thrown);
      return undefined;
    }
  }

  #keep(next: StreamEvent): void {
    const failed = (thrown: unknown): void => this.#settings.log.error("the event store failed", thrown);
    try {
      const appended = this.#settings.store.append(this.name, next);
      if (appended instanceof Promise) this.#appending = appended.catch(failed);
    } catch (thrown) {
      failed(thrown);
    }
  }

  #connect(exchange: Exchange): Connection {
    const connection = new Connection(exchange.stream(200, streamHeaders));
    this.#connection = connection;
    this.#settings.heartbeat.add(connection);
    exchange.onGone(() => this.#disconnect(connection));
    return connection;
  }

  #disconnect(connection: Connection | undefined): void {
    connection?.leave();
    if (this.#connection === connection) this.#connection = undefined;
  }

  #id(seq: number): string {
    return `${this.#number}.${seq}`;
  }
}
