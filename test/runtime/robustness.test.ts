/** What must hold when the other side, or the author of a tool, does what nobody expects. */

import { elicit } from "@mcp-gen/runtime";
import { connect, McpError } from "@mcp-gen/runtime/client";
import {
  type Call,
  defineForm,
  defineServer,
  defineTool,
  rawResult,
  structuredResult,
  textResult,
} from "@mcp-gen/runtime/generated/v1";
import { serveHttp } from "@mcp-gen/runtime/node";
import { type Log, type ServeOptions, toFetchHandler } from "@mcp-gen/runtime/server";
import { afterEach, describe, expect, test } from "vitest";
import { Problems } from "../../runtime/dist/core/problems.js";
import { serveChannel } from "../../runtime/dist/eras/duplex.js";
import { channelPair } from "../../runtime/dist/transports/memory.js";
import { EventReader } from "../../runtime/dist/transports/sse.js";
import { text } from "./matrix.js";
import { handshake, modern, modernMeta, send } from "./raw-http.js";
import { openStream } from "./raw-stream.js";

const form = defineForm<{ ok: boolean }>({
  model: "Confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  check: ({ ok }, problems) => {
    if (typeof ok !== "boolean") problems.expected("ok", "true or false", ok);
  },
});
const wide = defineForm<{ note: string }>({
  model: "Note",
  requestedSchema: { type: "object", properties: { note: { type: "string" } }, required: ["note"] },
  check: () => {},
});
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const inputSchema = { type: "object", properties: {} };
const circle: { self?: unknown } = {};
circle.self = circle;

const events: string[] = [];
let arrived = 0;
type Handle = (call: Call) => Promise<ReturnType<typeof textResult>>;
const tools: Record<string, Handle> = {
  bigint_data: async () => {
    throw new McpError(-32000, "with data", { n: 1n });
  },
  own_not_found: async () => {
    throw new McpError(-32601, "my own");
  },
  throws_nothing: async () => {
    throw undefined;
  },
  no_content: async () => rawResult({} as never),
  cyclic_content: async () => rawResult({ content: [{ type: "text", text: "x", _meta: circle as never }] }),
  cyclic_value: async () => structuredResult(circle),
  nothing: async () => structuredResult(undefined),
  slow_resolver: async (call) => {
    const slow = call.once("slow", () => sleep(150));
    await call.ready();
    await slow;
    events.push("body ran");
    return textResult("done");
  },
  asks: async (call) => {
    const ok = call.value("ok", form, () => elicit("Sure?"));
    await call.ready();
    events.push("body ran");
    return textResult(String((await ok).ok));
  },
  two_answers: async (call) => {
    const note = call.value("note", wide, () => elicit("Note?"));
    const ok = call.value("ok", form, async () => elicit(`Sure of ${(await note).note.length}?`));
    await call.ready();
    return textResult(`${(await note).note.length} ${(await ok).ok}`);
  },
  inside: async (call) => {
    const answer = await call.context({ ok: form }).elicit("ok", "Sure?");
    return textResult(answer.action);
  },
  stubborn: async (call) => {
    await call
      .context({ ok: form })
      .elicit("ok", "Sure?")
      .catch(() => sleep(200));
    return textResult("at last");
  },
  late: async (call) => {
    const ctx = call.context({ ok: form });
    setTimeout(() => {
      ctx.sendElicitComplete("x").then(
        () => events.push("told"),
        () => events.push("not told"),
      );
      ctx.elicit("ok", "Too late?").catch((reason: Error) => events.push(reason.message));
    }, 50);
    return textResult("over");
  },
  careless: async (call) => {
    void call
      .context({ ok: form })
      .elicit("ok", "Nobody waits")
      .catch(() => events.push("withdrawn"));
    return textResult("did not wait");
  },
  asks_late: async (call) => {
    arrived += 1;
    await sleep(200);
    const answer = await call
      .context({ ok: form })
      .elicit("ok", "Sure?")
      .catch((reason: McpError) => {
        events.push(`${reason.code} ${reason.message}`);
        return { action: "cancel" };
      });
    return textResult(answer.action);
  },
};

