/** Replies of modern requests that come in pieces: notices before the result, subscriptions, leaving (specification: streamable-http). */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serveHttp, toNodeHandler } from "@mcp-gen/runtime/node";
import { afterEach, beforeEach, expect, test } from "vitest";
import { modern, modernMeta } from "./raw-http.js";
import { openStream, type RawStream } from "./raw-stream.js";
import { streamServer } from "./stream-tools.js";

let { server, gates } = streamServer();
beforeEach(() => {
  ({ server, gates } = streamServer());
});
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve() {
  const serving = await serveHttp(server, { port: 0 });
  closing.push(() => serving.close());
  return serving;
}

/** A request with the headers that mirror it; `more` goes into the params. */
async function ask(url: string, id: number | string, method: string, more: Record<string, unknown> = {}): Promise<RawStream> {
  const { _meta = {}, ...params } = more as { _meta?: object; name?: string };
  const headers = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    "mcp-name": params.name,
    "last-event-id": "1.0", // means nothing here
  };
  const body = { jsonrpc: "2.0", id, method, params: { ...params, _meta: { ...modernMeta(), ..._meta } } };
  const stream = await openStream(url, body, headers);
  closing.push(stream.abort);
  return stream;
}
const told = { _meta: { progressToken: "p" } };
const listen = (url: string, id: number | string, notifications: object) =>
  ask(url, id, "subscriptions/listen", { notifications });

test("notices come at once, before the result, without ids; the result ends the stream", async () => {
  const { url } = await serve();
  const stream = await ask(url, 1, "tools/call", { name: "steps", ...told });
  expect([stream.status, stream.headers["content-type"], stream.headers["x-accel-buffering"]]).toEqual([
    200,
    "text/event-stream",
    "no",
  ]);
  for (const step of [1, 2, 3]) {
    expect((await stream.next()).json).toMatchObject({ method: "notifications/progress", params: { progress: step } });
    gates.open(`step ${step}`);
  }
  expect((await stream.next()).json).toMatchObject({ id: 1, result: { resultType: "complete" } });
  await stream.ended;
  expect(stream.events.filter(({ id, retry }) => id !== undefined || retry !== undefined)).toEqual([]);
});

test("a client that takes JSON alone gets the result alone, and no subscription", async () => {
  const { url } = await serve();
  for (const step of [1, 2, 3]) gates.open(`step ${step}`);
  const accept = { accept: "application/json" };
  const reply = await modern(url, "tools/call", { name: "steps", _meta: { ...modernMeta(), ...told._meta } }, accept);
  expect([reply.headers["content-type"], reply.json.result.content[0].text]).toEqual(["application/json", "walked"]);
  const refused = await modern(url, "subscriptions/listen", { notifications: { toolsListChanged: true } }, accept);
  expect([refused.status, refused.json.error.code]).toEqual([400, -32600]);
});

test("closing the connection cancels, whether the reply has begun or not", async () => {
  const { url } = await serve();
  const controller = new AbortController();
  const headers = {
    "content-type": "application/json",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "waits",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "waits", _meta: modernMeta() } });
  const gone = fetch(url, { method: "POST", headers, body, signal: controller.signal }).catch(() => "gone");
  await expect.poll(() => gates.has("waits")).toBe(true);
  controller.abort();
  expect(await gone).toBe("gone");
  await expect.poll(() => gates.aborted).toEqual(["the call was cancelled"]);
  const stream = await ask(url, 2, "tools/call", { name: "steps", ...told });
  await stream.next();
  stream.abort();
  gates.open("step 1");
  await expect.poll(() => gates.has("step 2")).toBe(true); // it runs on unheard; nothing breaks
  expect((await modern(url, "tools/call", { name: "hi" })).status).toBe(200);
});

test("a subscription is acknowledged at once, hears what it asked for, and ends with its result when the server does", async () => {
  const serving = await serve();
  const stream = await listen(serving.url, "sub-1", { toolsListChanged: true });
  const subscription = { "io.modelcontextprotocol/subscriptionId": "sub-1" };
  expect((await stream.next()).json).toEqual({
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: { _meta: subscription, notifications: { toolsListChanged: true } },
  });
  server.listChanged("prompts");
  server.listChanged("tools");
  expect((await stream.next()).json).toMatchObject({
    method: "notifications/tools/list_changed",
    params: { _meta: subscription },
  });
  await serving.close();
  expect((await stream.next()).json).toMatchObject({ id: "sub-1", result: { resultType: "complete" } });
  await stream.ended;
});

test("what one endpoint's client changes reaches the clients of all that serve the same server", async () => {
  const listener = toNodeHandler(server);
  closing.push(() => listener.close());
  const http = createServer(listener).listen(0, "127.0.0.1");
  closing.push(() => void http.close());
  const streams = await Promise.all([
    listen((await serve()).url, 1, { toolsListChanged: true }),
    listen(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`, 1, { toolsListChanged: true }),
  ]);
  for (const stream of streams) await stream.next();
  server.listChanged("tools");
  for (const stream of streams) expect((await stream.next()).json.method).toBe("notifications/tools/list_changed");
});
