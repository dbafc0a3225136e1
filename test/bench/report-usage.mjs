// Loaded before a measured program. With BENCH_USAGE it appends what the process used when it ends; with a channel to its
// parent it tells on request, for systems without /proc.

import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const used = () => {
  const { user, system } = process.cpuUsage();
  return {
    cpuUs: user + system,
    memoryMb: process.memoryUsage.rss() / 1e6,
    peakMb: (process.resourceUsage().maxRSS * 1_024) / 1e6,
  };
};

if (isMainThread && process.env.BENCH_USAGE !== undefined) {
  process.on("exit", () => appendFileSync(process.env.BENCH_USAGE, `${JSON.stringify(used())}\n`));
}
if (isMainThread && process.send !== undefined && process.env.BENCH_USAGE === undefined) {
  process.on("message", (message) => message === "usage" && process.send(used()));
  process.channel.unref();
}
