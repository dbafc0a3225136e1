/** Responses of modern servers that stay fresh for a while. */

import { ResponseStore } from "@mcp-gen/runtime/client";
import { afterEach, expect, test } from "vitest";
import { ResponseCache } from "../../runtime/dist/eras/response-cache.js";
import { connectPlainly, discovery, notice, reply, type Scripted, scripted, scriptedDuplex } from "./scripted.js";

const servers: Scripted[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const hints = { resultType: "complete", ttlMs: 60_000, cacheScope: "public" };
const listed = (name: string, more: object = {}): object => ({
  ...hints,
  tools: [{ name, inputSchema: { type: "object" } }],
  ...more,
});

async function counting(answer: (count: number) => object): Promise<Scripted> {
  let count = 0;
  const server = await scripted((exchange) => {
    if (exchange.method === "server/discover") return exchange.result(discovery);
    count += 1;
    exchange.result(answer(count));
  });
  servers.push(server);
  return server;
}

const asked = (server: Scripted): number => server.seen.filter(({ method }) => method !== "server/discover").length;

test("a fresh list is not asked for again, unless the call or the connection wants it", async () => {
  const server = await counting((count) => listed(`t${count}`));
  const client = await connectPlainly(server.url, { mode: "modern" });
  const first = await client.listTools();
  (first[0] as { name: string }).name = "spoilt"; // a caller's copy is its own
  expect((await client.listTools())[0]?.name).toBe("t1");
  expect((await client.listTools({ reload: true }))[0]?.name).toBe("t2");
  expect((await client.listTools())[0]?.name).toBe("t2");
  await client.close();
  const off = await connectPlainly(server.url, { mode: "modern", cache: "off" });
  await off.listTools();
  await off.listTools();
  expect(asked(server)).toBe(4);
  await off.close();
});

test.each([
  ["no time", {}],
  ["a time of 0", { ttlMs: 0 }],
  ["a negative time", { ttlMs: -5 }],
  ["a time that is no number", { ttlMs: "60000" }],
])("%s means stale at once", async (_title, hint) => {
  const server = await counting(() => ({ resultType: "complete", tools: [], ...hint }));
  const client = await connectPlainly(server.url, { mode: "modern" });
  await client.listTools();
  await client.listTools();
  expect(asked(server)).toBe(2);
  await client.close();
});

test("other params are another response, and calls are never kept", async () => {
  const server = await counting(() => ({ ...hints, contents: [], content: [] }));
  const client = await connectPlainly(server.url, { mode: "modern" });
  await client.readResource("file:///a");
  await client.readResource("file:///b");
  await client.readResource("file:///a");
  expect(asked(server)).toBe(2);
  await client.callTool("any");
  await client.callTool("any");
  expect(asked(server)).toBe(4);
  await client.close();
});

test("what came of answers is not kept", async () => {
  const server = await counting((count) =>
    count % 2 === 1
      ? { resultType: "input_required", inputRequests: { ok: { method: "roots/list" } } }
      : { ...hints, contents: [{ uri: "file:///a", text: `${count}` }] },
  );
  const client = await connectPlainly(server.url, { mode: "modern", roots: () => [] });
  expect((await client.readResource("file:///a")).contents).toMatchObject([{ text: "2" }]);
  expect((await client.readResource("file:///a")).contents).toMatchObject([{ text: "4" }]);
  await client.close();
});

test("a change makes stale what it is about", async () => {
  let count = 0;
  let tell: (message: object) => void = () => {};
  const { target } = scriptedDuplex((message, send) => {
    tell = send;
    if (message.method === "server/discover") return send(reply(message, discovery));
    count += 1;
    send(reply(message, message.method === "tools/list" ? listed("t") : { ...hints, contents: [] }));
  });
  const client = await connectPlainly(target, { mode: "modern" });
  const ask = async (): Promise<number> => {
    const before = count;
    await client.listTools();
    await client.readResource("file:///a");
    return count - before;
  };
  expect([await ask(), await ask()]).toEqual([2, 0]);
  tell(notice("notifications/tools/list_changed"));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect([await ask(), await ask()]).toEqual([1, 0]);
  tell(notice("notifications/resources/updated", { uri: "file:///a/part" }));
  tell(notice("notifications/prompts/list_changed"));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect([await ask(), await ask()]).toEqual([1, 0]);
  await client.close();
});

test("public responses are shared through a store, private ones never", async () => {
  const server = await counting((count) => ({ ...listed(`t${count}`), cacheScope: count === 1 ? "public" : "private" }));
  const cache = new ResponseStore();
  const [ada, bob] = await Promise.all([1, 2].map(() => connectPlainly(server.url, { mode: "modern", cache })));
  expect((await ada?.listTools())?.[0]?.name).toBe("t1");
  expect((await bob?.listTools())?.[0]?.name).toBe("t1");
  expect((await ada?.listTools({ reload: true }))?.[0]?.name).toBe("t2");
  expect((await bob?.listTools())?.[0]?.name).toBe("t1");
  expect((await ada?.listTools())?.[0]?.name).toBe("t2");
  await Promise.all([ada?.close(), bob?.close()]);
});

test("a cursor that has expired makes the list be read anew, once", async () => {
  let isOld = true;
  const server = await scripted((exchange) => {
    if (exchange.method === "server/discover") return exchange.result(discovery);
    const { cursor } = exchange.body.params;
    if (cursor === undefined) exchange.result(listed("a", { nextCursor: isOld ? "old" : "new" }));
    else if (cursor === "new" || isOld) exchange.result({ ...listed("b"), ttlMs: 0 });
    else exchange.error(-32602, "Invalid cursor");
  });
  servers.push(server);
  const client = await connectPlainly(server.url, { mode: "modern" });
  await client.listTools();
  isOld = false;
  expect((await client.listTools()).map(({ name }) => name)).toEqual(["a", "b"]);
  await client.close();
});

test("freshness is counted from the receipt, and a change while a response is on its way keeps it out", () => {
  let now = 1_000;
  const cache = new ResponseCache("s", undefined, () => now);
  const keep = cache.expecting("tools/list", {});
  keep({ tools: [], ttlMs: 50 });
  now = 1_049;
  expect(cache.find("tools/list", {})).toBeDefined();
  now = 1_050;
  expect(cache.find("tools/list", {})).toBeUndefined();
  const late = cache.expecting("tools/list", {});
  cache.changed({ list: "tools" });
  late({ tools: [], ttlMs: 50 });
  expect(cache.find("tools/list", {})).toBeUndefined();
});

test("a bounded number of responses is kept", () => {
  const cache = new ResponseCache("s", undefined);
  for (let index = 0; index < 1_500; index += 1) {
    cache.expecting("resources/read", { uri: `${index}` })({ contents: [], ttlMs: 60_000 });
  }
  expect(cache.find("resources/read", { uri: "499" })).toBeUndefined();
  expect(cache.find("resources/read", { uri: "500" })).toBeDefined();
});
