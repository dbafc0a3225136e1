/** The emitted clients call real servers that offer what the lists say: every method reaches its tool, with its arguments. */

import { join } from "node:path";
import { McpError, ResultError, ToolError } from "@mcp-gen/runtime/client";
import {
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
  type Fields,
  promptResult,
  rawResult,
  resourceResult,
  structuredResult,
  textResult,
} from "@mcp-gen/runtime/generated/v1";
import { serveHttp } from "@mcp-gen/runtime/node";
import type { Server } from "@mcp-gen/runtime/server";
import { describe, expect, it } from "vitest";
import type { Snapshot } from "../../generator/client/snapshot.js";

import { cases, described, type Emitted, folder, importClient, listIn, type Methods } from "./foreign.js";

interface Heard {
  readonly name: string;
  readonly args: Fields;
}

/** What each tool answers with structure; the others answer with their own name. */
type Answers = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

function serverOf({ tools, prompts, resources, resourceTemplates }: Snapshot, heard: Heard[], answers: Answers = {}): Server {
  return defineServer({
    name: "listed",
    version: "1",
    tools: tools.map(({ name, inputSchema, outputSchema }) =>
      defineTool({
        name,
        description: "",
        inputSchema: isObject(inputSchema) ? (inputSchema as never) : { type: "object" },
        ...(isObject(outputSchema) && { outputSchema: outputSchema as never }),
        async handle(call) {
          heard.push({ name, args: call.read((input) => input) });
          return Object.hasOwn(answers, name) ? structuredResult(answers[name]) : textResult(`called ${name}`);
        },
      }),
    ),
    prompts: prompts.map(({ name, arguments: given }) =>
      definePrompt({
        name,
        arguments: Array.isArray(given) ? given : [],
        async handle(call) {
          heard.push({ name, args: call.read((input) => input) });
          return promptResult("said");
        },
      }),
    ),
    resources: resources.map(({ name, uri }) =>
      defineResource({ name, uri: String(uri), handle: async (call) => resourceResult(call.target, "read") }),
    ),
    resourceTemplates: resourceTemplates.map(({ name, uriTemplate }) =>
      defineResourceTemplate({
        name,
        uriTemplate: String(uriTemplate),
        pattern: new RegExp(`^${String(uriTemplate).split("{")[0]}.*$`, "u"),
        variables: [],
        handle: async (call) => resourceResult(call.target, "read"),
      }),
    ),
  });
}

const methodsOf = (client: Emitted & Methods): string[] =>
  Object.keys(client).filter((name) => !["client", "close", "prompts", "resources"].includes(name));

describe.each(cases)("the client for %s", (name) => {
  it("reaches every tool by one method", async () => {
    const snapshot = described(listIn(name));
    const heard: Heard[] = [];
    const connect = await importClient(join(folder, name, "expected/client.ts"));
    const client = await connect(serverOf(snapshot, heard), { mode: "legacy" });
    const methods = methodsOf(client);
    for (const method of methods) {
      const ending = await client[method]?.({ given: method }).catch((error: unknown) => error);
      // A tool that promised structure and sent none has broken its word; every other one has answered.
      if (!(ending instanceof ResultError)) expect(ending).toMatchObject({ content: [{ type: "text" }] });
    }
    expect(heard.map((each) => each.name).sort()).toEqual(snapshot.tools.map((tool) => tool.name).sort());
    for (const [index, { args }] of heard.entries())
      if (Object.keys(args).length > 0) expect(args).toEqual({ given: methods[index] });
    await client.close();
  });
});

async function connected(name: string, answers: Answers, mode: "legacy" | "modern"): Promise<Emitted & Methods> {
  const connect = await importClient(join(folder, name, "expected/client.ts"));
  return connect(serverOf(described(listIn(name)), [], answers), { mode });
}

