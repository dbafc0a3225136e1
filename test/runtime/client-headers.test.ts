/** Arguments that go along as headers, and tools whose annotations break the rules (field cases E14, G12). */

import { connect, type ServerMessage } from "@mcp-gen/runtime/client";
import { afterEach, describe, expect, test } from "vitest";
import { paramHeaders } from "../../runtime/dist/eras/modern/param-headers.js";
import { text } from "./matrix.js";
import { discovery, type Exchange, reply, type Scripted, said, scripted, scriptedDuplex } from "./scripted.js";

let server: Scripted | undefined;
afterEach(() => server?.close());

const complete = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const tool = (name: string, properties: object): object => ({ name, inputSchema: { type: "object", properties } });

async function modern(list: () => object[], call: (exchange: Exchange) => unknown): Promise<URL> {
  server = await scripted((exchange) => {
    if (exchange.method === "server/discover") exchange.result(discovery);
    else if (exchange.method === "tools/list") exchange.result({ ...complete, tools: list() });
    else call(exchange);
  });
  return server.url;
}

test("annotated arguments are mirrored, encoded where they must be; null and absent ones are not", async () => {
  const properties = {
    region: { type: "string", "x-mcp-header": "Region" },
    count: { type: "integer", "x-mcp-header": "Count" },
    dry: { type: "boolean", "x-mcp-header": "Dry" },
    none: { type: ["string", "null"], "x-mcp-header": "None" },
    absent: { type: "string", "x-mcp-header": "Absent" },
    deep: { type: "object", properties: { inner: { type: "string", "x-mcp-header": "Inner" } } },
    plain: { type: "string" },
  };
  let headers: Exchange["headers"] = {};
  const url = await modern(
    () => [tool("any", properties)],
    (exchange) => {
      headers = exchange.headers;
      exchange.result(said("ok"));
    },
  );
  const client = await connect(url, { mode: "modern" });
  await client.listTools();
  await client.callTool("any", {
    region: "Zürich\r\nEvil: 1",
    count: -7,
    dry: false,
    none: null,
    deep: { inner: " padded " },
    plain: "secret",
  });
  const mirrored = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("mcp-param-")));
  const base64 = (value: string): string => `=?base64?${Buffer.from(value).toString("base64")}?=`;
  expect(mirrored).toEqual({
    "mcp-param-region": base64("Zürich\r\nEvil: 1"),
    "mcp-param-count": "-7",
    "mcp-param-dry": "false",
    "mcp-param-inner": base64(" padded "),
  });
  expect([headers["mcp-method"], headers["mcp-name"]]).toEqual(["tools/call", "any"]);
  await client.close();
});

describe("a header that is missing", () => {
  /** Since the client listed its tools, `any` wants a header; `isSatisfied` false never takes it. */
  async function changed(isSatisfied: boolean): Promise<{ url: URL; methods: () => string[] }> {
    let wantsHeader = false;
    const url = await modern(
      () => [tool("any", { region: { type: "string", ...(wantsHeader && { "x-mcp-header": "Region" }) } })],
      (exchange) => {
        wantsHeader = true;
        if (isSatisfied && exchange.headers["mcp-param-region"] === "eu") exchange.result(said("ok"));
        else exchange.error(-32020, "Header mismatch", undefined, 400);
      },
    );
    return { url, methods: () => server?.told() ?? [] };
  }

  test("is learnt from the list, once, and the call repeated", async () => {
    const { url, methods } = await changed(true);
    const client = await connect(url, { mode: "modern" });
    await client.listTools();
    expect(text(await client.callTool("any", { region: "eu" }))).toBe("ok");
    expect(methods()).toEqual(["server/discover", "tools/list", "tools/call", "tools/list", "tools/call"]);
    await client.close();
  });

  test("is given up when it is refused again", async () => {
    const { url, methods } = await changed(false);
    const client = await connect(url, { mode: "modern" });
    await expect(client.callTool("any", { region: "eu" })).rejects.toMatchObject({ code: -32020 });
    expect(methods()).toEqual(["server/discover", "tools/call", "tools/list", "tools/call"]);
    await client.close();
  });
});

