/** What HTTP demands around the messages, in the words of the specification's streamable-http pages and the cases C and G. */

import { request as httpRequest } from "node:http";
import { type HttpServing, serveHttp } from "@mcp-gen/runtime/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { server } from "../../fixtures/projects/library/src/mcp/server.js";
import { handshake, modern, modernMeta, send } from "./raw-http.js";

let serving: HttpServing;
let url: string;

beforeAll(async () => {
  serving = await serveHttp(server, { port: 0, maxBodyBytes: 10_000 });
  url = serving.url;
});
afterAll(() => serving.close());

const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

describe("source of a request", () => {
  const loopback = ["localhost", "localhost:9", "127.0.0.1", "127.0.0.1:65535", "[::1]", "[::1]:80", "LOCALHOST"];
  test.each(loopback)("Host %s is served", async (host) => {
    expect((await modern(url, "tools/list", {}, { host })).status).toBe(200);
  });
  test.each(["attacker.example", "localhost.attacker.example", "127.0.0.1.nip.io", "user@localhost", "localhost/x"])(
    "Host %j is refused",
    async (host) => {
      const reply = await modern(url, "tools/list", {}, { host });
      expect(reply.status).toBe(403);
      expect(reply.json.error.code).toBe(-32600);
    },
  );
  test.each(["http://localhost:3000", "http://127.0.0.1", "https://[::1]:8443"])("Origin %s is served", async (origin) => {
    expect((await modern(url, "tools/list", {}, { origin })).status).toBe(200);
  });
  test.each([
    "https://attacker.example",
    "null",
    "garbage",
    "http://localhost@attacker.example",
    "file://localhost",
    "http://localhost/x",
  ])("Origin %s is refused", async (origin) => {
    expect((await modern(url, "tools/list", {}, { origin })).status).toBe(403);
  });
  test("a list of hosts and origins opens the server to them alone", async () => {
    const open = await serveHttp(server, { port: 0, allowedHosts: ["mcp.example"], allowedOrigins: ["https://app.example"] });
    expect((await modern(open.url, "tools/list", {}, { host: "mcp.example:443", origin: "https://app.example" })).status).toBe(
      200,
    );
    expect((await modern(open.url, "tools/list", {}, { host: "other.example" })).status).toBe(403);
    expect((await modern(open.url, "tools/list", {}, { host: "mcp.example", origin: "https://other.example" })).status).toBe(403);
    await open.close();
  });
});

