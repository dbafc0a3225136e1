/** The server as a protected resource: who is let in, what a refusal says, and the document about it (specification: authorization). */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { defineServer, defineTool, textResult } from "@mcp-gen/runtime/generated/v1";
import { bearerJwt } from "@mcp-gen/runtime/jwt";
import { serveHttp, toNodeHandler } from "@mcp-gen/runtime/node";
import { type Authenticate, type HttpOptions, toFetchHandler } from "@mcp-gen/runtime/server";
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { modern, send } from "./raw-http.js";

const inputSchema = { type: "object", properties: {}, required: [] };
const server = defineServer({
  name: "vault",
  version: "1",
  tools: [
    defineTool({ name: "look", description: "Look.", inputSchema, handle: async () => textResult("seen") }),
    defineTool({
      name: "write",
      description: "Write.",
      inputSchema,
      scopes: ["vault:read", "vault:write"],
      handle: async () => textResult("written"),
    }),
  ],
});

const resource = "https://mcp.example.com/mcp";
const protectedResource = { resource, authorizationServers: ["https://auth.example.com"], scopes: ["vault:read"], name: "Vault" };
const metadataUrl = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";

/** Tokens are `name:scope,scope`; "bad" is a token that is none. */
const authenticate: Authenticate = ({ headers }) => {
  const token = /^Bearer (.*)$/.exec(headers.get("Authorization") ?? "")?.[1];
  if (token === undefined) return headers.get("x-guest") === "yes" ? "anonymous" : undefined;
  if (token === "bad") return { error: "invalid_token", description: 'no "such"\ntoken' };
  const [principal = "", scopes = ""] = token.split(":", 1).concat(token.slice(token.indexOf(":") + 1));
  return { principal, scopes: scopes.split(",") };
};

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const quiet = { warn: () => {}, error: () => {} };

async function serve(options: HttpOptions = {}): Promise<string> {
  const serving = await serveHttp(server, { port: 0, log: quiet, authenticate, protectedResource, ...options });
  closing.push(() => serving.close());
  return serving.url;
}
const as = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const write = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "write" } };

describe("who is let in", () => {
  test("no credentials: 401, where to get some, and which scopes to ask for; no error code", async () => {
    const url = await serve();
    for (const reply of [
      await modern(url, "tools/list"),
      await send(url, list),
      await send(url, "", {}, "GET"),
      await send(url, "", {}, "DELETE"),
    ]) {
      expect(reply.status).toBe(401);
      expect(reply.headers["www-authenticate"]).toBe(`Bearer scope="vault:read", resource_metadata="${metadataUrl}"`);
      expect(reply.json.error.code).toBe(-32600);
    }
  });

  test("a bad token: 401 and invalid_token; a description can't break out of its quotes", async () => {
    const reply = await modern(await serve(), "tools/list", {}, as("bad"));
    expect(reply.status).toBe(401);
    expect(reply.headers["www-authenticate"]).toBe(
      `Bearer error="invalid_token", error_description="no 'such'?token", scope="vault:read", resource_metadata="${metadataUrl}"`,
    );
  });

  test("credentials are asked for before the body is read, and before its form is looked at", async () => {
    const url = await serve({ maxBodyBytes: 10 });
    expect((await send(url, "x".repeat(1000))).status).toBe(401);
    expect((await send(url, "x", { "content-type": "text/plain" })).status).toBe(401);
  });

  test("a mistake in authenticate lets nobody in", async () => {
    for (const wrong of [null, true, "ada", {}, { principal: "" }, { error: "no" }, { principal: "ada", error: "no" }]) {
      const url = await serve({ authenticate: (() => wrong) as never });
      expect((await modern(url, "tools/list")).status).toBe(500);
    }
  });

  test("guests are served as nobody in particular; what needs a scope tells them to sign in", async () => {
    const url = await serve();
    const guest = { "x-guest": "yes" };
    expect((await modern(url, "tools/call", { name: "look" }, guest)).json.result.content[0].text).toBe("seen");
    const refused = await modern(url, "tools/call", { name: "write" }, guest);
    expect(refused.status).toBe(401);
    expect(refused.headers["www-authenticate"]).toBe(`Bearer scope="vault:read vault:write", resource_metadata="${metadataUrl}"`);
  });
});

