/** The official clients use everything that a server offers besides tools: listed, read, completed, told of progress and changes. */

import { fileURLToPath } from "node:url";
import { type HttpServing, serveHttp } from "@mcp-gen/runtime/node";
import { Client as V2Client, StreamableHTTPClientTransport as V2Http } from "@modelcontextprotocol/client";
import { StdioClientTransport as V2Stdio } from "@modelcontextprotocol/client/stdio";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as V1Stdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as V1Http } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, test } from "vitest";
import { makeServer } from "../runtime/offers-server.mjs";

const script = fileURLToPath(new URL("../runtime/offers-stdio.mjs", import.meta.url));
const command = { command: process.execPath, args: [script], stderr: "ignore" as const };
const info = { name: "interop", version: "1" };
const capabilities = { capabilities: { elicitation: { form: {} } } };
const kit = { action: "accept" as const, content: { handle: "kit" } };
const greet = { type: "ref/prompt" as const, name: "greet" };
const quiet = { warn: () => {}, error: () => {} };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function http(): Promise<HttpServing> {
  const serving = await serveHttp(makeServer(), { port: 0, log: quiet });
  closing.push(() => serving.close());
  return serving;
}

/** What the clients of both generations have in common here. */
type Common = Pick<
  V2Client,
  "listPrompts" | "getPrompt" | "listResources" | "listResourceTemplates" | "readResource" | "complete"
> & {
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
};

async function useEverything(client: Common): Promise<void> {
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("greet");
  const { messages } = await client.getPrompt({ name: "greet", arguments: { name: "Ada" } });
  expect(messages[0]?.content).toEqual({ type: "text", text: "Greet Ada in a kind tone." });
  expect((await client.getPrompt({ name: "scene" })).messages).toHaveLength(5);
  expect((await client.getPrompt({ name: "ask" })).messages[0]?.content).toMatchObject({ text: "for kit" });
  expect((await client.getPrompt({ name: "hold" })).messages[0]?.content).toMatchObject({ text: "held for kit" });
  await expect(client.getPrompt({ name: "greet" })).rejects.toThrow("name: missing, expected a string");
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain("note://one");
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
  expect((await client.readResource({ uri: "note://bytes" })).contents[0]).toMatchObject({ blob: "aGk=" });
  expect((await client.readResource({ uri: "shelf://a/b" })).contents[0]).toMatchObject({ text: "a:b" });
  expect((await client.readResource({ uri: "note://by_hand" })).contents[0]).toMatchObject({ text: "kit after one" });
  await expect(client.readResource({ uri: "note://none" })).rejects.toThrow("Resource not found");
  const { completion } = await client.complete({ ref: greet, argument: { name: "tone", value: "k" } });
  expect(completion.values).toEqual(["kind", "Keen"]);
}

/** Slow ones: these clients drop progress that is read from a pipe in one piece with its reply. */
const steps = [1, 2, 3];

describe.each(["http", "stdio"] as const)("over %s", (transport) => {
  test("the second generation, modern", async () => {
    const client = new V2Client(info, { ...capabilities, versionNegotiation: { mode: { pin: "2026-07-28" } } });
    client.setRequestHandler("elicitation/create", async () => kit);
    const heard: string[] = [];
    client.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("tools"));
    client.setNotificationHandler("notifications/prompts/list_changed", () => void heard.push("prompts"));
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
    const serving = transport === "http" ? await http() : undefined;
    await client.connect(serving === undefined ? new V2Stdio(command) : new V2Http(new URL(serving.url)));
    closing.push(() => client.close());
    await useEverything(client);
    const progress: number[] = [];
    await client.callTool({ name: "slow_steps" }, { onprogress: (step) => void progress.push(step.progress) });
    expect(progress).toEqual(steps);
    const first = await client.listen({ toolsListChanged: true, resourceSubscriptions: ["note://one", "note://none"] });
    expect(first.honoredFilter).toEqual({ toolsListChanged: true, resourceSubscriptions: ["note://one"] });
    const second = await client.listen({ promptsListChanged: true });
    await client.callTool({ name: "announce", arguments: { list: "tools" } });
    await client.callTool({ name: "touch", arguments: { uri: "note://one" } });
    await client.callTool({ name: "announce", arguments: { list: "resources" } });
    await client.callTool({ name: "availability", arguments: { list: "prompts", key: "greet", available: false } });
    await expect.poll(() => [...heard].sort()).toEqual(["note://one", "prompts", "tools"]);
    await second.close();
    expect(await second.closed).toBe("local");
    if (serving === undefined) return;
    await serving.close();
    expect(await first.closed).toBe("graceful");
  });

  test("the second generation, legacy", async () => {
    const client = new V2Client(info, { ...capabilities, versionNegotiation: { mode: "legacy" } });
    client.setRequestHandler("elicitation/create", async () => kit);
    const heard: unknown[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
    client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params.level));
    const serving = transport === "http" ? await http() : undefined;
    await client.connect(serving === undefined ? new V2Stdio(command) : new V2Http(new URL(serving.url)));
    closing.push(() => client.close());
    await useEverything(client);
    await client.setLoggingLevel("alert");
    await client.callTool({ name: "log_all" });
    expect(heard).toEqual(["alert", "emergency"]);
    await client.subscribeResource({ uri: "note://one" });
    await client.callTool({ name: "touch", arguments: { uri: "note://one" } });
    await expect.poll(() => heard).toEqual(["alert", "emergency", "note://one"]);
    await client.unsubscribeResource({ uri: "note://one" });
  });

  test("the first generation", async () => {
    const client = new V1Client(info, capabilities);
    client.setRequestHandler(ElicitRequestSchema, async () => kit);
    const heard: unknown[] = [];
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void heard.push("resources"));
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void heard.push(params.level));
    const serving = transport === "http" ? await http() : undefined;
    await client.connect((serving === undefined ? new V1Stdio(command) : new V1Http(new URL(serving.url))) as Transport);
    closing.push(() => client.close());
    await useEverything(client as unknown as Common);
    const progress: number[] = [];
    await client.callTool({ name: "slow_steps" }, undefined, { onprogress: (step) => void progress.push(step.progress) });
    expect(progress).toEqual(steps);
    await client.setLoggingLevel("emergency");
    await client.callTool({ name: "log_all" });
    await client.subscribeResource({ uri: "note://one" });
    await client.callTool({ name: "touch", arguments: { uri: "note://one" } });
    await client.callTool({ name: "availability", arguments: { list: "resources", key: "note://bytes", available: false } });
    await expect.poll(() => heard).toEqual(["emergency", "note://one", "resources"]);
  });
});