describe("form of a request", () => {
  test.each([
    "application/json, text/event-stream",
    "text/event-stream,application/json",
    "*/*",
    "APPLICATION/*, Text/*",
    undefined,
  ])("Accept %s is served", async (accept) => {
    expect((await modern(url, "tools/list", {}, { accept })).status).toBe(200);
    const session = await handshake(url);
    expect((await send(url, list, { ...session, accept })).status).toBe(200);
  });
  test("JSON alone is enough for an answer that needs no stream", async () => {
    const session = await handshake(url);
    const reply = await send(url, list, { ...session, accept: "application/json" });
    expect(reply.json.result.tools).toHaveLength(2);
  });
  test("an Accept header that takes neither is refused", async () => {
    expect((await modern(url, "tools/list", {}, { accept: "text/html" })).status).toBe(406);
    expect((await modern(url, "tools/list", {}, { accept: "application/json;q=0, text/event-stream;q=0.0" })).status).toBe(406);
  });
  test("a legacy client that takes event streams alone gets one", async () => {
    const session = await handshake(url);
    const reply = await send(url, list, { ...session, accept: "text/event-stream" });
    expect(reply.headers["content-type"]).toBe("text/event-stream");
    expect(reply.headers["x-accel-buffering"]).toBe("no");
    expect(reply.json.result.tools).toHaveLength(2);
  });
  test("a range that is refused by name is refused although a wildcard takes it", async () => {
    const session = await handshake(url);
    const reply = await send(url, list, { ...session, accept: "*/*, text/event-stream;q=0" });
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/json"]);
    expect((await modern(url, "tools/list", {}, { accept: "*/*;q=0, application/json" })).status).toBe(200);
    expect((await modern(url, "tools/list", {}, { accept: "*/*, application/*;q=0, text/*;q=0" })).status).toBe(406);
  });
  test.each([undefined, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16"])(
    "Content-Type %s is refused",
    async (type) => {
      expect((await modern(url, "tools/list", {}, { "content-type": type })).status).toBe(415);
    },
  );
  test.each(["utf-8", "UTF-8", '"utf-8"', "utf8", "us-ascii"])("charset=%s is a part of UTF-8", async (charset) => {
    expect((await modern(url, "tools/list", {}, { "content-type": `Application/JSON; charset=${charset}` })).status).toBe(200);
  });
  test("a body that is not UTF-8 is refused, not repaired", async () => {
    const body = Buffer.from(JSON.stringify({ ...list, id: "é" }), "latin1");
    const reply = await fetch(url, { method: "POST", body, headers: { "content-type": "application/json" } });
    expect([reply.status, ((await reply.json()) as { error: { code: number } }).error.code]).toEqual([400, -32700]);
  });
  test("a body over the limit is refused, whether it says its length or not", async () => {
    const big = JSON.stringify({ ...list, params: { filler: "x".repeat(20_000) } });
    const reply = await send(url, big);
    expect(reply.status).toBe(413);
    expect(reply.json.error.code).toBe(-32600);
    expect((await send(url, big, { "transfer-encoding": "chunked" })).status).toBe(413);
  });
  test("a body without an end is refused long before it has come, and the connection ends", async () => {
    let sent = 0;
    const request = httpRequest(url, { method: "POST", headers: { "content-type": "application/json" }, agent: false });
    const over = new Promise<void>((resolve) => request.on("close", resolve).on("error", () => {}));
    const replied = new Promise<number | undefined>((resolve) =>
      request.on("response", (response) => resolve(response.resume().statusCode)),
    );
    const more = (): void => {
      while (!request.destroyed && sent < 200_000_000) {
        sent += 65_536;
        if (!request.write("x".repeat(65_536))) return void request.once("drain", more);
      }
    };
    more();
    expect(await replied).toBe(413);
    await over;
    expect(sent).toBeLessThan(50_000_000);
  });
  test.each([
    ["not JSON", "{", -32700],
    ["a batch", [list], -32600],
    ["a number", "7", -32600],
    ["no jsonrpc", { id: 1, method: "ping" }, -32600],
    ["an id of null", { jsonrpc: "2.0", id: null, method: "ping" }, -32600],
    ["params that are a list", { jsonrpc: "2.0", id: 1, method: "ping", params: [] }, -32600],
  ])("%s is refused", async (_what, body, code) => {
    const reply = await send(url, body);
    expect(reply.status).toBe(400);
    expect(reply.json.error.code).toBe(code);
  });
  test.each(["PUT", "PATCH", "OPTIONS", "HEAD"])("%s is answered at once with 405 and what is allowed", async (method) => {
    const reply = await send(url, "", {}, method);
    expect(reply.status).toBe(405);
    expect(reply.headers.allow).toBe("POST, GET, DELETE");
  });
  test("GET and DELETE mean nothing without a session, and nothing at all where only the modern era is served", async () => {
    const only = await serveHttp(server, { port: 0, legacy: "off" });
    for (const method of ["GET", "DELETE"]) {
      for (const [address, allow] of [
        [url, "POST, GET, DELETE"],
        [only.url, "POST"],
      ] as const) {
        const reply = await send(address, "", { accept: "text/event-stream" }, method);
        expect([reply.status, reply.headers.allow]).toEqual([405, allow]);
      }
    }
    await only.close();
  });
  test("other paths are 404", async () => {
    expect((await send(url.replace("/mcp", "/other"), list)).status).toBe(404);
  });
  test("text of every script arrives whole", async () => {
    const session = await handshake(url);
    const reply = await send(url, { jsonrpc: "2.0", id: "\u{1f363} 日本", method: "ping" }, session);
    expect(reply.json).toEqual({ jsonrpc: "2.0", id: "\u{1f363} 日本", result: {} });
  });
});

describe("modern headers mirror the body", () => {
  const call = { name: "client_features", arguments: {} };
  test.each<[string, Record<string, string | undefined>]>([
    ["no version", { "mcp-protocol-version": undefined }],
    ["another version", { "mcp-protocol-version": "2025-11-25" }],
    ["no method", { "mcp-method": undefined }],
    ["another method", { "mcp-method": "tools/list" }],
    ["the method in another case", { "mcp-method": "TOOLS/CALL" }],
    ["no name", { "mcp-name": undefined }],
    ["another name", { "mcp-name": "issue_card" }],
    ["the name in another case", { "mcp-name": "Client_Features" }],
    ["a name that is not ASCII", { "mcp-name": "client_features\u00e9" }],
    ["two names", { "mcp-name": "client_features, client_features" }],
    ["a name in bad Base64", { "mcp-name": "=?base64?%%%?=" }],
    ["a name in Base64 with bad padding", { "mcp-name": "=?base64?Y2xpZW50X2ZlYXR1cmVz=?=" }],
  ])("%s: 400 and -32020", async (_what, headers) => {
    const reply = await modern(url, "tools/call", call, headers);
    expect(reply.status).toBe(400);
    expect(reply.json.error.code).toBe(-32020);
    expect(reply.json.error.message).toContain("Header mismatch");
  });
  test("a name in Base64 is decoded before it is compared", async () => {
    const encoded = `=?base64?${Buffer.from("client_features").toString("base64")}?=`;
    expect((await modern(url, "tools/call", call, { "mcp-name": encoded })).status).toBe(200);
  });
  test("white space around a value does not count", async () => {
    expect((await modern(url, "tools/call", call, { "mcp-name": "  client_features " })).status).toBe(200);
  });
  test("a name where there is nothing to name", async () => {
    const reply = await modern(url, "tools/list", {}, { "mcp-name": "client_features" });
    expect([reply.status, reply.json.error.code]).toEqual([400, -32020]);
    expect(reply.json.error.message).toBe(
      "Header mismatch: Mcp-Name is 'client_features', tools/list has nothing that it could mirror.",
    );
  });
  test("a name in the header but not in the body: the tool does not run", async () => {
    const reply = await modern(url, "tools/call", { arguments: {} }, { "mcp-name": "client_features" });
    expect([reply.status, reply.json.error.code]).toEqual([400, -32020]);
    expect(reply.json.error.message).toBe("Header mismatch: Mcp-Name is 'client_features', params.name is missing.");
  });
  test("names of headers may be written in any case", async () => {
    const headers = { "MCP-PROTOCOL-VERSION": "2026-07-28", "MCP-METHOD": "tools/call", "mCP-nAME": "client_features" };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...call, _meta: modernMeta() } };
    expect((await send(url, body, headers)).status).toBe(200);
  });
  test("a mismatch is told before the version is looked at", async () => {
    const reply = await modern(url, "tools/list", { _meta: modernMeta({}, "v999.0.0") });
    expect(reply.json.error.code).toBe(-32020);
  });
});

