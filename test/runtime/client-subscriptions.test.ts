/** Changes that a client hears of, in both eras. */

import { type Change, connect, type ServerMessage } from "@mcp-gen/runtime/client";
import { afterEach, describe, expect, test } from "vitest";
import {
  discovery,
  type Exchange,
  failure,
  handshake,
  notice,
  reply,
  type Scripted,
  type Stream,
  scripted,
  scriptedDuplex,
  shaken,
} from "./scripted.js";

let server: Scripted | undefined;
afterEach(() => server?.close());

const id = "io.modelcontextprotocol/subscriptionId";
const acknowledged = (own: unknown, notifications: object): object =>
  notice("notifications/subscriptions/acknowledged", { notifications, _meta: { [id]: own } });
const toolsChanged = (own: unknown): object => notice("notifications/tools/list_changed", { _meta: { [id]: own } });
const updated = (own: unknown, uri: string): object => notice("notifications/resources/updated", { uri, _meta: { [id]: own } });

describe("modern HTTP", () => {
  /** A server whose n-th subscription stream is handled by the n-th function; the last one goes on for ever. */
  async function streaming(...handlers: ((stream: Stream, own: number, exchange: Exchange) => void)[]): Promise<URL> {
    let count = 0;
    server = await scripted((exchange) => {
      if (exchange.method !== "subscriptions/listen") return exchange.result(discovery);
      const handler = handlers[Math.min(count, handlers.length - 1)];
      count += 1;
      handler?.(exchange.stream(), exchange.body.id, exchange);
    });
    return server.url;
  }

  test("the filter goes out as it is, and what was agreed to comes back", async () => {
    const url = await streaming((stream, own) => {
      stream.event(acknowledged(own, { toolsListChanged: true, resourceSubscriptions: ["file:///a"] }));
      stream.event(toolsChanged(own));
      stream.event(updated(own, "file:///a/part"));
      stream.event(notice("notifications/prompts/list_changed", { _meta: { [id]: own } })); // was not agreed to
      stream.event(toolsChanged("another")); // of no subscription of ours
    });
    const client = await connect(url, { mode: "modern" });
    const heard: Change[] = [];
    const filter = { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ["file:///a"] };
    const subscription = await client.subscribe(filter, (change) => heard.push(change));
    expect(server?.seen.at(-1)?.body.params.notifications).toEqual(filter);
    expect(subscription.granted).toEqual({ toolsListChanged: true, resourceSubscriptions: ["file:///a"] });
    await expect.poll(() => heard).toEqual([{ list: "tools" }, { uri: "file:///a/part" }]);
    await subscription.close();
    expect(await subscription.ended).toEqual({ by: "client" });
    await expect.poll(() => server?.seen.at(-1)?.wasClosed()).toBe(true);
    expect(server?.told()).toEqual(["server/discover", "subscriptions/listen"]);
    await client.close();
  });

  test("a change before the acknowledgement is dropped and told", async () => {
    const url = await streaming((stream, own) => {
      stream.event(toolsChanged(own));
      stream.event(acknowledged(own, { toolsListChanged: true }));
    });
    const faults: ServerMessage[] = [];
    const heard: Change[] = [];
    const client = await connect(url, { mode: "modern", onMessage: (one) => one.kind === "fault" && faults.push(one) });
    await client.subscribe({ toolsListChanged: true }, (change) => heard.push(change));
    expect(heard).toEqual([]);
    expect(faults).toHaveLength(1);
    await client.close();
  });

  test("a result ends it gracefully", async () => {
    const url = await streaming((stream, own, { body }) => {
      stream.event(acknowledged(own, { toolsListChanged: true }));
      stream.event(reply(body, { resultType: "complete", _meta: { [id]: own } }));
      stream.end();
    });
    const client = await connect(url, { mode: "modern" });
    const subscription = await client.subscribe({ toolsListChanged: true }, () => {});
    expect(await subscription.ended).toEqual({ by: "server" });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(server?.told()).toEqual(["server/discover", "subscriptions/listen"]);
    await client.close();
  });

  test("a stream that drops is opened again, and everything counts as changed", async () => {
    const url = await streaming(
      (stream, own) => {
        stream.event(acknowledged(own, { toolsListChanged: true, resourceSubscriptions: ["file:///a"] }));
        setTimeout(() => stream.destroy(), 20);
      },
      (stream) => stream.end(),
      (stream, own) => {
        stream.event(acknowledged(own, { toolsListChanged: true, resourceSubscriptions: ["file:///a"] }));
        stream.event(toolsChanged(own));
      },
    );
    const client = await connect(url, { mode: "modern" });
    const heard: Change[] = [];
    const filter = { toolsListChanged: true, resourceSubscriptions: ["file:///a"] };
    await client.subscribe(filter, (change) => heard.push(change));
    await expect.poll(() => heard).toEqual([{ list: "tools" }, { uri: "file:///a" }, { list: "tools" }]);
    const ids = server?.seen.filter(({ method }) => method === "subscriptions/listen").map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(3);
    await client.close();
  });

  test("a server that refuses it later is not asked for ever", async () => {
    let count = 0;
    server = await scripted((exchange) => {
      if (exchange.method !== "subscriptions/listen") return exchange.result(discovery);
      count += 1;
      if (count > 1) return exchange.error(-32601, "Method not found", undefined, 404);
      const stream = exchange.stream();
      stream.event(acknowledged(exchange.body.id, { toolsListChanged: true }));
      stream.end();
    });
    const client = await connect(server.url, { mode: "modern" });
    const subscription = await client.subscribe({ toolsListChanged: true }, () => {});
    expect(await subscription.ended).toMatchObject({ by: "loss", error: { code: -32601 } });
    await client.close();
  });

  test("a server without subscriptions refuses, and one that says nothing is given up", async () => {
    server = await scripted((exchange) => {
      if (exchange.method !== "subscriptions/listen") return exchange.result(discovery);
      if (exchange.body.params.notifications.toolsListChanged) exchange.error(-32601, "Method not found", undefined, 404);
      else exchange.stream();
    });
    const client = await connect(server.url, { mode: "modern", timeoutMs: 300 });
    await expect(client.subscribe({ toolsListChanged: true }, () => {})).rejects.toMatchObject({ code: -32601 });
    await expect(client.subscribe({ promptsListChanged: true }, () => {})).rejects.toThrow("within 300 ms");
    await expect.poll(() => server?.seen.at(-1)?.wasClosed()).toBe(true);
    const aborted = AbortSignal.timeout(50);
    await expect(client.subscribe({}, () => {}, { signal: aborted })).rejects.toMatchObject({ name: "TimeoutError" });
    await client.close();
  });

  test("closing the client ends its subscriptions", async () => {
    const url = await streaming((stream, own) => stream.event(acknowledged(own, {})));
    const client = await connect(url, { mode: "modern" });
    const subscription = await client.subscribe({ toolsListChanged: true }, () => {});
    expect(subscription.granted).toEqual({});
    await client.close();
    expect(await subscription.ended).toEqual({ by: "client" });
  });
});

