// Servers under load: ours, the official SDK's and the physical limit, all alive at once and measured in turns.

import { medianOf, quantile, ratio, shown, shownRatio, table } from "../figures.mjs";
import { cases } from "../load/cases.mjs";
import { drive } from "../load/drive.mjs";
import { openLanes } from "../load/lanes.mjs";
import { here, listening, startServer, stopServer, usage } from "../processes.mjs";
import { coldStart } from "./cold-start.mjs";
import { sizes } from "./sizes.mjs";

export const contenders = ["ours", "official", "raw"];

export async function runtime(options) {
  const measured = [];
  for (const transport of options.transports) {
    console.log(`\n## ${transport}: CPU in microseconds of the server for one operation\n`);
    const rows = [["case, in flight", ...heads]];
    for (const name of options.cases) {
      for (const each of await measureCase(name, transport, options)) {
        measured.push(each);
        rows.push(rowOf(each));
        console.error(`${transport} ${rowOf(each).join("  ")}`);
      }
    }
    console.log(table(rows));
  }
  return { load: measured, coldStart: await coldStart(options), sizes: await sizes() };
}

async function measureCase(name, transport, options) {
  const servers = [];
  try {
    for (const contender of contenders) {
      const server = await startServer(here(`./servers/${contender}/${transport}.mjs`), transport);
      servers.push(server);
      server.contender = contender;
      await listening(server);
    }
    const results = [];
    for (const [index, inFlight] of options.inFlight.entries()) {
      results.push(await measure(name, inFlight, servers, index === 0 ? options : { ...options, warmUp: options.again }));
    }
    return results;
  } catch (error) {
    const said = servers.map(({ contender, errors }) => `${contender}: ${errors}`).join("\n");
    throw new Error(`${name} over ${transport} failed: ${error.message}\n${said}`, { cause: error });
  } finally {
    await Promise.all(servers.map(stopServer));
  }
}

async function measure(name, inFlight, servers, { repetitions, ms, warmUp }) {
  const lanes = [];
  try {
    for (const server of servers) {
      const opened = await openLanes(server, cases[name], inFlight);
      lanes.push(opened);
      await drive(cases[name], opened, warmUp);
    }
    const taken = servers.map(() => []);
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const order = servers.map((_, index) => index);
      for (const index of repetition % 2 === 0 ? order : order.reverse()) {
        taken[index].push(await once(name, servers[index], lanes[index], ms));
      }
    }
    const measured = {};
    for (const [index, { child, contender }] of servers.entries()) {
      measured[contender] = { repetitions: taken[index], peakMb: (await usage(child)).peakMb };
    }
    return { case: name, transport: servers[0].transport, inFlight, messages: cases[name].messages, servers: measured };
  } finally {
    for (const lane of lanes.flat()) lane.close();
  }
}

async function once(name, { child }, lanes, ms) {
  const before = await usage(child);
  const own = process.cpuUsage();
  const { operations, ms: took, durations } = await drive(cases[name], lanes, { ms });
  const after = await usage(child);
  const { user, system } = process.cpuUsage(own);
  return {
    cpuUs: (after.cpuUs - before.cpuUs) / operations,
    driverUs: (user + system) / operations,
    perSecond: (operations / took) * 1_000,
    p50Ms: quantile(durations, 0.5),
    p99Ms: quantile(durations, 0.99),
  };
}

const heads = [
  "ours",
  "official",
  "raw",
  "ours / raw",
  "official / ours",
  "operations a second, ours / official / raw",
  "p50 ms",
  "p99 ms",
  "peak MB",
];

function rowOf({ case: name, inFlight, servers }) {
  const all = contenders.map((contender) => servers[contender]);
  const each = (get) => all.map(({ repetitions }) => shown(medianOf(repetitions, get)));
  const cpu = ({ cpuUs }) => cpuUs;
  // Where the driver needs more CPU than the server, the throughput is the driver's.
  const perSecond = all.map(({ repetitions }) => {
    const isDriver = medianOf(repetitions, ({ driverUs }) => driverUs) > medianOf(repetitions, cpu);
    return `${Math.round(medianOf(repetitions, (one) => one.perSecond))}${isDriver ? "*" : ""}`;
  });
  const { ours, official, raw } = servers;
  return [
    `${name}, ${inFlight}`,
    ...each(cpu),
    shownRatio(ratio(ours.repetitions, raw.repetitions, cpu)),
    shownRatio(ratio(official.repetitions, ours.repetitions, cpu)),
    perSecond.join(" / "),
    each(({ p50Ms }) => p50Ms).join(" / "),
    each(({ p99Ms }) => p99Ms).join(" / "),
    all.map(({ peakMb }) => Math.round(peakMb)).join(" / "),
  ];
}
