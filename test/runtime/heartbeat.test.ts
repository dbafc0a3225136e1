/** Streams that are silent for long, in virtual time (cases C10 and C11): proxies must not close them, and nothing must stay behind. */

import { toFetchHandler } from "@mcp-gen/runtime/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { modernMeta } from "./raw-http.js";
import { call, streamServer } from "./stream-tools.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const endpoint = "http://localhost/mcp";

function post(body: unknown, headers: Record<string, string> = {}): Request {
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  return new Request(endpoint, { method: "POST", body: JSON.stringify(body), headers: all });
}

function open() {
  const { server, gates } = streamServer();
  const handler = toFetchHandler(server);
  const shake = async (): Promise<Record<string, string>> => {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const reply = await handler(post({ jsonrpc: "2.0", id: 0, method: "initialize", params }));
    await reply.text();
    return { "mcp-session-id": reply.headers.get("mcp-session-id") ?? "" };
  };
  const modern = (name: string): Request =>
    post(
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, _meta: modernMeta() } },
      { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
    );
  return { handler, gates, server, shake, modern };
}

/** The text of a body as it comes; virtual time does not wait for anybody. */
function collect(response: Response): { readonly text: () => string; readonly ended: Promise<void> } {
  let text = "";
  const ended = (async () => {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece;
  })();
  return { text: () => text, ended };
}
const comments = (text: string): number => text.split("\n").filter((line) => line.startsWith(":")).length;

test("a modern call that takes seventy seconds says something every fifteen", async () => {
  const { handler, gates, modern } = open();
  const replied = handler(modern("waits"));
  await vi.waitUntil(() => gates.has("waits"));
  await vi.advanceTimersByTimeAsync(15_000);
  const reply = await replied; // the head is there although the result is not
  expect([reply.status, reply.headers.get("content-type"), reply.headers.get("x-accel-buffering")]).toEqual([
    200,
    "text/event-stream",
    "no",
  ]);
  const body = collect(reply);
  await vi.advanceTimersByTimeAsync(55_000);
  gates.open("waits");
  await body.ended;
  expect(comments(body.text())).toBe(4);
  expect(body.text()).toContain('"text":"waited"');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(vi.getTimerCount()).toBe(0);
});

test("so does a legacy call, on a stream that the client can come back to, and the stream for what belongs to no request", async () => {
  const { handler, gates, shake } = open();
  const session = await shake();
  const replied = handler(post(call(1, "waits"), session));
  const standing = collect(await handler(new Request(endpoint, { headers: { ...session, accept: "text/event-stream" } })));
  await vi.waitUntil(() => gates.has("waits"));
  await vi.advanceTimersByTimeAsync(15_000);
  const body = collect(await replied);
  await vi.advanceTimersByTimeAsync(45_000);
  gates.open("waits");
  await body.ended;
  expect(body.text()).toMatch(/^id: 2\.0\nretry: 1000\ndata: \n\n(: waiting\n\n)+event: message\nid: 2\.1\ndata: .*waited/);
  expect(comments(body.text())).toBeGreaterThanOrEqual(2);
  expect(comments(standing.text())).toBe(4);
  handler.close();
  await standing.ended;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(vi.getTimerCount()).toBe(0);
});

test("a client that takes JSON alone waits in silence, and gets JSON", async () => {
  const { handler, gates, shake } = open();
  const session = await shake();
  const replied = handler(post(call(1, "waits"), { ...session, accept: "application/json" }));
  await vi.waitUntil(() => gates.has("waits"));
  await vi.advanceTimersByTimeAsync(60_000);
  gates.open("waits");
  const reply = await replied;
  expect([reply.headers.get("content-type"), await reply.json()]).toEqual([
    "application/json",
    expect.objectContaining({ id: 1 }),
  ]);
});

test("a short call begins no stream and leaves no timer", async () => {
  const { handler, modern } = open();
  for (let turn = 0; turn < 3; turn += 1) {
    const reply = await handler(modern("hi"));
    expect(reply.headers.get("content-type")).toBe("application/json");
    await reply.text();
  }
  expect(vi.getTimerCount()).toBeLessThanOrEqual(1); // one for all of them
  await vi.advanceTimersByTimeAsync(15_000);
  expect(vi.getTimerCount()).toBe(0);
});
