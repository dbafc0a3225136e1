/** The official clients on our streams: they come back for results, hear of changes, and notice when a session is gone. */

import { serveHttp } from "@mcp-gen/runtime/node";
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { streamServer } from "../runtime/stream-tools.js";

let { server, gates } = streamServer();
const closing: (() => unknown)[] = [];
beforeEach(() => {
  ({ server, gates } = streamServer());
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Official {
  /** The text of a tool's result. */
  call(name: string, onprogress?: (progress: number) => void): Promise<string>;
  readonly changes: () => number;
}
const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? "";
const announcing = (onprogress?: (progress: number) => void) =>
  onprogress === undefined ? {} : { onprogress: ({ progress }: { progress: number }) => onprogress(progress) };

async function v1(url: URL): Promise<Official> {
  const client = new ClientV1({ name: "v1", version: "1" });
  let changes = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes += 1;
  });
  const transport = new TransportV1(url);
  await client.connect(transport as Transport);
  closing.push(() => client.close());
  return {
    call: async (name, onprogress) => textOf(await client.callTool({ name, arguments: {} }, undefined, announcing(onprogress))),
    changes: () => changes,
  };
}

async function v2(url: URL): Promise<Official> {
  const client = new ClientV2({ name: "v2", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  let changes = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    changes += 1;
  });
  await client.connect(new TransportV2(url));
  closing.push(() => client.close());
  return {
    call: async (name, onprogress) => textOf(await client.callTool({ name, arguments: {} }, announcing(onprogress))),
    changes: () => changes,
  };
}

async function serve(): Promise<URL> {
  const serving = await serveHttp(server, { port: 0, retryMs: 100 });
  closing.push(() => serving.close());
  return new URL(serving.url);
}

test.each([
  ["first", v1],
  ["second", v2],
] as const)("the %s generation comes back for the result of a call that let go", async (_name, connect) => {
  const client = await connect(await serve());
  const called = client.call("lets_go");
  await expect.poll(() => gates.has("lets_go")).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 250));
  gates.open("lets_go");
  expect(await called).toBe("back again");
});

test.each([
  ["first", v1],
  ["second", v2],
] as const)("the %s generation hears of changes and of progress", async (_name, connect) => {
  const client = await connect(await serve());
  await expect
    .poll(() => {
      server.listChanged("tools"); // until its stream is open
      return client.changes();
    })
    .toBeGreaterThan(0);
  const steps: number[] = [];
  const called = client.call("steps", (step) => void steps.push(step));
  for (const step of [1, 2, 3]) {
    await expect.poll(() => steps.at(-1)).toBe(step);
    gates.open(`step ${step}`);
  }
  expect(await called).toBe("walked");
  expect(steps).toEqual([1, 2, 3]);
});
