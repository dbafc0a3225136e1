// From the start of a process to its first answer, and its memory once it idles; in turns, a fresh process each time.

import { medianOf, ratio, shown, shownRatio, table } from "../figures.mjs";
import { cases } from "../load/cases.mjs";
import { openLanes } from "../load/lanes.mjs";
import { here, listening, startServer, stopServer, usage } from "../processes.mjs";
import { bundle } from "./sizes.mjs";

const programs = {
  ours: (transport) => here(`./servers/ours/${transport}.mjs`),
  "ours, bundled": (transport) => here(`./servers/ours/dist/bundled-${transport}.mjs`),
  official: (transport) => here(`./servers/official/${transport}.mjs`),
  raw: (transport) => here(`./servers/raw/${transport}.mjs`),
};
const contenders = Object.keys(programs);
const idleMs = 500;

export async function coldStart({ coldStarts, transports }) {
  const measured = [];
  console.log("\n## Cold start: from the start of the process to the first checked list of 53 tools\n");
  const rows = [["", "ms", "CPU ms", "CPU / raw", "idle MB", "idle MB over raw"]];
  for (const transport of transports) {
    await bundle(programs.ours(transport), programs["ours, bundled"](transport));
    const taken = Object.fromEntries(contenders.map((contender) => [contender, []]));
    for (let repetition = 0; repetition < coldStarts; repetition += 1) {
      const order = repetition % 2 === 0 ? contenders : [...contenders].reverse();
      for (const contender of order) taken[contender].push(await once(contender, transport));
    }
    measured.push({ transport, servers: taken });
    for (const contender of contenders) {
      const idle = medianOf(taken[contender], ({ idleMb }) => idleMb);
      rows.push([
        `${contender}, ${transport}`,
        shown(medianOf(taken[contender], ({ ms }) => ms)),
        shown(medianOf(taken[contender], ({ cpuMs }) => cpuMs)),
        shownRatio(ratio(taken[contender], taken.raw, ({ cpuMs }) => cpuMs)),
        shown(idle),
        (idle - medianOf(taken.raw, ({ idleMb }) => idleMb)).toFixed(1),
      ]);
    }
  }
  console.log(table(rows));
  return measured;
}

async function once(contender, transport) {
  const started = performance.now();
  const server = await startServer(programs[contender](transport), transport);
  const list = cases["list-modern"];
  try {
    await listening(server);
    const lanes = await openLanes(server, list, 1);
    await list.run(lanes[0], 0, true);
    const ms = performance.now() - started;
    const { cpuUs } = await usage(server.child);
    await new Promise((resolve) => setTimeout(resolve, idleMs));
    const { memoryMb } = await usage(server.child);
    for (const lane of lanes) lane.close();
    return { ms, cpuMs: cpuUs / 1_000, idleMb: memoryMb };
  } finally {
    await stopServer(server);
  }
}
