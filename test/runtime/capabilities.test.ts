/** What a server says about itself in every cell: exactly what it has; and what it knows of a request. */

import {
  definePrompt,
  defineResourceTemplate,
  defineTool,
  promptResult,
  resourceResult,
  textResult,
} from "@mcp-gen/runtime/generated/v1";
import { defineServer, type Server } from "@mcp-gen/runtime/server";
import { describe, expect, test } from "vitest";
import { cells } from "./matrix.js";
import { legacyRevisions, opener } from "./offers.js";
import type { WireClient } from "./wire-client.js";

const open = opener();
const icons = [{ src: "https://example.com/icon.png", mimeType: "image/png", sizes: ["48x48"], theme: "dark" }];
const base = { name: "bare", version: "1", tools: [] };
const tool = defineTool({
  name: "t",
  description: "t",
  inputSchema: { type: "object" },
  handle: async () => textResult("t"),
});
const prompt = definePrompt({ name: "p", arguments: [{ name: "a" }], handle: async () => promptResult("p") });
const template = defineResourceTemplate({
  uriTemplate: "x://{y}",
  name: "x",
  pattern: /^x:\/\/(.+)$/,
  variables: ["y"],
  complete: { y: ["1"] },
  handle: async (call) => resourceResult(call.target, "x"),
});
const logging = {};
const listChanged = true;

describe.each(cells)("what a server says about itself, $transport $mode", (cell) => {
  const isModern = cell.mode === "modern";
  // biome-ignore lint/suspicious/noExplicitAny: looked into
  const about = async (client: WireClient): Promise<any> =>
    isModern
      ? client.result("server/discover")
      : (client.heard.find(({ result }) => result?.capabilities) as { result: object }).result;

  test("names, texts, pictures, extensions", async () => {
    const result = await about(await open(cell));
    const info = {
      name: "offers",
      version: "1.2.3",
      title: "Offers",
      description: "Everything that can be offered.",
      websiteUrl: "https://example.com/offers",
      icons,
    };
    expect(isModern ? result._meta["io.modelcontextprotocol/serverInfo"] : result.serverInfo).toEqual(info);
    expect(result.instructions).toBe("Ask for anything.");
    expect(result.capabilities).toEqual({
      logging,
      completions: {},
      tools: { listChanged },
      prompts: { listChanged },
      resources: { listChanged, subscribe: true },
      ...(isModern && { extensions: { "com.example/stars": { most: 5 } } }),
    });
    if (isModern) expect([result.ttlMs, result.cacheScope]).toEqual([60_000, "public"]);
  });

  test("a tool is told of its request", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const client = await open(cell, {
      capabilities: { roots: {} },
      headers: { "x-test": "seen" },
      serving: { app: { shop: "corner" }, ...(cell.transport !== "http" && { auth: { principal: "ada", scopes: [] } }) },
    });
    const calling = client.start("tools/call", { name: "around" }, { traceparent, "com.example/x": [1] });
    const around = JSON.parse((await calling.reply).result.content[0].text);
    const isHttp = cell.transport === "http";
    expect(around).toMatchObject({
      requestId: calling.id,
      meta: { traceparent, "com.example/x": [1] },
      isHttp,
      header: isHttp ? "seen" : null,
      app: { shop: "corner" },
      clientCapabilities: { roots: {} },
      protocolVersion: client.version,
      era: cell.mode,
    });
    expect(around.auth).toEqual(isHttp ? undefined : { principal: "ada", scopes: [] });
  });

  test("metadata of results passes through, content is whole", async () => {
    const client = await open(cell);
    const raw = await client.result("tools/call", { name: "raw_list" });
    expect(raw._meta["com.example/trace"]).toBe("t-1");
    expect(raw.structuredContent).toEqual(isModern ? [1, 2] : { result: [1, 2] });
    const { content } = await client.result("tools/call", { name: "blocks" });
    expect(content[4]).toMatchObject({ type: "resource_link", icons, annotations: { priority: 0.5 } });
    const [plain] = (await client.result("tools/list")).tools;
    expect(plain).toMatchObject({ title: "Plain", icons, _meta: { "com.example/rank": 1 }, annotations: { readOnlyHint: true } });
  });

  test("each use of a tool in a prompt for the model has its result, before anything is sent", async () => {
    const asked: unknown[] = [];
    const client = await open(cell, {
      capabilities: { sampling: { tools: {} } },
      answer: (request) => asked.push(request) && {},
    });
    for (const name of ["sample_unbalanced", "sample_unbalanced_by_hand"]) {
      const result = await client.result("tools/call", { name });
      expect([result.isError, result.content[0].text]).toEqual([
        true,
        `${name} failed: sample: messages[1] must hold the result of the tool use 'use-1'.`,
      ]);
    }
    expect(asked).toEqual([]);
  });
});

