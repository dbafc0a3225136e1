/**
 * The client half: one process a scenario, two at a time. A scenario passes with no failure, no warning and exit code 0 of the
 * client; nothing is expected to fail. `--revision <date>`, `--scenario <part of a name>` and `--except <part of a name>` narrow
 * the run.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { applicableScenarios, conformance, install, requiredScenarios, side } from "./suite.mjs";

/** The revisions with requirement sets, and older ones whose scenarios are those that apply. */
const revisions = {
  "2025-03-26": applicableScenarios,
  "2025-06-18": applicableScenarios,
  "2025-11-25": requiredScenarios,
  "2026-07-28": requiredScenarios,
};

const atOnce = 2;
const fixture = fileURLToPath(new URL("./everything-client.mjs", import.meta.url));

export async function run(args) {
  const text = { type: "string" };
  const { values } = parseArgs({ args, options: { revision: text, scenario: text, except: text } });
  const isWanted = (name) =>
    name.includes(values.scenario ?? "") && (values.except === undefined || !name.includes(values.except));
  await install();
  let failed = 0;
  const results = mkdtempSync(join(tmpdir(), "conformance-"));
  for (const [revision, scenarios] of Object.entries(revisions)) {
    if (values.revision !== undefined && values.revision !== revision) continue;
    const names = (await scenarios(revision, "client")).filter(isWanted);
    const verdicts = await side(names, atOnce, (name) => play(name, revision, join(results, revision)));
    const passed = verdicts.filter(({ isPassed }) => isPassed).length;
    const checks = verdicts.reduce((sum, verdict) => sum + verdict.checks, 0);
    failed += names.length - passed;
    if (names.length > 0) console.log(`${revision}: ${passed} of ${names.length} client scenarios passed, ${checks} checks\n`);
  }
  rmSync(results, { recursive: true, force: true });
  return failed === 0 ? 0 : 1;
}

async function play(name, revision, results) {
  const { code, output } = await conformance([
    "client",
    ...["--command", `${process.execPath} ${fixture}`],
    ...["--scenario", name],
    ...["--spec-version", revision],
    ...["--timeout", "60000"],
    ...["-o", results],
    "--force",
  ]);
  const checks = checksOf(join(results, "..", revision), name);
  const count = (status) => checks.filter((check) => check.status === status).length;
  const clientCode = Number(/Client exited with code (-?\d+)/.exec(output)?.[1] ?? 0);
  const isPassed = code === 0 && clientCode === 0 && count("SUCCESS") > 0 && count("FAILURE") === 0 && count("WARNING") === 0;
  const figures = `${count("SUCCESS")}/${count("FAILURE")}/${count("WARNING")}, exit ${clientCode}`;
  console.log(`${isPassed ? "passed" : "FAILED"}  ${revision}  ${name}  (${figures})`);
  if (!isPassed) console.log(output.replaceAll(/^/gm, "    "));
  return { isPassed, checks: count("SUCCESS") };
}

/** What the suite wrote about a scenario: its folder is the name, with a time behind it. */
function checksOf(results, name) {
  const prefix = `${name.split("/").at(-1)}-20`;
  const folder = folders(results).find((path) => path.split("/").at(-1).startsWith(prefix) || path.includes(`${name}-20`));
  return folder === undefined ? [] : JSON.parse(readFileSync(join(folder, "checks.json"), "utf8"));
}

function folders(results) {
  return readdirSync(results, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "checks.json")
    .map((entry) => entry.parentPath);
}
