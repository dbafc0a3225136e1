/**
 * Cases of the public suites whose schema is no measure for a tool's, by name, and why. peers.ts sets a case aside only
 * when it has proven the reason.
 */
import { knownTags } from "../../generator/analyze/jsdoc.js";
import type { Judgement } from "./peer-judge.js";

export type Exclusion =
  /** The checker says of every value that the two schemas differ on what ours says. */
  | { readonly kind: "the checker contradicts the peer"; readonly because: string }
  /**
   * The peer's schema follows tags that mcp-gen does not have: they are in the source, and without them, that is to the
   * checker, every value that the two differ on is what ours says.
   */
  | { readonly kind: "foreign tag"; readonly because: string; readonly tags: readonly string[] }
  /** The checker takes none of the values that either schema was the model for. */
  | { readonly kind: "no JSON value"; readonly because: string };

const contradicted = (because: string): Exclusion => ({ kind: "the checker contradicts the peer", because });
const foreign = (tags: readonly string[], because: string): Exclusion => ({ kind: "foreign tag", tags, because });
const noValue = (because: string): Exclusion => ({ kind: "no JSON value", because });

const widened = "the initialiser of something that may change is no part of its type, which is string";
const closedByTheirs = "the values of all other keys are held to the index signature, which is for some keys only";
const digitsOnly = "keys such as NaN and -1.5 are numbers to an index signature too, and the peer thinks of digits alone";

export const exclusions: Readonly<Record<string, Exclusion>> = {
  // ts-json-schema-generator
  "string-template-expression-literals": contradicted("a number in a template is any text to the peer"),
  "type-conditional-tuple-narrowing": contradicted("unknown is any value, and the peer wants an object"),
  "type-intersection-additional-props": contradicted("an intersection of index signatures is read as their union"),
  "type-mapped-enum-null": contradicted("the enum has no constant members, so its keys are any numbers, and the peer has none"),
  "type-mapped-number": contradicted(closedByTheirs),
  "type-mapped-symbol": contradicted(closedByTheirs),
  "type-mapped-union-union": contradicted("a mapped type over six names gets an index signature besides"),
  "type-maps": contradicted("an array is an object to TypeScript"),
  "type-typeof-class": noValue("the type is a constructor"),
  "type-typeof-class-static-property": contradicted(widened),
  "type-typeof-object-property": contradicted(widened),
  "literal-index-type": contradicted(widened),
  "literal-object-type": contradicted(widened),
  "type-typeof-enum": contradicted("a numeric enum has its members' names under their numbers"),
  "class-single": contradicted("a property without an annotation is any, and is left out by the peer"),
  "annotation-nullable-definition": foreign(["nullable"], "adds null to the type"),
  // typescript-json-schema
  "type-default-number-as-integer": foreign(["TJS-type"], "stands against an option of the peer that makes integers of numbers"),
  "type-function": noValue("a property is a function"),
  "typeof-keyword": noValue("a property is a function"),
  "type-nullable": foreign(["nullable"], "adds null to the type"),
  "type-primitives": foreign(["TJS-type"], "makes an integer of a number"),
  "force-type": foreign(["TJS-type"], "replaces the type"),
  "force-type-imported": foreign(["TJS-type"], "replaces the type"),
  "prop-override": foreign(["TJS-type"], "replaces the type"),
  "annotation-items": foreign(["items", "items.type"], "says of the elements what their own type does not"),
  "annotation-tjs": foreign(["TJS-pattern", "TJS-minimum", "TJS-ignore"], "constrains values and leaves a property out"),
  "ignored-required": contradicted("a property is left out of the schema and of what is required"),
  "numeric-keys-and-others": contradicted(digitsOnly),
  "object-numeric-index": contradicted(digitsOnly),
  "object-numeric-index-as-property": contradicted(digitsOnly),
  "string-template-literal": contradicted("texts with line breaks, and numbers that are not digits alone, are left out"),
  "type-aliases-tuple": contradicted("a tuple of two may have more elements"),
};

export const exclusionOf = (name: string): Exclusion | undefined =>
  Object.hasOwn(exclusions, name) ? exclusions[name] : undefined;

/** What is left to show for a reason; null when it is proven. `source` is the text of the case. */
export function doubt(exclusion: Exclusion, source: string, { strictly, loosely, taken }: Judgement): string | null {
  if (exclusion.kind === "no JSON value") return taken === 0 ? null : `the checker takes ${taken} values`;
  if (taken === 0) return "the checker takes no value at all";
  const { differing, ours } = exclusion.kind === "foreign tag" ? loosely : strictly;
  if (ours < differing) return `the checker is with us on ${ours} of ${differing} values`;
  if (exclusion.kind !== "foreign tag") return null;
  const missing = exclusion.tags.find((tag) => !new RegExp(`@${tag}(?![\\w-])`).test(source));
  if (missing !== undefined) return `@${missing} is not in the source`;
  const known = exclusion.tags.find((tag) => knownTags.has(tag));
  return known === undefined ? null : `@${known} is known to mcp-gen`;
}