const server = defineServer({
  name: "odd",
  version: "1",
  tools: Object.entries(tools).map(([name, handle]) => defineTool({ name, description: name, inputSchema, handle })),
});

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  events.length = 0;
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function http(options: ServeOptions = {}): Promise<{ url: string; logged: string[] }> {
  const logged: string[] = [];
  const log: Log = { warn: (message) => logged.push(message), error: (message) => logged.push(message) };
  const serving = await serveHttp(server, { port: 0, log, ...options });
  closing.push(() => serving.close());
  return { url: serving.url, logged };
}

const call = (url: string, name: string, more: Record<string, unknown> = {}) => modern(url, "tools/call", { name, ...more });
const yes = { action: "accept", content: { ok: true } };

describe.each(["legacy", "modern"] as const)("results and errors that JSON can't carry, %s", (mode) => {
  test("data is left out, results become failures, and the connection lives on", async () => {
    const client = await connect(server, { mode });
    await expect(client.callTool("bigint_data")).rejects.toMatchObject({ code: -32000, message: "with data", data: undefined });
    await expect(client.callTool("own_not_found")).rejects.toMatchObject({ code: -32601, message: "my own" });
    expect(await client.callTool("throws_nothing")).toMatchObject({ isError: true });
    expect((await client.callTool("no_content")).content).toEqual([]);
    const cyclic = await client.callTool("cyclic_content");
    expect([cyclic.isError, text(cyclic)]).toEqual([true, "cyclic_content failed: its result can't be written as JSON."]);
    expect(await client.callTool("cyclic_value")).toMatchObject({ isError: true });
    expect(text(await client.callTool("nothing"))).toBe("null");
    await client.close();
  });

  test("a cancelled call does not begin its body", async () => {
    const client = await connect(server, { mode });
    const controller = new AbortController();
    const called = client.callTool("slow_resolver", {}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("changed my mind")), 30);
    await expect(called).rejects.toThrow("changed my mind");
    await sleep(250);
    expect(events).toEqual([]);
    await client.close();
  });

  test("a call ends when it is cancelled, or the client closed, although a callback never settles; time-outs go on", async () => {
    const signals: AbortSignal[] = [];
    const client = await connect(server, {
      mode,
      timeoutMs: 300,
      elicitation: (_params, { signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    const controller = new AbortController();
    const called = client.callTool("asks", {}, { signal: controller.signal });
    called.catch(() => {});
    await expect.poll(() => signals.length).toBe(1);
    controller.abort(new Error("enough"));
    await expect(called).rejects.toThrow("enough");
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    await expect(client.callTool("late")).resolves.toMatchObject({ content: [{ text: "over" }] });
    const pending = client.callTool("asks");
    await expect.poll(() => signals.length).toBe(2);
    await client.close();
    await expect(pending).rejects.toThrow("The connection was closed.");
    expect(signals[1]?.aborted).toBe(true);
  });

  test("what a tool leaves running can neither ask nor tell any more", async () => {
    const client = await connect(server, { mode, elicitation: () => ({ action: "decline" }) });
    expect(text(await client.callTool("late"))).toBe("over");
    await expect.poll(() => events.length).toBe(2);
    expect([...events].sort()).toEqual(["late is over: it can't ask 'ok' any more. Await every question.", "told"]);
    await client.close();
  });
});

describe("HTTP", () => {
  test("a tool's own -32601 is no missing method", async () => {
    const { url } = await http();
    const reply = await call(url, "own_not_found");
    expect([reply.status, reply.json.error.code]).toEqual([200, -32601]);
  });

  test("a client that takes event streams alone gets one, in both eras", async () => {
    const { url } = await http();
    const accept = "text/event-stream";
    const reply = await modern(url, "tools/list", {}, { accept });
    expect(reply.headers["content-type"]).toBe(accept);
    expect(reply.json.result.resultType).toBe("complete");
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const shaken = await send(url, { jsonrpc: "2.0", id: 0, method: "initialize", params }, { accept });
    expect(shaken.headers["content-type"]).toBe(accept);
    expect(shaken.json.result.protocolVersion).toBe("2025-11-25");
  });

  test("late messages of a legacy call do no harm", async () => {
    const { url } = await http();
    const session = await handshake(url);
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "late" } };
    expect((await send(url, body, session)).json.result.content[0].text).toBe("over");
    await expect.poll(() => events.length).toBe(2);
    expect((await send(url, { ...body, method: "ping" }, session)).json.result).toEqual({});
  });

  test("a question that a legacy tool does not wait for is withdrawn", async () => {
    const { url } = await http();
    const session = await handshake(url);
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "careless" } };
    expect((await send(url, body, session)).json.result.content[0].text).toBe("did not wait");
    await expect.poll(() => events).toEqual(["withdrawn"]);
  });

  test("a question to a client whose connection is gone fails at once", async () => {
    const { url } = await http();
    const session = await handshake(url);
    const controller = new AbortController();
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "asks_late" } });
    const headers = { ...session, "content-type": "application/json", accept: "application/json, text/event-stream" };
    const before = arrived;
    const gone = fetch(url, { method: "POST", body, headers, signal: controller.signal }).catch(() => "gone");
    await expect.poll(() => arrived).toBe(before + 1);
    controller.abort();
    expect(await gone).toBe("gone");
    await expect.poll(() => events).toEqual([expect.stringMatching(/^-32600 .*closed the connection/)]);
  });

  test("a broken answer fails the question and never the client's own call of the same id", async () => {
    const { url } = await http();
    const session = await handshake(url);
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "asks" } };
    const stream = await openStream(url, body, session);
    const question = (await stream.next()).json;
    const answer = await send(url, { jsonrpc: "2.0", id: question.id, result: null }, session);
    expect([answer.status, answer.json.id]).toEqual([400, undefined]);
    const reply = (await stream.next()).json;
    expect(reply).toMatchObject({ id: 1, result: { isError: true } });
  });

  test("a handshake that is too long is refused, for its declarations are kept", async () => {
    const { url } = await http();
    const capabilities = { experimental: { filler: { text: "x".repeat(70_000) } } };
    const params = { protocolVersion: "2025-11-25", capabilities, clientInfo: { name: "t", version: "1" } };
    const reply = await send(url, { jsonrpc: "2.0", id: 0, method: "initialize", params });
    expect([reply.status, reply.json.error.code]).toEqual([400, -32602]);
  });

  test("a name that was made up never reaches the log", async () => {
    const { url, logged } = await http();
    const name = "x\nmcp-gen: FAKE LINE";
    const encoded = `=?base64?${Buffer.from(name).toString("base64")}?=`;
    const reply = await modern(url, "tools/call", { name, requestState: "zzz" }, { "mcp-name": encoded });
    expect(reply.json.error.message).toBe(`Unknown tool: ${name}`);
    expect(logged).toEqual([]);
  });

  test("a cancelled question is no failure of the tool", async () => {
    const { url, logged } = await http();
    const client = await connect(new URL(url), { mode: "legacy", elicitation: () => new Promise(() => {}) });
    const controller = new AbortController();
    const called = client.callTool("inside", {}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("no")), 50);
    await expect(called).rejects.toThrow("no");
    await sleep(100);
    expect(logged).toEqual([]);
    await client.close();
  });

  test("answers that are too long for the state end the call with a reason", async () => {
    const { url } = await http();
    const { requestState } = (await call(url, "two_answers")).json.result;
    const note = { action: "accept", content: { note: "x".repeat(250_000) } };
    const reply = await call(url, "two_answers", { requestState, inputResponses: { note } });
    expect(reply.json.result).toMatchObject({
      isError: true,
      content: [{ text: "two_answers did not run: the answers to its questions are too long." }],
    });
  });

  test("state of a waiting call lives as long as the call waits", async () => {
    let now = 1_800_000_000_000;
    const { url } = await http({ now: () => now, answerTimeoutMs: 1_800_000 });
    const { requestState } = (await call(url, "inside")).json.result;
    now += 900_000;
    expect((await call(url, "inside", { requestState, inputResponses: { ok: yes } })).json.result.content[0].text).toBe("accept");
  });
});

