/**
 * The official clients list and call everything on the everything server, over HTTP and stdio. They check every message against
 * their own schemas, so what comes through has the right form; questions are answered as their forms demand.
 */

import { fileURLToPath } from "node:url";
import { type HttpServing, serveHttp } from "@mcp-gen/runtime/node";
import { Client as V2Client, StreamableHTTPClientTransport as V2Http } from "@modelcontextprotocol/client";
import { StdioClientTransport as V2Stdio } from "@modelcontextprotocol/client/stdio";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as V1Stdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as V1Http } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { server } from "../../fixtures/projects/everything/src/mcp/server.js";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const command = {
  command: process.execPath,
  args: [at("bin/mcp-gen.js"), "serve", "--stdio", "--project", at("fixtures/projects/everything")],
  stderr: "ignore" as const,
};
const info = { name: "interop", version: "1" };
const capabilities = { capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} } };
const quiet = { warn: () => {}, error: () => {} };

/** A form's fields, each with a value that it takes. */
function answer(params: object): { action: "accept"; content: Record<string, string | number | boolean | string[]> } {
  const { properties } = (params as { requestedSchema: { properties: Record<string, Record<string, unknown>> } }).requestedSchema;
  const value = ({ type, enum: choices, oneOf, items }: Record<string, unknown>): string | number | boolean | string[] => {
    if (type === "array") return [];
    if (type === "boolean") return true;
    if (type === "integer" || type === "number") return 3;
    const [first] = (choices ?? (oneOf as { const: string }[] | undefined)?.map((each) => each.const) ?? []) as string[];
    return first ?? `answered ${String(items ?? "")}`.trim();
  };
  return {
    action: "accept",
    content: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, value(schema)])),
  };
}
const said = { role: "assistant" as const, model: "none", content: { type: "text" as const, text: "Paris" } };
const roots = { roots: [{ uri: "file:///srv", name: "srv" }] };

const argumentsOf: Readonly<Record<string, Record<string, unknown>>> = {
  test_sampling: { prompt: "Capital?" },
  test_elicitation: { message: "What now?" },
  test_x_mcp_header: { region: "eu" },
  json_schema_2020_12_tool: { name: "Ada", contactMethod: "phone", phone: "1" },
};
const promptArguments: Readonly<Record<string, Record<string, string>>> = {
  test_prompt_with_arguments: { arg1: "one", arg2: "two" },
  test_prompt_with_embedded_resource: { resourceUri: "test://embedded" },
};

/** What the clients of both generations have in common here. */
type Common = Pick<V2Client, "listTools" | "listPrompts" | "getPrompt" | "listResources" | "listResourceTemplates"> &
  Pick<V2Client, "readResource" | "complete"> & {
    callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  };

async function useEverything(client: Common): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThanOrEqual(28);
  const texts = new Map<string, string>();
  for (const { name } of tools) {
    const result = (await client.callTool({ name, arguments: argumentsOf[name] ?? {} })) as {
      isError?: boolean;
      content: { type: string; text?: string }[];
    };
    expect(result.content.length, name).toBeGreaterThan(0);
    expect(result.isError ?? false, `${name}: ${JSON.stringify(result)}`).toBe(name === "test_error_handling");
    texts.set(name, result.content.map(({ type, text }) => text ?? type).join("\n"));
  }
  expect(texts.get("test_input_required_result_multiple_inputs")).toContain("answered: ");
  expect(texts.get("test_input_required_result_multi_round")).toBe("answered likes answered.");
  expect(texts.get("test_sampling")).toContain("Paris");
  expect(texts.get("test_multiple_content_types")).toBe("Multiple content types test:\nimage\nresource");
  expect(texts.get("json_schema_2020_12_tool")).toContain('"phone":"1"');

  const { prompts } = await client.listPrompts();
  expect(prompts).toHaveLength(5);
  for (const { name } of prompts) {
    const { messages } = await client.getPrompt({ name, arguments: promptArguments[name] ?? {} });
    expect(messages.length, name).toBeGreaterThan(0);
  }
  const { resources } = await client.listResources();
  expect(resources).toHaveLength(3);
  for (const { uri } of resources) expect((await client.readResource({ uri })).contents[0]?.uri).toBe(uri);
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  const uri = "test://template/a%20b/data";
  expect((await client.readResource({ uri })).contents[0]).toMatchObject({
    uri,
    text: '{"id":"a b","templateTest":true,"data":"Data for ID: a b"}',
  });
  const ref = { type: "ref/prompt" as const, name: "test_prompt_with_arguments" };
  const { completion } = await client.complete({ ref, argument: { name: "arg1", value: "test" } });
  expect(completion.values).toEqual(["test", "testament", "testing"]);
}

describe.each(["http", "stdio"] as const)("everything over %s", (transport) => {
  let http: HttpServing | undefined;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    if (transport === "http") http = await serveHttp(server, { port: 0, log: quiet });
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  afterAll(() => http?.close());

  test.each([{ pin: "2026-07-28" }, "legacy"] as const)("the second generation, %j", async (mode) => {
    const client = new V2Client(info, { ...capabilities, versionNegotiation: { mode } });
    client.setRequestHandler("elicitation/create", async ({ params }) => answer(params));
    client.setRequestHandler("sampling/createMessage", async () => said);
    client.setRequestHandler("roots/list", async () => roots);
    await client.connect(http === undefined ? new V2Stdio(command) : new V2Http(new URL(http.url)));
    closing.push(() => client.close());
    await useEverything(client);
  });

  test("the first generation", async () => {
    const client = new V1Client(info, capabilities);
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => answer(params));
    client.setRequestHandler(CreateMessageRequestSchema, async () => said);
    client.setRequestHandler(ListRootsRequestSchema, async () => roots);
    await client.connect((http === undefined ? new V1Stdio(command) : new V1Http(new URL(http.url))) as Transport);
    closing.push(() => client.close());
    await useEverything(client as unknown as Common);
  });
});