describe("scopes of a tool", () => {
  test("too few: 403 with all that are needed in one challenge, in both eras", async () => {
    const url = await serve();
    const ada = as("ada:vault:read");
    const session = { ...(await shaken(url, ada)), ...ada };
    for (const reply of [await modern(url, "tools/call", { name: "write" }, ada), await send(url, write, session)]) {
      expect(reply.status).toBe(403);
      expect(reply.headers["www-authenticate"]).toBe(
        `Bearer error="insufficient_scope", scope="vault:read vault:write", resource_metadata="${metadataUrl}"`,
      );
      expect(reply.json).toMatchObject({ id: expect.any(Number), error: { message: expect.stringContaining("vault:write") } });
    }
  });

  test("enough: it runs, in both eras; a session goes on with a token that has more scopes", async () => {
    const url = await serve();
    const session = await shaken(url, as("ada:vault:read"));
    const ada = as("ada:vault:read,vault:write");
    expect((await modern(url, "tools/call", { name: "write" }, ada)).json.result.content[0].text).toBe("written");
    expect((await send(url, write, { ...session, ...ada })).json.result.content[0].text).toBe("written");
  });
});

describe("sessions belong to whom they were made for", () => {
  test("another principal's session is as unknown as none", async () => {
    const url = await serve();
    const session = await shaken(url, as("ada:vault:read"));
    for (const other of [as("eve:vault:read"), { "x-guest": "yes" }]) {
      expect((await send(url, list, { ...session, ...other })).status).toBe(404);
      expect((await send(url, "", { ...session, ...other }, "GET")).status).toBe(404);
      expect((await send(url, "", { ...session, ...other }, "DELETE")).status).toBe(404);
    }
    expect((await send(url, list, { ...session, ...as("ada:") })).status).toBe(200);
    const guests = await shaken(url, { "x-guest": "yes" });
    expect((await send(url, list, { ...guests, ...as("ada:") })).status).toBe(404);
  });
});

describe("the document about the resource", () => {
  const document = {
    resource,
    authorization_servers: ["https://auth.example.com"],
    scopes_supported: ["vault:read"],
    bearer_methods_supported: ["header"],
    resource_name: "Vault",
  };
  const paths = ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"];

  test.each(paths)("stands at %s for everybody, behind every way to serve", async (path) => {
    const url = await serve();
    const reply = await send(new URL(path, url).href, "", {}, "GET");
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/json"]);
    expect(reply.json).toEqual(document);
    expect((await send(new URL(path, url).href, "{}")).status).toBe(405);
    const handler = toFetchHandler(server, { authenticate, protectedResource });
    closing.push(() => handler.close());
    expect(await (await handler(new Request(`http://localhost${path}`))).json()).toEqual(document);
    const listener = toNodeHandler(server, { authenticate, protectedResource });
    const http = createServer(listener).listen(0);
    closing.push(() => void http.close());
    const { port } = http.address() as AddressInfo;
    expect((await send(`http://127.0.0.1:${port}${path}`, "", {}, "GET")).json).toEqual(document);
  });

  test("is not there unless it is given; and a challenge is bare then", async () => {
    const serving = await serveHttp(server, { port: 0, authenticate });
    closing.push(() => serving.close());
    expect((await send(new URL(paths[0] as string, serving.url).href, "", {}, "GET")).status).toBe(404);
    expect((await modern(serving.url, "tools/list")).headers["www-authenticate"]).toBe("Bearer");
  });

  test("an address that is none, and a list of servers that is empty, are refused at start", () => {
    for (const bad of [{ resource: "mcp.example.com" }, { resource: `${resource}#x` }, { authorizationServers: [] }])
      expect(() => toFetchHandler(server, { protectedResource: { ...protectedResource, ...bad } })).toThrow(RangeError);
  });
});

