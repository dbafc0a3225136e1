/**
 * For every tool of fixtures/schema: the emitted reader, Ajv on the emitted schema and the TypeScript checker say the same
 * of the same values. ORACLE_SEED and ORACLE_VALUES make other and longer runs.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Problems } from "../../runtime/dist/core/problems.js";
import { filesBelow, readText } from "../generator/harness.js";
import { compiled, formatDifferences, ours, plainAjv, runtimeCheck, type Verdict } from "./ajv.js";
import { builtCorpus, type Corpus, caseNames, type Fields, importTool, type Schema } from "./corpus.js";
import { asTypeScript, type Json, show } from "./json.js";
import { randomFrom, seedOf } from "./random.js";
import { ask, type Question, type ToolTypes, typesOf } from "./typescript.js";
import { valuesFor } from "./values.js";
import { exceptions, filled, finite, type Marks, opened, typeWidenings, withoutConstraints } from "./wire.js";

const seed = Number(process.env.ORACLE_SEED ?? 1);
const count = Number(process.env.ORACLE_VALUES ?? 500);

type Reader = (input: Fields, problems: Problems) => unknown;

/** One side of a tool: its arguments, which a reader checks, or its result, which none does. */
interface Side {
  readonly id: string;
  readonly schema: Schema;
  readonly reader: Reader | null;
  readonly types: ToolTypes;
  readonly type: string;
  readonly marks: readonly string[];
  readonly source: string;
  readonly loosely: Marks;
  readonly values: readonly Json[];
}

let built: Corpus & { readonly project: string };
const sides = new Map<string, Side[]>();
let verdicts: ReadonlyMap<string, readonly boolean[]> = new Map();
let faults: readonly string[] = [];
const needed = new Map<string, number>();
const tally = { values: 0, accepted: 0 };

const note = (widening: string): void => {
  needed.set(widening, (needed.get(widening) ?? 0) + 1);
};

beforeAll(async () => {
  built = await builtCorpus("verdicts");
  for (const [name, tools] of built.tools) {
    const manifest = JSON.parse(built.files.find(({ path }) => path === "mcp.manifest.json")?.text ?? "") as {
      readonly tools: readonly { readonly name: string; readonly source: string }[];
    };
    const found: Side[] = [];
    for (const tool of tools) {
      const source = manifest.tools.find((each) => each.name === tool)?.source ?? "";
      found.push(...(await sidesOf(source, tool)));
    }
    sides.set(name, found);
  }
  const questions = [...sides.values()].flat().flatMap(questionsOf);
  ({ verdicts, faults } = ask(built.project, questions));
}, 240_000);
afterAll(() => rmSync(built.project, { recursive: true, force: true }));

async function sidesOf(source: string, tool: string): Promise<Side[]> {
  const definition = await importTool(built.project, tool);
  const types = typesOf(built.project, source, tool);
  const text = readText(join(built.project, source)) ?? "";
  const folder = join(built.project, source.split("/")[0] ?? "", "input");
  const all = filesBelow(folder)
    .map((file) => readText(join(folder, file)))
    .join("\n");
  const marks = Object.entries(typeWidenings).flatMap(([name, mark]) => (mark.test(all) ? [name] : []));
  const words = [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(?<=\W)([a-z]\w*)(?=\??:)/gi)].map(
    ([, quoted, bare]) => quoted ?? bare ?? "",
  );
  const shared = {
    types,
    marks,
    source: all,
    loosely: { tagged: all.includes("@pattern"), hollow: /interface \w+ \{\}/.test(all) },
  };
  const random = randomFrom(seedOf(tool, seed));
  const side = (kind: "input" | "output", schema: Schema, reader: Reader | null): Side => ({
    ...shared,
    id: `${tool} ${kind}`,
    schema,
    reader,
    type: types[kind],
    // The result has the same type in most cases: fewer values will do.
    values: valuesFor({
      schema,
      words,
      random,
      count: kind === "input" ? count : Math.ceil(count / 4),
      objectsOnly: kind === "input",
    }),
  });
  const { inputSchema, outputSchema } = definition;
  const reader = await readerOf(definition);
  return [side("input", inputSchema, reader), ...(outputSchema === undefined ? [] : [side("output", outputSchema, null)])];
}

/** The emitted handler hands its reader to the call before anything else. */
async function readerOf(tool: { handle(call: unknown): Promise<unknown> }): Promise<Reader> {
  let reader: Reader | null = null;
  const call = {
    read: (given: Reader) => {
      reader = given;
      throw new Error("That is all that was wanted.");
    },
  };
  await tool.handle(call).catch(() => undefined);
  if (reader === null) throw new Error("The handler reads nothing.");
  return reader;
}

const typeScriptId = (side: Side, onTheWire: boolean): string => `${side.id} ${onTheWire ? "wire" : "plain"}`;

