/** What the two servers on official SDKs share: their questions, and how they are started (`--http` or stdio, `--era`). */

import { createServer } from "node:http";

export const asksForName = {
  mode: "form",
  message: "Who are you?",
  requestedSchema: {
    type: "object",
    properties: {
      username: { type: "string", title: "Username", minLength: 3 },
      plan: { type: "string", title: "Plan", enum: ["free", "pro"] },
    },
    required: ["username"],
  },
};

export const registered = ({ action, content }) =>
  text(action === "accept" ? `registered ${content.username} (${content.plan ?? "free"})` : `registration: ${action}`);

export const asksForSignIn = { message: "Sign in to link the account.", url: "https://example.com/authorize" };

export const linked = ({ action }) => text(`link: ${action}`);

export const text = (words) => ({ content: [{ type: "text", text: words }] });

export const wantsHttp = process.argv.includes("--http");
export const era = process.argv[process.argv.indexOf("--era") + 1];

/** Listens on a free loopback port and says on which. */
export function listen(handle) {
  const http = createServer((request, response) => {
    handle(request, response).catch((error) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
}

export async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
}

/** One transport a session, as the SDKs' own examples do it. */
export function sessions(open) {
  const transports = new Map();
  return async (request, response, body) => {
    const id = request.headers["mcp-session-id"];
    const known = transports.get(id);
    if (known !== undefined) return known.handleRequest(request, response, body);
    if (id === undefined && body?.method === "initialize") {
      const transport = await open((session) => transports.set(session, transport));
      return transport.handleRequest(request, response, body);
    }
    const error =
      id === undefined ? { code: -32000, message: "Session ID required" } : { code: -32001, message: "Session not found" };
    response.writeHead(id === undefined ? 400 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", error, id: null }));
  };
}
