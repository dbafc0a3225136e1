/** Repeatable randomness: a seed gives the same numbers on every machine. */

/** Numbers from 0 up to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A number from 0 to 99 that depends on every character of the text (FNV-1a). */
export function percentOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((hash ^ (hash >>> 13)) >>> 0) % 100;
}

/** The seed of a run: fixed, unless FUZZ_SEED says otherwise. */
export const seed = Number(process.env.FUZZ_SEED ?? 20_251_225);
