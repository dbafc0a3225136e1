/** The transport of 2024-11-05, which our client takes where a server has no other (specification: "HTTP+SSE Transport"). */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ConnectOptions, connect } from "@mcp-gen/runtime/client";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { text } from "../runtime/matrix.js";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listening(handle: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<URL> {
  const http: Server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    http.close();
    http.closeAllConnections();
  });
  return new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/sse`);
}

function build(): McpServer {
  const server = new McpServer({ name: "oldest", version: "1" }, { capabilities: { logging: {} } });
  server.registerTool("greet", { inputSchema: { name: z.string() } }, ({ name }) => ({
    content: [{ type: "text", text: `Hello, ${name}!` }],
  }));
  server.registerTool("ask", {}, async () => {
    const properties = { ok: { type: "boolean" as const } };
    const { action, content } = await server.server.elicitInput({
      message: "Sure?",
      requestedSchema: { type: "object", properties },
    });
    return { content: [{ type: "text", text: `${action} ${content?.ok}` }] };
  });
  server.registerTool("count", {}, async (extra) => {
    const progressToken = extra._meta?.progressToken ?? "none";
    await extra.sendNotification({ method: "notifications/progress", params: { progressToken, progress: 1, total: 2 } });
    await server.server.sendLoggingMessage({ level: "info", data: "counting" });
    return { content: [{ type: "text", text: "counted" }] };
  });
  server.registerTool("never", {}, () => new Promise(() => {}));
  return server;
}

/** The official server, as its own examples mount it; `told` has the methods of all requests. */
async function official(): Promise<{ url: URL; told: string[]; open: Map<string, SSEServerTransport> }> {
  const open = new Map<string, SSEServerTransport>();
  const told: string[] = [];
  const url = await listening(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    told.push(`${request.method} ${pathname}`);
    if (request.method === "GET" && pathname === "/sse") {
      const transport = new SSEServerTransport("/messages", response);
      open.set(transport.sessionId, transport);
      response.on("close", () => open.delete(transport.sessionId));
      await build().connect(transport);
    } else if (request.method === "POST" && pathname === "/messages") {
      const transport = open.get(searchParams.get("sessionId") ?? "");
      if (transport === undefined) response.writeHead(404).end("No such session");
      else await transport.handlePostMessage(request, response);
    } else response.writeHead(405).end("Method Not Allowed");
  });
  return { url, told, open };
}

describe.each(["auto", "legacy", "2025-06-18"] as const)("the official server, %s", (mode) => {
  test("calls, questions, progress and log messages travel", async () => {
    const { url, told, open } = await official();
    const heard: unknown[] = [];
    const faults: unknown[] = [];
    const client = await connect(url, {
      mode,
      elicitation: () => ({ action: "accept", content: { ok: true } }),
      log: ({ data }) => heard.push(data),
      onMessage: (message) => message.kind === "fault" && faults.push(message.reason),
    });
    expect([client.era, client.serverInfo?.name]).toEqual(["legacy", "oldest"]);
    expect(text(await client.callTool("greet", { name: "Ann" }))).toBe("Hello, Ann!");
    expect(text(await client.callTool("ask"))).toBe("accept true");
    const parallel = await Promise.all([1, 2, 3].map((n) => client.callTool("greet", { name: String(n) })));
    expect(parallel.map(text)).toEqual(["Hello, 1!", "Hello, 2!", "Hello, 3!"]);
    await client.callTool("count", {}, { onProgress: ({ progress }) => heard.push(progress) });
    expect(heard).toEqual([1, "counting"]);
    expect(faults).toEqual([]);
    expect(told.filter((one) => one.endsWith("/sse"))).toEqual(
      mode === "auto" ? ["POST /sse", "POST /sse", "GET /sse"] : ["POST /sse", "GET /sse"],
    );
    await client.close();
    await expect.poll(() => open.size).toBe(0);
  });
});

test("a stream that ends is the end of its client; nothing is sent again, and a new connection works", async () => {
  const { url, told, open } = await official();
  const client = await connect(url, { mode: "legacy" });
  const waiting = client.callTool("never");
  waiting.catch(() => {});
  await expect.poll(() => told.filter((one) => one === "POST /messages").length).toBe(3);
  for (const transport of open.values()) await transport.close();
  await expect(waiting).rejects.toThrow("The server's event stream ended.");
  await expect(client.callTool("greet", { name: "Ann" })).rejects.toThrow("The server's event stream ended.");
  expect(told.filter((one) => one === "POST /messages")).toHaveLength(3);
  await client.close();
  const next = await connect(url, { mode: "legacy" });
  expect(text(await next.callTool("greet", { name: "Ann" }))).toBe("Hello, Ann!");
  await next.close();
});

test("a call that is given up is told to the server", async () => {
  const { url } = await official();
  const client = await connect(url, { mode: "legacy" });
  await expect(client.callTool("never", {}, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: "TimeoutError" });
  expect(text(await client.callTool("greet", { name: "Ann" }))).toBe("Hello, Ann!");
  await client.close();
});

describe("bad servers", () => {
  /** Refuses POSTs at its address as told, opens a stream of these texts, and takes POSTs elsewhere. */
  async function bad(
    events: readonly string[] | number,
    post: (response: ServerResponse) => void = (response) => response.writeHead(202).end(),
  ) {
    const told: string[] = [];
    const url = await listening((request, response) => {
      told.push(`${request.method} ${request.url}`);
      request.resume();
      if (request.method === "POST" && request.url === "/sse") response.writeHead(400).end("tenant is suspended");
      else if (request.method === "POST") post(response);
      else if (typeof events === "number") response.writeHead(events).end("no stream");
      else {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const one of events) response.write(one);
      }
    });
    return { url, told };
  }
  const legacy: ConnectOptions = { mode: "legacy", timeoutMs: 500 };

  test("an endpoint on another origin is refused, and nothing is sent there", async () => {
    const elsewhere: string[] = [];
    const other = await listening((request, response) => {
      elsewhere.push(request.method ?? "");
      response.writeHead(202).end();
    });
    const { url } = await bad([`event: endpoint\ndata: ${other.href}\n\n`]);
    await expect(connect(url, { ...legacy, headers: { authorization: "Bearer secret" } })).rejects.toThrow(
      `HTTP 400: tenant is suspended (The server's endpoint is on another origin, ${other.origin}.)`,
    );
    expect(elsewhere).toEqual([]);
  });

  test.each([405, 404, 401])("no stream either (%i): the first refusal is told", async (status) => {
    const { url, told } = await bad(status);
    await expect(connect(url, legacy)).rejects.toMatchObject({ name: "HttpError", status: 400, body: "tenant is suspended" });
    expect(told).toEqual(["POST /sse", "GET /sse"]);
  });

  test("a stream that ends before it names an endpoint, and one whose endpoint is no address", async () => {
    const ended = await listening((request, response) => {
      if (request.method === "POST") response.writeHead(404).end();
      else response.writeHead(200, { "content-type": "text/event-stream" }).end("data: {}\n\n");
    });
    await expect(connect(ended, legacy)).rejects.toThrow("HTTP 404 (The event stream ended before it named an endpoint.)");
    const { url } = await bad(["event: endpoint\ndata: http://[broken\n\n"]);
    await expect(connect(url, legacy)).rejects.toThrow("HTTP 400: tenant is suspended (The event stream ended");
  });

  test("a POST that is refused fails its own request", async () => {
    const { url } = await bad(["event: endpoint\ndata: /messages\n\n"], (response) => response.writeHead(503).end("busy"));
    await expect(connect(url, legacy)).rejects.toThrow("a message could not be sent: The server answered with HTTP 503: busy");
  });

  test("a server that never answers runs into the time-out, and giving up leaves nothing open", async () => {
    const { url } = await bad(["event: endpoint\ndata: /messages\n\n"]);
    await expect(connect(url, legacy)).rejects.toMatchObject({ name: "TimeoutError" });
    const silent = await bad([": nothing yet\n\n"]);
    await expect(connect(silent.url, { mode: "legacy", signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });

  test("refused credentials and modern errors lead to no other transport", async () => {
    for (const [status, body] of [
      [401, ""],
      [403, ""],
      [500, "broken"],
      [
        400,
        JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32022, message: "no", data: { supported: ["2026-07-28"] } } }),
      ],
    ] as const) {
      const told: string[] = [];
      const url = await listening((request, response) => {
        told.push(request.method ?? "");
        response.writeHead(status, { "content-type": "application/json" }).end(body);
      });
      await expect(connect(url, legacy)).rejects.toMatchObject({ name: "HttpError", status });
      expect(told).toEqual(["POST"]);
    }
  });
});
