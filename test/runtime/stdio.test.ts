/** A server as a child process: what stands on its standard output, and how it ends (the cases D). */

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { connect } from "@mcp-gen/runtime/client";
import { afterEach, expect, test } from "vitest";
import { modernMeta } from "./raw-http.js";

const bin = fileURLToPath(new URL("../../bin/mcp-gen.js", import.meta.url));
const noisy = fileURLToPath(new URL("../../fixtures/projects/noisy", import.meta.url));

let child: ChildProcess | undefined;
afterEach(() => void child?.kill("SIGKILL"));

interface Run {
  readonly lines: string[];
  readonly stderr: () => string;
  write(bytes: string | Uint8Array): void;
  end(): void;
  next(count: number): Promise<void>;
  readonly exit: Promise<number | null>;
}

function start(): Run {
  const started = spawn(process.execPath, [bin, "serve", "--stdio", "--project", noisy], { stdio: "pipe" });
  child = started;
  const lines: string[] = [];
  let rest = "";
  let errors = "";
  let wake = (): void => {};
  started.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  });
  started.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  return {
    lines,
    stderr: () => errors,
    write: (bytes) => void started.stdin.write(bytes),
    end: () => void started.stdin.end(),
    next: async (count) => {
      while (lines.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
    exit: new Promise((resolve) => started.once("close", resolve)),
  };
}

const request = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta: modernMeta() } })}\n`;
const shout = (id: number, text: string): string => request(id, "tools/call", { name: "shout", arguments: { text } });

test("what user code prints goes to standard error; standard output holds messages alone; timers do not keep it alive", async () => {
  const run = start();
  run.write(request(1, "tools/list") + shout(2, "hey"));
  await run.next(2);
  run.end();
  expect(await run.exit).toBe(0);
  const replies = run.lines.map((line) => JSON.parse(line) as { id: number; jsonrpc: string });
  expect(replies.map(({ jsonrpc }) => jsonrpc)).toEqual(["2.0", "2.0"]);
  for (const printed of ["printed while loading", "written while loading", "printed by shout", "written by shout"]) {
    expect(run.stderr()).toContain(printed);
  }
});

test("children that would share the pipes write to standard error and read nothing, however they are started", async () => {
  const run = start();
  run.write(request(1, "tools/call", { name: "start_children" }));
  await run.next(1);
  run.write(shout(2, "still here"));
  await run.next(2);
  run.end();
  expect(await run.exit).toBe(0);
  const texts = run.lines.map(
    (line) => (JSON.parse(line) as { result: { content: { text: string }[] } }).result.content[0]?.text,
  );
  expect(texts).toEqual(["All of them ended.", "STILL HERE!"]);
  for (const child of ["spawnSync", "execFileSync", "spawn", "a stream", "fork"])
    expect(run.stderr()).toContain(`${child} says so`);
});

test("characters that arrive byte by byte come back whole", async () => {
  const run = start();
  for (const byte of Buffer.from(shout(7, "\u{1f363} 日本 é"))) run.write(Uint8Array.of(byte));
  await run.next(1);
  expect(JSON.parse(run.lines[0] ?? "").result.content).toEqual([{ type: "text", text: "\u{1f363} 日本 É!" }]);
});

test("a large answer is complete although the input was closed right after the request", async () => {
  const run = start();
  run.write(request(1, "tools/call", { name: "much", arguments: { characters: 2_000_000 } }));
  run.end();
  expect(await run.exit).toBe(0);
  expect(run.lines).toHaveLength(1);
  expect(JSON.parse(run.lines[0] ?? "").result.content[0].text).toHaveLength(2_000_000);
});

test("an input that is closed from the start ends the process", async () => {
  const run = start();
  run.end();
  expect(await run.exit).toBe(0);
  expect(run.lines).toEqual([]);
});

test("lines that are no messages are answered with an error and do no harm", async () => {
  const run = start();
  run.write(`nonsense\n\n[]\n{"jsonrpc":"2.0"}\n${request(1, "tools/list")}`);
  await run.next(4);
  expect(run.lines.slice(0, 3).map((line) => JSON.parse(line).error.code)).toEqual([-32700, -32600, -32600]);
  expect(JSON.parse(run.lines[3] ?? "").result.tools).toHaveLength(4);
});

test("both eras in one process, each by its own rules, in any order", async () => {
  const run = start();
  const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  run.write(request(1, "tools/list"));
  run.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "initialize", params: initialize })}\n`);
  run.write(`${JSON.stringify({ jsonrpc: "2.0", id: 3, method: "tools/list" })}\n`);
  run.write(request(4, "server/discover"));
  run.write(request(5, "initialize"));
  await run.next(5);
  const replies = new Map(run.lines.map((line) => JSON.parse(line)).map((reply) => [reply.id, reply]));
  expect(replies.get(1).result.resultType).toBe("complete");
  expect(replies.get(2).result.protocolVersion).toBe("2025-11-25");
  expect(replies.get(3).result).toEqual({ tools: expect.any(Array) });
  expect(replies.get(4).result.supportedVersions).toContain("2026-07-28");
  expect(replies.get(5).error.code).toBe(-32601);
});

test("a cancelled call gets no reply, and its signal fires, in both eras", async () => {
  const run = start();
  run.write(request(1, "tools/call", { name: "wait" }));
  run.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })}\n`);
  const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  run.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "initialize", params: initialize })}\n`);
  await run.next(1);
  run.write(`${JSON.stringify({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "wait" } })}\n`);
  run.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } })}\n`);
  run.write(`${JSON.stringify({ jsonrpc: "2.0", id: 4, method: "ping" })}\n`);
  await run.next(2);
  run.end();
  expect(await run.exit).toBe(0);
  expect(run.lines.map((line) => JSON.parse(line).id)).toEqual([2, 4]);
  expect(run.stderr().match(/wait was cancelled/g)).toHaveLength(2);
});

test("a child that can't be started, or ends at once, is told so", async () => {
  await expect(connect({ command: "no-such-command-anywhere" })).rejects.toThrow(/could not be started/);
  await expect(connect({ command: process.execPath, args: ["-e", "process.exit(3)"] })).rejects.toThrow(/exit code 3/);
});
