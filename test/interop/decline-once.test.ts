/**
 * A user who says no. The official SDK's documented pattern (its guide on `input_required`: read `acceptedContent`, ask while
 * it is missing) cannot tell a decline from a first visit and asks until a cap ends it; the same tool on this runtime asks once.
 */

import { toFetchHandler } from "@mcp-gen/runtime/server";
import { Client, type FetchLike, SdkError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  acceptedContent,
  type CallToolResult,
  createMcpHandler,
  InMemoryTransport,
  type InputRequiredResult,
  inputRequired,
  McpServer,
} from "@modelcontextprotocol/server";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { server as observatory } from "../../fixtures/projects/observatory/src/mcp/server.js";

const openAck = z.object({ really: z.boolean().meta({ title: "Really" }) });

/** `open_strict` of the observatory, written as the guide writes `deploy`. */
function documented(): McpServer {
  const server = new McpServer({ name: "documented", version: "1.0.0" });
  server.registerTool(
    "open_strict",
    { description: "Open a locker, or fail.", inputSchema: z.object({ code: z.string() }) },
    async ({ code }, ctx): Promise<CallToolResult | InputRequiredResult> => {
      const ack = acceptedContent(ctx.mcpReq.inputResponses, "ack", openAck);
      if (ack?.really !== true) {
        return inputRequired({
          inputRequests: { ack: inputRequired.elicit({ message: `Open locker ${code}?`, requestedSchema: openAck }) },
        });
      }
      return { content: [{ type: "text", text: `opened ${code}: ${ack.really}` }] };
    },
  );
  return server;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Action = "decline" | "cancel";

/** The official client, whose user gives the same answer to every question. */
function unwilling(era: "legacy" | "modern", action: Action): { client: Client; asked: string[] } {
  const asked: string[] = [];
  const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client(
    { name: "unwilling", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    asked.push(params.message);
    return { action };
  });
  closing.push(() => client.close());
  return { client, asked };
}

const over = (fetch: FetchLike): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch });

async function toDocumented(era: "legacy" | "modern", client: Client): Promise<void> {
  if (era === "modern") {
    const handler = createMcpHandler(documented);
    return client.connect(over((url, init) => handler.fetch(new Request(url, init))));
  }
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = documented();
  await server.connect(theirs);
  closing.push(() => server.close());
  return client.connect(ours);
}

async function toOurs(client: Client): Promise<void> {
  const handler = toFetchHandler(observatory);
  closing.push(() => handler.close());
  return client.connect(over((url, init) => handler(new Request(url, init))));
}

const text = (result: CallToolResult): string => result.content.map((block) => (block.type === "text" ? block.text : "")).join();

describe.each<["legacy" | "modern", Action, number]>([
  ["modern", "decline", 10],
  ["modern", "cancel", 10],
  ["legacy", "decline", 8],
  ["legacy", "cancel", 8],
])("%s, a user who answers with %s", (era, action, cap) => {
  test(`is asked ${cap} times by the documented pattern, until the cap`, async () => {
    const { client, asked } = unwilling(era, action);
    await toDocumented(era, client);
    const call = client.callTool({ name: "open_strict", arguments: { code: "B7" } });
    if (era === "modern") {
      // The client gives up.
      const thrown: unknown = await call.catch((reason: unknown) => reason);
      expect(thrown).toBeInstanceOf(SdkError);
      expect(String(thrown)).toContain(`still required input after ${cap} rounds`);
    } else {
      // The server's own shim asks in the client's place, and gives up.
      const result = await call;
      expect(result.isError).toBe(true);
      expect(text(result)).toContain(`still required input after ${cap} rounds`);
    }
    expect(asked).toEqual(Array.from({ length: cap }, () => "Open locker B7?"));
  });

  test("is asked once by a resolver, and the tool does not run", async () => {
    const { client, asked } = unwilling(era, action);
    await toOurs(client);
    const result = await client.callTool({ name: "open_strict", arguments: { code: "B7" } });
    expect([result.isError, text(result)]).toEqual([
      true,
      `open_strict did not run: the question 'ack' was ${action === "decline" ? "declined" : "cancelled"}.`,
    ]);
    expect(asked).toEqual(["Open locker B7?"]);
  });

  test("is asked once by a resolver whose whole outcome the tool takes", async () => {
    const { client, asked } = unwilling(era, action);
    await toOurs(client);
    const result = await client.callTool({ name: "open_locker", arguments: { code: "B7" } });
    expect([result.isError, text(result)]).toEqual([undefined, `user said ${action}`]);
    expect(asked).toEqual(["Open locker B7?"]);
  });
});