test("a tool with an invalid annotation is left out with a reason; a duplex does not care", async () => {
  const tools = [tool("good", {}), tool("bad", { a: { type: "number", "x-mcp-header": "A" } })];
  const url = await modern(
    () => tools,
    () => {},
  );
  const heard: ServerMessage[] = [];
  const client = await connect(url, { mode: "modern", onMessage: (message) => heard.push(message) });
  expect((await client.listTools()).map(({ name }) => name)).toEqual(["good"]);
  expect(heard).toEqual([
    {
      kind: "fault",
      reason:
        'the tool "bad" was left out of the list: x-mcp-header belongs to an argument that is neither a string, an integer nor a boolean',
    },
  ]);
  await client.close();
  const { target } = scriptedDuplex((message, send) =>
    send(reply(message, message.method === "server/discover" ? discovery : { ...complete, tools })),
  );
  const other = await connect(target, { mode: "modern" });
  expect(await other.listTools()).toHaveLength(2);
  await other.close();
});

describe("the rules of an annotation", () => {
  const string = { type: "string", "x-mcp-header": "A" };
  const object = (properties: object, more: object = {}): Record<string, unknown> => ({ type: "object", properties, ...more });

  test.each<[string, Record<string, unknown>]>([
    ["an empty name", object({ a: { type: "string", "x-mcp-header": "" } })],
    ["a name that is no text", object({ a: { type: "string", "x-mcp-header": 7 } })],
    ["a line break in the name", object({ a: { type: "string", "x-mcp-header": "X\r\nEvil: 1" } })],
    ["a space in the name", object({ a: { type: "string", "x-mcp-header": "My Region" } })],
    ["two names that differ only in case", object({ a: string, b: { type: "integer", "x-mcp-header": "a" } })],
    ["a number", object({ a: { type: "number", "x-mcp-header": "A" } })],
    ["an object", object({ a: { type: "object", "x-mcp-header": "A" } })],
    ["no type", object({ a: { "x-mcp-header": "A" } })],
    ["null alone", object({ a: { type: "null", "x-mcp-header": "A" } })],
    ["the root", { ...object({}), "x-mcp-header": "A" }],
    ["within items", object({ a: { type: "array", items: string } })],
    ["within prefixItems", object({ a: { prefixItems: [string] } })],
    ["within oneOf", object({ a: { oneOf: [string] } })],
    ["within allOf of the root", object({}, { allOf: [object({ a: string })] })],
    ["within else", object({}, { if: {}, else: object({ a: string }) })],
    ["within $defs", object({ a: { $ref: "#/$defs/A" } }, { $defs: { A: string } })],
    ["within additionalProperties", object({}, { additionalProperties: string })],
  ])("%s breaks them", (_title, schema) => {
    expect(paramHeaders(schema)).toHaveProperty("fault");
  });

  test.each<[string, Record<string, unknown>]>([
    ["an argument of that name", object({ "x-mcp-header": { type: "number" } })],
    ["a default that looks like one", object({ a: { type: "object", default: { "x-mcp-header": "A" } } })],
    ["an example that looks like one", object({}, { examples: [{ properties: { a: { "x-mcp-header": 1 } } }] })],
    ["keys of Object's prototype", object({ constructor: string, toString: { type: "boolean", "x-mcp-header": "B" } })],
  ])("%s keeps them", (_title, schema) => {
    expect(paramHeaders(schema)).toHaveProperty("mirrored");
  });

  test("a schema that is very deep is read too", () => {
    let schema: Record<string, unknown> = object({ a: string });
    for (let depth = 0; depth < 5_000; depth += 1) schema = object({ a: schema });
    expect(paramHeaders(schema)).toHaveProperty("mirrored.0.path.length", 5_001);
  });
});