describe.each(cells.filter(({ transport }) => transport !== "stdio"))(
  "a server without some things, $transport $mode",
  (cell) => {
    test.each<[string, Server, object, string[]]>([
      ["tools", defineServer({ ...base, tools: [tool] }), { logging, tools: { listChanged } }, ["tools/list"]],
      ["prompts", defineServer({ ...base, prompts: [prompt] }), { logging, prompts: { listChanged } }, ["prompts/list"]],
      [
        "templates",
        defineServer({ ...base, resourceTemplates: [template] }),
        { logging, completions: {}, resources: { listChanged, subscribe: true } },
        ["resources/list", "resources/templates/list"],
      ],
    ])("%s alone: declares and answers nothing else", async (_what, server, capabilities, methods) => {
      const client = await open(cell, { server });
      const told = cell.mode === "modern" ? await client.result("server/discover") : client.heard[0]?.result;
      expect(told.capabilities).toEqual(capabilities);
      for (const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]) {
        if (methods.includes(method)) await client.result(method);
        else expect((await client.error(method)).code, method).toBe(-32601);
      }
      const params = { ref: { type: "ref/resource", uri: "x://{y}" }, argument: { name: "y", value: "" } };
      const completing = await client.request("completion/complete", params);
      expect(completing.error?.code).toBe("completions" in capabilities ? undefined : -32601);
    });
  },
);

test.each<[string, Partial<Parameters<typeof defineServer>[0]>, string]>([
  ["tools", { tools: [tool, tool] }, "The server bare has two tools named t."],
  ["prompts", { prompts: [prompt, prompt] }, "The server bare has two prompts named p."],
  ["templates", { resourceTemplates: [template, template] }, "The server bare has two templates with the address x://{y}."],
])("two %s of one name can't be told apart", (_what, more, why) => {
  expect(() => defineServer({ ...base, ...more })).toThrow(why);
});

test.each(legacyRevisions)("revision %s gets its own words", async (version) => {
  const client = await open({ transport: "memory", mode: "legacy" }, { version });
  const { serverInfo, capabilities, protocolVersion } = client.heard[0]?.result ?? {};
  expect(protocolVersion).toBe(version);
  expect("title" in serverInfo).toBe(version >= "2025-06-18");
  expect("icons" in serverInfo || "websiteUrl" in serverInfo || "description" in serverInfo).toBe(version >= "2025-11-25");
  expect("completions" in capabilities).toBe(version >= "2025-03-26");
  const [plain, numbers] = (await client.result("tools/list")).tools;
  expect("annotations" in plain).toBe(version >= "2025-03-26");
  expect("title" in plain && "_meta" in plain && "outputSchema" in numbers).toBe(version >= "2025-06-18");
  expect("icons" in plain).toBe(version >= "2025-11-25");
  const called = await client.result("tools/call", { name: "numbers" });
  expect(called.structuredContent).toEqual(version >= "2025-06-18" ? { result: [1, 2] } : undefined);
});
