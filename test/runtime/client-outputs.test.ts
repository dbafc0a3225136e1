/** Structured results against the output schemas of their tools (specification: server/tools, "Output Schema"; field case A25). */

import { type CallToolResult, type Client, type ConnectOptions, connect, ResultError } from "@mcp-gen/runtime/client";
import { describe, expect, test } from "vitest";
import { discovery, failure, notice, reply, scriptedDuplex, shaken } from "./scripted.js";

const schema = { type: "object", properties: { seats: { type: "integer" } }, required: ["seats"] };
const fine = { content: [], structuredContent: { seats: 4 } };
const broken = { content: [], structuredContent: { seats: "four" } };
const complete = (result: object): object => ({ resultType: "complete", ttlMs: 0, cacheScope: "private", ...result });

/** A server with one tool whose schema and results can be changed. */
function serving(listed: { outputSchema?: unknown } | "refused" = { outputSchema: schema }) {
  const state = { listed, results: [] as object[] };
  const { target, seen } = scriptedDuplex((message, send) => {
    if (message.method === "server/discover") send(reply(message, discovery));
    else if (message.method === "initialize") send(reply(message, shaken));
    else if (message.method === "tools/list") {
      if (state.listed === "refused") send(failure(message, -32603, "no list"));
      else send(reply(message, complete({ tools: [{ name: "table", inputSchema: { type: "object" }, ...state.listed }] })));
    } else if (message.method === "tools/call") send(reply(message, complete(state.results.shift() ?? fine)));
  });
  const told = (): string[] => seen.map(({ method }) => method).filter((method) => method.startsWith("tools/"));
  const faults: string[] = [];
  const connected = (options: ConnectOptions): Promise<Client> =>
    connect(target, { ...options, onMessage: (message) => message.kind === "fault" && faults.push(message.reason) });
  return { state, told, faults, connected };
}

