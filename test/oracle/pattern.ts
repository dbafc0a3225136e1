/** A text that a regular expression matches, for the part of the language that schemas use. Knows nothing of schemas. */
import type { Random } from "./random.js";

type Source = (random: Random) => string;

/** Characters for `.` and for negated classes: some that formats and escapes stumble over. */
const anything = ["a", "Z", "5", "-", "_", " ", ".", "é", "💡", "\n", "\u2028", '"', "\\", "@", "/"];

const escapes: Readonly<Record<string, readonly string[]>> = {
  d: [..."0123456789"],
  w: [..."abcXYZ019_"],
  s: [" ", "\t", "\n"],
  D: ["a", "-"],
  W: ["-", " "],
  S: ["a", "."],
  n: ["\n"],
  r: ["\r"],
  t: ["\t"],
};

/** Null for an expression that this reader does not understand. */
export function sampleOf(pattern: string): Source | null {
  const characters = [...pattern];
  let at = 0;
  const alternatives = (): Source => {
    const list = [sequence()];
    while (characters[at] === "|") {
      at++;
      list.push(sequence());
    }
    return (random) => random.pick(list)(random);
  };
  const sequence = (): Source => {
    const parts: Source[] = [];
    while (at < characters.length && characters[at] !== "|" && characters[at] !== ")") parts.push(quantified());
    return (random) => parts.map((part) => part(random)).join("");
  };
  const quantified = (): Source => {
    const one = atom();
    const [least, most] = quantifier();
    return (random) => {
      const count = least + random.below(Math.min(most, least + 4) - least + 1);
      return Array.from({ length: count }, () => one(random)).join("");
    };
  };
  const quantifier = (): [least: number, most: number] => {
    const sign = characters[at] ?? "";
    let range: [number, number] = [1, 1];
    const counted = /^\{(\d+)(,?)(\d*)\}/.exec(characters.slice(at).join(""));
    if (sign === "*") range = [0, 4];
    else if (sign === "+") range = [1, 5];
    else if (sign === "?") range = [0, 1];
    else if (counted !== null) {
      const least = Number(counted[1]);
      range = [least, counted[2] === "" ? least : counted[3] === "" ? least + 3 : Number(counted[3])];
      at += counted[0].length - 1;
    } else return range;
    at++;
    if (characters[at] === "?") at++;
    return range;
  };
  const atom = (): Source => {
    const character = characters[at++] ?? "";
    if (character === "^" || character === "$") return () => "";
    if (character === ".") return pick(anything);
    if (character === "(") {
      const kind = /^\?[:!]/.exec(characters.slice(at, at + 2).join(""))?.[0] ?? "";
      if (kind === "" && characters[at] === "?") throw new Error("A group of an unknown kind.");
      at += kind.length;
      const inner = alternatives();
      at++;
      // What must not follow adds nothing: now and then it follows all the same, and the text is a bad one.
      return kind === "?!" ? () => "" : inner;
    }
    if (character === "[") return pick(characterClass());
    return character === "\\" ? pick(escaped()) : () => character;
  };
  const escaped = (): readonly string[] => {
    const character = characters[at++] ?? "";
    if (character === "p") {
      at = characters.indexOf("}", at) + 1;
      return ["a", "é", "Ω"];
    }
    if (character === "u") {
      const code = characters.slice(at, at + 4).join("");
      at += 4;
      return [String.fromCharCode(Number.parseInt(code, 16))];
    }
    return escapes[character] ?? [character];
  };
  const characterClass = (): readonly string[] => {
    const negated = characters[at] === "^";
    if (negated) at++;
    const members: string[] = [];
    while (characters[at] !== "]") {
      if (at >= characters.length) throw new Error("A class without an end.");
      const character = characters[at++] ?? "";
      const list = character === "\\" ? escaped() : [character];
      const [from = ""] = list;
      if (list.length === 1 && characters[at] === "-" && characters[at + 1] !== "]") {
        at++;
        const to = characters[at++] ?? "";
        for (let code = from.codePointAt(0) ?? 0; code <= (to.codePointAt(0) ?? 0); code++)
          members.push(String.fromCodePoint(code));
      } else members.push(...list);
    }
    at++;
    return negated ? anything.filter((each) => !members.includes(each)) : members;
  };
  try {
    const source = alternatives();
    return at === characters.length ? source : null;
  } catch {
    return null;
  }
}

const pick =
  (list: readonly string[]): Source =>
  (random) =>
    random.pick(list);
