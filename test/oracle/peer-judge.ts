/**
 * Compares two schemas of one type by what they accept and, where they differ, asks the TypeScript checker who is right
 * about the very values that they differ on.
 */
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Schema } from "./corpus.js";
import { asTypeScript, type Json } from "./json.js";
import type { Side, Unit } from "./peer-cases.js";
import { randomFrom, seedOf } from "./random.js";
import { ask, type Question, typesOf } from "./typescript.js";
import { valuesFor } from "./values.js";
import { finite, opened, typeWidenings, withoutConstraints } from "./wire.js";

export interface Given {
  readonly value: Json;
  /** Whether each schema takes the value, with every object open and with objects as closed as they are. */
  readonly ours: Taken;
  readonly theirs: Taken;
  /** Ours without what TypeScript has no word for. */
  readonly loosely: Taken;
}

interface Taken {
  readonly open: boolean;
  readonly closed: boolean;
}

export interface Comparison {
  readonly unit: Unit;
  readonly side: Side;
  readonly given: readonly Given[];
  /** Whether they say the same, be it with open objects or with closed ones. */
  readonly same: boolean;
}

const lax = { strict: false, validateFormats: false, ownProperties: true, logger: false } as const;

/** Throws when a schema cannot be compiled. */
export function compare(unit: Unit, side: Side, ours: Schema, { count, seed }: { count: number; seed: number }): Comparison {
  const { theirs } = unit;
  const random = randomFrom(seedOf(unit.title, seed));
  const values = [ours, theirs].flatMap((each) =>
    valuesFor({ schema: opened(each) as Schema, words: [], random, count: count / 2, objectsOnly: false }),
  );
  const mine = verdictOf(ours, (schema) => new Ajv2020(lax).compile(schema));
  const peer = verdictOf(theirs, (schema) => new Ajv(lax).compile(schema));
  const looseSchema = withoutConstraints(ours, { tagged: false, hollow: true }) as Schema;
  const loose = verdictOf(looseSchema, (schema) => new Ajv2020(lax).compile(schema));
  const given = values.map((value) => ({ value, ours: mine(value), theirs: peer(value), loosely: loose(value) }));
  // Both closed, a pattern of keys and an index signature may say the same that they do not say when open.
  const same = differing(given, "open").length === 0 || differing(given, "closed").length === 0;
  return { unit, side, given, same };
}

function verdictOf(schema: Schema, compile: (schema: Schema) => (value: unknown) => unknown): (value: Json) => Taken {
  const [open, closed] = [compile(opened(schema) as Schema), compile(schema)];
  return (value) => ({ open: open(value) === true, closed: closed(value) === true });
}

export const differing = (given: readonly Given[], how: keyof Taken): Given[] =>
  given.filter(({ ours, theirs }) => ours[how] !== theirs[how]);

/** Values that the schemas differ on, and of how many of them the checker says what ours says. */
interface Sided {
  readonly differing: number;
  readonly ours: number;
}

export interface Judgement {
  readonly strictly: Sided;
  /** The same once an interface without properties takes everything but null, as it does to TypeScript. */
  readonly loosely: Sided;
  /** How many values the checker was asked about, and how many it took. */
  readonly asked: number;
  readonly taken: number;
}

export interface Asked {
  readonly comparison: Comparison;
  /** About every value and about the type as it stands; else about those that matter, as they travel. */
  readonly whole: boolean;
}

/** By unit. `project` has the sources of all that is compared. */
export function judge(project: string, asked: readonly Asked[], sources: (unit: Unit) => string): Map<string, Judgement> {
  const all = asked.map(({ comparison: { unit, side, given }, whole }) => {
    const isDifferent = ({ ours, theirs }: Given): boolean => ours.open !== theirs.open || ours.closed !== theirs.closed;
    // Some that both take show that the checker was asked about the right type.
    const agreed = new Set(given.filter((each) => each.ours.open && each.theirs.open).slice(0, 20));
    const values = given.filter((each) => whole || isDifferent(each) || agreed.has(each));
    return { unit, values, question: question(project, unit, side, values, !whole && travels(sources(unit))) };
  });
  const { verdicts, openly } = ask(
    project,
    all.map((each) => each.question),
  );
  return new Map(
    all.map(({ unit, values }) => {
      const [closed, open] = [verdicts.get(unit.id) ?? [], openly.get(unit.id) ?? []];
      const sided = (whose: "ours" | "loosely"): Sided => {
        const ways = [["open", open] as const, ["closed", closed] as const].map(([how, said]) => {
          const unequal = values.flatMap((each, index) => (each.ours[how] === each.theirs[how] ? [] : [index]));
          const ours = unequal.filter((index) => values[index]?.[whose][how] === said[index]).length;
          return { differing: unequal.length, ours };
        });
        // As with sameness: it is enough that one way of seeing objects leaves nothing unexplained.
        return ways.reduce((best, each) => (each.differing - each.ours < best.differing - best.ours ? each : best));
      };
      const taken = open.filter(Boolean).length;
      return [unit.id, { strictly: sided("ours"), loosely: sided("loosely"), asked: values.length, taken }] as const;
    }),
  );
}

/** What a client sends for the type is not the type itself. */
const travels = (source: string): boolean => Object.values(typeWidenings).some((mark) => mark.test(source));

function question(project: string, unit: Unit, side: Side, values: readonly Given[], onTheWire: boolean): Question {
  const { id, file, isFunction } = unit;
  const types = typesOf(project, `${id}/input/${file}`, id);
  const argument = isFunction ? types.input : "Parameters<typeof source.peerTool>[0]";
  return {
    id,
    types,
    type: side === "argument" ? argument : types.output,
    onTheWire,
    literals: values.map(({ value }) => asTypeScript(finite(value))),
  };
}
