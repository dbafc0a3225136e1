/** Arguments mirrored into headers (specification: streamable-http, "Custom Headers from Tool Parameters"), and names of every script. */

import { defineServer, defineTool, textResult } from "@mcp-gen/runtime/generated/v1";
import { type HttpServing, serveHttp } from "@mcp-gen/runtime/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { handshake, modern, type Raw, send } from "./raw-http.js";

let ran = 0;
const handle = async () => {
  ran += 1;
  return textResult("ran");
};
const names = ["获取", " led by a space", "=?base64?abc?=", "plain"];
const server = defineServer({
  name: "mirrored",
  version: "1",
  tools: [
    defineTool({
      name: "query",
      description: "Query.",
      inputSchema: {
        type: "object",
        properties: {
          region: { type: "string", "x-mcp-header": "Region" },
          limit: { type: "integer", "x-mcp-header": "Limit" },
          dry: { type: "boolean", "x-mcp-header": "Dry-Run" },
          where: { type: "object", properties: { tenant: { type: "string", "x-mcp-header": "Tenant" } } },
          text: { type: "string" },
        },
      },
      handle,
    }),
    ...names.map((name) => defineTool({ name, description: name, inputSchema: { type: "object", properties: {} }, handle })),
  ],
});

let serving: HttpServing;
beforeAll(async () => {
  serving = await serveHttp(server, { port: 0 });
});
afterAll(() => serving.close());
beforeEach(() => {
  ran = 0;
});

const query = (args: object, headers: Record<string, string | undefined>): Promise<Raw> =>
  modern(serving.url, "tools/call", { name: "query", arguments: args }, headers);
const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString("base64")}?=`;

test.each<[string, object, Record<string, string>]>([
  ["a text", { region: "eu" }, { "mcp-param-region": "eu" }],
  ["a text in Base64", { region: "Hello" }, { "mcp-param-region": base64("Hello") }],
  ["a text that is not ASCII", { region: "日本" }, { "mcp-param-region": base64("日本") }],
  ["a text with spaces around it", { region: " eu " }, { "mcp-param-region": base64(" eu ") }],
  ["a text that looks encoded", { region: "=?base64?x?=" }, { "mcp-param-region": base64("=?base64?x?=") }],
  ["Base64 without its marks, which is a text", { region: "SGVsbG8=" }, { "mcp-param-region": "SGVsbG8=" }],
  ["half of the marks, which is a text", { region: "=?base64?SGVsbG8=" }, { "mcp-param-region": "=?base64?SGVsbG8=" }],
  ["marks in another case, which is a text", { region: "=?BASE64?SGVsbG8=?=" }, { "mcp-param-region": "=?BASE64?SGVsbG8=?=" }],
  ["an empty text", { region: "" }, { "mcp-param-region": "" }],
  ["an integer", { limit: -7 }, { "mcp-param-limit": "-7" }],
  ["an integer written otherwise", { limit: 42 }, { "mcp-param-limit": "42.0" }],
  ["a truth", { dry: true }, { "mcp-param-dry-run": "true" }],
  ["a falsehood", { dry: false }, { "MCP-Param-DRY-RUN": "false" }],
  ["a value inside an object", { where: { tenant: "t1" } }, { "mcp-param-tenant": "t1" }],
  ["nothing for null", { region: null, where: null }, {}],
  ["nothing for what is absent", { text: "x" }, {}],
  ["a header that nothing asks for", { text: "x" }, { "mcp-param-other": "y" }],
])("%s is served", async (_what, args, headers) => {
  expect((await query(args, headers)).json.result?.content[0].text).toBe("ran");
});

test.each<[string, object, Record<string, string>]>([
  ["no header for a value", { region: "eu" }, {}],
  ["no header for a falsehood", { dry: false }, {}],
  ["no header for nought", { limit: 0 }, {}],
  ["another text", { region: "eu" }, { "mcp-param-region": "us" }],
  ["the text in another case", { region: "eu" }, { "mcp-param-region": "EU" }],
  ["a header without a value", {}, { "mcp-param-region": "eu" }],
  ["a header for null", { region: null }, { "mcp-param-region": "null" }],
  ["Base64 with bad padding", { region: "Hello" }, { "mcp-param-region": "=?base64?SGVsbG8?=" }],
  ["Base64 with a foreign letter", { region: "Hello" }, { "mcp-param-region": "=?base64?SGVs!G8=?=" }],
  ["Base64 of what is not UTF-8", { region: "\ufffd" }, { "mcp-param-region": "=?base64?/w==?=" }],
  ["Base64 with bits left over", { region: "Hello" }, { "mcp-param-region": "=?base64?SGVsbG9=?=" }],
  ["another integer", { limit: 7 }, { "mcp-param-limit": "8" }],
  ["an integer as no decimal", { limit: 16 }, { "mcp-param-limit": "0x10" }],
  ["a truth in another case", { dry: true }, { "mcp-param-dry-run": "True" }],
  ["raw bytes", { region: "é" }, { "mcp-param-region": "é" }],
  ["another value inside an object", { where: { tenant: "t1" } }, { "mcp-param-tenant": "t2" }],
])("%s: 400 and -32020, and the tool does not run", async (_what, args, headers) => {
  const reply = await query(args, headers);
  expect([reply.status, reply.json.error.code, ran]).toEqual([400, -32020, 0]);
  expect(reply.json.error.message).toMatch(/^Header mismatch: .*Mcp-Param-/);
});

test("legacy calls mirror nothing", async () => {
  const session = await handshake(serving.url);
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "query", arguments: { region: "eu" } } };
  expect((await send(serving.url, body, { ...session, "mcp-param-region": "us" })).json.result.content[0].text).toBe("ran");
});

test.each(names)("the name %j works end to end", async (name) => {
  expect((await modern(serving.url, "tools/call", { name }, { "mcp-name": base64(name) })).json.result.content[0].text).toBe(
    "ran",
  );
});

test("a name that is not decoded, or is raw, is refused", async () => {
  for (const [name, header] of [
    ["=?base64?abc?=", "=?base64?abc?="],
    [" led by a space", " led by a space"],
    ["获取", Buffer.from("获取").toString("latin1")],
  ] as const) {
    const reply = await modern(serving.url, "tools/call", { name }, { "mcp-name": header });
    expect([reply.status, reply.json.error.code, ran]).toEqual([400, -32020, 0]);
  }
});
