/** Our client and what official servers have besides questions: prompts, resources, completions, progress, logs, changes. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Change, type Client, type ConnectTarget, connect, type LogMessage, type Progress } from "@mcp-gen/runtime/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const script = fileURLToPath(new URL("servers/features.mjs", import.meta.url));

async function start(sdk: string, transport: string): Promise<{ target: ConnectTarget; stop(): void }> {
  if (transport === "stdio") return { target: { command: process.execPath, args: [script, "--sdk", sdk] }, stop: () => {} };
  const child = spawn(process.execPath, [script, "--sdk", sdk, "--http"], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("close", (code) => reject(new Error(`the server ended with ${code} before it listened`)));
  });
  return { target: new URL(url), stop: () => void child.kill() };
}

const cells = [
  { sdk: "v1", transport: "http", era: "legacy" },
  { sdk: "v1", transport: "stdio", era: "legacy" },
  { sdk: "v2", transport: "http", era: "modern" },
  { sdk: "v2", transport: "stdio", era: "modern" },
] as const;

describe.each(cells)("an official $sdk server over $transport", ({ sdk, transport, era }) => {
  let client: Client;
  let stop = (): void => {};
  const logged: LogMessage[] = [];

  beforeAll(async () => {
    const started = await start(sdk, transport);
    stop = started.stop;
    client = await connect(started.target, { logLevel: "info", log: (message) => logged.push(message) });
  });
  afterAll(async () => {
    await client?.close();
    stop();
  });

  test("is of its era and answers a ping", async () => {
    expect(client.era).toBe(era);
    await client.ping();
  });

  test("prompts are listed and filled in", async () => {
    expect(await client.listPrompts()).toMatchObject([{ name: "greeting", arguments: [{ name: "tone", required: true }] }]);
    const prompt = await client.getPrompt("greeting", { tone: "kind" });
    expect(prompt.messages).toEqual([{ role: "user", content: { type: "text", text: "Be kind." } }]);
    await expect(client.getPrompt("nothing")).rejects.toMatchObject({ code: -32602 });
  });

  test("resources and templates are listed and read", async () => {
    expect(await client.listResources()).toMatchObject([{ name: "readme", uri: "file:///readme", mimeType: "text/plain" }]);
    expect(await client.listResourceTemplates()).toMatchObject([{ name: "note", uriTemplate: "note:///{tone}" }]);
    expect((await client.readResource("file:///readme")).contents).toEqual([{ uri: "file:///readme", text: "Read me." }]);
    expect((await client.readResource("note:///cross")).contents).toEqual([{ uri: "note:///cross", text: "A cross note." }]);
    await expect(client.readResource("file:///nothing")).rejects.toMatchObject({ name: "McpError" });
  });

  test("arguments are completed", async () => {
    const tone = { name: "tone", value: "k" };
    expect(await client.complete({ prompt: "greeting" }, tone)).toMatchObject({ values: ["kind", "keen"] });
    expect(await client.complete({ uriTemplate: "note:///{tone}" }, tone)).toMatchObject({ values: ["kind", "keen"] });
  });

  test("progress and logs are told", async () => {
    logged.length = 0;
    const progress: Progress[] = [];
    await client.callTool("work", {}, { onProgress: (one) => progress.push(one) });
    expect(progress).toEqual([{ progress: 1, total: 2 }]);
    await expect.poll(() => logged).toMatchObject([{ level: "warning", data: "careful" }]);
    await client.setLogLevel("error");
    await client.callTool("work");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(logged).toHaveLength(1);
  });

  test("changes are told as long as somebody wants to hear of them", async () => {
    const heard: Change[] = [];
    const filter = { toolsListChanged: true, resourceSubscriptions: ["file:///readme"] };
    const subscription = await client.subscribe(filter, (change) => heard.push(change));
    expect(subscription.granted).toEqual(filter);
    await client.callTool("change");
    await expect.poll(() => heard).toEqual([{ list: "tools" }, { uri: "file:///readme" }]);
    await subscription.close();
    await client.callTool("change");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toHaveLength(2);
  });
});
