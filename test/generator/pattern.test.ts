import { describe, expect, it } from "vitest";
import { patternFault } from "../../generator/schema/pattern.js";

describe("a pattern that cannot take exponential time", () => {
  it.each([
    "^[a-z]+$",
    "^[a-z0-9]+(?:-[a-z0-9]+)*$",
    "^\\d{3}-\\d{4}$",
    "^(?:red|green|blue)+$",
    "^(a|b)*c$",
    "^#(?:[0-9a-f]{3}){1,2}$",
    "^v\\d+(\\.\\d+){0,2}$",
    "^(?:/[^/]+)+$",
    "(?<year>\\d{4})-(?!00)\\d\\d",
    "^\\p{Lu}\\p{Ll}*( \\p{Lu}\\p{Ll}*){0,5}$",
    "[\\]]+x",
  ])("%s is taken", (pattern) => expect(patternFault(pattern)).toBeNull());

  it.each([
    ["^(a+)+$", "repetition inside a repetition"],
    ["^([a-z]+\\s?)*$", "repetition inside a repetition"],
    ["(x*)*", "repetition inside a repetition"],
    ["^((a|b)+c*)*$", "repetition inside a repetition"],
    ["^(?:-[a-z-]+)*$", "repetition inside a repetition"],
    ["^(a|a)*$", "overlapping alternatives"],
    ["^(a|ab)*$", "overlapping alternatives"],
    ["^(\\w|\\d)+$", "overlapping alternatives"],
    ["^(?:[a-z]|x)*$", "overlapping alternatives"],
    ["[a-", "compiles with the flag u"],
    ["\\-", "compiles with the flag u"],
    ["", "a regular expression"],
  ])("%s is refused", (pattern, words) => expect(patternFault(pattern)).toContain(words));
});
