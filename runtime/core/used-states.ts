/** Remembers which states were used, for servers whose confirmations must not be replayed. */

export interface UsedStates {
  /**
   * Marks a state as used; false when it was before. Several processes need a store that they share.
   *
   * @param id - Unique to the state.
   * @param until - When the state expires anyway, in milliseconds since 1970: it can be forgotten then.
   */
  claim(id: string, until: number): boolean | Promise<boolean>;
}

/** Remembers in this process alone. What is expired is forgotten, oldest first. */
export function rememberUsedStates(now: () => number = Date.now): UsedStates {
  const used = new Map<string, number>();
  return {
    claim(id, until) {
      for (const [old, expiry] of used) {
        if (expiry > now()) break;
        used.delete(old);
      }
      if (used.has(id)) return false;
      used.set(id, until);
      return true;
    },
  };
}
