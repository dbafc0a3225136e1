/** Replies that come as event streams: whole, broken, cut off and taken up again (field case E04). */

import type { ServerMessage } from "@mcp-gen/runtime/client";
import { afterEach, describe, expect, test } from "vitest";
import { text } from "./matrix.js";
import { connectPlainly, discovery, failure, handshake, notice, reply, type Scripted, said, scripted } from "./scripted.js";

let server: Scripted | undefined;
afterEach(() => server?.close());

describe.each(["legacy", "modern"] as const)("%s", (mode) => {
  async function answering(answer: (exchange: Parameters<Parameters<typeof scripted>[0]>[0]) => unknown): Promise<URL> {
    server = await scripted((exchange) => {
      if (exchange.method === "server/discover") return exchange.result(discovery);
      return handshake(exchange) || answer(exchange);
    });
    return server.url;
  }

  test("an error in a stream rejects the call", async () => {
    const url = await answering((exchange) => {
      const stream = exchange.stream();
      stream.event(failure(exchange.body, -32000, "went wrong"));
      stream.end();
    });
    const client = await connectPlainly(url, { mode });
    await expect(client.callTool("any")).rejects.toMatchObject({ code: -32000, message: "went wrong" });
    await client.close();
  });

  test("a stream that ends without an answer rejects the call", async () => {
    const url = await answering((exchange) => exchange.stream().end());
    const client = await connectPlainly(url, { mode });
    await expect(client.callTool("any")).rejects.toThrow("The server ended its reply without an answer to tools/call.");
    await client.close();
  });

  test("a connection that breaks off rejects the call", async () => {
    const url = await answering((exchange) => {
      const stream = exchange.stream();
      stream.event(notice("notifications/progress", { progressToken: "x", progress: 1 }));
      setTimeout(() => stream.destroy(), 20);
    });
    const client = await connectPlainly(url, { mode });
    await expect(client.callTool("any")).rejects.toThrow();
    await client.close();
  });

  test("what makes no sense is told and passed over", async () => {
    const url = await answering((exchange) => {
      const stream = exchange.stream();
      stream.raw(": a comment\n\n");
      stream.raw("event: ping\ndata: {}\n\n");
      stream.event("no JSON");
      stream.event({ jsonrpc: "1.0", id: exchange.body.id, method: 7 });
      stream.event({ jsonrpc: "2.0", id: 987_654, result: {} });
      stream.event(reply(exchange.body, said("after all")));
      stream.end();
    });
    const messages: ServerMessage[] = [];
    const client = await connectPlainly(url, { mode, onMessage: (message) => messages.push(message) });
    expect(text(await client.callTool("any"))).toBe("after all");
    expect(messages.map((message) => (message.kind === "fault" ? message.reason : message.method))).toEqual([
      "the server sent something that is not JSON",
      expect.stringContaining("the server sent an invalid message"),
      "the server sent a reply that nobody waits for",
    ]);
    await client.close();
  });

  test("a listener that throws does no harm", async () => {
    const url = await answering((exchange) => {
      const stream = exchange.stream();
      stream.event(notice("notifications/message", { level: "info", data: "x" }));
      stream.event(reply(exchange.body, said("fine")));
      stream.end();
    });
    const failing = (): void => {
      throw new Error("listener");
    };
    const client = await connectPlainly(url, { mode, onMessage: failing, log: failing });
    expect(text(await client.callTool("any"))).toBe("fine");
    await client.close();
  });
});