describe.each(["legacy", "modern"] as const)("results over a %s connection", (mode) => {
  it.each([
    ["references", "tree", { value: "a", children: [{ value: "b", children: [] }] }],
    ["references", "self", { label: "a", next: { label: "b" } }],
    ["unions", "number_result", 5],
    ["unions", "list_result", ["a", "b"]],
    ["unions", "wrapped_result", { result: 5 }],
    ["unions", "nullable_result", null],
    ["unions", "shape", { ok: true, area: 4 }],
    ["unions", "map", { a: 1, b: 2 }],
    ["unions", "all_of", { a: "x", b: "y" }],
    ["odd-schemas", "full", { code: "ABC", n: 1.5, list: [1, 2] }],
    ["odd-schemas", "older", { n: 3, when: "2025-12-26T18:00:00Z" }],
    ["odd-schemas", "uncompilable", { anything: true }],
    ["references", "remote", { a: 5 }],
    ["names", "__proto__", JSON.parse(`{"__proto__":"own"}`)],
  ])("%s: %s gives %j", async (name, tool, value) => {
    const client = await connected(name, { [tool]: value }, mode);
    expect(await client[methodOf(tool)]?.({})).toEqual(value);
    await client.close();
  });

  it.each([
    [
      "references",
      "tree",
      { value: "a", children: [{ value: 5 }] },
      "result.children[0].value: expected a string, received the number 5",
    ],
    ["references", "self", { next: { label: "b" } }, "result.label: missing, expected a string"],
    ["unions", "number_result", "five", "result: expected a number, received a string"],
    ["unions", "list_result", ["a", ""], "result[1]: expected a string of at least 1 character, received a string"],
    ["unions", "shape", { ok: false, why: 4 }, "result.why: expected a string, received the number 4"],
    ["odd-schemas", "full", { code: "ABC" }, "result.n: missing, expected a value"],
    ["odd-schemas", "full", { code: "abc" }, "result.code: expected a string that matches ^[A-Z]{3}$, received a string"],
    ["odd-schemas", "older", { n: -1 }, "result.n: expected an integer of at least 0, received the number -1"],
    ["names", "__proto__", {}, "result.__proto__: missing, expected a string"],
    ["collisions", "checks", { v: 5 }, "result.v: expected a string, received the number 5"],
    ["collisions", "checks2", { v: "5" }, "result.v: expected a number, received a string"],
  ])("%s: %s is refused as %j", async (name, tool, value, problem) => {
    const client = await connected(name, { [tool]: value }, mode);
    const error = await client[methodOf(tool)]?.({}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResultError);
    expect((error as ResultError).message).toBe(`The server's result does not fit its output schema:\n- ${problem}`);
    expect((error as ResultError).result.structuredContent).toBeDefined();
    await client.close();
  });
});

const methodOf = (tool: string): string =>
  tool === "__proto__" ? "proto" : tool.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

describe("errors", () => {
  it("a tool's failure is thrown with its result, an error reply as it is", async () => {
    const connect = await importClient(join(folder, "many/expected/client.ts"));
    const fail = (name: string, result: () => ReturnType<typeof rawResult>): Server =>
      defineServer({
        name: "failing",
        version: "1",
        tools: [defineTool({ name, description: "", inputSchema: { type: "object" }, handle: async () => result() })],
      });
    const failed = await connect(
      fail("tool_001", () => rawResult({ content: [{ type: "text", text: "No." }], isError: true })),
      {},
    );
    const error = await failed.tool001?.({}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ message: "No.", result: { isError: true } });
    await failed.close();
    const refused = await connect(
      fail("tool_001", () => {
        throw new McpError(-32602, "Never.");
      }),
      {},
    );
    await expect(refused.tool001?.({})).rejects.toMatchObject({ code: -32602, message: "Never." });
    await refused.close();
  });
});

describe("prompts and resources", () => {
  it.each(["legacy", "modern"] as const)("are reached over %s HTTP", async (mode) => {
    const heard: Heard[] = [];
    const http = await serveHttp(serverOf(described(listIn("offers")), heard), { port: 0 });
    const connect = await importClient(join(folder, "offers/expected/client.ts"));
    const client = await connect(new URL(http.url), { mode });
    expect(await client.prompts.planTrip?.({ city: "Rome", tone: undefined })).toMatchObject({ messages: [{ role: "user" }] });
    expect(heard).toEqual([{ name: "plan-trip", args: { city: "Rome" } }]);
    const addressOf = async (method: string, args?: unknown): Promise<unknown> => {
      const read = (await client.resources[method]?.(args)) as { contents: { uri: string }[] } | undefined;
      return read?.contents[0]?.uri;
    };
    expect(await addressOf("readme")).toBe("test://other/readme");
    expect(await addressOf("readme2")).toBe("test://readme");
    expect(await addressOf("then2")).toBe("test://then");
    expect(await addressOf("order", { id: "a/b", page: "2" })).toBe("shop://orders/a%2Fb?page=2");
    expect(await addressOf("search")).toBe("shop://search");
    expect(await addressOf("exploded", "shop://list/a/b")).toBe("shop://list/a/b");
    await client.close();
    await http.close();
  });
});
