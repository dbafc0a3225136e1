/** Random choices that a seed repeats: a failure has to be found again. */
export interface Random {
  /** From 0 to 1, 1 excluded. */
  fraction(): number;
  /** A whole number from 0 to `limit`, `limit` excluded. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** The generator called mulberry32: 32 bits of state are enough for a test. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    chance: (probability) => fraction() < probability,
    pick: (list) => {
      if (list.length === 0) throw new Error("Nothing to pick from.");
      return list[below(list.length)] as (typeof list)[number];
    },
  };
}

/** A seed for one tool, so that adding a case changes the values of no other. */
export function seedOf(name: string, seed: number): number {
  let hash = seed >>> 0;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
