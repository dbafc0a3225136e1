/**
 * Whether a regular expression may stand in a schema: it has to compile with the flag u, and must not be able to take
 * exponential time. The test is conservative: what is not plainly harmless is refused, with the reason.
 */

interface Node {
  /** Characters that the node can start with: null for any. Literal characters and class texts are compared as they stand. */
  readonly starts: ReadonlySet<string> | null;
  /** Can match the empty text. */
  readonly empty: boolean;
  /** Has a quantifier without an upper bound somewhere inside. */
  readonly endless: boolean;
  /** The single characters and classes in it. */
  readonly atoms: readonly string[];
  /** Those of them that can match behind the first character. */
  readonly later: readonly string[];
}

/** What is wrong with a pattern, as what it should have been; null for a good one. */
export function patternFault(pattern: string): string | null {
  if (pattern === "") return "a regular expression";
  try {
    new RegExp(pattern, "u");
  } catch {
    return "a regular expression that compiles with the flag u";
  }
  const reader = new Reader(pattern);
  reader.alternatives();
  return reader.fault;
}

const nested = "a pattern without a repetition inside a repetition, which can take exponential time";
const overlapping = "a pattern without overlapping alternatives inside a repetition, which can take exponential time";
const nothing: Node = { starts: new Set(), empty: true, endless: false, atoms: [], later: [] };

class Reader {
  fault: string | null = null;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Up to a closing bracket or the end. `overlap` tells whether two alternatives can start with the same character. */
  alternatives(): { readonly node: Node; readonly overlap: boolean } {
    const found: Node[] = [this.#sequence()];
    while (this.#text[this.#at] === "|") {
      this.#at++;
      found.push(this.#sequence());
    }
    const overlap = found.some((a, index) => found.slice(index + 1).some((b) => meet(a, b)));
    return { node: found.length === 1 ? (found[0] ?? nothing) : united(found), overlap };
  }

  #sequence(): Node {
    let whole: Node = nothing;
    while (this.#at < this.#text.length && this.#text[this.#at] !== "|" && this.#text[this.#at] !== ")") {
      const next = this.#quantified();
      const isFirst = whole.atoms.length === 0;
      whole = {
        starts: whole.empty ? both(whole.starts, next.starts) : whole.starts,
        empty: whole.empty && next.empty,
        endless: whole.endless || next.endless,
        atoms: [...whole.atoms, ...next.atoms],
        later: [...whole.later, ...(isFirst ? next.later : next.atoms)],
      };
    }
    return whole;
  }

  #quantified(): Node {
    const { node, overlap } = this.#atom();
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(this.#text.slice(this.#at))?.[0];
    if (quantifier === undefined) return node;
    this.#at += quantifier.length;
    const most =
      /^\{(\d+)\}/.exec(quantifier)?.[1] ?? /^\{\d+,(\d+)\}/.exec(quantifier)?.[1] ?? (quantifier.startsWith("?") ? "1" : "");
    const isEndless = most === "" || Number(most) > 100;
    if (isEndless && node.endless && !isDelimited(node)) this.fault ??= nested;
    if (isEndless && overlap) this.fault ??= overlapping;
    return {
      starts: node.starts,
      empty: node.empty || /^(?:[*?]|\{0)/.test(quantifier),
      endless: node.endless || isEndless,
      atoms: node.atoms,
      later: most === "1" ? node.later : node.atoms,
    };
  }

  #atom(): { readonly node: Node; readonly overlap: boolean } {
    const rest = this.#text.slice(this.#at);
    const group = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(rest)?.[0];
    if (group !== undefined) {
      this.#at += group.length;
      const inner = this.alternatives();
      this.#at++;
      return /^\(\?<?[=!]/.test(group) ? { node: nothing, overlap: false } : inner;
    }
    if (rest.startsWith("^") || rest.startsWith("$") || /^\\b/i.test(rest)) {
      this.#at += rest.startsWith("\\") ? 2 : 1;
      return { node: nothing, overlap: false };
    }
    const single =
      /^\[(?:\\.|[^\]\\])*\]/su.exec(rest)?.[0] ??
      /^\\(?:u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|[pP]\{[^}]*\}|c.|k<[^>]*>|\d+|.)/su.exec(rest)?.[0] ??
      /^./su.exec(rest)?.[0] ??
      "";
    this.#at += single.length;
    const isLiteral = /^[^.[\\]$/su.test(single) || /^\\[^dDwWsSpPkcux\d]$/su.test(single);
    const starts = isLiteral ? new Set([single.replace(/^\\/, "")]) : null;
    return { node: { starts, empty: false, endless: false, atoms: [single], later: [] }, overlap: false };
  }
}

/** Each round starts with a character that nothing else in it matches, so there is one way only to part the rounds. */
function isDelimited({ starts, empty, later }: Node): boolean {
  if (empty || starts === null) return false;
  return [...starts].every((start) => !later.some((atom) => matches(atom, start)));
}

function matches(atom: string, character: string): boolean {
  try {
    return new RegExp(`^(?:${atom})$`, "u").test(character);
  } catch {
    return true;
  }
}

function meet(a: Node, b: Node): boolean {
  if (a.empty || b.empty || a.starts === null || b.starts === null) return true;
  return [...a.starts].some((each) => b.starts?.has(each));
}

const both = (a: Node["starts"], b: Node["starts"]): Node["starts"] => (a === null || b === null ? null : new Set([...a, ...b]));

const united = (nodes: readonly Node[]): Node => ({
  starts: nodes.map(({ starts }) => starts).reduce(both),
  empty: nodes.some(({ empty }) => empty),
  endless: nodes.some(({ endless }) => endless),
  atoms: nodes.flatMap(({ atoms }) => atoms),
  later: nodes.flatMap(({ later }) => later),
});
