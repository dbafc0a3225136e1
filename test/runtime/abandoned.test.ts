/** Calls that ask and are never answered: what they cost, what bounds them, and what lets them go. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Call, defineForm, defineServer, defineTool, textResult } from "@mcp-gen/runtime/generated/v1";
import { type ServeOptions, toFetchHandler } from "@mcp-gen/runtime/server";
import { beforeEach, describe, expect, test } from "vitest";
import type { Cipher } from "../../runtime/dist/core/cipher.js";
import { serveChannel } from "../../runtime/dist/eras/duplex.js";
import { channelPair } from "../../runtime/dist/transports/memory.js";
import { nodeCipher } from "../../runtime/dist/transports/node-cipher.js";
import { modernMeta } from "./raw-http.js";

const many = 10_000;

test("ten thousand calls of resolvers leave nothing behind; kept calls are freed when they are let go", {
  timeout: 60_000,
}, async () => {
  const script = fileURLToPath(new URL("abandoned-heap.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", script]);
  const { asked, kept, freed } = JSON.parse(stdout) as { asked: number; kept: number; freed: number };
  const noise = 1_000_000; // a hundred bytes a call; one that waits holds more than ten thousand
  expect(kept).toBeGreaterThan(5 * noise); // the measure measures
  expect(asked).toBeLessThan(noise);
  expect(freed).toBeLessThan(noise);
});

const form = defineForm<{ ok: boolean }>({
  model: "Confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  check: () => {},
});

/** What happened to the runs: how many began, were answered and ended, and why the signal of each fired. */
let runs: { began: number; answered: number; ended: number; reasons: string[] };
beforeEach(() => {
  runs = { began: 0, answered: 0, ended: 0, reasons: [] };
});
const waiting = (): number => runs.began - runs.reasons.length;

const tool = (name: string, body: (call: Call) => Promise<string>) =>
  defineTool({
    name,
    description: name,
    inputSchema: { type: "object", properties: {} },
    handle: async (call) => textResult(await body(call)),
  });
const server = defineServer({
  name: "abandoned",
  version: "1",
  tools: [
    tool("waits", async (call) => {
      const ctx = call.context({ ok: form });
      runs.began += 1;
      ctx.signal.addEventListener("abort", () => runs.reasons.push((ctx.signal.reason as Error).message), { once: true });
      try {
        return (await ctx.elicit("ok", "Sure?")).action;
      } finally {
        runs.ended += 1;
      }
    }),
    tool("works", async (call) => {
      const ctx = call.context({ ok: form });
      runs.began += 1;
      ctx.signal.addEventListener("abort", () => runs.reasons.push((ctx.signal.reason as Error).message), { once: true });
      const answer = await ctx.elicit("ok", "Sure?");
      runs.answered += 1;
      await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve, { once: true }));
      runs.ended += 1;
      return answer.action;
    }),
  ],
});

interface Reply {
  readonly id: number;
  readonly result?: { readonly resultType: string; readonly isError?: boolean; readonly requestState?: string };
  readonly error?: { readonly code: number };
}

/** A client on a pipe that writes its requests by hand and reads what comes. */
function pipe(options: ServeOptions) {
  const [ours, theirs] = channelPair();
  serveChannel(server, theirs, { log: { warn: () => {}, error: () => {} }, ...options });
  const replies: Reply[] = [];
  ours.open(
    (line) => void replies.push(JSON.parse(line) as Reply),
    () => {},
  );
  const send = (message: object): void => ours.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  return {
    replies,
    call: (id: number, name = "waits", more: object = {}): void =>
      send({ id, method: "tools/call", params: { name, _meta: modernMeta(), ...more } }),
    cancel: (requestId: number): void => send({ method: "notifications/cancelled", params: { requestId } }),
    close: () => ours.close(),
  };
}

const patient = { timeout: 20_000, interval: 20 };
const asked = (replies: readonly Reply[]): number =>
  replies.filter(({ result }) => result?.resultType === "input_required").length;
const refused = (replies: readonly Reply[]): number => replies.filter(({ result }) => result?.isError === true).length;

