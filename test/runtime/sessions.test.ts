/** How long sessions live, how many there may be, and what several messages at once do in them. */

import { serveHttp } from "@mcp-gen/runtime/node";
import type { HttpOptions } from "@mcp-gen/runtime/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { handshake, send } from "./raw-http.js";
import { openStream } from "./raw-stream.js";
import { call, streamServer, told } from "./stream-tools.js";

let { server, gates } = streamServer();
beforeEach(() => {
  ({ server, gates } = streamServer());
});
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(options: HttpOptions = {}): Promise<string> {
  const serving = await serveHttp(server, { port: 0, ...options });
  closing.push(() => serving.close());
  return serving.url;
}
const ping = (id: number | string) => ({ jsonrpc: "2.0", id, method: "ping" });

describe("the life of a session", () => {
  test("one that is idle for too long is forgotten; one that is used, works or listens is not", async () => {
    let now = 1_800_000_000_000;
    const url = await serve({ now: () => now, sessions: { idleMs: 1_000 } });
    const [idle, used, working, listening] = await Promise.all([1, 2, 3, 4].map(() => handshake(url)));
    const stream = await openStream(url, undefined, listening, "GET");
    closing.push(stream.abort);
    const called = send(url, call(1, "waits"), working);
    await expect.poll(() => gates.has("waits")).toBe(true);
    now += 999;
    expect((await send(url, ping(1), used)).status).toBe(200);
    now += 1;
    await handshake(url); // makes room
    const statuses = await Promise.all(
      [idle, used, working, listening].map(async (each) => (await send(url, ping(2), each)).status),
    );
    expect(statuses).toEqual([404, 200, 200, 200]);
    gates.open("waits");
    expect((await called).json.result.content[0].text).toBe("waited");
  });

  test("one too many ends the one that was idle for longest; when all are at work it is refused", async () => {
    const url = await serve({ sessions: { max: 2 } });
    const [first, second] = [await handshake(url), await handshake(url)];
    await send(url, ping(1), first);
    const third = await handshake(url);
    const alive = await Promise.all([first, second, third].map(async (each) => (await send(url, ping(2), each)).status));
    expect(alive).toEqual([200, 404, 200]);
    for (const session of [first, third]) closing.push((await openStream(url, undefined, session, "GET")).abort);
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const refused = await send(url, { jsonrpc: "2.0", id: 0, method: "initialize", params });
    expect([refused.status, refused.json.id, refused.json.error.code]).toEqual([503, 0, -32600]);
    expect((await send(url, ping(3), first)).status).toBe(200);
  });

  test("the end of a session ends what runs in it, and its questions", async () => {
    const url = await serve();
    const session = await handshake(url);
    const asked = await openStream(url, call(1, "asks"), session);
    await asked.next();
    const waiting = send(url, call(2, "waits"), session);
    await expect.poll(() => gates.has("waits")).toBe(true);
    await send(url, "", session, "DELETE");
    await expect.poll(() => gates.aborted).toEqual(["the client ended the session"]);
    await asked.ended;
    gates.open("waits");
    expect((await waiting).status).toBe(200);
  });

  test("numbers that make no sense are refused at start", async () => {
    for (const options of [{ sessions: { idleMs: 0 } }, { sessions: { max: 0 } }, { retryMs: -1 }])
      await expect(serve(options)).rejects.toThrow(RangeError);
  });
});

describe("one id for two requests", () => {
  test("at once in one session: the second is refused, and gets nothing of the first", async () => {
    const url = await serve();
    const session = await handshake(url);
    const first = send(url, call(1, "waits"), session);
    await expect.poll(() => gates.has("waits")).toBe(true);
    const second = await send(url, call(1, "hi"), session);
    expect([second.status, second.json.error.code, second.json.id]).toEqual([409, -32600, 1]);
    gates.open("waits");
    expect((await first).json.result.content[0].text).toBe("waited");
    expect((await send(url, call(1, "hi"), session)).json.result.content[0].text).toBe("hi");
  });

  test("1 and the text 1 are two ids", async () => {
    const url = await serve();
    const session = await handshake(url);
    const first = send(url, call(1, "waits"), session);
    await expect.poll(() => gates.has("waits")).toBe(true);
    expect((await send(url, call("1", "hi"), session)).json).toMatchObject({ id: "1", result: { content: [{ text: "hi" }] } });
    gates.open("waits");
    expect((await first).json.id).toBe(1);
  });
});

describe("several messages in one body", () => {
  const batched = async (body: unknown, version = "2025-03-26", headers = {}) => {
    const url = await serve();
    return send(url, body, { ...(await handshake(url, {}, version)), ...headers });
  };

  test("2025-03-26 answers all of them in one list", async () => {
    const reply = await batched([ping(1), { jsonrpc: "2.0", method: "notifications/roots/list_changed" }, call("two", "hi")]);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/json"]);
    expect(reply.json).toEqual(
      expect.arrayContaining([
        { jsonrpc: "2.0", id: 1, result: {} },
        { jsonrpc: "2.0", id: "two", result: { content: [{ type: "text", text: "hi" }] } },
      ]),
    );
    expect(reply.json).toHaveLength(2);
  });

  test("a stream, once something has to go before an answer: each answer is a message of its own", async () => {
    const url = await serve();
    const session = await handshake(url, {}, "2025-03-26");
    for (const step of [1, 2, 3]) gates.open(`step ${step}`);
    const stream = await openStream(url, [ping(1), call(2, "steps", told), ping(3)], session);
    await stream.ended;
    const answers = stream.messages.filter(({ id }) => id !== undefined).map(({ id }) => id);
    expect(answers.sort()).toEqual([1, 2, 3]);
    expect(stream.messages).toHaveLength(6);
  });

  test("nothing but notices and answers: 202", async () => {
    const reply = await batched([
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } },
      { jsonrpc: "2.0", id: 1, result: {} },
    ]);
    expect([reply.status, reply.text]).toEqual([202, ""]);
  });

  test("a broken entry, a handshake and an id that stands there twice spoil nothing but themselves", async () => {
    const reply = await batched([7, { id: 4 }, ping(1), ping(1), { jsonrpc: "2.0", id: 2, method: "initialize", params: {} }]);
    const codes = new Map(reply.json.map((each: { id?: number; error?: { code: number } }) => [each.id, each.error?.code]));
    expect(reply.json).toHaveLength(5);
    expect([codes.get(undefined), codes.get(4), codes.get(2)]).toEqual([-32600, -32600, -32600]);
    expect(reply.json.filter(({ id, result }: { id: number; result?: object }) => id === 1 && result !== undefined)).toHaveLength(
      1,
    );
  });

  test("a hundred are taken, and no more; none is none", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, id) => ping(id));
    expect((await batched(many(100))).json).toHaveLength(100);
    for (const body of [many(101), []]) {
      const reply = await batched(body);
      expect([reply.status, reply.json.error.code]).toEqual([400, -32600]);
    }
  });

  test.each(["2024-11-05", "2025-06-18", "2025-11-25"])("%s has none", async (version) => {
    const reply = await batched([ping(1)], version);
    expect([reply.status, reply.json.error.code]).toEqual([400, -32600]);
    expect(reply.json.error.message).toContain("batches are not accepted");
  });

  test("neither has the modern era, and ten thousand cost nothing", async () => {
    const reply = await batched([ping(1)], "2025-03-26", { "mcp-protocol-version": "2026-07-28" });
    expect([reply.status, reply.json.error.code]).toEqual([400, -32600]);
    expect((await batched(Array.from({ length: 10_000 }, (_, id) => ping(id)))).status).toBe(400);
  });
});