describe("a legacy stream is taken up again", () => {
  test("behind the last event, after the time that the server said", async () => {
    let closedAt = 0;
    let waitedMs = 0;
    let call: { id: number } | undefined;
    server = await scripted((exchange) => {
      if (exchange.verb === "GET" && exchange.headers["last-event-id"] === "e1") {
        waitedMs = performance.now() - closedAt;
        const stream = exchange.stream();
        stream.event(reply(call, said("resumed")), { id: "e2" });
        return stream.end();
      }
      if (handshake(exchange, "s")) return;
      call = exchange.body;
      const stream = exchange.stream();
      stream.event("", { id: "e1", retry: 300 });
      closedAt = performance.now();
      stream.end();
    });
    const client = await connectPlainly(server.url, { mode: "legacy" });
    expect(text(await client.callTool("any"))).toBe("resumed");
    expect(waitedMs).toBeGreaterThanOrEqual(295);
    expect(server.seen.filter(({ method }) => method === "tools/call")).toHaveLength(1);
    await client.close();
  });

  test("again and again, but not where the server refuses", async () => {
    let polls = 0;
    server = await scripted((exchange) => {
      if (exchange.headers["last-event-id"] !== undefined) {
        polls += 1;
        if (polls > 2) return exchange.send(400, "no more");
        return exchange.stream().end();
      }
      if (handshake(exchange, "s")) return;
      const stream = exchange.stream();
      stream.event("", { id: "e1", retry: 1 });
      stream.end();
    });
    const client = await connectPlainly(server.url, { mode: "legacy" });
    await expect(client.callTool("any")).rejects.toThrow("The server answered with HTTP 400: no more");
    expect(polls).toBe(3);
    await client.close();
  });

  test("a session that expires meanwhile does not repeat the call", async () => {
    server = await scripted((exchange) => {
      if (exchange.headers["last-event-id"] !== undefined) return exchange.send(404);
      if (handshake(exchange, "s")) return;
      const stream = exchange.stream();
      stream.event("", { id: "e1", retry: 1 });
      stream.end();
    });
    const client = await connectPlainly(server.url, { mode: "legacy" });
    await expect(client.callTool("any")).rejects.toThrow("The session expired while the server was at work");
    expect(server.told().filter((one) => one === "tools/call")).toHaveLength(1);
    await client.close();
  });

  test("the session's own stream is opened again where it ended", async () => {
    const streams: (string | string[] | undefined)[] = [];
    server = await scripted((exchange) => {
      if (exchange.verb === "GET") {
        streams.push(exchange.headers["last-event-id"]);
        const stream = exchange.stream();
        stream.event(notice("notifications/tools/list_changed"), { id: `e${streams.length}`, retry: 10 });
        if (streams.length < 3) stream.end();
        return;
      }
      handshake(exchange, "s");
    });
    const heard: unknown[] = [];
    const client = await connectPlainly(server.url, { mode: "legacy", onMessage: (message) => heard.push(message) });
    await expect.poll(() => heard.length).toBe(3);
    expect(streams).toEqual([undefined, "e1", "e2"]);
    await client.close();
  });
});

describe.each(["legacy", "modern"] as const)("a page where a reply should be, %s", (mode) => {
  test("is told with its beginning", async () => {
    server = await scripted((exchange) => {
      if (exchange.method === "server/discover") return exchange.result(discovery);
      return handshake(exchange) || exchange.send(200, "<title>Please sign in</title>", { "content-type": "text/html" });
    });
    const client = await connectPlainly(server.url, { mode });
    await expect(client.callTool("any")).rejects.toThrow("The server answered with HTTP 200: <title>Please sign in</title>");
    await client.close();
  });
});

test("words beside a 202 are none of the protocol's", async () => {
  server = await scripted((exchange) => {
    if (exchange.method?.startsWith("notifications/")) return exchange.send(202, "Accepted", { "content-type": "text/plain" });
    return handshake(exchange) || exchange.result(said("ok"));
  });
  const heard: ServerMessage[] = [];
  const client = await connectPlainly(server.url, { mode: "legacy", onMessage: (message) => heard.push(message) });
  expect(text(await client.callTool("any"))).toBe("ok");
  expect(heard).toEqual([]);
  await client.close();
});

test("an error reply whose id is nobody's is told as what HTTP calls it", async () => {
  // Older Python servers answer for the transport under an id of their own.
  const body = {
    jsonrpc: "2.0",
    id: "server-error",
    error: { code: -32600, message: "Bad Request: Unsupported protocol version" },
  };
  server = await scripted((exchange) => {
    if (exchange.method === "tools/call") return exchange.send(400, JSON.stringify(body), { "content-type": "application/json" });
    return handshake(exchange);
  });
  const client = await connectPlainly(server.url, { mode: "legacy" });
  await expect(client.callTool("any")).rejects.toMatchObject({ name: "HttpError", status: 400, error: body.error });
  await client.close();
});
