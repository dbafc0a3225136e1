/** How a modern client goes through the rounds of a call (specification: basic/patterns/mrtr), and what it says with every request. */

import { type ConnectOptions, type ElicitationCallback, McpError } from "@mcp-gen/runtime/client";
import { describe, expect, test } from "vitest";
import { text } from "./matrix.js";
import { connectPlainly, discovery, failure, handshake, reply, said, scripted, scriptedDuplex, shaken } from "./scripted.js";

const form = { method: "elicitation/create", params: { message: "?", requestedSchema: { type: "object", properties: {} } } };
const asking = (inputRequests: object | undefined, requestState?: string): object => ({
  resultType: "input_required",
  ...(inputRequests !== undefined && { inputRequests }),
  ...(requestState !== undefined && { requestState }),
});

/** A modern server that answers the calls of a tool with these, in order; `calls` are what came, with the time. */
function answering(...answers: readonly object[]) {
  const calls: { id: unknown; params: Record<string, unknown>; at: number }[] = [];
  const { target, seen } = scriptedDuplex((message, send) => {
    if (message.method === "server/discover") send(reply(message, discovery));
    else if (message.method === "tools/call") {
      calls.push({ id: message.id, params: message.params, at: Date.now() });
      send(reply(message, answers[calls.length - 1] ?? said("too many")));
    }
  });
  const connected = (options: ConnectOptions) => connectPlainly(target, { mode: "modern", ...options });
  return { calls, seen, connected };
}

describe("the questions of a round", () => {
  test("are answered at the same time, under their keys, with the state byte for byte and the same arguments", async () => {
    const state = 'v1.\u00e9\ud83d\ude00"\\ \n=';
    const { calls, connected } = answering(
      asking({ first: form, "a.b#2": form, roots: { method: "roots/list" } }, state),
      said("done"),
    );
    let open = 0;
    let most = 0;
    const client = await connected({
      roots: () => [{ uri: "file:///srv" }],
      elicitation: async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve, 20));
        open -= 1;
        return { action: "decline" };
      },
    });
    const args = { list: [1, { deep: null }], ü: "x" };
    expect(text(await client.callTool("any", args))).toBe("done");
    expect(most).toBe(2);
    const [first, second] = calls;
    expect(second?.id).not.toBe(first?.id);
    expect(second?.params).toEqual({
      ...first?.params,
      inputResponses: {
        first: { action: "decline" },
        "a.b#2": { action: "decline" },
        roots: { roots: [{ uri: "file:///srv" }] },
      },
      requestState: state,
    });
    await client.close();
  });

  test("the first that is refused ends the call with its error, and tells the others at once", async () => {
    const { calls, connected } = answering(
      asking({ slow: form, refused: { ...form, params: { ...form.params, message: "no" } } }),
    );
    const told: unknown[] = [];
    const client = await connected({
      elicitation: ({ message }, { signal }) => {
        if (message === "no") throw new McpError(-32050, "not today", { until: "Tuesday" });
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            told.push(signal.reason.code);
            reject(signal.reason);
          });
        });
      },
    });
    await expect(client.callTool("any")).rejects.toMatchObject({
      code: -32050,
      message: "not today",
      data: { until: "Tuesday" },
    });
    expect(told).toEqual([-32050]);
    expect(calls).toHaveLength(1);
    await client.close();
  });

  test.each<[string, ElicitationCallback, object]>([
    [
      "that throws",
      () => {
        throw new Error("no screen");
      },
      { code: -32603, message: "The callback for elicitation/create failed: no screen" },
    ],
    [
      "that returns nonsense",
      () => ({ action: "reject" }) as never,
      { code: -32603, message: expect.stringContaining("accept, decline or cancel") },
    ],
    ["that returns nothing", () => undefined as never, { code: -32603 }],
  ])("a callback %s fails the call, in both generations alike", async (_title, elicitation, error) => {
    const { calls, connected } = answering(asking({ one: form }));
    const modern = await connected({ elicitation });
    await expect(modern.callTool("any")).rejects.toMatchObject(error);
    expect(calls).toHaveLength(1);
    await modern.close();
    // A legacy server hears of it as the error of its question.
    const heard = new Promise<unknown>((resolve) => {
      const { target } = scriptedDuplex((message, send) => {
        if (message.method === "initialize") send(reply(message, shaken));
        else if (message.method === "notifications/initialized") send({ jsonrpc: "2.0", id: 1, ...form });
        else if (message.id === 1) resolve(message.error);
      });
      void connectPlainly(target, { mode: "legacy", elicitation });
    });
    expect(await heard).toMatchObject(error);
  });

  test("a form of an older server, with more than the grammar of forms has, reaches its callback unchanged", async () => {
    const requestedSchema = {
      type: "object",
      title: "Old",
      properties: { a: { anyOf: [{ type: "string" }, { type: "null" }], default: null }, b: { $ref: "#/$defs/B" } },
      $defs: { B: { type: "object" } },
    };
    const { calls, connected } = answering(asking({ one: { ...form, params: { message: "?", requestedSchema } } }), said("done"));
    let seen: unknown;
    const client = await connected({
      elicitation: (params) => {
        seen = params;
        return { action: "accept", content: { a: "x" } };
      },
    });
    await client.callTool("any");
    expect(seen).toEqual({ mode: "form", message: "?", requestedSchema });
    expect(calls[1]?.params.inputResponses).toEqual({ one: { action: "accept", content: { a: "x" } } });
    await client.close();
  });
});

