/** Work that is given up when a signal fires, although it may never settle by itself. */

/** All who wait for a signal, as the one listener that it gets for them: platforms warn of more than a few. */
class Waiting extends Set<() => void> {
  handleEvent(): void {
    for (const work of this) work();
  }
}
const waiting = new WeakMap<AbortSignal, Waiting>();

/** Calls `work` when a signal fires. @returns what lets go of the signal. */
export function onAbort(signal: AbortSignal, work: () => void): () => void {
  const all = waiting.get(signal) ?? new Waiting();
  if (all.size === 0) {
    waiting.set(signal, all);
    signal.addEventListener("abort", all);
  }
  const own = (): void => work(); // the same work may wait twice
  all.add(own);
  return () => {
    if (all.delete(own) && all.size === 0) signal.removeEventListener("abort", all);
  };
}

export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Lets go of the others: call it when the work is over. */
  release(): void;
}

/** A signal that fires with the first of others. Unlike that of `AbortSignal.any` it costs long-lived signals nothing once released. */
export function firstOf(...others: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const listeners = others.flatMap((other) => {
    if (other === undefined) return [];
    const fire = (): void => controller.abort(other.reason);
    if (other.aborted) fire();
    return [onAbort(other, fire)];
  });
  const release = (): void => {
    for (const remove of listeners) remove();
  };
  return { signal: controller.signal, release };
}

/** The work's own end, or a rejection with the signal's reason, whichever comes first. Leaves no listener behind. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let release = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    release = onAbort(signal, () => reject(signal.reason));
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    release();
    work.catch(() => {}); // its own failure comes too late for anybody
  }
}
