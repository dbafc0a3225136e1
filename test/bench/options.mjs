// What the user of the benchmark may choose.

import { cases } from "./load/cases.mjs";

export const usageText = `npm run bench -- <suite> [options]

suites
  runtime     servers under load, cold start, sizes
  client      clients against the raw server and in memory
  generator   builds of synthetic projects

options
  --quick               few and short repetitions: under a minute, for trying, not for figures
  --json <file>         all figures, repetition by repetition
  --transport http|stdio
  --case <name,...>     ${Object.keys(cases).join(" ")}
  --in-flight <n,...>   1,8,32 unless given
  --repetitions <n>
  --tools <n,...>       generator: 10,100,1000,3000 unless given
  --peers-up-to <n>     generator: peers are left out of larger projects; 1000 unless given`;

const valued = ["json", "transport", "case", "in-flight", "repetitions", "tools", "peers-up-to"];

/** The options of a run; undefined when they make no sense. */
export function readOptions([suite, ...rest]) {
  if (!["runtime", "client", "generator"].includes(suite)) return undefined;
  const given = {};
  let quick = false;
  for (let at = 0; at < rest.length; at += 1) {
    const name = rest[at].replace(/^--/, "");
    if (name === "quick") quick = true;
    else if (valued.includes(name) && rest[at + 1] !== undefined) given[name] = rest[++at];
    else return undefined;
  }
  const numbers = (name, unless) => given[name]?.split(",").map(Number) ?? unless;
  const chosen = given.case?.split(",") ?? Object.keys(cases);
  if (chosen.some((name) => cases[name] === undefined)) return undefined;
  return {
    suite,
    quick,
    json: given.json,
    transports: given.transport?.split(",") ?? ["http", "stdio"],
    cases: chosen,
    inFlight: numbers("in-flight", quick ? [8] : [1, 8, 32]),
    repetitions: numbers("repetitions", [quick ? 3 : 7])[0],
    /** How long one repetition takes. */
    ms: quick ? 100 : 350,
    /** Once for each case: until compiled code runs, or the time is up; `again` where only the number in flight is another. */
    warmUp: quick ? { ms: 300, operations: 1_000 } : { ms: 8_000, operations: 12_000 },
    again: quick ? { ms: 50 } : { ms: 500 },
    coldStarts: numbers("repetitions", [quick ? 1 : 11])[0],
    tools: numbers("tools", quick ? [10] : [10, 100, 1_000, 3_000]),
    builds: numbers("repetitions", [quick ? 1 : 3])[0],
    peersUpTo: numbers("peers-up-to", [1_000])[0],
  };
}
