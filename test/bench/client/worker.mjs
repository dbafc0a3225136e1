// One client in a process of its own, so that neither warms up nor slows down another: node worker.mjs <wire> <name> <target>.
// Told by its parent what to run, it answers with what that took.

import { quantile } from "../figures.mjs";
import { drive } from "../load/drive.mjs";
import { contenders } from "./contenders.mjs";

const [wire, name, target] = process.argv.slice(2);
const client = await contenders[wire][name](target);

process.on("message", async ({ operation, inFlight, until }) => {
  if (operation === undefined) {
    await client.close();
    process.exit(0);
  }
  try {
    const before = process.cpuUsage();
    const run = (_lane, count) => client[operation](count);
    const { operations, ms, durations } = await drive({ run }, Array(inFlight).fill(undefined), until);
    const { user, system } = process.cpuUsage(before);
    const [p50Ms, p99Ms] = [0.5, 0.99].map((share) => quantile(durations, share));
    process.send({ cpuUs: (user + system) / operations, perSecond: (operations / ms) * 1_000, p50Ms, p99Ms });
  } catch (error) {
    process.send({ failed: error.stack });
  }
});
process.send({});
