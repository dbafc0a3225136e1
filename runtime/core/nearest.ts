/** The known name that somebody most likely meant. */

/** The nearest of `names` to `given` within a third of its length (at least 1 edit), or undefined. Case and `_` do not count. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  if (given.length > 64) return undefined;
  const plain = fold(given);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(given.length / 3)) + 1;
  for (const name of names) {
    const edits = distance(plain, fold(name), least);
    if (edits < least) {
      least = edits;
      best = name;
    }
  }
  return best;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

/** Levenshtein's distance, or `limit` as soon as it can't be less. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substituted));
    }
    if (Math.min(...next) >= limit) return limit;
    row = next;
  }
  return row[b.length] ?? limit;
}
