/** Time-outs, progress and cancellation (field cases E06, E08, E09). */

import { getEventListeners } from "node:events";
import type { Progress } from "@mcp-gen/runtime/client";
import { afterEach, describe, expect, test } from "vitest";
import { text } from "./matrix.js";
import {
  connectPlainly,
  discovery,
  type Exchange,
  handshake,
  notice,
  reply,
  type Scripted,
  said,
  scripted,
  scriptedDuplex,
  shaken,
} from "./scripted.js";

let server: Scripted | undefined;
afterEach(() => server?.close());

describe.each(["legacy", "modern"] as const)("progress, %s", (mode) => {
  /** Tells of progress every 60 ms, `times` times, then answers. */
  async function slow(times: number, token: (own: unknown) => unknown = (own) => own): Promise<{ url: URL; tokens: unknown[] }> {
    const tokens: unknown[] = [];
    server = await scripted((exchange) => {
      if (exchange.method === "server/discover") return exchange.result(discovery);
      if (handshake(exchange)) return;
      const stream = exchange.stream();
      const own = exchange.body.params._meta?.progressToken;
      tokens.push(own);
      let done = 0;
      const timer = setInterval(() => {
        done += 1;
        if (done <= times) {
          const progressToken = token(own) ?? "none";
          stream.event(
            notice("notifications/progress", { progressToken, progress: done, total: times, message: `step ${done}` }),
          );
        } else {
          clearInterval(timer);
          stream.event(reply(exchange.body, said("done")));
          stream.end();
        }
      }, 60);
    });
    return { url: server.url, tokens };
  }

  test("a callback hears of it and the clock runs on", async () => {
    const { url, tokens } = await slow(2);
    const client = await connectPlainly(url, { mode });
    const heard: Progress[] = [];
    await client.callTool("any", {}, { onProgress: (progress) => heard.push(progress) });
    expect(heard).toEqual([
      { progress: 1, total: 2, message: "step 1" },
      { progress: 2, total: 2, message: "step 2" },
    ]);
    expect(tokens).toEqual([expect.any(String)]);
    await client.close();
  });

  test("without callback and option no token is sent", async () => {
    const { url, tokens } = await slow(1);
    const client = await connectPlainly(url, { mode });
    await client.callTool("any");
    expect(tokens).toEqual([undefined]);
    await client.close();
  });

  test("the option alone sends the token and keeps the call alive", async () => {
    const { url, tokens } = await slow(20);
    const client = await connectPlainly(url, { mode });
    const called = client.callTool("any", {}, { timeoutMs: 600, resetTimeoutOnProgress: true });
    expect(text(await called)).toBe("done");
    expect(tokens).toEqual([expect.any(String)]);
    await client.close();
  });

  test("a callback alone does not move the time-out", async () => {
    const { url } = await slow(40);
    const client = await connectPlainly(url, { mode });
    const called = client.callTool("any", {}, { timeoutMs: 400, onProgress: () => {} });
    await expect(called).rejects.toThrow("No reply to tools/call within 400 ms.");
    await client.close();
  });

  test("progress of something else does not move it either", async () => {
    const { url } = await slow(40, () => "p999");
    const client = await connectPlainly(url, { mode });
    const called = client.callTool("any", {}, { timeoutMs: 400, resetTimeoutOnProgress: true });
    await expect(called).rejects.toThrow("No reply to tools/call within 400 ms.");
    await client.close();
  });

  test("endless progress ends at the hard maximum", async () => {
    const { url } = await slow(1_000);
    const client = await connectPlainly(url, { mode });
    const called = client.callTool("any", {}, { timeoutMs: 500, resetTimeoutOnProgress: true, maxTotalTimeoutMs: 900 });
    await expect(called).rejects.toThrow("No reply to tools/call within 900 ms.");
    await client.close();
  });
});