describe("modern metadata", () => {
  const key = (name: string): string => `io.modelcontextprotocol/${name}`;
  test.each<[string, unknown]>([
    ["none at all", undefined],
    ["no version", { [key("clientCapabilities")]: {} }],
    ["no capabilities", { [key("protocolVersion")]: "2026-07-28" }],
    ["capabilities that are a text", { [key("protocolVersion")]: "2026-07-28", [key("clientCapabilities")]: "yes" }],
  ])("%s: 400 and -32602", async (_what, _meta) => {
    const reply = await modern(url, "tools/list", { _meta });
    expect(reply.status).toBe(400);
    expect(reply.json.error.code).toBe(-32602);
  });
  test("a version that is not spoken is named together with those that are", async () => {
    const reply = await modern(url, "tools/list", { _meta: modernMeta({}, "v999.0.0") }, { "mcp-protocol-version": "v999.0.0" });
    expect(reply.status).toBe(400);
    expect(reply.json.error.code).toBe(-32022);
    expect(reply.json.error.data).toEqual({
      supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
      requested: "v999.0.0",
    });
  });
  test("the client need not say who it is", async () => {
    const { [key("clientInfo")]: _left, ...meta } = modernMeta() as Record<string, unknown>;
    expect((await modern(url, "tools/list", { _meta: meta })).status).toBe(200);
  });
  test.each(["initialize", "ping", "logging/setLevel", "resources/subscribe", "foo/bar"])(
    "%s does not exist: 404",
    async (method) => {
      const reply = await modern(url, method);
      expect(reply.status).toBe(404);
      expect(reply.json.error.code).toBe(-32601);
      expect(reply.json.id).toBeTypeOf("number");
    },
  );
  test("results carry their type, the server and how long a list may be kept", async () => {
    const discovered = (await modern(url, "server/discover")).json.result;
    const listed = (await modern(url, "tools/list")).json.result;
    for (const result of [discovered, listed]) {
      expect(result).toMatchObject({ resultType: "complete", cacheScope: "public" });
      expect(result.ttlMs).toBeGreaterThanOrEqual(0);
      expect(result._meta["io.modelcontextprotocol/serverInfo"]).toEqual({ name: "library", version: "1.0.0" });
    }
    expect(discovered.capabilities).toEqual({
      completions: {},
      logging: {},
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      tools: { listChanged: true },
    });
  });
});

