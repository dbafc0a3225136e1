/** Names: legal wire names, identifiers, cases, nearest names, and names made unique. Pure functions on strings. */

/** What no variable of a module may be called. */
const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for " +
    "function if implements import in instanceof interface let new null package private protected public return static super switch " +
    "this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

export const isLegalName = (name: string): boolean => /^[A-Za-z0-9_.-]{1,128}$/.test(name);

export const isPortableToolName = (name: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(name);

export const isIdentifier = (name: string): boolean => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);

/** The words of a name: `acceptAlternative`, `accept_alternative` and `ACCEPT-Alternative2` alike. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}$]+/u)
    .filter((word) => word !== "");

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const pascalCase = (name: string): string => {
  const joined = wordsOf(name).map(capital).join("");
  return isIdentifier(joined) ? joined : `_${joined.replace(/[^\p{ID_Continue}$]/gu, "")}`;
};

/** A safe identifier in camel case: never a reserved word. */
export const camelCase = (name: string): string => {
  const [first = "", ...rest] = wordsOf(name);
  const lowered = /^\p{Lu}+\d*$/u.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
  const joined = [lowered, ...rest.map(capital)].join("");
  const safe = isIdentifier(joined) ? joined : `_${joined.replace(/[^\p{ID_Continue}$]/gu, "")}`;
  return reserved.has(safe) ? `${safe}_` : safe;
};

/** `acceptAlternative` as a person reads it: "Accept Alternative". */
export const titleCase = (name: string): string => wordsOf(name).map(capital).join(" ") || name;

/** Hands out names that differ from all taken ones: the wish itself, else with the first free number from 2. */
export class NameScope {
  readonly #taken: Set<string>;
  readonly #fold: (name: string) => string;

  constructor(taken: Iterable<string> = [], fold: (name: string) => string = (name) => name) {
    this.#fold = fold;
    this.#taken = new Set([...taken].map(fold));
  }

  has(name: string): boolean {
    return this.#taken.has(this.#fold(name));
  }

  take(...wishes: readonly [string, ...string[]]): string {
    const free = wishes.find((wish) => !this.has(wish));
    const name = free ?? this.#numbered(wishes[0]);
    this.#taken.add(this.#fold(name));
    return name;
  }

  #numbered(wish: string): string {
    for (let number = 2; ; number++) if (!this.has(`${wish}${number}`)) return `${wish}${number}`;
  }
}

/** The nearest of `names` within two edits (one for short names), or null. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const limit = name.length <= 4 ? 1 : 2;
  let best: string | null = null;
  let least = limit + 1;
  for (const candidate of names) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least && candidate !== name) [best, least] = [candidate, distance];
  }
  return best;
}

/** Edits between two names, a swap of two neighbours counting as one. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows[i] = row;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(i - 2, j - 2) + 1);
      row[j] = cost;
    }
  }
  return at(a.length, b.length);
}

/** By code units: the same on every machine. */
export const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** As formatters sort imported names: letter by letter, a capital before its small letter. */
export function compareImported(a: string, b: string): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const [x, y] = [a.charAt(index), b.charAt(index)];
    if (x !== y) return compareNames(x.toLowerCase(), y.toLowerCase()) || compareNames(x, y);
  }
  return a.length - b.length;
}
