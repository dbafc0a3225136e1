/**
 * Runs the official conformance suite against the everything server, revision after revision. A revision passes with no failure, no
 * warning, and no fewer checks than are known to run: a check that did not run would pass unseen.
 */

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEverything } from "./everything.mjs";
import { conformance, install } from "./suite.mjs";

/** How many checks the pinned suite makes of a server that has everything but the extensions. */
const revisions = [
  { version: "2025-03-26", least: 3 },
  { version: "2025-06-18", least: 56 },
  { version: "2025-11-25", least: 84 },
  { version: "2026-07-28", least: 152 },
];

/** The exit code. `--revision <date>` narrows the run. */
export async function run(args) {
  const { values } = parseArgs({ args, options: { revision: { type: "string" } } });
  await install();
  const server = await startEverything();
  const folder = await mkdtemp(join(tmpdir(), "mcp-gen-conformance-"));
  try {
    const expected = join(folder, "expected-failures.yml");
    await writeFile(expected, "server: []\n");
    let isFine = true;
    for (const revision of revisions) {
      if (values.revision !== undefined && values.revision !== revision.version) continue;
      isFine = (await conformRevision(revision, server.url, expected, folder)) && isFine;
    }
    return isFine ? 0 : 1;
  } finally {
    server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function conformRevision({ version, least }, url, expected, folder) {
  const out = join(folder, version);
  const { code, output } = await conformance([
    "server",
    ...["--url", url, "--suite", "all", "--spec-version", version],
    ...["--expected-failures", expected, "-o", out],
  ]);
  const checks = await checksIn(out);
  const count = (wanted) => checks.filter((check) => check.status === wanted).length;
  const [passed, failed, warnings] = ["SUCCESS", "FAILURE", "WARNING"].map(count);
  console.log(`${version}: ${passed} passed, ${failed} failed, ${warnings} warnings`);
  for (const check of checks.filter((each) => each.status === "FAILURE" || each.status === "WARNING"))
    console.log(`  ${check.status} ${check.scenario} ${check.id}: ${check.errorMessage ?? check.description ?? ""}`);
  const isFine = code === 0 && failed === 0 && warnings === 0 && passed >= least;
  if (passed < least) console.log(`  ${least - passed} checks did not run`);
  if (!isFine && failed === 0 && warnings === 0) console.log(output.split("\n").slice(-25).join("\n"));
  return isFine;
}

/** Every check that a run wrote down, with the scenario that it belongs to. */
async function checksIn(folder) {
  const runs = await readdir(folder);
  const lists = runs.map(async (run) => {
    const checks = JSON.parse(await readFile(join(folder, run, "checks.json"), "utf8"));
    const scenario = run.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    return checks.map((check) => ({ ...check, scenario }));
  });
  return (await Promise.all(lists)).flat();
}
