/** Work that is given up when a signal fires, although it may never settle by itself. */

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
