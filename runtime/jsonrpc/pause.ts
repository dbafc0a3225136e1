/** Waiting. */

import { orAborted } from "./aborting.js";

/** Waits, or rejects with the signal's reason. @param holds - false lets the process end meanwhile; true unless given. */
export async function pause(ms: number, signal?: AbortSignal, holds = true): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    if (!holds) (timer as { unref?: () => void }).unref?.();
  });
  try {
    await (signal === undefined ? waited : orAborted(waited, signal));
  } finally {
    clearTimeout(timer);
  }
}
