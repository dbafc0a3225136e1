/** What a server has besides questions, on either generation of the official SDK: `--sdk v1 | v2`, `--http` or stdio. */

import { randomUUID } from "node:crypto";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { completable as completable1 } from "@modelcontextprotocol/sdk/server/completable.js";
import { McpServer as McpServer1, ResourceTemplate as Template1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { SubscribeRequestSchema, UnsubscribeRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import {
  completable as completable2,
  createMcpHandler,
  McpServer as McpServer2,
  ResourceTemplate as Template2,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import { bodyOf, listen, sessions, text, wantsHttp } from "./parts.mjs";

const isFirst = process.argv[process.argv.indexOf("--sdk") + 1] === "v1";
const tones = ["kind", "keen", "cross"];
const startsWith = (value) => tones.filter((tone) => tone.startsWith(value ?? ""));

/** @param changed - publishes a change of the tools, or of one resource. */
function register(server, { completable, Template, changed }) {
  server.registerTool("work", { description: "Tells of progress and logs.", inputSchema: z.object({}) }, async (_args, ctx) => {
    const progressToken = isFirst ? ctx._meta?.progressToken : ctx.mcpReq._meta?.progressToken;
    const notify = (method, params) =>
      isFirst ? ctx.sendNotification({ method, params }) : ctx.mcpReq.notify({ method, params });
    if (progressToken !== undefined) await notify("notifications/progress", { progressToken, progress: 1, total: 2 });
    if (isFirst) await server.server.sendLoggingMessage({ level: "warning", data: "careful" }, ctx.sessionId);
    else await ctx.mcpReq.log("warning", "careful");
    return text("worked");
  });
  server.registerTool("change", { description: "Publishes changes.", inputSchema: z.object({}) }, async () => {
    await changed(server);
    return text("changed");
  });
  server.registerPrompt(
    "greeting",
    {
      description: "Greets.",
      argsSchema: isFirst
        ? { tone: completable(z.string(), startsWith) }
        : z.object({ tone: completable(z.string(), startsWith) }),
    },
    ({ tone }) => ({ messages: [{ role: "user", content: { type: "text", text: `Be ${tone}.` } }] }),
  );
  server.registerResource("readme", "file:///readme", { mimeType: "text/plain" }, async (uri) => ({
    contents: [{ uri: uri.href, text: "Read me." }],
  }));
  server.registerResource(
    "note",
    new Template("note:///{tone}", { list: undefined, complete: { tone: startsWith } }),
    { mimeType: "text/plain" },
    async (uri, { tone }) => ({ contents: [{ uri: uri.href, text: `A ${tone} note.` }] }),
  );
}

function build1() {
  const server = new McpServer1(
    { name: "features-1", version: "1" },
    { capabilities: { logging: {}, resources: { subscribe: true, listChanged: true }, tools: { listChanged: true } } },
  );
  const subscribed = new Set();
  server.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  const changed = async () => {
    await server.server.sendToolListChanged();
    for (const uri of subscribed) await server.server.sendResourceUpdated({ uri });
  };
  register(server, { completable: completable1, Template: Template1, changed });
  return server;
}

let notify;

function build2() {
  const server = new McpServer2(
    { name: "features-2", version: "1" },
    { capabilities: { logging: {}, resources: { subscribe: true, listChanged: true }, tools: { listChanged: true } } },
  );
  const changed = async () => {
    if (notify === undefined) {
      await server.server.sendToolListChanged();
      await server.server.sendResourceUpdated({ uri: "file:///readme" });
    } else {
      notify.toolsChanged();
      notify.resourceUpdated("file:///readme");
    }
  };
  register(server, { completable: completable2, Template: Template2, changed });
  return server;
}

if (isFirst && wantsHttp) {
  const open = sessions(async (opened) => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, onsessioninitialized: opened });
    await build1().connect(transport);
    return transport;
  });
  listen(async (request, response) => open(request, response, await bodyOf(request)));
} else if (isFirst) await build1().connect(new StdioServerTransport());
else if (wantsHttp) {
  const handler = createMcpHandler(build2, { legacy: "reject" });
  notify = handler.notify;
  const serve = toNodeHandler(handler);
  listen((request, response) => serve(request, response));
} else serveStdio(build2, { legacy: "reject" });
