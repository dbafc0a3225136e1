/**
 * What a change of a JSON Schema means for those who write values of it, or read them. Compares the keywords that mcp-gen
 * emits; what it can't compare it calls breaking, never safe.
 */
import type { Found, Level } from "./change.js";

/** `sent`: clients write such values (arguments, answers). `received`: clients read them (results). */
export type Direction = "sent" | "received";

type Schema = Readonly<Record<string, unknown>>;
type Effect = "narrower" | "wider" | "other";

const levels: Readonly<Record<Direction, Readonly<Record<Effect, Level>>>> = {
  sent: { narrower: "breaking", wider: "safe", other: "breaking" },
  received: { narrower: "safe", wider: "breaking", other: "breaking" },
};

interface Side {
  readonly schema: Schema;
  readonly root: Schema;
}

/** Bounds: `low` ones allow less the higher they are. */
const bounds = {
  minimum: "low",
  exclusiveMinimum: "low",
  minLength: "low",
  minItems: "low",
  minProperties: "low",
  maximum: "high",
  exclusiveMaximum: "high",
  maxLength: "high",
  maxItems: "high",
  maxProperties: "high",
} as const;

/** Rules that hold or do not; one that is replaced by another can't be compared. */
const conditions = ["pattern", "format", "multipleOf", "uniqueItems", "contentEncoding", "propertyNames", "patternProperties"];

/** `name` is what to call the value as a whole. */
export function compareSchemas(name: string, before: unknown, after: unknown, direction: Direction): Found[] {
  const found: Found[] = [];
  const seen = new Set<string>();
  const say = (effect: Effect, text: string): void => {
    found.push({ level: levels[direction][effect], text });
  };
  const old = schemaOf(before);
  const now = schemaOf(after);
  compare(name, { schema: old, root: old }, { schema: now, root: now });
  return found;

  function compare(path: string, left: Side, right: Side): void {
    const a = resolved(left);
    const b = resolved(right);
    // A definition that contains itself is compared once for each pair.
    const pair = `${String(left.schema.$ref)} ${String(right.schema.$ref)}`;
    if (left.schema.$ref !== undefined || right.schema.$ref !== undefined) {
      if (seen.has(pair)) return;
      seen.add(pair);
    }
    const inner = (schema: unknown, side: Side): Side => ({ schema: schemaOf(schema), root: side.root });
    types(path, a, b);
    choices(path, a, b);
    for (const [keyword, kind] of Object.entries(bounds)) bound(path, keyword, kind, a[keyword], b[keyword]);
    for (const keyword of conditions) condition(path, keyword, a[keyword], b[keyword]);
    if (!same(a.default, b.default) && direction === "sent") {
      found.push({
        level: "risky",
        text: `${path}: the default is ${show(b.default)} instead of ${show(a.default)}, so a call that leaves it out means something else`,
      });
    }
    if (!same([a.title, a.description, a.examples], [b.title, b.description, b.examples])) {
      found.push({ level: "safe", text: `${path}: its description has changed` });
    }
    properties(path, a, b, inner, left, right);
    if (a.items !== undefined || b.items !== undefined) compare(`${path}[]`, inner(a.items, left), inner(b.items, right));
    for (const keyword of ["oneOf", "anyOf"]) alternatives(path, listOf(a[keyword]), listOf(b[keyword]), inner, left, right);
    const [before, after] = [listOf(a.prefixItems), listOf(b.prefixItems)];
    if (before.length !== after.length) say("other", `${path}: has ${after.length} places instead of ${before.length}`);
    else
      for (const [index, each] of before.entries()) compare(`${path}[${index}]`, inner(each, left), inner(after[index], right));
  }

  function types(path: string, a: Schema, b: Schema): void {
    const [old, now] = [typesOf(a), typesOf(b)];
    if (old === null && now === null) return;
    const gone = now === null ? [] : (old ?? ["any value"]).filter((each) => !covers(now, each));
    const added = old === null ? [] : (now ?? ["any value"]).filter((each) => !covers(old, each));
    if (gone.length > 0 && added.length > 0) say("other", `${path}: is ${words(now)} instead of ${words(old)}`);
    else if (gone.length > 0) say("narrower", `${path}: is ${words(now)}, no longer ${words(old)}`);
    else if (added.length > 0) say("wider", `${path}: may be ${words(added)} too`);
  }

  function choices(path: string, a: Schema, b: Schema): void {
    const [old, now] = [choicesOf(a), choicesOf(b)];
    if (old === null && now === null) return;
    if (old === null) say("narrower", `${path}: is one of ${show(now)} now`);
    else if (now === null) say("wider", `${path}: is no longer one of a few`);
    else {
      const gone = old.filter((each) => !now.some((one) => same(one, each)));
      const added = now.filter((each) => !old.some((one) => same(one, each)));
      if (gone.length > 0) say("narrower", `${path}: can no longer be ${gone.map(show).join(", ")}`);
      if (added.length > 0) say("wider", `${path}: can be ${added.map(show).join(", ")} too`);
    }
  }

  function bound(path: string, keyword: string, kind: "low" | "high", old: unknown, now: unknown): void {
    if (same(old, now)) return;
    const none = kind === "low" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const [a, b] = [old, now].map((each) => (typeof each === "number" ? each : none)) as [number, number];
    const isNarrower = kind === "low" ? b > a : b < a;
    say(isNarrower ? "narrower" : "wider", `${path}: ${keyword} is ${show(now)} instead of ${show(old)}`);
  }

  function condition(path: string, keyword: string, old: unknown, now: unknown): void {
    if (same(old, now)) return;
    const effect = old === undefined ? "narrower" : now === undefined ? "wider" : "other";
    say(effect, `${path}: ${keyword} is ${show(now)} instead of ${show(old)}`);
  }

  function properties(
    path: string,
    a: Schema,
    b: Schema,
    inner: (schema: unknown, side: Side) => Side,
    left: Side,
    right: Side,
  ): void {
    const [old, now] = [schemaOf(a.properties), schemaOf(b.properties)];
    const [oldRequired, nowRequired] = [listOf(a.required), listOf(b.required)];
    for (const key of Object.keys(old).filter((each) => !Object.hasOwn(now, each))) {
      const at = `${path}.${key}`;
      if (direction === "received") {
        found.push({ level: oldRequired.includes(key) ? "breaking" : "risky", text: `${at}: is no longer there` });
      } else if (b.additionalProperties === false) say("narrower", `${at}: is gone, and who sends it is refused`);
      else found.push({ level: "risky", text: `${at}: is gone, and no longer checked` });
    }
    for (const key of Object.keys(now)) {
      const at = `${path}.${key}`;
      const isRequired = nowRequired.includes(key);
      if (!Object.hasOwn(old, key)) {
        if (direction === "sent" && isRequired) say("narrower", `${at}: is new and required`);
        else found.push({ level: "safe", text: `${at}: is new` });
        continue;
      }
      if (isRequired && !oldRequired.includes(key)) say("narrower", `${at}: is required now`);
      if (!isRequired && oldRequired.includes(key)) say("wider", `${at}: may be absent now`);
      compare(at, inner(old[key], left), inner(now[key], right));
    }
    const [oldRest, nowRest] = [a.additionalProperties ?? true, b.additionalProperties ?? true];
    if (same(oldRest, nowRest)) return;
    if (nowRest === false) say("narrower", `${path}: takes no other properties now`);
    else if (oldRest === false) say("wider", `${path}: may have other properties now`);
    else compare(`${path}.*`, inner(oldRest, left), inner(nowRest, right));
  }

  function alternatives(
    path: string,
    old: readonly unknown[],
    now: readonly unknown[],
    inner: (schema: unknown, side: Side) => Side,
    left: Side,
    right: Side,
  ): void {
    if (old.length === 0 && now.length === 0) return;
    if (old.length === 0) return say("narrower", `${path}: is one of several kinds now`);
    if (now.length === 0) return say("wider", `${path}: is no longer one of several kinds`);
    const rest = [...now];
    for (const each of old) {
      const tag = tagOf(resolved(inner(each, left)));
      const index = rest.findIndex((one) => same(one, each) || (tag !== null && tagOf(resolved(inner(one, right))) === tag));
      if (index < 0) say("narrower", `${path}: can no longer be ${kindOf(each)}`);
      else compare(`${path}${tag === null ? "" : `(${tag})`}`, inner(each, left), inner(rest.splice(index, 1)[0], right));
    }
    for (const each of rest) say("wider", `${path}: can be ${kindOf(each)} too`);
  }
}

