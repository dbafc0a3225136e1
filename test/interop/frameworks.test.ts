/** Mounted in the frameworks that people use, with the body read in front or not: the same answers from all of them (case C03). */

import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve as honoServe } from "@hono/node-server";
import { connect } from "@mcp-gen/runtime/client";
import { toNodeHandler } from "@mcp-gen/runtime/node";
import { type HttpOptions, toFetchHandler } from "@mcp-gen/runtime/server";
import express5 from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterEach, describe, expect, test } from "vitest";
import { server } from "../../fixtures/projects/library/src/mcp/server.js";
import { handshake, modern, send } from "../runtime/raw-http.js";
import { openStream } from "../runtime/raw-stream.js";

const { default: express4 } = (await import("express4" as string)) as { default: typeof express5 };

const protectedResource = { resource: "https://mcp.example.com/mcp", authorizationServers: ["https://auth.example.com"] };
const wellKnown = "/.well-known/oauth-protected-resource/mcp";
const options: HttpOptions = { protectedResource, maxBodyBytes: 20_000, cors: { origins: ["https://app.example.com"] } };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listening(http: HttpServer): Promise<string> {
  if (!http.listening) await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

function nodeHandler() {
  const handler = toNodeHandler(server, options);
  closing.push(() => handler.close());
  return handler;
}

function fetchHandler() {
  const handler = toFetchHandler(server, options);
  closing.push(() => handler.close());
  return handler;
}

type Mount = () => Promise<string>;

function onExpress(express: typeof express5, ...parsers: (() => ReturnType<typeof express5.json>)[]): Mount {
  return async () => {
    const app = express();
    for (const parser of parsers) app.use(parser());
    const handler = nodeHandler();
    app.all(["/mcp", wellKnown], handler);
    return listening(createServer(app));
  };
}

const mounts: Record<string, Mount> = {
  "node:http": async () => {
    const handler = nodeHandler();
    return listening(
      createServer((request, response) => {
        if (request.url === "/mcp" || request.url === wellKnown) handler(request, response);
        else response.writeHead(404).end();
      }),
    );
  },
  "Express 5": onExpress(express5),
  "Express 5, body parsed": onExpress(express5, () => express5.json()),
  "Express 5, body as text": onExpress(express5, () => express5.text({ type: "*/*" })),
  "Express 5, body as bytes": onExpress(express5, () => express5.raw({ type: "*/*" })),
  "Express 5, below a path": async () => {
    const app = express5();
    const handler = nodeHandler();
    app.use("/mcp", handler);
    app.use(wellKnown, handler);
    return listening(createServer(app));
  },
  "Express 4": onExpress(express4),
  "Express 4, body parsed": onExpress(express4, () => express4.json()),
  "Express 4, a parser that leaves the body alone": onExpress(express4, () => express4.urlencoded({ extended: false })),
  "Fastify, body parsed": async () => {
    const app = fastify();
    const handler = nodeHandler();
    app.all("/mcp", (request, reply) => {
      reply.hijack();
      handler(request.raw, reply.raw, request.body);
    });
    app.get(wellKnown, (request, reply) => {
      reply.hijack();
      handler(request.raw, reply.raw);
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    closing.push(() => void app.close().catch(() => {}));
    return listening(app.server);
  },
  "Fastify, body as it comes": async () => {
    const app = fastify();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const handler = nodeHandler();
    for (const path of ["/mcp", wellKnown]) {
      app.all(path, (request, reply) => {
        reply.hijack();
        handler(request.raw, reply.raw);
      });
    }
    await app.listen({ port: 0, host: "127.0.0.1" });
    closing.push(() => void app.close().catch(() => {}));
    return listening(app.server);
  },
  Hono: async () => {
    const app = new Hono();
    const handler = fetchHandler();
    app.all("/mcp", (context) => handler(context.req.raw));
    app.all(wellKnown, (context) => handler(context.req.raw));
    return listening(honoServe({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as HttpServer);
  },
  "Hono, body parsed": async () => {
    const app = new Hono();
    const handler = fetchHandler();
    app.post("/mcp", async (context) => handler(context.req.raw, await context.req.json()));
    app.all("/mcp", (context) => handler(context.req.raw));
    app.all(wellKnown, (context) => handler(context.req.raw));
    return listening(honoServe({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as HttpServer);
  },
};

describe.each(Object.entries(mounts))("%s", (name, mount) => {
  test.each(["legacy", "modern"] as const)("a %s client lists, calls and is asked", async (mode) => {
    const origin = await mount();
    const client = await connect(new URL("/mcp", origin), {
      mode,
      elicitation: ({ mode: kind }) => (kind === "url" ? { action: "accept" } : { action: "decline" }),
    });
    expect((await client.listTools()).map((tool) => tool.name)).toContain("client_features");
    expect(await client.callTool("client_features")).not.toHaveProperty("isError");
    await client.close();
  });

  test("a stream comes piece by piece, and breaking it off does no harm", async () => {
    const url = `${await mount()}/mcp`;
    const session = await handshake(url);
    const stream = await openStream(url, undefined, session, "GET");
    const first = await stream.next(() => true);
    expect([stream.headers["content-type"], first.retry]).toEqual(["text/event-stream", "1000"]);
    stream.abort();
    expect((await send(url, { jsonrpc: "2.0", id: 1, method: "ping" }, session)).json.result).toEqual({});
    const bare = { ...session, "content-type": undefined }; // Fastify refuses the header where there is no body
    expect((await send(url, "", bare, "DELETE")).status).toBe(200);
    expect((await send(url, { jsonrpc: "2.0", id: 1, method: "ping" }, session)).status).toBe(404);
  });

  test("refusals, the preflight and the document about the resource are the same everywhere", async () => {
    const origin = await mount();
    const url = `${origin}/mcp`;
    expect((await modern(url, "tools/list", {}, { host: "evil.example.com" })).status).toBe(403);
    expect((await modern(url, "foo/bar")).status).toBe(404);
    expect((await send(origin + wellKnown, "", {}, "GET")).json.resource).toBe(protectedResource.resource);
    const asked = { origin: "https://app.example.com", "access-control-request-method": "POST" };
    expect((await send(url, "", { ...asked, "content-type": undefined }, "OPTIONS")).status).toBe(204);
    const text = await modern(
      url,
      "tools/call",
      { name: "日本 \u{1f363}" },
      { "mcp-name": `=?base64?${encoded("日本 \u{1f363}")}?=` },
    );
    expect(text.json.error.message).toBe("Unknown tool: 日本 \u{1f363}");
  });

  test("the limit holds where the body is read here", async () => {
    const url = `${await mount()}/mcp`;
    const big = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { filler: "x".repeat(50_000) } };
    const { status } = await send(url, big);
    const inFront = / (parsed|as text|as bytes)$/.test(name);
    expect(status).toBe(inFront ? 400 : 413);
  });
});

function encoded(text: string): string {
  return Buffer.from(text).toString("base64");
}
