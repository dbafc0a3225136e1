/** Questions of servers that get them wrong, and what a client declares (field cases B03, B13, B20, B26, D10). */

import type { ConnectOptions, ServerMessage } from "@mcp-gen/runtime/client";
import { describe, expect, test } from "vitest";
import { text } from "./matrix.js";
import { connectPlainly, discovery, reply, said, scriptedDuplex, shaken } from "./scripted.js";

const form = { type: "object", properties: { ok: { type: "boolean", default: true } } };

/** Asks this in the middle of a call, and answers the call with what came back. */
function asking(method: string, params: object): ReturnType<typeof scriptedDuplex> {
  let call: object = {};
  return scriptedDuplex((message, send) => {
    if (message.method === "initialize") send(reply(message, shaken));
    else if (message.id === 77) send(reply(call, said(JSON.stringify(message.result ?? message.error.code))));
    else if (message.id !== undefined) {
      call = message;
      send({ jsonrpc: "2.0", id: 77, method, params });
    }
  });
}

describe("a question that a client can't make sense of is refused, and its callback not asked", () => {
  test.each<[string, string, object, ConnectOptions, string]>([
    [
      "no mode is a form",
      "elicitation/create",
      { message: "?", requestedSchema: form },
      {},
      '{"action":"accept","content":{"ok":true}}',
    ],
    ["an unknown mode", "elicitation/create", { mode: "voice", message: "?" }, {}, "-32602"],
    ["a form without a schema", "elicitation/create", { mode: "form", message: "?" }, {}, "-32602"],
    ["no message", "elicitation/create", { requestedSchema: form }, {}, "-32602"],
    [
      "a link for a client of forms",
      "elicitation/create",
      { mode: "url", message: "?", url: "https://a.example" },
      { elicitationModes: ["form"] },
      "-32602",
    ],
    ["a link that is none", "elicitation/create", { mode: "url", message: "?", url: "nowhere" }, {}, "-32602"],
    ["a kind without a callback", "sampling/createMessage", { messages: [], maxTokens: 1 }, {}, "-32601"],
    ["roots without a callback", "roots/list", {}, {}, "-32601"],
    ["an unknown method", "tasks/get", {}, {}, "-32601"],
  ])("%s", async (_title, method, params, options, outcome) => {
    const { target } = asking(method, params);
    let asked = 0;
    const client = await connectPlainly(target, {
      ...options,
      mode: "legacy",
      elicitation: () => {
        asked += 1;
        return { action: "accept" };
      },
    });
    expect(text(await client.callTool("any"))).toBe(outcome);
    expect(asked).toBe(outcome.startsWith("-") ? 0 : 1);
    await client.close();
  });
});

const listeners = { log: () => {}, onMessage: () => {}, logLevel: "info" } as const;

test.each<[string, ConnectOptions, object]>([
  ["nothing", {}, {}],
  ["listeners declare nothing", listeners, {}],
  ["parts of a kind without its callback", { samplingCapabilities: { tools: {} }, elicitationModes: ["url"] }, {}],
  ["forms and links", { elicitation: () => ({ action: "decline" }) }, { elicitation: { form: {}, url: {} } }],
  ["links alone", { elicitation: () => ({ action: "decline" }), elicitationModes: ["url"] }, { elicitation: { url: {} } }],
  [
    "the rest",
    { sampling: () => ({ role: "assistant", content: [], model: "m" }), samplingCapabilities: { tools: {} }, roots: () => [] },
    { sampling: { tools: {} }, roots: { listChanged: true } },
  ],
])("what is registered is what is declared, in both eras: %s", async (_title, options, declared) => {
  const { target, seen } = scriptedDuplex((message, send) => {
    if (message.method === "initialize") send(reply(message, shaken));
    else if (message.id !== undefined) send(reply(message, message.method === "server/discover" ? discovery : {}));
  });
  for (const mode of ["legacy", "modern"] as const) await (await connectPlainly(target, { ...options, mode })).close();
  expect(seen[0].params.capabilities).toEqual(declared);
  expect(seen.at(-1).params._meta["io.modelcontextprotocol/clientCapabilities"]).toEqual(declared);
});

