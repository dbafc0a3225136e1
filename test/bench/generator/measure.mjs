// What a command costs from its start to its end: CPU of all its processes, and the peak memory of the largest.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const reporter = new URL("../report-usage.mjs", import.meta.url).href;
const ticksPerSecond = 100;

/** CPU seconds of children that have ended, from the kernel; undefined where it does not tell. */
function childrenCpu() {
  if (!existsSync("/proc/self/stat")) return undefined;
  const stat = readFileSync("/proc/self/stat", "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/**
 * Runs a command of Node. Processes report what they used when they end; a native program can't, so its share is the kernel's.
 * @returns { cpuS, wallS, peakMb } in seconds and MB.
 * @throws Error when it fails.
 */
export function measureCommand(args, cwd, isNative = false) {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-bench-"));
  const report = join(folder, "usage");
  const before = childrenCpu();
  const started = performance.now();
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, BENCH_USAGE: report, NODE_OPTIONS: `--import=${reporter}` },
    maxBuffer: 256e6,
  });
  const wallS = (performance.now() - started) / 1_000;
  const after = childrenCpu();
  const used = existsSync(report) ? readFileSync(report, "utf8").trim().split("\n").map(JSON.parse) : [];
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`${args.join(" ")}: exit ${status ?? signal}\n${`${stdout}${stderr}`.slice(-1_500)}`);
  const reported = used.reduce((sum, { cpuUs }) => sum + cpuUs, 0) / 1e6;
  return {
    cpuS: isNative ? (after ?? Number.NaN) - (before ?? Number.NaN) : reported,
    wallS,
    peakMb: isNative ? Number.NaN : Math.max(...used.map(({ peakMb }) => peakMb)),
  };
}