describe.each(["legacy", "modern"] as const)("%s", (mode) => {
  test("the tools are listed once, by whoever comes first, and then known", async () => {
    const { told, connected } = serving();
    const client = await connected({ mode });
    await Promise.all([client.callTool("table"), client.callTool("table")]);
    await client.callTool("table");
    expect(told().sort()).toEqual(["tools/call", "tools/call", "tools/call", "tools/list"]);
    await client.close();
  });

  test("a tool that was listed is not listed again", async () => {
    const { told, connected } = serving();
    const client = await connected({ mode });
    await client.listTools();
    expect(await client.callTool("table")).toMatchObject(fine);
    for await (const _page of client.toolPages());
    expect(told()).toEqual(["tools/list", "tools/call", "tools/list"]);
    await client.close();
  });

  test("a result that breaks the schema is an error that says where and has it whole", async () => {
    const { state, connected } = serving();
    const client = await connected({ mode });
    state.results.push(broken, { content: [{ type: "text", text: "four" }] });
    const thrown = await client.callTool("table").catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(ResultError);
    expect((thrown as ResultError).message).toBe(
      "The server's result does not fit its output schema:\n- result.seats: expected an integer, received a string",
    );
    expect((thrown as ResultError).result).toMatchObject(broken);
    await expect(client.callTool("table")).rejects.toThrow("The server sent no structured content.");
    expect(await client.callTool("table")).toMatchObject(fine);
    await client.close();
  });

  test("a tool's own failure is not checked, whatever it carries", async () => {
    const { state, told, connected } = serving();
    const client = await connected({ mode });
    state.results.push({ ...broken, isError: true });
    expect(await client.callTool("table")).toMatchObject({ isError: true, structuredContent: { seats: "four" } });
    expect(told()).toEqual(["tools/call"]);
    await client.close();
  });

  test("a tool that has become another is listed anew before its result is refused", async () => {
    const { state, told, connected } = serving();
    const client = await connected({ mode });
    await client.listTools();
    state.listed = { outputSchema: { properties: { seats: { type: "string" } } } };
    state.results.push(broken);
    expect(await client.callTool("table")).toMatchObject(broken);
    state.listed = {};
    state.results.push({ content: [] });
    expect(await client.callTool("table")).toMatchObject({ content: [] });
    expect(told()).toEqual(["tools/list", "tools/call", "tools/list", "tools/call", "tools/list"]);
    await client.close();
  });

  test.each<[string, { outputSchema?: unknown } | "refused", string[]]>([
    ["no schema", {}, []],
    ["a schema that is none", { outputSchema: "object" }, []],
    [
      "a dialect that is not known",
      { outputSchema: { ...schema, $schema: "https://never.example/dialect" } },
      ['a result was not checked: its output schema is written in "https://never.example/dialect"'],
    ],
    ["a list that is refused", "refused", ["a result was not checked: the tools could not be listed: no list"]],
  ])("%s leaves a result as it is", async (_title, listed, expected) => {
    const { state, told, faults, connected } = serving(listed);
    const client = await connected({ mode });
    for (let times = 0; times < 2; times += 1) {
      state.results.push(broken);
      expect(await client.callTool("table")).toMatchObject(broken);
    }
    expect(new Set(faults)).toEqual(new Set(expected));
    expect(told().filter((method) => method === "tools/list")).toHaveLength(1);
    await client.close();
  });

  test("a tool that the server does not list is not asked for again", async () => {
    const { state, told, connected } = serving();
    const client = await connected({ mode });
    for (let times = 0; times < 2; times += 1) {
      state.results.push(broken);
      expect(await client.callTool("hidden")).toMatchObject(broken);
    }
    expect(told()).toEqual(["tools/call", "tools/list", "tools/call"]);
    await client.close();
  });

  test('"as they are" checks nothing and lists nothing', async () => {
    const { state, told, connected } = serving();
    const client = await connected({ mode, toolResults: "as they are" });
    state.results.push(broken);
    expect(await client.callTool("table")).toMatchObject(broken);
    expect(told()).toEqual(["tools/call"]);
    await client.close();
  });

  test("a call driven by hand is checked too", async () => {
    const { state, connected } = serving();
    const client = await connected({ mode });
    state.results.push(broken);
    await expect(client.callToolOnce("table")).rejects.toThrow(ResultError);
    await client.close();
  });
});

test("a bare value of a modern server is held against its own schema", async () => {
  const { state, connected } = serving({ outputSchema: { type: "array", items: { type: "number" } } });
  const client = await connected({ mode: "modern" });
  state.results.push({ content: [], structuredContent: [1, 2] }, { content: [], structuredContent: [1, "2"] });
  expect(await client.callTool("table")).toMatchObject({ structuredContent: [1, 2] });
  await expect(client.callTool("table")).rejects.toThrow("- result[1]: expected a number, received a string");
  await client.close();
});

test("a list that never comes holds a result up no longer than any request may take", async () => {
  const { target } = scriptedDuplex((message, send) => {
    if (message.method === "initialize") send(reply(message, shaken));
    else if (message.method === "tools/call") send(reply(message, broken));
  });
  const client = await connect(target, { mode: "legacy", timeoutMs: 100 });
  expect(await client.callTool("table")).toMatchObject(broken);
  expect(await client.callTool("table")).toMatchObject(broken);
  await client.close();
});

test("who gives the call up while the tools are listed gets the reason", async () => {
  const { target } = scriptedDuplex((message, send) => {
    if (message.method === "initialize") send(reply(message, shaken));
    else if (message.method === "tools/call") send(reply(message, fine));
    else send(notice("notifications/message", { level: "info", data: "thinking" }));
  });
  const client = await connect(target, { mode: "legacy" });
  const given = client.callTool("table", {}, { signal: AbortSignal.timeout(100) });
  await expect(given as Promise<CallToolResult>).rejects.toMatchObject({ name: "TimeoutError" });
  await client.close();
});
