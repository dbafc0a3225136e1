// Builds of synthetic projects: ours, its peers and the bare floor, in turns, each a process of its own.

import { mkdirSync, rmSync } from "node:fs";
import { medianOf, ratio, shown, shownRatio, table } from "../figures.mjs";
import { measureCommand } from "../generator/measure.mjs";
import { builds, canWatch, watched } from "../generator/ours.mjs";
import { writeProject } from "../generator/synthetic.mjs";
import { hasProc, here } from "../processes.mjs";

const program = (name) => here(`./generator/${name}.mjs`);
const installed = (path) => here(`./node_modules/${path}`);

/** What is compared, as arguments of Node; the floor first. */
const peers = {
  floor: (folder) => [program("floor"), folder],
  "tsoa spec": () => [installed("@tsoa/cli/dist/cli.js"), "spec", "-c", "tsoa.json"],
  "typescript-json-schema": (folder, tools) => [program("typescript-json-schema"), folder, String(tools)],
  "ts-json-schema-generator": (folder, tools) => [program("ts-json-schema-generator"), folder, String(tools)],
  "typia emit": (folder, tools) => [program("typia"), folder, String(tools)],
  "tsc 6 --noEmit": (folder) => [installed("typescript6/bin/tsc"), "--noEmit", "-p", folder],
  "tsc 7 --noEmit": (folder) => [installed("typescript7/bin/tsc"), "--noEmit", "-p", folder],
};
const always = ["floor", "tsc 6 --noEmit", "tsc 7 --noEmit"];
const ourBuilds = { cold: "mcp-gen, cold", unchanged: "mcp-gen, nothing changed", changed: "mcp-gen, one file changed" };

export async function generator(options) {
  const projects = here("./projects/");
  const results = [];
  try {
    for (const tools of options.tools) results.push(await measureProject(projects, tools, options));
  } finally {
    rmSync(projects, { recursive: true, force: true });
  }
  growth(results);
  return { builds: results };
}

async function measureProject(projects, tools, { builds: repetitions, peersUpTo }) {
  // A folder for the peers, where nothing is generated; and fresh ones for us, where nothing can be remembered.
  const plain = `${projects}${tools}-plain`;
  mkdirSync(projects, { recursive: true });
  writeProject(plain, tools);
  const names = Object.keys(peers).filter((name) => tools <= peersUpTo || always.includes(name));
  const taken = Object.fromEntries([...names, ...Object.values(ourBuilds)].map((name) => [name, []]));
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const name of repetition % 2 === 0 ? names : [...names].reverse()) {
      taken[name].push(measureCommand(peers[name](plain, tools), plain, name.startsWith("tsc 7")));
    }
    const folder = `${projects}${tools}-${repetition}`;
    for (const [kind, measured] of Object.entries(builds(folder, tools))) taken[ourBuilds[kind]].push(measured);
    rmSync(folder, { recursive: true });
    console.error(`${tools} tools, repetition ${repetition + 1} of ${repetitions}`);
  }
  if (hasProc && canWatch()) {
    taken["mcp-gen, watch, one file"] = await watched(`${projects}${tools}-watched`, tools, repetitions);
  }
  print(tools, taken);
  return { tools, taken };
}

function print(tools, taken) {
  console.log(`\n## ${tools} tools\n`);
  const rows = [["", "CPU s", "CPU / floor", "CPU / mcp-gen, cold", "wall s", "peak MB", "peak / floor"]];
  const cpu = ({ cpuS }) => cpuS;
  for (const [name, each] of Object.entries(taken)) {
    rows.push([
      name,
      shown(medianOf(each, cpu)),
      shownRatio(ratio(each, taken.floor, cpu)),
      shownRatio(ratio(each, taken[ourBuilds.cold], cpu)),
      shown(medianOf(each, ({ wallS }) => wallS)),
      shown(medianOf(each, ({ peakMb }) => peakMb)),
      shown(medianOf(each, ({ peakMb }) => peakMb) / medianOf(taken.floor, ({ peakMb }) => peakMb)),
    ]);
  }
  console.log(table(rows));
}

function growth(results) {
  const cold = ({ taken }) => medianOf(taken[ourBuilds.cold], ({ cpuS }) => cpuS);
  for (const [index, result] of results.slice(1).entries()) {
    const before = results[index];
    const times = cold(result) / cold(before);
    console.log(`\n${before.tools} to ${result.tools} tools: mcp-gen cold takes ${shown(times)} times the CPU`);
  }
}