const schemaOf = (value: unknown): Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The schema itself, or what its local reference names, with what stands beside the reference. */
function resolved({ schema, root }: Side): Schema {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== "string") return schema;
  const [name] = /^#\/\$defs\/(.+)$/.exec($ref)?.slice(1) ?? [];
  const target = name === undefined ? root : schemaOf(schemaOf(root.$defs)[name]);
  return { ...target, ...beside };
}

/** Null: every type. */
function typesOf({ type }: Schema): readonly string[] | null {
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.map(String) : null;
}

const covers = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (type === "integer" && types.includes("number"));

function choicesOf(schema: Schema): readonly unknown[] | null {
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : null;
}

/** What tells an alternative from its neighbours: the constants of its properties. */
function tagOf(schema: Schema): string | null {
  const constants = Object.entries(schemaOf(schema.properties)).flatMap(([key, value]) => {
    const { const: constant } = schemaOf(value);
    return constant === undefined ? [] : [`${key}: ${show(constant)}`];
  });
  if (constants.length > 0) return constants.join(", ");
  const own = choicesOf(schema);
  return own === null ? (typesOf(schema)?.join(" or ") ?? null) : show(own);
}

const kindOf = (schema: unknown): string => tagOf(schemaOf(schema)) ?? show(schema);
const words = (types: readonly string[] | null): string => (types === null ? "any value" : types.join(" or "));
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function show(value: unknown): string {
  if (value === undefined) return "none";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