describe("ten thousand calls that wait in the process", { timeout: 60_000 }, () => {
  test("one after another: the first thousand wait, the others fail at once and their signals fire; closing lets all go", async () => {
    const client = pipe({ cipher: nodeCipher });
    for (let id = 1; id <= many; id += 100) {
      for (let more = 0; more < 100; more += 1) client.call(id + more);
      await expect.poll(() => client.replies.length, { timeout: 20_000, interval: 1 }).toBe(id + 99);
    }
    expect([asked(client.replies), refused(client.replies)]).toEqual([1000, many - 1000]);
    expect([runs.began, waiting(), runs.ended]).toEqual([many, 1000, many - 1000]);
    expect(new Set(runs.reasons)).toEqual(new Set(["too many calls are waiting for answers"]));
    await client.close();
    await expect.poll(() => [waiting(), runs.ended], patient).toEqual([0, many]);
    expect(new Set(runs.reasons.slice(many - 1000))).toEqual(new Set(["the server is shutting down"]));
  });

  test("time lets each of them go", async () => {
    const client = pipe({ maxHeldCalls: many, answerTimeoutMs: 100, cipher: nodeCipher });
    for (let id = 1; id <= many; id += 1) client.call(id);
    await expect.poll(() => [client.replies.length, waiting(), runs.ended], patient).toEqual([many, 0, many]);
    expect(asked(client.replies)).toBe(many);
    expect(new Set(runs.reasons)).toEqual(new Set(["nobody came back with an answer in time"]));
    client.call(many + 1); // there is room again
    await expect.poll(() => asked(client.replies), patient).toBe(many + 1);
    await client.close();
  });

  test("a cancel that comes before the question lets each of them go, and leaves the places free", async () => {
    const client = pipe({ maxHeldCalls: 1, cipher: nodeCipher });
    for (let id = 1; id <= many; id += 1) {
      client.call(id);
      client.cancel(id);
    }
    await expect.poll(() => runs.ended, patient).toBe(many);
    expect([waiting(), client.replies.length]).toEqual([0, 0]);
    client.call(many + 1);
    await expect.poll(() => asked(client.replies), patient).toBe(1);
    await client.close();
  });
});

test("a thousand calls in one breath, with a cipher that takes its time: the bound holds all the same", async () => {
  const slow: Cipher = {
    ...nodeCipher,
    seal: async (...parts) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return nodeCipher.seal(...parts);
    },
  };
  const client = pipe({ maxHeldCalls: 50, cipher: slow });
  for (let id = 1; id <= 1000; id += 1) client.call(id);
  await expect.poll(() => client.replies.length, patient).toBe(1000);
  expect([asked(client.replies), refused(client.replies)]).toEqual([50, 950]);
  expect(waiting()).toBe(50);
  await client.close();
  await expect.poll(() => [waiting(), runs.ended], patient).toEqual([0, 1000]);
});

test("a call that went on with an answer is cancelled like any other", async () => {
  const client = pipe({ maxHeldCalls: 1 });
  client.call(1, "works");
  await expect.poll(() => asked(client.replies), patient).toBe(1);
  const requestState = client.replies[0]?.result?.requestState;
  client.call(2, "works", { requestState, inputResponses: { ok: { action: "decline" } } });
  await expect.poll(() => runs.answered, patient).toBe(1);
  expect(runs.reasons).toEqual([]);
  client.cancel(2);
  await expect.poll(() => [runs.reasons, runs.ended], patient).toEqual([["the call was cancelled"], 1]);
  client.call(3, "works", { requestState, inputResponses: { ok: { action: "decline" } } });
  await expect.poll(() => client.replies.at(-1)?.error?.code, patient).toBe(-32602);
  await client.close();
});

test("closing a fetch handler lets go of the calls of all its clients; a client that is gone before the question, of its own", async () => {
  const handler = toFetchHandler(server, { maxHeldCalls: 100, log: { warn: () => {}, error: () => {} } });
  const call = (signal?: AbortSignal): Promise<Response> =>
    handler(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "waits",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "waits", _meta: modernMeta() } }),
        ...(signal !== undefined && { signal }),
      }),
    );
  const controller = new AbortController();
  const gone = call(controller.signal);
  await expect.poll(() => runs.began, { interval: 0 }).toBe(1);
  controller.abort();
  await gone;
  for (let index = 0; index < 100; index += 1) expect((await call()).status).toBe(200);
  const before = waiting();
  handler.close();
  await expect.poll(() => [waiting(), runs.ended], patient).toEqual([0, 101]);
  expect(before).toBeLessThanOrEqual(101);
});