test("a handshake that gets no answer is given up without a word", async () => {
  const { target, seen } = scriptedDuplex(() => {});
  await expect(connectPlainly(target, { mode: "legacy", timeoutMs: 100 })).rejects.toThrow(
    "No reply to initialize within 100 ms.",
  );
  server = await scripted(() => {});
  await expect(connectPlainly(server.url, { mode: "legacy", timeoutMs: 100 })).rejects.toThrow(
    "No reply to initialize within 100 ms.",
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(seen.map(({ method }) => method)).toEqual(["initialize"]);
  expect(server.told()).toEqual(["initialize"]);
});

describe("cancelling a call", () => {
  const hanging = async (): Promise<{ server: Scripted; call: () => Exchange | undefined }> => {
    const running = await scripted((exchange) => {
      if (exchange.method === "server/discover") return exchange.result(discovery);
      if (!handshake(exchange)) exchange.stream();
    });
    server = running;
    return { server: running, call: () => running.seen.find(({ method }) => method === "tools/call") };
  };

  test.each(["signal", "time-out"] as const)("modern HTTP, %s: the stream is closed and nothing is sent", async (how) => {
    const { server: running, call } = await hanging();
    const client = await connectPlainly(running.url, { mode: "modern" });
    const controller = new AbortController();
    const called = client.callTool("any", {}, how === "signal" ? { signal: controller.signal } : { timeoutMs: 300 });
    if (how === "signal") setTimeout(() => controller.abort(new Error("enough")), 200);
    await expect(called).rejects.toThrow(how === "signal" ? "enough" : "within 300 ms");
    await expect.poll(() => call()?.wasClosed()).toBe(true);
    expect(running.told()).toEqual(["server/discover", "tools/call"]);
    await client.close();
  });

  test("legacy HTTP: the server is told, then the stream is closed", async () => {
    const { server: running, call } = await hanging();
    const client = await connectPlainly(running.url, { mode: "legacy" });
    await expect(client.callTool("any", {}, { timeoutMs: 300 })).rejects.toThrow("within 300 ms");
    await expect.poll(() => running.told().at(-1)).toBe("notifications/cancelled");
    expect(running.seen.at(-1)?.body.params.requestId).toBe(call()?.body.id);
    await expect.poll(() => call()?.wasClosed()).toBe(true);
    await client.close();
  });

  test.each(["legacy", "modern"] as const)("duplex, %s: the server is told which call", async (mode) => {
    const { target, seen } = scriptedDuplex((message, send) => {
      if (message.method === "server/discover") send(reply(message, discovery));
      if (message.method === "initialize") send(reply(message, shaken));
    });
    const client = await connectPlainly(target, { mode });
    const controller = new AbortController();
    const called = client.callTool("any", {}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 50);
    await expect(called).rejects.toThrow("enough");
    await expect.poll(() => seen.at(-1).method).toBe("notifications/cancelled");
    expect(seen.at(-1).params.requestId).toBe(seen.find(({ method }) => method === "tools/call").id);
    await client.close();
  });
});

test.each(["legacy", "modern"] as const)("calls leave nothing on a signal that outlives them, %s", async (mode) => {
  server = await scripted((exchange) => {
    if (exchange.method === "server/discover") return exchange.result(discovery);
    if (!handshake(exchange)) exchange.result({ ...said("ok"), tools: [], contents: [] });
  });
  const client = await connectPlainly(server.url, { mode });
  const { signal } = new AbortController();
  for (let times = 0; times < 5; times += 1) {
    await client.callTool("any", {}, { signal });
    await client.listTools({ signal });
    await client.readResource("file:///a", { signal });
  }
  await expect.poll(() => getEventListeners(signal, "abort").length).toBe(0);
  await client.close();
});

test.each(["legacy", "modern"] as const)(
  "many calls at once with one signal make the platform warn of nothing, %s",
  async (mode) => {
    const warnings: Error[] = [];
    const hear = (warning: Error): unknown => warnings.push(warning);
    process.on("warning", hear);
    server = await scripted((exchange) => {
      if (exchange.method === "server/discover") return exchange.result(discovery);
      if (!handshake(exchange)) setTimeout(() => exchange.result(said("ok")), 50);
    });
    const client = await connectPlainly(server.url, { mode });
    const { signal } = new AbortController();
    const all = await Promise.all(Array.from({ length: 30 }, () => client.callTool("any", {}, { signal })));
    expect(all.map(text)).toEqual(Array(30).fill("ok"));
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    await client.close();
    process.off("warning", hear);
    expect(warnings).toEqual([]);
  },
);

test("one signal gives up all calls that it was given to", async () => {
  server = await scripted((exchange) => {
    if (exchange.method === "server/discover") return exchange.result(discovery);
    handshake(exchange);
  });
  const client = await connectPlainly(server.url, { mode: "modern" });
  const controller = new AbortController();
  const calls = Array.from({ length: 12 }, () => client.callTool("any", {}, { signal: controller.signal }));
  const settled = Promise.allSettled(calls);
  await expect.poll(() => server?.seen.length).toBe(13);
  controller.abort(new Error("enough"));
  expect((await settled).every((one) => one.status === "rejected" && one.reason.message === "enough")).toBe(true);
  await client.close();
});
