/** How a server on standard input and output ends (cases D04 and D05): soon, with code 0, and with all that it had to say. */

import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { modernMeta } from "./raw-http.js";

const script = fileURLToPath(new URL("stdio-server.mjs", import.meta.url));

let child: ChildProcess | undefined;
afterEach(() => void child?.kill("SIGKILL"));

async function start(input: "pipe" | number = "pipe") {
  const started = spawn(process.execPath, [script], { stdio: [input, "pipe", "pipe"] });
  child = started;
  let errors = "";
  const up = new Promise<void>((resolve) => {
    started.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
      if (errors.includes("up\n")) resolve();
    });
  });
  const exit = new Promise<{ code: number | null; after: (moment: number) => number }>((resolve) =>
    started.once("close", (code) => {
      const end = performance.now();
      resolve({ code, after: (moment) => end - moment });
    }),
  );
  await up;
  const read = (): { readonly text: () => string } => {
    const parts: Buffer[] = [];
    started.stdout?.on("data", (bytes: Buffer) => parts.push(bytes));
    return { text: () => Buffer.concat(parts).toString("utf8") };
  };
  const send = (message: object): void => void started.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  return {
    process: started,
    errors: () => errors,
    exit,
    read,
    send,
    modern: (id: number, method: string, params: object = {}): void =>
      send({ id, method, params: { ...params, _meta: modernMeta() } }),
    shake: (): void =>
      send({
        id: 0,
        method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: { elicitation: {} }, clientInfo: { name: "t", version: "1" } },
      }),
  };
}
const lines = (text: string): { id?: number; method?: string; error?: object; result?: object }[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("an input that was never open: code 0 at once, although a timer runs; what the application closes is closed", async () => {
  const run = await start(openSync("/dev/null", "r"));
  const now = performance.now();
  const { code, after } = await run.exit;
  expect([code, run.errors()]).toEqual([0, "up\nclosing\nclosed\n"]);
  expect(after(now)).toBeLessThan(5_000);
});

test("an open question of a legacy client: it can't be answered any more, so the call ends at once", async () => {
  const run = await start();
  const output = run.read();
  run.shake();
  run.send({ id: 1, method: "tools/call", params: { name: "asks" } });
  await expect.poll(() => output.text()).toContain("elicitation/create");
  const now = performance.now();
  run.process.stdin?.end();
  await expect.poll(() => run.errors()).toContain("closing");
  expect(performance.now() - now).toBeLessThan(1_500); // two seconds would be the patience for a call that works
  expect((await run.exit).code).toBe(0);
  expect(lines(output.text()).find(({ id, method }) => id === 1 && method === undefined)).toBeDefined();
});

test("a subscription does not hold it up", async () => {
  const run = await start();
  const output = run.read();
  run.modern(1, "subscriptions/listen", { notifications: { toolsListChanged: true } });
  await expect.poll(() => output.text()).toContain("acknowledged");
  const now = performance.now();
  run.process.stdin?.end();
  await expect.poll(() => run.errors()).toContain("closing");
  expect(performance.now() - now).toBeLessThan(1_500);
});

test("what is asked before the end is answered, if that does not take long; what takes for ever is given up", async () => {
  const run = await start();
  const output = run.read();
  run.modern(1, "tools/call", { name: "soon" });
  run.modern(2, "tools/call", { name: "never" });
  const now = performance.now();
  run.process.stdin?.end();
  const { code, after } = await run.exit;
  expect(code).toBe(0);
  expect(after(now)).toBeLessThan(5_000);
  expect(output.text()).toContain("soon enough");
});

test("a reader that is slow gets all of it", async () => {
  const run = await start();
  run.modern(1, "tools/call", { name: "much" });
  run.process.stdin?.end();
  await new Promise((resolve) => setTimeout(resolve, 800)); // nobody reads for so long: the pipe is full
  const output = run.read();
  expect((await run.exit).code).toBe(0);
  const [reply] = lines(output.text()) as { result: { content: { text: string }[] } }[];
  expect(reply?.result.content[0]?.text).toBe("é".repeat(1_000_000));
});

test("a reader that never reads is not waited for longer than five seconds", async () => {
  const run = await start();
  run.modern(1, "tools/call", { name: "much" });
  const now = performance.now();
  run.process.stdin?.end();
  const code = await new Promise((resolve) => run.process.once("exit", resolve));
  expect(code).toBe(0);
  expect(performance.now() - now).toBeLessThan(5_500);
});

test("a pipe that breaks ends it quietly", async () => {
  const run = await start();
  run.process.stdout?.destroy();
  run.modern(1, "tools/call", { name: "much" });
  run.modern(2, "tools/call", { name: "soon" });
  const { code } = await run.exit;
  expect([code, run.errors()]).toEqual([0, "up\nclosing\nclosed\n"]);
});
