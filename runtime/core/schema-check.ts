/**
 * A value against a JSON Schema of somebody else's, without compiling anything. A value is refused only where that is certain.
 * What a keyword says that stands in `unchecked` stays open, as does what lies behind a reference out of the schema: none is
 * followed, and no pattern of a stranger is run, since either could take for ever.
 */

import { canonicalJson, type Fields, isFields, own } from "../json.js";
import type { Problems } from "./problems.js";
import { isAnyOf } from "./schema-checks.js";

/** Whether a value fits; undefined when that can't be told. */
type Verdict = boolean | undefined;

/** A value at its place. */
interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly problems: Problems;
  /** Where references begin: the nearest schema around that has an id of its own, or the whole. */
  readonly base: Fields;
}

type Check = (schema: unknown, place: Place) => Verdict;
type Rule = (given: unknown, place: Place, check: Check, schema: Fields) => Verdict;

const dialects = /^https?:\/\/json-schema\.org\/draft(\/20(20-12|19-09)|-0[67])\/schema#?$/;

/** In these, a reference stands for its whole schema. */
const oldDialects = /draft-0/;

/** The dialect that a schema says it is written in, if it is none that is known here. */
export function unknownDialect(schema: Fields): string | undefined {
  const dialect = own(schema, "$schema");
  return typeof dialect === "string" && !dialects.test(dialect) ? dialect : undefined;
}

/** No value is looked at for longer, in milliseconds: a small schema can make endless work of one. */
const longestMs = 500;
const deepest = 200;

export interface Format {
  readonly is: (text: string) => boolean;
  readonly words: string;
}

/**
 * False when a value certainly does not fit; `problems` then holds why.
 *
 * @param formats - the formats that a text must have where a schema names them; none unless given.
 */
export function mayFit(
  schema: Fields,
  value: unknown,
  path: string,
  problems: Problems,
  formats?: ReadonlyMap<unknown, Format>,
): boolean {
  const isOld = oldDialects.test(String(own(schema, "$schema")));
  const end = Date.now() + longestMs;
  let depth = 0;
  const check: Check = (given, place) => {
    if (given === true) return true;
    if (given === false) return told(place, "nothing");
    if (!isFields(given) || depth > deepest || Date.now() > end) return undefined;
    const id = own(given, "$id");
    const here = isText(id) && !id.startsWith("#") ? { ...place, base: given } : place;
    const verdict = (keyword: string): Verdict => {
      const rule = rules.get(keyword);
      if (rule !== undefined) return rule(given[keyword], here, check, given);
      const format = keyword === "format" ? formats?.get(given[keyword]) : undefined;
      if (format !== undefined && isText(place.value)) return format.is(place.value) || told(place, format.words);
      return !unchecked.test(keyword) || undefined;
    };
    const keywords = isOld && Object.hasOwn(given, "$ref") ? ["$ref"] : Object.keys(given);
    if (keywords.some((keyword) => decisive.has(keyword) && verdict(keyword) === false)) return false;
    depth += 1;
    const whole = every(keywords, verdict);
    depth -= 1;
    return whole;
  };
  try {
    return check(schema, { value, path, problems, base: schema }) !== false;
  } catch (thrown) {
    if (thrown instanceof RangeError) return true; // nested too deeply for the stack
    throw thrown;
  }
}

/** Where one of these fails, the others have nothing to add. */
const decisive = new Set(["enum", "const", "type"]);

/** Keywords that assert something, but nothing that is checked here. Those of neither list say nothing about a value. */
const unchecked =
  /^(additionalItems|contains|depend\w+|format|if|m..Properties|multipleOf|not|pattern\w*|propertyNames|unevaluated\w+|\$(dynamic|recursive)Ref)$/;

function told({ problems, path, value }: Place, expected: string): false {
  problems.expected(path, expected, value);
  return false;
}

/** Reports what the value could be. */
function chosen(place: Place, choices: readonly unknown[]): boolean {
  if (isAnyOf(place.value, choices)) return true;
  place.problems.notOneOf(place.path, choices as string[], place.value);
  return false;
}

