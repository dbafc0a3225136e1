/** Keeps what was sent on streams, so that a client whose connection broke gets what it missed (specification 2025-11-25: transports). */

/** One message of a stream. `seq` counts the messages of the stream from 1, without a gap. */
export interface StreamEvent {
  readonly seq: number;
  readonly data: string;
}

/**
 * Where events are kept; in the memory of the process unless given. Sessions themselves live in the process: a store
 * elsewhere keeps more and longer, it does not carry sessions over a restart.
 */
export interface EventStore {
  /** Keeps an event. `stream` is unique in the world; the events of one come in order. */
  append(stream: string, event: StreamEvent): void | Promise<void>;
  /** The events of a stream with a `seq` beyond `after`, in order, as far as they are kept. */
  replay(stream: string, after: number): readonly StreamEvent[] | Promise<readonly StreamEvent[]>;
  /** Nobody can come back to the stream any more. */
  forget?(stream: string): void;
}

export interface EventLimits {
  /** How many events are kept in all; 10,000 unless given. */
  readonly maxEvents?: number;
  /** How many characters they may have together; 16 Mi unless given. */
  readonly maxCharacters?: number;
  /** How long an event is kept, in milliseconds; five minutes unless given. */
  readonly maxAgeMs?: number;
  /** The clock, for tests. */
  readonly now?: () => number;
}

interface Kept {
  readonly stream: string;
  readonly event: StreamEvent;
  readonly at: number;
}

/** Keeps the latest events in memory; the oldest go first. */
export function memoryEvents(limits: EventLimits = {}): EventStore {
  const { maxEvents = 10_000, maxCharacters = 16 * 1024 * 1024, maxAgeMs = 300_000, now = Date.now } = limits;
  /** All events in the order of their coming, and those of each stream. */
  const order = new Set<Kept>();
  const streams = new Map<string, Set<Kept>>();
  let characters = 0;

  const drop = (kept: Kept): void => {
    order.delete(kept);
    characters -= kept.event.data.length;
    const siblings = streams.get(kept.stream);
    siblings?.delete(kept);
    if (siblings?.size === 0) streams.delete(kept.stream);
  };
  const expire = (): void => {
    const oldest = now() - maxAgeMs;
    for (const kept of order) {
      if (order.size <= maxEvents && characters <= maxCharacters && kept.at > oldest) return;
      drop(kept);
    }
  };
  return {
    append(stream, event) {
      const kept = { stream, event, at: now() };
      order.add(kept);
      characters += event.data.length;
      const siblings = streams.get(stream);
      if (siblings === undefined) streams.set(stream, new Set([kept]));
      else siblings.add(kept);
      expire();
    },
    replay(stream, after) {
      expire();
      return [...(streams.get(stream) ?? [])].map(({ event }) => event).filter(({ seq }) => seq > after);
    },
    forget(stream) {
      for (const kept of streams.get(stream) ?? []) drop(kept);
    },
  };
}