describe("signed tokens", () => {
  const issuer = "https://auth.example.com";
  let jwksUrl: string;
  let fetched = 0;
  let broken = false;
  let trusted: CryptoKey;
  let stranger: CryptoKey;
  const keys = createServer((_request, response) => {
    fetched += 1;
    if (broken) response.writeHead(500).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(published);
  });
  let published = "";

  beforeAll(async () => {
    const pair = await generateKeyPair("ES256");
    trusted = pair.privateKey;
    stranger = (await generateKeyPair("ES256")).privateKey;
    published = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: "one", alg: "ES256", use: "sig" }] });
    await new Promise<void>((resolve) => keys.listen(0, "127.0.0.1", resolve));
    jwksUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/jwks`;
  });
  afterAll(() => keys.close());

  const token = (claims: JWTPayload = {}, key: CryptoKey | Uint8Array = trusted, alg = "ES256"): Promise<string> =>
    new SignJWT({ iss: issuer, aud: resource, sub: "ada", exp: inAnHour(), scope: "vault:read vault:write", ...claims })
      .setProtectedHeader({ alg, kid: "one" })
      .sign(key);
  const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600;
  const bearer = (more = {}): Authenticate => bearerJwt({ issuer, audience: resource, jwks: jwksUrl, ...more });

  test("a good one is let in, with what it says; the keys are fetched once", async () => {
    const url = await serve({ authenticate: bearer() });
    for (let turn = 0; turn < 3; turn += 1)
      expect((await modern(url, "tools/call", { name: "write" }, as(await token()))).json.result.content[0].text).toBe("written");
    expect(fetched).toBe(1);
    const other = await token({ sub: "eve", scope: undefined as never, scp: ["a", "b"] });
    const given = await bearer()({
      method: "POST",
      headers: { get: (name) => (name === "authorization" ? `bearer ${other}` : undefined) },
    });
    expect(given).toMatchObject({ principal: "eve", scopes: ["a", "b"], claims: { iss: issuer, sub: "eve" } });
  });
  test.each<[string, () => string | Promise<string>]>([
    ["expired", () => token({ exp: Math.floor(Date.now() / 1000) - 3600 })],
    ["without an end", () => token({ exp: undefined as never })],
    ["not valid yet", () => token({ nbf: inAnHour() })],
    ["for another server", () => token({ aud: "https://other.example.com/mcp" })],
    ["for nobody", () => token({ aud: undefined as never })],
    ["of another issuer", () => token({ iss: "https://evil.example.com" })],
    ["without a subject", () => token({ sub: undefined as never })],
    ["signed by a stranger", () => token({}, stranger)],
    ["signed with a secret", () => token({}, new TextEncoder().encode("x".repeat(32)), "HS256")],
    ["not signed", () => new UnsecuredJWT({ iss: issuer, aud: resource, sub: "ada", exp: inAnHour() }).encode()],
    ["changed", async () => (await token()).replace(/\.(.)/, (_all, first: string) => `.${first === "a" ? "b" : "a"}`)],
    ["none at all", () => "nonsense"],
    ["broken", () => "not a token"],
  ])("a token %s is refused", async (_what, make) => {
    const url = await serve({ authenticate: bearer() });
    const reply = await modern(url, "tools/list", {}, as(await make()));
    expect(reply.status).toBe(401);
    expect(reply.headers["www-authenticate"]).toMatch(/^Bearer error="invalid_token", error_description="The access token/);
  });

  test("required scopes: 403 that names them", async () => {
    const url = await serve({ authenticate: bearer({ requiredScopes: ["mcp"] }) });
    const reply = await modern(url, "tools/list", {}, as(await token()));
    expect([reply.status, reply.headers["www-authenticate"]]).toEqual([
      403,
      `Bearer error="insufficient_scope", scope="mcp", resource_metadata="${metadataUrl}"`,
    ]);
    expect((await modern(url, "tools/list", {}, as(await token({ scope: "mcp" })))).status).toBe(200);
  });

  test("keys that can't be fetched are no fault of the caller", async () => {
    broken = true;
    const reply = await modern(await serve({ authenticate: bearer() }), "tools/list", {}, as(await token()));
    broken = false;
    expect(reply.status).toBe(500);
  });

  test("no token, or another scheme, is no bad token", async () => {
    const url = await serve({ authenticate: bearer() });
    for (const headers of [{}, { authorization: "Basic YTpi" }]) {
      const reply = await modern(url, "tools/list", {}, headers);
      expect([reply.status, reply.headers["www-authenticate"]]).toEqual([401, expect.not.stringContaining("error")]);
    }
  });

  test("a shared secret has to be asked for by its algorithm; options that leave a door open are refused", async () => {
    const key = new TextEncoder().encode("s".repeat(32));
    const url = await serve({ authenticate: bearerJwt({ issuer, audience: resource, key, algorithms: ["HS256"] }) });
    expect((await modern(url, "tools/list", {}, as(await token({}, key, "HS256")))).status).toBe(200);
    for (const bad of [{ key }, { algorithms: ["none"] }, { algorithms: [] }, { audience: "" }, { audience: [] }, { issuer: "" }])
      expect(() => bearer(bad)).toThrow(RangeError);
    expect(() => bearerJwt({ issuer, audience: resource })).toThrow(RangeError);
  });
});

/** Shakes hands with credentials. */
async function shaken(url: string, headers: Record<string, string>): Promise<Record<string, string>> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const reply = await send(url, { jsonrpc: "2.0", id: 0, method: "initialize", params }, headers);
  return { "mcp-session-id": reply.headers["mcp-session-id"] as string };
}
