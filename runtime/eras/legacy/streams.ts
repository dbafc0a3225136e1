/** The streams of one session: those of its requests and the one for what belongs to none, found again by an event id. */

import type { Exchange } from "../../transports/http.js";
import { EventStream, type StreamSettings } from "./event-stream.js";

/** So many streams that have ended can still be read again; the events of older ones may be kept, but are not found. */
const mostEnded = 64;

export class SessionStreams {
  readonly #session: string;
  readonly #settings: StreamSettings;
  /** In the order of their beginning. */
  readonly #streams = new Map<number, EventStream>();
  #last = 0;
  #standing: EventStream | undefined;

  constructor(session: string, settings: StreamSettings) {
    this.#session = session;
    this.#settings = settings;
  }

  /** Whether any of them has a connection. */
  get isConnected(): boolean {
    for (const stream of this.#streams.values()) if (stream.isConnected) return true;
    return false;
  }

  /** Begins a stream on an exchange. */
  begin(exchange: Exchange): EventStream {
    this.#last += 1;
    const stream = new EventStream(this.#session, this.#last, this.#settings);
    this.#streams.set(this.#last, stream);
    this.#tidy();
    stream.begin(exchange);
    return stream;
  }

  /** Begins the stream for what belongs to no request. There is one at a time, for each message goes to one alone: an older one ends. */
  stand(exchange: Exchange): EventStream {
    const older = this.#standing;
    this.#standing = this.begin(exchange);
    older?.end();
    return this.#standing;
  }

  /** Goes on with the stream that an event id names; false when there is none, or what follows is not kept any more. */
  async resume(exchange: Exchange, lastEventId: string): Promise<boolean> {
    const [, number, seq] = /^(\d{1,15})\.(\d{1,15})$/.exec(lastEventId) ?? [];
    const stream = this.#streams.get(Number(number));
    return stream !== undefined && (await stream.resume(exchange, Number(seq)));
  }

  /** Ends all of them for good. */
  close(): void {
    for (const stream of this.#streams.values()) {
      stream.end();
      this.#settings.store.forget?.(stream.name);
    }
    this.#streams.clear();
  }

  #tidy(): void {
    if (this.#streams.size <= mostEnded) return;
    let ended = 0;
    for (const stream of this.#streams.values()) if (stream.hasEnded) ended += 1;
    for (const [number, stream] of this.#streams) {
      if (ended <= mostEnded) return;
      if (!stream.hasEnded) continue;
      ended -= 1;
      this.#streams.delete(number);
      this.#settings.store.forget?.(stream.name);
    }
  }
}