/** All must fit. */
function every<T>(items: readonly T[], verdict: (item: T, index: number) => Verdict): Verdict {
  let whole: Verdict = true;
  items.forEach((item, index) => {
    const one = verdict(item, index);
    if (one === false || whole === true) whole = one;
  });
  return whole;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** The name of a type, its words, what is of it. */
const kinds: readonly (readonly [string, string, (value: unknown) => boolean])[] = [
  ["string", "a string", isText],
  ["number", "a number", isNumber],
  ["integer", "an integer", Number.isInteger],
  ["boolean", "true or false", (value) => typeof value === "boolean"],
  ["null", "null", (value) => value === null],
  ["array", "an array", isList],
  ["object", "an object", isFields],
];

/** A rule about values of one kind, whose own value is a number. */
function limit<V>(isKind: (value: unknown) => value is V, words: string, fits: (value: V, limit: number) => boolean): Rule {
  return (given, place) => {
    if (!isKind(place.value)) return true;
    if (!isNumber(given)) return undefined;
    return fits(place.value, given) || told(place, words.replace("#", String(given)));
  };
}

/** The two rules about how much of something there is. */
function sizes<V>(
  name: string,
  isKind: (value: unknown) => value is V,
  sizeOf: (value: V) => number,
  what: string,
  parts: string,
): [string, Rule][] {
  return [
    [`min${name}`, limit(isKind, `${what} at least # ${parts}`, (value, least) => sizeOf(value) >= least)],
    [`max${name}`, limit(isKind, `${what} at most # ${parts}`, (value, most) => sizeOf(value) <= most)],
  ];
}

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    "type",
    (given, place) => {
      const names = [given].flat();
      const known = kinds.filter(([name]) => names.includes(name));
      if (known.some(([, , is]) => is(place.value))) return true;
      return known.length < new Set(names).size ? undefined : told(place, known.map(([, words]) => words).join(" or "));
    },
  ],
  ["enum", (given, place) => (isList(given) ? chosen(place, given) : undefined)],
  ["const", (given, place) => chosen(place, [given])],
  ["minimum", limit(isNumber, "# or more", (value, least) => value >= least)],
  ["maximum", limit(isNumber, "# or less", (value, most) => value <= most)],
  ["exclusiveMinimum", limit(isNumber, "more than #", (value, least) => value > least)],
  ["exclusiveMaximum", limit(isNumber, "less than #", (value, most) => value < most)],
  ...sizes("Length", isText, (text) => [...text].length, "a string of", "characters"),
  ...sizes("Items", isList, (list) => list.length, "an array of", "elements"),
  [
    "uniqueItems",
    (given, place) => {
      if (given !== true || !isList(place.value)) return true;
      const texts = place.value.map((item) => canonicalJson(item));
      return new Set(texts).size === texts.length || told(place, "an array of elements that differ");
    },
  ],
  ["prefixItems", (given, place, check) => eachItem(given, place, check)],
  [
    "items",
    (given, place, check, { prefixItems }) => eachItem(given, place, check, isList(prefixItems) ? prefixItems.length : 0),
  ],
  [
    "required",
    (given, place) => {
      const { value, path } = place;
      if (!isFields(value)) return true;
      if (!isList(given)) return undefined;
      return every(
        given,
        (name) => Object.hasOwn(value, String(name)) || told({ ...place, path: `${path}.${name}`, value: undefined }, "a value"),
      );
    },
  ],
  [
    "properties",
    (given, place, check) => {
      if (!isFields(given)) return undefined;
      return eachProperty(place, (name, property) => !Object.hasOwn(given, name) || check(given[name], property));
    },
  ],
  [
    "additionalProperties",
    (given, place, check, { properties, patternProperties }) =>
      eachProperty(place, (name, property) => {
        if (isFields(properties) && Object.hasOwn(properties, name)) return true;
        return patternProperties === undefined ? check(given, property) : undefined;
      }),
  ],
  ["allOf", (given, place, check) => (isList(given) ? every(given, (schema) => check(schema, place)) : undefined)],
  ["anyOf", (given, place, check) => alternatives(given, place, check, Number.POSITIVE_INFINITY)],
  ["oneOf", (given, place, check) => alternatives(given, place, check, 1)],
  ["$ref", (given, place, check) => check(isText(given) ? referenced(place.base, given) : undefined, place)],
]);

/** Items from `first` on against one schema, or one by one against those of a list. */
function eachItem(given: unknown, place: Place, check: Check, first = 0): Verdict {
  if (!isList(place.value)) return true;
  return every(place.value.slice(first), (value, index) => {
    if (isList(given) && index >= given.length) return true;
    return check(isList(given) ? given[index] : given, { ...place, value, path: `${place.path}[${first + index}]` });
  });
}

function eachProperty(place: Place, verdict: (name: string, property: Place) => Verdict): Verdict {
  const { value, path } = place;
  if (!isFields(value)) return true;
  return every(Object.keys(value), (name) =>
    verdict(name, { ...place, value: value[name], path: `${path}.${name.slice(0, 60)}` }),
  );
}

/** At least one of several must fit, and at most so many. */
function alternatives(given: unknown, place: Place, check: Check, most: number): Verdict {
  if (!isList(given) || given.length === 0) return undefined;
  const trials = given.map((schema) => {
    const problems = place.problems.trial();
    return { problems, verdict: check(schema, { ...place, problems }) };
  });
  const certain = trials.filter(({ verdict }) => verdict === true).length;
  if (certain > most) return told(place, `a value of one form only, not of ${certain}`);
  const isOpen = trials.some(({ verdict }) => verdict === undefined);
  if (certain > 0) return most === 1 && isOpen ? undefined : true;
  if (isOpen) return undefined;
  const constants = given.filter((schema): schema is Fields => isFields(schema) && Object.hasOwn(schema, "const"));
  if (constants.length === given.length)
    return chosen(
      place,
      constants.map((schema) => schema.const),
    );
  const [nearest] = trials.sort((one, other) => one.problems.count - other.problems.count);
  if (nearest !== undefined) place.problems.adopt(nearest.problems);
  return false;
}

/** The schema that a JSON Pointer leads to (RFC 6901), within one resource; undefined for everything else. */
function referenced(base: Fields, reference: string): unknown {
  if (!/^#(?:\/|$)/.test(reference)) return undefined;
  let target: unknown = base;
  for (const part of reference.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    target = isFields(target) ? own(target, key) : isList(target) ? target[Number(key)] : undefined;
    if (isFields(target) && Object.hasOwn(target, "$id")) return undefined; // another resource begins there
  }
  return target;
}
