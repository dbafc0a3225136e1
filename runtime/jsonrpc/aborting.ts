/** Work that is given up when a signal fires, although it may never settle by itself. */

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
    other.addEventListener("abort", fire);
    return [() => other.removeEventListener("abort", fire)];
  });
  const release = (): void => {
    for (const remove of listeners) remove();
  };
  return { signal: controller.signal, release };
}

/** The work's own end, or a rejection with the signal's reason, whichever comes first. Leaves no listener behind. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let listener: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    listener = () => reject(signal.reason);
    signal.addEventListener("abort", listener);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (listener !== undefined) signal.removeEventListener("abort", listener);
    work.catch(() => {}); // its own failure comes too late for anybody
  }
}
