// Runs operations of a case on lanes for a while and takes the times.

const stallMs = 20_000;

/**
 * @param until - { ms } or { ms, operations }: ends when the time is up, or before that when so many operations are done.
 * @returns operations, milliseconds, and the duration of each operation in milliseconds.
 */
export async function drive({ run, isModern }, lanes, until) {
  const started = performance.now();
  const deadline = started + until.ms;
  const most = until.operations ?? Number.POSITIVE_INFINITY;
  const durations = [];
  let begun = 0;
  let stalled;
  const stall = new Promise((_, reject) => {
    stalled = setTimeout(() => reject(new Error("no answer came; the run was given up")), until.ms + stallMs);
  });
  const work = Promise.all(
    lanes.map(async (lane) => {
      while (performance.now() < deadline && begun < most) {
        const at = performance.now();
        begun += 1;
        await run(lane, begun, isModern);
        durations.push(performance.now() - at);
      }
    }),
  );
  try {
    await Promise.race([work, stall]);
  } finally {
    clearTimeout(stalled);
  }
  return { operations: durations.length, ms: performance.now() - started, durations };
}