describe("rounds without a question", () => {
  test("wait longer each time, begin anew after one with questions, and send the state alone", async () => {
    const idle = asking(undefined, "s");
    const { calls, connected } = answering(idle, idle, idle, idle, idle, asking({ one: form }, "t"), idle, said("done"));
    const client = await connected({ elicitation: () => ({ action: "cancel" }) });
    expect(text(await client.callTool("any"))).toBe("done");
    expect(calls.slice(1).map(({ params }) => [params.inputResponses !== undefined, params.requestState])).toEqual([
      [false, "s"],
      [false, "s"],
      [false, "s"],
      [false, "s"],
      [false, "s"],
      [true, "t"],
      [false, "s"],
    ]);
    const waits = calls.slice(1).map(({ at }, index) => at - (calls[index]?.at ?? 0));
    // A timer may be a little early by the clock, and late by any time on a busy machine.
    for (const [index, least] of [50, 100, 200, 250, 250, 0, 50].entries())
      expect(waits[index]).toBeGreaterThanOrEqual(least - 2);
    await client.close();
  });

  test("count as rounds: a server that only ever sends state is given up", async () => {
    const { calls, connected } = answering(...Array.from({ length: 5 }, () => asking(undefined, "s")));
    const client = await connected({ maxRounds: 3 });
    await expect(client.callTool("any")).rejects.toMatchObject({ name: "RoundLimitError" });
    expect(calls).toHaveLength(4);
    await client.close();
  });

  test("end when the call is given up", async () => {
    const { calls, connected } = answering(...Array.from({ length: 20 }, () => asking(undefined, "s")));
    const client = await connected({ maxRounds: 20 });
    await expect(client.callTool("any", {}, { signal: AbortSignal.timeout(120) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    const made = calls.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(calls).toHaveLength(made);
    await client.close();
  });
});

test("a first call may bring answers and state of before", async () => {
  const { calls, connected } = answering(said("done"));
  const client = await connected({});
  const round = { inputResponses: { one: { action: "decline" } }, requestState: "kept" };
  expect(await client.callToolOnce("any", { a: 1 }, round)).toMatchObject({ content: [{ text: "done" }] });
  expect(calls[0]?.params).toMatchObject({ name: "any", arguments: { a: 1 }, ...round });
  await client.close();
});

test("every request says who is there; entries of the caller's own stay, those of the protocol are overwritten", async () => {
  const { seen, connected } = answering(said("done"));
  const client = await connected({ clientInfo: { name: "tester", version: "2" }, roots: () => [], logLevel: "warning" });
  const ours = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "tester", version: "2" },
    "io.modelcontextprotocol/clientCapabilities": { roots: { listChanged: true } },
  };
  const forged = Object.fromEntries(Object.keys(ours).map((key) => [key, "forged"]));
  await client.callTool("any", {}, { meta: { ...forged, own: 1 }, logLevel: "debug" });
  expect(seen.map(({ params }) => params._meta)).toEqual([
    { ...ours, "io.modelcontextprotocol/logLevel": "warning" },
    { ...ours, own: 1, "io.modelcontextprotocol/logLevel": "debug" },
  ]);
  await client.close();
});

describe("a modern server that was too slow for the probe", () => {
  test("says so to the handshake, and is asked once more", async () => {
    let isAwake = false;
    const server = await scripted((exchange) => {
      if (exchange.method === "initialize") {
        isAwake = true;
        exchange.error(-32022, "modern only", { supported: ["2026-07-28"] }, 400);
      } else if (exchange.method === "server/discover" && isAwake) exchange.result(discovery);
      else if (!handshake(exchange)) exchange.send(404);
    });
    const client = await connectPlainly(server.url);
    expect(client.era).toBe("modern");
    expect(server.told()).toEqual(["server/discover", "initialize", "server/discover"]);
    await client.close();
    await server.close();
  });

  test("is asked no third time", async () => {
    const { target, seen } = scriptedDuplex((message, send) => {
      if (message.method === "server/discover") send(failure(message, -32601));
      else if (message.method === "initialize") send(failure(message, -32022, "modern only", { supported: ["2026-07-28"] }));
    });
    await expect(connectPlainly(target)).rejects.toMatchObject({ code: -32601 });
    expect(seen.map(({ method }) => method)).toEqual(["server/discover", "initialize", "server/discover"]);
  });
});