describe("fetch handler", () => {
  const request = (name: string, signal?: AbortSignal): Request =>
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": name,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, _meta: modernMeta() } }),
      ...(signal !== undefined && { signal }),
    });

  test("serves both eras as Request and Response", async () => {
    const handler = toFetchHandler(server);
    const answer = (await (await handler(request("asks"))).json()) as { result: { resultType: string } };
    expect(answer.result.resultType).toBe("input_required");
    const client = await connect(new URL("http://localhost/mcp"), {
      mode: "legacy",
      fetch: (url, init) => handler(new Request(url, init)),
      elicitation: () => yes as never,
    });
    expect(text(await client.callTool("asks"))).toBe("true");
    await client.close();
    handler.close();
  });

  test("a request that is given up settles, and closing ends what runs", async () => {
    const handler = toFetchHandler(server);
    const controller = new AbortController();
    const reply = handler(request("slow_resolver", controller.signal));
    setTimeout(() => controller.abort(), 20);
    expect((await reply).status).toBe(499);
    expect(events).toEqual([]);
  });
});

describe("work that hostile input causes is bounded", () => {
  test("a thousand unknown names cost twenty lines", () => {
    const problems = new Problems();
    const fields = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`unknown_argument_number_${index}`, 1]));
    const started = performance.now();
    problems.noOthers(fields, ["first", "second", "third", "fourth"]);
    expect(String(problems).split("\n")).toHaveLength(21);
    expect(String(problems)).toContain("- and 199980 more");
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("an event in many pieces is joined once", () => {
    const reader = new EventReader();
    const data = "x".repeat(20_000_000);
    const stream = `data: ${data}\n\n`;
    const found: string[] = [];
    for (let at = 0; at < stream.length; at += 4096) found.push(...reader.push(stream.slice(at, at + 4096)));
    expect(found).toHaveLength(1);
    expect(found[0]).toBe(data);
  });

  test("line ends of every kind, and pieces that part them", () => {
    const all = "data: a\r\n\r\ndata: b\r\rdata: c\n\ndata: d\r\n\ndata: e\r\n\r\n";
    for (const size of [1, 2, 3, 100]) {
      const reader = new EventReader();
      const found: string[] = [];
      for (let at = 0; at < all.length; at += size) found.push(...reader.push(all.slice(at, at + size)));
      expect(found).toEqual(["a", "b", "c", "d", "e"]);
    }
    const priming = new EventReader();
    expect(priming.push("id: 1\ndata: \n\nretry: 5\n\n: comment\n\ndata: x\ndata: y\n\n")).toEqual(["x\ny"]);
  });
});