/** What a value is worth once the widenings are applied and, where they change something, without them. */
function questionsOf(side: Side): Question[] {
  const fits = fitting(side.schema);
  const { types, type } = side;
  const plain = side.values.map(asTypeScript);
  const widened = side.values.map((value) => asTypeScript(filled(value, side.schema, side.schema, fits)));
  const onTheWire = side.marks.length > 0;
  const wide = { id: typeScriptId(side, true), types, type, onTheWire, literals: widened };
  if (!onTheWire && widened.every((literal, index) => literal === plain[index])) return [wide];
  // A sample is enough to see that a widening is needed.
  const sample = plain.slice(0, 60);
  return [wide, { id: typeScriptId(side, false), types, type, onTheWire: false, literals: sample }];
}

/** Whether a value is of one member of a union; members may refer to the definitions at the root. */
function fitting(root: Schema): (schema: Schema, value: Json) => boolean {
  const known = new Map<Schema, Verdict>();
  return (schema, value) => {
    const verdict = known.get(schema) ?? compiled(ours, { ...(opened(schema) as Schema), $defs: opened(root.$defs ?? {}) });
    known.set(schema, verdict);
    return verdict(value);
  };
}

/** Whether the TypeScript checker's verdict is the schema's, the named widenings left aside. */
function compare(side: Side): string[] {
  const ajv = compiled(ours, side.schema);
  const relaxed = compiled(ours, withoutConstraints(side.schema, side.loosely));
  const open = compiled(ours, withoutConstraints(opened(side.schema), side.loosely));
  const wire = verdicts.get(typeScriptId(side, true)) ?? [];
  const plain = verdicts.get(typeScriptId(side, false)) ?? wire;
  const differences: string[] = [];
  side.values.forEach((value, index) => {
    const before = show(value);
    const schema = ajv(value);
    const read = side.reader === null ? schema : readBy(side.reader, value as Fields);
    const assignable = wire[index] === true;
    const unwidened = plain[index] ?? assignable;
    tally.values++;
    if (schema) tally.accepted++;
    const loose = relaxed(value);
    const expected = relaxed(finite(value));
    if (loose !== expected) note("numbers beyond the largest are numbers to TypeScript");
    if (loose !== schema) note("constraints that TypeScript has no word for");
    if (assignable !== unwidened) for (const mark of side.marks) note(mark);
    if (assignable !== unwidened && side.marks.length === 0) note("what has a default or is undefined may be left out");
    const openly = open(finite(value));
    const excused = Object.entries(exceptions).find(
      ([, explains]) => assignable !== expected && explains({ source: side.source, assignable, openly }),
    );
    if (excused !== undefined) note(excused[0]);
    if (read === schema && (assignable === expected || excused !== undefined) && show(value) === before) return;
    const shown = before.length > 400 ? `${before.slice(0, 400)}...` : before;
    differences.push(
      `${side.id}, seed ${seed}: ${shown}\n  reader ${read}, schema ${schema}, TypeScript ${assignable} (schema without constraints ${expected})${show(value) === before ? "" : ", and the reader changed it"}`,
    );
  });
  return differences;
}

function readBy(reader: Reader, value: Fields): boolean {
  const problems = new Problems();
  try {
    reader(value, problems);
  } catch (error) {
    throw new Error(`The reader throws on ${show(value as Json).slice(0, 400)}: ${String((error as Error).stack)}`);
  }
  return problems.none;
}

describe("three judges of", () => {
  it.each(caseNames)("%s", (name) => {
    expect(built.refused.get(name)).toBeUndefined();
    const found = sides.get(name) ?? [];
    expect(found.length).toBeGreaterThan(0);
    const differences = found.flatMap(compare);
    if (differences.length > 0)
      expect.fail([`${name}: ${differences.length} differences`, ...differences.slice(0, 5)].join("\n"));
    for (const side of found) expect(side.values.length, side.id).toBeGreaterThan(5);
  });
});

describe("what was asked", () => {
  it("comes from sources that the compiler accepts", () => expect(faults).toEqual([]));

  it("needs every widening that is named", () => {
    const names = [
      ...Object.keys(typeWidenings),
      "numbers beyond the largest are numbers to TypeScript",
      "constraints that TypeScript has no word for",
      "what has a default or is undefined may be left out",
      ...Object.keys(exceptions),
    ];
    expect(names.filter((name) => (needed.get(name) ?? 0) === 0)).toEqual([]);
    expect([...needed.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });

  it("has good and bad values in plenty", () => {
    console.info(
      `oracle: seed ${seed}, ${tally.values} values, ${tally.accepted} of them good; widenings ${JSON.stringify(Object.fromEntries(needed))}`,
    );
    expect(tally.accepted).toBeGreaterThan(tally.values / 10);
    expect(tally.values - tally.accepted).toBeGreaterThan(tally.values / 10);
  });

  it.each(Object.entries(formatDifferences))(
    "the runtime and ajv-formats differ on %s as listed",
    (format, { looser, stricter }) => {
      const theirs = compiled(plainAjv(), { type: "string", format });
      for (const text of looser) expect([text, theirs(text), runtimeCheck(format, text)]).toEqual([text, true, false]);
      for (const text of stricter) expect([text, theirs(text), runtimeCheck(format, text)]).toEqual([text, false, true]);
    },
  );
});