describe("modern duplex", () => {
  test("two subscriptions on one channel are told apart, and a closed one is cancelled by its id", async () => {
    let tell: (message: object) => void = () => {};
    const ids: number[] = [];
    const { target, seen } = scriptedDuplex((message, send) => {
      tell = send;
      if (message.method === "server/discover") send(reply(message, discovery));
      if (message.method !== "subscriptions/listen") return;
      ids.push(message.id);
      send(acknowledged(message.id, message.params.notifications));
    });
    const client = await connect(target, { mode: "modern" });
    const heard: unknown[] = [];
    const first = await client.subscribe({ toolsListChanged: true }, () => heard.push("first"));
    const second = await client.subscribe({ toolsListChanged: true }, () => heard.push("second"));
    tell(toolsChanged(ids[1]));
    await expect.poll(() => heard).toEqual(["second"]);
    await first.close();
    await expect.poll(() => seen.at(-1)).toMatchObject({ method: "notifications/cancelled", params: { requestId: ids[0] } });
    tell(notice("notifications/cancelled", { requestId: ids[1] })); // as the specification has a server end it
    expect(await second.ended).toEqual({ by: "server" });
    await client.close();
  });

  test("a channel that closes is lost for good", async () => {
    let hangUp: () => void = () => {};
    const { target } = scriptedDuplex((message, send, close) => {
      hangUp = close;
      if (message.method === "server/discover") send(reply(message, discovery));
      if (message.method === "subscriptions/listen") send(acknowledged(message.id, {}));
    });
    const client = await connect(target, { mode: "modern" });
    const subscription = await client.subscribe({}, () => {});
    hangUp();
    expect(await subscription.ended).toMatchObject({ by: "loss" });
    await client.close();
  });
});

