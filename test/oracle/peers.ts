/**
 * Compares our schemas with those that another program made of the same types, by what they accept and reject:
 *
 *   npm run compile && node --import ./test/oracle/register.mjs test/oracle/peers.ts <folder> [names.json]
 *
 * The folder has one folder a case, with main.ts and schema.json. The type is the one that the schema refers to, else what
 * names.json (case -> type) says, else MyObject. Whether objects are closed is left aside. Downloads nothing, keeps nothing.
 */
import { readFileSync, rmSync } from "node:fs";
import { show } from "./json.js";
import { Suite, type Unit } from "./peer-cases.js";
import { doubt, exclusionOf, exclusions } from "./peer-exclusions.js";
import { type Comparison, compare, differing, type Judgement, judge } from "./peer-judge.js";

const [folder, namesFile] = process.argv.slice(2);
if (folder === undefined) throw new Error("Usage: peers.ts <folder> [names.json]");
const names = (namesFile === undefined ? {} : JSON.parse(readFileSync(namesFile, "utf8"))) as Record<string, string>;
const how = { count: Number(process.env.ORACLE_VALUES ?? 300), seed: Number(process.env.ORACLE_SEED ?? 1) };

const suite = new Suite(folder, names);
const given = await suite.build("argument", [...suite.units.keys()]);
// What no client can send may still be what a tool returns.
const returned = await suite.build("result", [...given.refused.keys()]);

const comparisons: Comparison[] = [];
const unreadable: string[] = [];
const judgements = new Map<string, Judgement>();
try {
  for (const [side, { project, schemas }] of [["argument", given] as const, ["result", returned] as const]) {
    const compared: Comparison[] = [];
    for (const [id, schema] of schemas) {
      const unit = unitOf(id);
      try {
        compared.push(compare(unit, side, schema, how));
      } catch (error) {
        unreadable.push(`  ${unit.title}: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
      }
    }
    comparisons.push(...compared);
    const unequal = compared.filter(({ same }) => !same);
    const asked = unequal.map((comparison) => ({
      comparison,
      whole: exclusionOf(comparison.unit.name)?.kind === "no JSON value",
    }));
    for (const [id, each] of judge(project, asked, (unit) => suite.sourcesOf(unit))) judgements.set(id, each);
  }
} finally {
  for (const { project } of [given, returned]) rmSync(project, { recursive: true, force: true });
}

function unitOf(id: string): Unit {
  const unit = suite.units.get(id);
  if (unit === undefined) throw new Error(`${id} is no unit.`);
  return unit;
}

const setAside: string[] = [];
const remaining: string[] = [];
for (const { unit, given: values, same } of comparisons) {
  const said = judgements.get(unit.id);
  if (same || said === undefined) continue;
  const exclusion = exclusionOf(unit.name);
  const left = exclusion === undefined ? "not listed" : doubt(exclusion, suite.sourcesOf(unit), said);
  const { strictly, loosely, asked, taken } = said;
  const counts = `of ${strictly.differing} values that differ, the checker is with us on ${strictly.ours}, loosely ${loosely.ours} of ${loosely.differing}; takes ${taken} of ${asked}`;
  if (exclusion !== undefined && left === null) {
    setAside.push(`  ${unit.title}: ${exclusion.kind}: ${exclusion.because} (${counts})`);
    continue;
  }
  const shown = differing(values, "open")
    .slice(0, 3)
    .map(({ value, ours, theirs }) => `    ${show(value).slice(0, 200)}  ours ${ours.open}, theirs ${theirs.open}`);
  remaining.push([`  ${unit.title}: ${left}; ${counts}`, ...shown].join("\n"));
}

const stale = Object.keys(exclusions).filter(
  (name) =>
    comparisons.some(({ unit }) => unit.name === name) && !comparisons.some(({ unit, same }) => unit.name === name && !same),
);
const reason = (text: string): string => /error (MG\d+: .*)/.exec(text)?.[1] ?? text.split("\n")[0] ?? "";
const list = (title: string, lines: readonly string[]): void => console.log([`${title} (${lines.length}):`, ...lines].join("\n"));
const refusals = (refused: Iterable<readonly [string, string]>): string[] =>
  [...refused].map(([id, text]) => `  ${unitOf(id).title}: ${reason(text)}`);
list("Neither as argument nor as result", refusals(returned.refused));
list("Only as result", refusals([...given.refused].filter(([id]) => !returned.refused.has(id))));
list("Not comparable", unreadable);
list("Different, and set aside with proof", setAside);
list("Listed, and not different", stale);
list("Different", remaining);

const same = comparisons.filter((each) => each.same).length;
const values = comparisons.reduce((sum, each) => sum + each.given.length, 0);
const score = (whole: number): string => `${same} of ${whole} (${((100 * same) / whole).toFixed(1)} %)`;
console.log(`Same verdicts: ${score(comparisons.length)}, ${values} values.`);
console.log(`Without what was set aside: ${score(comparisons.length - setAside.length)}.`);