test("a modern call that is cancelled while it is being suspended leaves its place free", async () => {
  const [ours, theirs] = channelPair();
  serveChannel(server, theirs, { maxHeldCalls: 1 });
  const replies: { id: number; result: { resultType: string } }[] = [];
  ours.open(
    (line) => void replies.push(JSON.parse(line)),
    () => {},
  );
  const begin = (id: number, name: string): void =>
    ours.send(JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, _meta: modernMeta() } }));
  for (let id = 1; id <= 5; id += 1) {
    begin(id, "stubborn");
    ours.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }));
  }
  await sleep(50);
  begin(6, "inside");
  await expect.poll(() => replies.map(({ id, result }) => [id, result.resultType])).toEqual([[6, "input_required"]]);
  await ours.close();
});

test("McpError is known across copies, and a class that extends it is not mistaken for every one", () => {
  class Mine extends McpError {}
  const foreign = Object.defineProperty(new Error("x"), Symbol.for("mcp-gen.McpError"), { value: true });
  expect(foreign).toBeInstanceOf(McpError);
  expect(new Mine(1, "x")).toBeInstanceOf(Mine);
  expect(new Mine(1, "x")).toBeInstanceOf(McpError);
  expect(new McpError(1, "x")).not.toBeInstanceOf(Mine);
  expect({}).not.toBeInstanceOf(McpError);
});