describe("legacy", () => {
  test("resources are subscribed to once each, and given up with the last who wants them", async () => {
    let tell: (message: object) => void = () => {};
    const { target, seen } = scriptedDuplex((message, send) => {
      tell = send;
      if (message.method === "initialize") send(reply(message, shaken));
      else if (message.params?.uri === "file:///bad") send(failure(message, -32002, "Resource not found"));
      else if (message.id !== undefined) send(reply(message, {}));
    });
    const client = await connect(target, { mode: "legacy" });
    const heard: unknown[] = [];
    const both = await client.subscribe(
      { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ["file:///a", "file:///b"] },
      (change) => heard.push(change),
    );
    // The server declares no changes of prompts.
    expect(both.granted).toEqual({ toolsListChanged: true, resourceSubscriptions: ["file:///a", "file:///b"] });
    const one = await client.subscribe({ resourceSubscriptions: ["file:///a"] }, (change) => heard.push([change]));
    tell(notice("notifications/resources/updated", { uri: "file:///a" }));
    tell(notice("notifications/tools/list_changed"));
    tell(notice("notifications/resources/list_changed"));
    await expect.poll(() => heard).toEqual([{ uri: "file:///a" }, [{ uri: "file:///a" }], { list: "tools" }]);
    await both.close();
    await one.close();
    await expect(client.subscribe({ resourceSubscriptions: ["file:///c", "file:///bad"] }, () => {})).rejects.toMatchObject({
      code: -32002,
    });
    expect(seen.slice(2).map(({ method, params }) => `${method.split("/")[1]} ${params.uri}`)).toEqual([
      "subscribe file:///a",
      "subscribe file:///b",
      "unsubscribe file:///b",
      "unsubscribe file:///a",
      "subscribe file:///c",
      "subscribe file:///bad",
      "unsubscribe file:///c",
    ]);
    await client.close();
  });

  test("a new session is subscribed anew, and everything counts as changed", async () => {
    let sessions = 0;
    server = await scripted((exchange) => {
      if (exchange.method === "initialize") sessions += 1;
      if (handshake(exchange, `s${sessions}`)) return;
      if (exchange.headers["mcp-session-id"] === "s1" && exchange.method === "ping") exchange.send(404);
      else exchange.result({});
    });
    const client = await connect(server.url, { mode: "legacy", logLevel: "warning" });
    const heard: Change[] = [];
    await client.subscribe({ resourceSubscriptions: ["file:///a"] }, (change) => heard.push(change));
    await client.ping();
    expect(heard).toEqual([{ uri: "file:///a" }]);
    expect(server.told().filter((one) => !one.startsWith("notifications/") && one !== "GET")).toEqual([
      "initialize",
      "logging/setLevel",
      "resources/subscribe",
      "ping",
      "initialize",
      "logging/setLevel",
      "resources/subscribe",
      "ping",
    ]);
    await client.close();
  });
});
