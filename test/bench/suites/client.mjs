// Clients against the raw server, which costs next to nothing, and in memory: each in a process of its own, in turns.

import { fork } from "node:child_process";
import { contenders } from "../client/contenders.mjs";
import { medianOf, ratio, shown, shownRatio, table } from "../figures.mjs";
import { here, listening, startServer, stopServer } from "../processes.mjs";

const operations = ["echo", "list", "ask"];

export async function client(options) {
  const server = await startServer(here("./servers/raw/http.mjs"), "http");
  await listening(server);
  const url = `http://127.0.0.1:${server.port}/mcp`;
  const targets = { "http modern": url, "http legacy": url, stdio: here("./servers/raw/stdio.mjs"), memory: "" };
  const results = [];
  try {
    for (const wire of Object.keys(contenders)) results.push(...(await measureWire(wire, targets[wire], options)));
  } finally {
    await stopServer(server);
  }
  return { clients: results };
}

async function measureWire(wire, target, options) {
  const names = Object.keys(contenders[wire]);
  const workers = [];
  const results = [];
  const limit = wire === "memory" ? undefined : names.at(-1);
  console.log(
    `\n## ${wire}: CPU in microseconds of the client's process for one operation${limit ? ` (limit: ${limit})` : ""}\n`,
  );
  const rows = [["operation, in flight", ...names, ...comparisons(names).map(([over, under]) => `${over} / ${under}`)]];
  try {
    for (const name of names) workers.push(await started(wire, name, target));
    for (const operation of operations) {
      for (const [index, inFlight] of options.inFlight.entries()) {
        const warmUp = index === 0 ? options.warmUp : options.again;
        const taken = await measure(workers, operation, inFlight, { ...options, warmUp });
        results.push({ wire, operation, inFlight, clients: Object.fromEntries(names.map((name, at) => [name, taken[at]])) });
        const of = (name) => taken[names.indexOf(name)];
        rows.push([
          `${operation}, ${inFlight}`,
          ...taken.map((each) => shown(medianOf(each, ({ cpuUs }) => cpuUs))),
          ...comparisons(names).map(([over, under]) => shownRatio(ratio(of(over), of(under), ({ cpuUs }) => cpuUs))),
        ]);
      }
    }
  } finally {
    await Promise.all(workers.map(ended));
  }
  console.log(table(rows));
  return results;
}

/** Ours against the limit, and each official client against ours in the same kind. */
function comparisons(names) {
  const limit = names.at(-1);
  const mine = names.filter((name) => name.startsWith("ours"));
  const theirs = names.filter((name) => name.startsWith("official"));
  const like = (name) =>
    mine.find((each) => each.split(", ")[1]?.split(" ")[0] === name.split(", ")[1]?.split(" ")[0]) ?? mine[0];
  const againstLimit = limit.startsWith("official") ? [] : [[mine[0], limit]];
  const fastest = theirs.includes("official, fetch") ? [["official, fetch", mine[0]]] : [];
  const alike = theirs
    .map((name) => [name, like(name)])
    .filter(([name, own]) => name !== fastest[0]?.[0] || own !== fastest[0][1]);
  return [...againstLimit, ...fastest, ...alike];
}

async function measure(workers, operation, inFlight, { warmUp, repetitions, ms }) {
  for (const worker of workers) await asked(worker, { operation, inFlight, until: warmUp });
  const taken = workers.map(() => []);
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const order = workers.map((_, index) => index);
    for (const index of repetition % 2 === 0 ? order : order.reverse()) {
      taken[index].push(await asked(workers[index], { operation, inFlight, until: { ms } }));
    }
  }
  return taken;
}

async function started(wire, name, target) {
  const worker = fork(here("./client/worker.mjs"), [wire, name, target], { stdio: ["ignore", "inherit", "pipe", "ipc"] });
  worker.said = "";
  // The official client warns of listeners for each call; only the end of what it says is kept.
  worker.stderr.setEncoding("utf8").on("data", (text) => {
    worker.said = (worker.said + text).slice(-2_000);
  });
  worker.label = `${name} over ${wire}`;
  await next(worker);
  return worker;
}

async function asked(worker, task) {
  worker.send(task);
  const reply = await next(worker);
  if (reply.failed !== undefined) throw new Error(`${worker.label}, ${task.operation}: ${reply.failed}`);
  return reply;
}

function next(worker) {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error(`${worker.label} ended: ${worker.said}`));
    worker.once("exit", gone);
    worker.once("message", (reply) => {
      worker.off("exit", gone);
      resolve(reply);
    });
  });
}

async function ended(worker) {
  if (worker.exitCode !== null) return;
  const gone = new Promise((resolve) => worker.once("exit", resolve));
  worker.send({});
  const late = setTimeout(() => worker.kill("SIGKILL"), 3_000);
  await gone;
  clearTimeout(late);
}