describe("legacy sessions", () => {
  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("%s is spoken as asked", async (version) => {
    const session = await handshake(url, {}, version);
    expect(session["mcp-protocol-version"]).toBe(version);
    const { tools } = (await send(url, list, session)).json.result;
    expect("outputSchema" in tools[0]).toBe(version >= "2025-06-18");
    const called = await send(url, { ...list, method: "tools/call", params: { name: "client_features" } }, session);
    expect("structuredContent" in called.json.result).toBe(version >= "2025-06-18");
    expect(called.json.result).not.toHaveProperty("resultType");
  });
  test.each(["1900-01-01", "2026-07-28", "", "v2"])("%j is countered with the newest", async (version) => {
    expect((await handshake(url, {}, version))["mcp-protocol-version"]).toBe("2025-11-25");
  });
  test("the version header of a handshake is ignored", async () => {
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const body = { jsonrpc: "2.0", id: 0, method: "initialize", params };
    for (const header of ["2026-07-28", "9999-01-01"]) {
      const reply = await send(url, body, { "mcp-protocol-version": header });
      expect(reply.json.result.protocolVersion).toBe("2025-06-18");
    }
  });
  test("session ids are visible ASCII and differ", async () => {
    const ids = await Promise.all([handshake(url), handshake(url)]);
    expect(ids[0]?.["mcp-session-id"]).toMatch(/^[\x21-\x7e]{20,}$/);
    expect(ids[0]?.["mcp-session-id"]).not.toBe(ids[1]?.["mcp-session-id"]);
  });
  test("no session: 400; an unknown one: 404; an ended one: 404", async () => {
    const session = await handshake(url);
    expect((await send(url, list)).status).toBe(400);
    expect((await send(url, list, { ...session, "mcp-session-id": "made-up" })).status).toBe(404);
    expect((await send(url, "", session, "DELETE")).status).toBe(200);
    expect((await send(url, list, session)).status).toBe(404);
    expect((await send(url, "", session, "DELETE")).status).toBe(404);
  });
  test("an unknown version header: 400; none: served", async () => {
    const session = await handshake(url);
    expect((await send(url, list, { ...session, "mcp-protocol-version": "2020-01-01" })).status).toBe(400);
    expect((await send(url, list, { ...session, "mcp-protocol-version": undefined })).status).toBe(200);
  });
  test("notifications and stray answers are accepted without a body", async () => {
    const session = await handshake(url);
    const notice = await send(url, { jsonrpc: "2.0", method: "notifications/roots/list_changed" }, session);
    const stray = await send(url, { jsonrpc: "2.0", id: 99, result: {} }, session);
    expect([notice.status, notice.text, stray.status]).toEqual([202, "", 202]);
  });
  test("modern methods do not exist, and no modern field shows", async () => {
    const session = await handshake(url);
    const reply = await send(url, { jsonrpc: "2.0", id: 5, method: "server/discover" }, session);
    expect(reply.json).toMatchObject({ id: 5, error: { code: -32601 } });
    expect((await send(url, list, session)).json.result).toEqual({ tools: expect.any(Array) });
  });
});

describe("both eras on one endpoint", () => {
  test("requests of both are served by their own rules, in turn", async () => {
    const session = await handshake(url);
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await send(url, list, session)).json.result).not.toHaveProperty("resultType");
      expect(
        (await modern(url, "tools/list", {}, session["mcp-session-id"] ? { "mcp-session-id": session["mcp-session-id"] } : {}))
          .json.result,
      ).toHaveProperty("resultType", "complete");
    }
  });
  test("equal ids of modern requests, which belong to no session, get their own answers", async () => {
    const ask = (method: string, params: object = {}) =>
      send(
        url,
        { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: modernMeta() } },
        {
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": method,
          ...("name" in params && { "mcp-name": String(params.name) }),
        },
      );
    const [discovered, listed, called] = await Promise.all([
      ask("server/discover"),
      ask("tools/list"),
      ask("tools/call", { name: "client_features" }),
    ]);
    expect(discovered.json.result).toHaveProperty("supportedVersions");
    expect(listed.json.result).toHaveProperty("tools");
    expect(called.json.result).toHaveProperty("content");
  });
  test("equal ids on separate exchanges get their own answers", async () => {
    const [a, b] = await Promise.all([handshake(url), handshake(url)]);
    const replies = await Promise.all([send(url, list, a), send(url, { ...list, method: "ping" }, b)]);
    expect(replies.map((reply) => reply.json.id)).toEqual([1, 1]);
    expect(replies[0]?.json.result.tools).toHaveLength(2);
    expect(replies[1]?.json.result).toEqual({});
  });
  test("a modern-only server names what it speaks to a client that shakes hands", async () => {
    const only = await serveHttp(server, { port: 0, legacy: "off" });
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const reply = await send(only.url, { jsonrpc: "2.0", id: 0, method: "initialize", params });
    expect(reply.status).toBe(400);
    expect(reply.json.error).toMatchObject({ code: -32022, data: { supported: ["2026-07-28"], requested: "2025-11-25" } });
    expect(reply.json.error.message).toContain("2026-07-28");
    expect((await send(only.url, "", {}, "DELETE")).status).toBe(405);
    expect((await modern(only.url, "tools/list")).status).toBe(200);
    await only.close();
  });
});
