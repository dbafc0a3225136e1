// Starting and ending servers, and what they cost: CPU time and memory of a process, from the kernel where it tells, else from
// the process itself (report-usage.mjs).

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { fileURLToPath } from "node:url";

export const hasProc = existsSync("/proc/self/schedstat");
const reporter = new URL("./report-usage.mjs", import.meta.url).href;

export const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts a Node program that serves over a transport.
 * @returns { transport, port, child, errors }
 */
export async function startServer(file, transport, flags = []) {
  const port = transport === "http" ? await freePort() : undefined;
  const child = spawn(process.execPath, [...flags, ...(hasProc ? [] : ["--import", reporter]), file], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["pipe", "pipe", "pipe", ...(hasProc ? [] : ["ipc"])],
  });
  const server = { transport, port, child, errors: "" };
  child.stderr.setEncoding("utf8").on("data", (text) => {
    server.errors = (server.errors + text).slice(-2_000);
  });
  child.once("exit", () => {
    server.hasEnded = true;
  });
  if (transport === "http") child.stdout.resume();
  return server;
}

/** Settles when the server accepts connections, or at once over stdio. */
export async function listening(server, everyMs = 2) {
  for (const limit = performance.now() + 60_000; server.transport === "http"; ) {
    if (await accepts(server.port)) return;
    if (server.hasEnded || performance.now() > limit) throw new Error(`The server does not listen.\n${server.errors}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

const accepts = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

export async function stopServer({ child, hasEnded }) {
  if (hasEnded) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.stdin.end();
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 2_000);
  await ended;
  clearTimeout(late);
}

/** CPU time so far in microseconds (all threads), and memory now and at its peak in MB. */
export async function usage(child) {
  if (hasProc) return { cpuUs: threadsUs(child.pid), ...memory(child.pid) };
  return new Promise((resolve) => {
    child.once("message", resolve);
    child.send("usage");
  });
}

function threadsUs(pid) {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "latin1").split(" ")[0]);
    } catch {
      // It ended; a worker of the pool is not replaced in a running measurement.
    }
  }
  return nanoseconds / 1_000;
}

function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  const mb = (name) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1_024) / 1e6;
  return { memoryMb: mb("VmRSS"), peakMb: mb("VmHWM") };
}