test("a question right after the handshake finds its callback", async () => {
  const { target, seen } = scriptedDuplex((message, send) => {
    if (message.method !== "initialize") return;
    send(reply(message, shaken));
    send({ jsonrpc: "2.0", id: 1, method: "roots/list" });
  });
  const client = await connectPlainly(target, { mode: "legacy", roots: () => [{ uri: "file:///a" }] });
  await expect
    .poll(() => seen.find(({ id, method }) => id === 1 && method === undefined)?.result)
    .toEqual({
      roots: [{ uri: "file:///a" }],
    });
  await client.close();
});

test("a question in answer to a list is an invalid result, and nobody is asked", async () => {
  const { target } = scriptedDuplex((message, send) => {
    if (message.method === "server/discover") return send(reply(message, discovery));
    send(reply(message, { resultType: "input_required", inputRequests: { a: { method: "roots/list" } } }));
  });
  let asked = 0;
  const roots = (): [] => {
    asked += 1;
    return [];
  };
  const client = await connectPlainly(target, { mode: "modern", roots });
  await expect(client.listTools()).rejects.toThrow(
    "The server asked for input in answer to tools/list, which is not valid there.",
  );
  expect(asked).toBe(0);
  await client.close();
});

test("a server that asks for ever is given up after ten rounds of answers", async () => {
  const { target, seen } = scriptedDuplex((message, send) => {
    if (message.method === "server/discover") return send(reply(message, discovery));
    send(reply(message, { resultType: "input_required", inputRequests: { a: { method: "roots/list" } } }));
  });
  const client = await connectPlainly(target, { mode: "modern", roots: () => [] });
  const giveUp = { name: "RoundLimitError" };
  await expect(client.callTool("any")).rejects.toMatchObject({
    ...giveUp,
    message: expect.stringContaining("any asked for more input after 10 rounds"),
  });
  expect(seen).toHaveLength(12);
  await expect(client.readResource("file:///a")).rejects.toMatchObject(giveUp);
  await client.close();
});

test("lines of a server that are no messages are told and passed over", async () => {
  const script = `
    process.stdout.write("Welcome to the server!\\n\\n{}\\n[1]\\n");
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      if (id === undefined) return;
      console.log("reloading ...");
      const result = method === "server/discover" ? ${JSON.stringify(discovery)} : ${JSON.stringify(said("fine"))};
      console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });`;
  const heard: ServerMessage[] = [];
  const client = await connectPlainly(
    { command: process.execPath, args: ["-e", script] },
    { mode: "modern", onMessage: (message) => heard.push(message) },
  );
  expect(text(await client.callTool("any"))).toBe("fine");
  expect(heard.map((message) => message.kind === "fault" && message.reason)).toEqual([
    "the server sent something that is not JSON",
    expect.stringContaining("the server sent an invalid message"),
    expect.stringContaining("the server sent an invalid message"),
    "the server sent something that is not JSON",
    "the server sent something that is not JSON",
  ]);
  await client.close();
});

test("a process that dies takes its calls with it, and says so; a new connection works", async () => {
  const script = `
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      if (method === "tools/call") process.exit(3);
      console.log(JSON.stringify({ jsonrpc: "2.0", id, result: ${JSON.stringify(discovery)} }));
    });`;
  const target = { command: process.execPath, args: ["-e", script] };
  const client = await connectPlainly(target);
  await expect(client.callTool("any")).rejects.toThrow("The server process ended (exit code 3).");
  await expect(client.ping()).rejects.toThrow("The server process ended (exit code 3).");
  await client.close();
  const again = await connectPlainly(target);
  await again.ping();
  await again.close();
});
