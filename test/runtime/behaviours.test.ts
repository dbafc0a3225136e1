/** The list of behaviours is whole, and every proof that it names is there. */

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { behaviours, played } from "./behaviours.js";

const counts = { A: 37, B: 21, C: 10, D: 47, E: 13 };
const caseNumbers = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 18, 19, 21, 22, 23, 25, 26, 27, 29, 32, 33, 34, 36, 37, 39, 40],
  "S1",
  "S2",
].map(String);

const root = fileURLToPath(new URL("../../", import.meta.url));
const texts = new Map<string, string>();
function textOf(file: string): string {
  const known = texts.get(file) ?? readFileSync(`${root}${file}`, "utf8");
  texts.set(file, known);
  return known;
}

/** How often a title begins like this behind one of the words that name a test; a type stands for itself. */
function found(proof: string): { readonly there: boolean; readonly isGap: boolean } {
  const [file = "", title] = proof.split(" > ", 2);
  if (title === undefined) return { there: existsSync(`${root}${file}/input`), isGap: false };
  if (!existsSync(`${root}${file}`)) return { there: false, isGap: false };
  const text = textOf(file);
  if (title.startsWith("export ")) return { there: text.includes(title), isGap: false };
  const begins = ['"', "'", "`"].map((quote) => text.indexOf(quote + title)).filter((at) => at >= 0);
  const isGap = begins.some((at) => /\bknown\(\s*$/.test(text.slice(0, at)));
  return { there: begins.length > 0, isGap };
}

describe("the list of behaviours", () => {
  test("has every number once, in order", () => {
    const ids = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
    );
    expect(behaviours.map(({ id }) => id)).toEqual(ids);
  });

  test("says what is meant, in words of its own", () => {
    for (const { id, what } of behaviours) expect(what.length, id).toBeGreaterThan(5);
    expect(new Set(behaviours.map(({ what }) => what)).size).toBe(behaviours.length);
  });

  test("proves what it says is held or refused, and says why of everything else", () => {
    for (const { id, status, proof, why } of behaviours) {
      if (status === "held" || status === "refused at build time") expect(proof, id).not.toEqual([]);
      else expect(why, id).toMatch(/^[A-Z].*\.$/);
    }
  });

  test("names tests and fixtures that are there; a known gap proves nothing but that something is open", () => {
    for (const { id, status, proof } of behaviours) {
      for (const each of proof) {
        const { there, isGap } = found(each);
        expect(there, `${id}: ${each}`).toBe(true);
        if (isGap) expect(status, `${id}: ${each}`).toBe("open");
      }
    }
  });

  test("leaves no known gap out", () => {
    const named = behaviours.flatMap(({ proof }) => proof);
    for (const file of ["test/runtime/cases-build.test.ts", "test/runtime/cases.test.ts", "test/runtime/cases-wire.test.ts"]) {
      const gaps = [...textOf(file).matchAll(/\bknown\(\s*"([^"]+)"/g)].map((match) => `${file} > ${match[1]}`);
      expect(gaps.length, file).toBe([...textOf(file).matchAll(/\bknown\(|\.fails\(/g)].length);
      for (const gap of gaps)
        expect(
          named.some((proof) => gap.startsWith(proof)),
          gap,
        ).toBe(true);
    }
  });
});

test("every black-box case is played", () => {
  expect(Object.keys(played)).toEqual(caseNumbers);
  for (const [number, proofs] of Object.entries(played)) {
    expect(proofs, number).not.toEqual([]);
    for (const proof of proofs) expect(found(proof).there, `${number}: ${proof}`).toBe(true);
  }
});
