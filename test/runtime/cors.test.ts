/** Pages of other sites: what a browser asks first, and what it may read (case C13). */

import { defineServer, defineTool, textResult } from "@mcp-gen/runtime/generated/v1";
import { serveHttp } from "@mcp-gen/runtime/node";
import { type HttpOptions, toFetchHandler } from "@mcp-gen/runtime/server";
import { afterEach, expect, test } from "vitest";
import { modern, send } from "./raw-http.js";

const server = defineServer({
  name: "open",
  version: "1",
  tools: [
    defineTool({
      name: "hi",
      description: "Hi.",
      inputSchema: { type: "object", properties: {} },
      handle: async () => textResult("hi"),
    }),
  ],
});
const app = "https://app.example.com";
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(options: HttpOptions): Promise<string> {
  const serving = await serveHttp(server, { port: 0, ...options });
  closing.push(() => serving.close());
  return serving.url;
}

const asked =
  "content-type, authorization, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, mcp-param-region, last-event-id";
const preflight = (url: string, origin: string, method = "POST") =>
  send(
    url,
    "",
    { origin, "access-control-request-method": method, "access-control-request-headers": asked, "content-type": undefined },
    "OPTIONS",
  );
const allowing = (headers: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(headers).filter((name) => name.startsWith("access-control-allow"));
const list = (text: unknown): string[] => String(text).split(", ");

test("a preflight is answered before anybody is asked for credentials, and allows all that the protocol has", async () => {
  const url = await serve({ cors: { origins: [app] }, authenticate: () => undefined });
  for (const method of ["POST", "GET", "DELETE"]) {
    const reply = await preflight(url, app, method);
    expect([reply.status, reply.text]).toEqual([204, ""]);
    expect(reply.headers["access-control-allow-origin"]).toBe(app);
    expect(reply.headers.vary).toBe("Origin");
    expect(list(reply.headers["access-control-allow-methods"])).toContain(method);
    expect(list(reply.headers["access-control-allow-headers"])).toEqual(expect.arrayContaining(asked.split(", ")));
    expect(Number(reply.headers["access-control-max-age"])).toBeGreaterThan(0);
  }
});

test("the reply itself may be read, with the session and the challenge; a refusal too", async () => {
  const url = await serve({ cors: { origins: [app] } });
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const shaken = await send(url, { jsonrpc: "2.0", id: 0, method: "initialize", params }, { origin: app });
  const closed = await serve({ cors: { origins: [app] }, authenticate: () => undefined, maxBodyBytes: 10 });
  const refused = await modern(closed, "tools/list", {}, { origin: app });
  const long = await modern(await serve({ cors: { origins: [app] }, maxBodyBytes: 10 }), "tools/list", {}, { origin: app });
  expect([shaken.status, refused.status, long.status]).toEqual([200, 401, 413]);
  for (const reply of [shaken, refused, long]) {
    expect(reply.headers["access-control-allow-origin"]).toBe(app);
    expect(list(reply.headers["access-control-expose-headers"])).toEqual(["mcp-session-id", "www-authenticate"]);
  }
  const session = { "mcp-session-id": shaken.headers["mcp-session-id"] as string, origin: app, accept: "text/event-stream" };
  const streamed = await send(url, { jsonrpc: "2.0", id: 1, method: "ping" }, session);
  expect([streamed.headers["content-type"], streamed.headers["access-control-allow-origin"]]).toEqual(["text/event-stream", app]);
});

test("the document about the resource may be read", async () => {
  const url = await serve({
    cors: { origins: [app] },
    authenticate: () => undefined,
    protectedResource: { resource: "https://mcp.example.com/mcp", authorizationServers: ["https://auth.example.com"] },
  });
  const document = new URL("/.well-known/oauth-protected-resource/mcp", url).href;
  expect((await send(document, "", { origin: app }, "GET")).headers["access-control-allow-origin"]).toBe(app);
});

test("other sites get no header that allows anything", async () => {
  const url = await serve({ cors: { origins: [app] } });
  for (const origin of ["https://evil.example.com", "null", "http://app.example.com", `${app}.evil.example.com`, `${app}/`]) {
    const [before, after] = [await preflight(url, origin), await modern(url, "tools/list", {}, { origin })];
    expect([before.status, after.status]).toEqual([403, 403]);
    expect([allowing(before.headers), allowing(after.headers)]).toEqual([[], []]);
  }
  const local = await preflight(url, "http://localhost:3000"); // served, but not to be read by its pages
  expect([local.status, allowing(local.headers)]).toEqual([204, []]);
});

test("without the option nothing is allowed, and OPTIONS means nothing", async () => {
  const url = await serve({ allowedOrigins: [app] });
  const reply = await preflight(url, app);
  expect([reply.status, allowing(reply.headers)]).toEqual([405, []]);
  expect(allowing((await modern(url, "tools/list", {}, { origin: app })).headers)).toEqual([]);
});

test("any site may be allowed, but never with credentials", async () => {
  const url = await serve({ cors: { origins: "any" } });
  const reply = await modern(url, "tools/list", {}, { origin: "https://anywhere.example.com" });
  expect([reply.status, reply.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  expect(reply.headers["access-control-allow-credentials"]).toBeUndefined();
  expect(() => toFetchHandler(server, { cors: { origins: "any", credentials: true } })).toThrow(RangeError);
  const named = await serve({ cors: { origins: [app], credentials: true } });
  const allowed = await modern(named, "tools/list", {}, { origin: app });
  expect([allowed.headers["access-control-allow-origin"], allowed.headers["access-control-allow-credentials"]]).toEqual([
    app,
    "true",
  ]);
});

test("headers of one's own are allowed when they are named, and a name can't bring in another", async () => {
  const url = await serve({ cors: { origins: [app], headers: ["X-Trace"] } });
  const request = { origin: app, "access-control-request-method": "POST" };
  const reply = await send(
    url,
    "",
    { ...request, "access-control-request-headers": "x-trace, x-other, mcp-param-a b" },
    "OPTIONS",
  );
  const headers = list(reply.headers["access-control-allow-headers"]);
  expect([headers.includes("x-trace"), headers.includes("x-other"), headers.some((name) => name.includes(" "))]).toEqual([
    true,
    false,
    false,
  ]);
});
