// The official SDK over node:http, both generations on one path: sessions for legacy clients, a handler for modern requests,
// its own guards for Host and Origin.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { officialServer } from "./tools.mjs";

const sessions = new Map();
const modern = createMcpHandler(officialServer, { legacy: "reject" });
const guards = [localhostHostValidation(), localhostOriginValidation()];

async function opened(request, options) {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.set(id, transport),
  });
  transport.onclose = () => sessions.delete(transport.sessionId);
  await officialServer().connect(transport);
  return transport.handleRequest(request, options);
}

const handler = toNodeHandler({
  fetch(request, options) {
    const session = request.headers.get("mcp-session-id");
    if (session !== null) return sessions.get(session)?.handleRequest(request, options) ?? new Response(null, { status: 404 });
    return options.parsedBody.method === "initialize" ? opened(request, options) : modern.fetch(request, options);
  },
});

const server = createServer((request, response) => {
  if (!guards.every((guard) => guard(request, response))) return;
  const pieces = [];
  request.on("data", (bytes) => pieces.push(bytes));
  request.on("end", () => void handler(request, response, JSON.parse(Buffer.concat(pieces))));
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), "127.0.0.1");
