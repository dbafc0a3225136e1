/** Which addresses an OAuth client asks, in which order, and how it reads what a refusal says. */

import { oauthFetch } from "@mcp-gen/runtime/oauth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { covers, httpRule, resourceMetadataUrls, safeUrl, serverMetadataUrls } from "../../runtime/dist/oauth/address.js";
import { oauthChallenge, readChallenges, wantsNonce } from "../../runtime/dist/oauth/challenge.js";
import { selectScopes } from "../../runtime/dist/oauth/scopes.js";
import { World } from "./oauth-world.js";

const redirectUrl = "http://127.0.0.1:3999/callback";
const ping = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };

describe("a refusal", () => {
  const read = (header: string | null) =>
    readChallenges(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);
  test.each([
    [null, []],
    ["", []],
    ["Bearer", [["bearer", {}]]],
    ['Bearer resource_metadata="https://a/b"', [["bearer", { resource_metadata: "https://a/b" }]]],
    [
      'bearer realm="x, y=\\"z\\"",scope="a b" , error=invalid_token',
      [["bearer", { realm: 'x, y="z"', scope: "a b", error: "invalid_token" }]],
    ],
    [
      'Basic realm="x", Bearer scope="a", DPoP algs="ES256"',
      [
        ["basic", { realm: "x" }],
        ["bearer", { scope: "a" }],
        ["dpop", { algs: "ES256" }],
      ],
    ],
    [
      "Negotiate YII=, Bearer scope=a",
      [
        ["negotiate", {}],
        ["bearer", { scope: "a" }],
      ],
    ],
    ['Bearer __proto__="x"', [["bearer", Object.fromEntries([["__proto__", "x"]])]]],
    [`Bearer scope="${"x".repeat(20_000)}"`, []],
  ])("%j", (header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  test("is read in time, whatever it is", () => {
    const started = performance.now();
    for (const hostile of [
      '"'.repeat(16_000),
      `Bearer ${"a=".repeat(8_000)}`,
      `Bearer a="${"\\".repeat(16_000)}`,
      ", ".repeat(8_000),
    ])
      readChallenges(hostile);
    expect(performance.now() - started).toBeLessThan(500);
  });

  test("is the one with the metadata when there are several", () => {
    expect(oauthChallenge(readChallenges('Bearer, DPoP scope="a"'))?.scheme).toBe("dpop");
    expect(oauthChallenge(readChallenges('Basic realm="x"'))).toBeUndefined();
    expect(wantsNonce(readChallenges('DPoP error="use_dpop_nonce"'))).toBe(true);
    expect(wantsNonce(readChallenges('Bearer error="use_dpop_nonce"'))).toBe(false);
  });
});

describe("addresses", () => {
  const hrefs = (urls: readonly URL[]) => urls.map(({ href }) => href);
  test("of a protected resource", () => {
    const name = "https://a.example/.well-known/oauth-protected-resource";
    expect(hrefs(resourceMetadataUrls(new URL("https://a.example/public/mcp")))).toEqual([`${name}/public/mcp`, name]);
    expect(hrefs(resourceMetadataUrls(new URL("https://a.example/")))).toEqual([name]);
  });

  test("of an authorization server", () => {
    expect(hrefs(serverMetadataUrls(new URL("https://a.example/tenant1")))).toEqual([
      "https://a.example/.well-known/oauth-authorization-server/tenant1",
      "https://a.example/.well-known/openid-configuration/tenant1",
      "https://a.example/tenant1/.well-known/openid-configuration",
    ]);
    expect(hrefs(serverMetadataUrls(new URL("https://a.example")))).toEqual([
      "https://a.example/.well-known/oauth-authorization-server",
      "https://a.example/.well-known/openid-configuration",
    ]);
  });

  test.each([
    ["https://a.example", "https://a.example/mcp", true],
    ["https://a.example/mcp", "https://a.example/mcp", true],
    ["https://a.example/mcp/", "https://a.example/mcp", true],
    ["https://a.example/mcp", "https://a.example/mcp/deeper", true],
    ["HTTPS://A.example:443/mcp", "https://a.example/mcp", true],
    ["https://a.example/mc", "https://a.example/mcp", false],
    ["https://a.example/mcp/deeper", "https://a.example/mcp", false],
    ["http://a.example/mcp", "https://a.example/mcp", false],
    ["https://a.example:8443/mcp", "https://a.example/mcp", false],
    ["https://a.example/mcp?tenant=1", "https://a.example/mcp", false],
    ["https://a.example/mcp#x", "https://a.example/mcp", false],
  ])("%s covers %s: %s", (resource, server, expected) => {
    expect(covers(new URL(resource), new URL(server))).toBe(expected);
  });

  test("over plain HTTP only from loopback to loopback", () => {
    const local = httpRule(new URL("http://127.0.0.1:3000/mcp"), false);
    expect(safeUrl("http://localhost:9000", "x", local).port).toBe("9000");
    expect(() => safeUrl("http://as.example", "x", local)).toThrow(/not an HTTPS URL/);
    const remote = httpRule(new URL("https://a.example/mcp"), false);
    expect(() => safeUrl("http://localhost:9000", "x", remote)).toThrow(/not an HTTPS URL/);
    expect(() => safeUrl("http://localhost.a.example", "x", local)).toThrow(/not an HTTPS URL/);
    expect(() => safeUrl("https://user:word@as.example", "x", remote)).toThrow(/holds credentials/);
    expect(safeUrl("http://as.example", "x", httpRule(new URL("https://a.example"), true)).hostname).toBe("as.example");
  });
});

test.each([
  [{}, []],
  [{ supported: ["a", "b"] }, ["a", "b"]],
  [{ supported: ["a", "b"], challenged: ["c"] }, ["c"]],
  [{ supported: ["a", "b"], wanted: ["w"] }, ["w"]],
  [{ supported: ["a"], wanted: ["w"], challenged: ["c"] }, ["w", "c"]],
  [{ supported: ["a"], challenged: ["c"], before: ["b", "c"] }, ["b", "c"]],
])("scopes of %j", (given, expected) => {
  const none = { wanted: undefined, challenged: undefined, supported: undefined, before: undefined };
  expect(selectScopes({ ...none, ...given })).toEqual(expected);
});

describe("over HTTP", () => {
  let world: World;
  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.close());
  const signIn = (more: object = {}) => oauthFetch({ redirectUrl, authorize: world.browser, ...more })(world.url, ping);

  test("the path before the root, when the refusal names no address", async () => {
    world.rules.challenge = () => "Bearer";
    world.rules.documents = (path, published) => {
      if (!path.includes("protected-resource")) return published;
      if (path.endsWith("/team/mcp")) return undefined;
      return { resource: world.url.href, authorization_servers: [world.issuer] };
    };
    expect((await signIn()).status).toBe(400);
    const name = "/.well-known/oauth-protected-resource";
    expect(world.paths("mcp").filter((path) => path.includes("well-known"))).toEqual([`${name}/team/mcp`, name]);
    expect(world.requests("/authorize")[0]?.parameters.has("scope")).toBe(false);
  });

  test("OpenID Connect's address when OAuth's has nothing", async () => {
    let metadata: Record<string, unknown> | undefined;
    world.rules.documents = (path, published) => {
      if (path.includes("protected-resource")) return published;
      if (path === "/.well-known/openid-configuration") return metadata;
      metadata = published;
      return undefined;
    };
    expect((await signIn()).status).toBe(400);
  });

  test("the scope of the refusal comes before the supported ones, offline_access only where it is offered", async () => {
    world.rules.challenge = (parameters) => `${parameters}, scope="write"`;
    world.rules.documents = (path, published) =>
      path.includes("authorization-server") ? { ...published, scopes_supported: ["write", "offline_access"] } : published;
    await signIn();
    await signIn({ offlineAccess: false });
    expect(world.requests("/authorize").map(({ parameters }) => parameters.get("scope"))).toEqual([
      "write offline_access",
      "write",
    ]);
    expect(world.requests("/authorize").map(({ parameters }) => parameters.get("prompt"))).toEqual(["consent", null]);
  });
});

test("a server of 2025-03-26 is its own authorization server, at its metadata's addresses or the default ones", async () => {
  const { createServer } = await import("node:http");
  const paths: string[] = [];
  let published: object | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    paths.push(url.pathname);
    const json = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname.endsWith("/register")) return json(201, { client_id: "us" });
    if (url.pathname.endsWith("/authorize")) {
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.search = String(new URLSearchParams({ code: "c", state: url.searchParams.get("state") ?? "" }));
      return response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname.endsWith("/token")) return json(200, { access_token: "t", token_type: "bearer" });
    if (url.pathname === "/v1/mcp") return json(request.headers.authorization === "Bearer t" ? 200 : 401, {});
    if (url.pathname === "/.well-known/oauth-authorization-server" && published !== undefined) return json(200, published);
    return json(404, {});
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const authorize = async (url: URL) => new URL((await fetch(url, { redirect: "manual" })).headers.get("location") ?? "");
  const signIn = () => oauthFetch({ redirectUrl, authorize })(new URL("/v1/mcp", origin), ping);
  try {
    expect((await signIn()).status).toBe(200);
    expect(paths).toEqual([
      "/v1/mcp",
      "/.well-known/oauth-protected-resource/v1/mcp",
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-authorization-server",
      "/register",
      "/authorize",
      "/token",
      "/v1/mcp",
    ]);
    paths.length = 0;
    published = {
      issuer: `${origin}/`,
      authorization_endpoint: `${origin}/v2/authorize`,
      token_endpoint: `${origin}/v2/token`,
      registration_endpoint: `${origin}/v2/register`,
      code_challenge_methods_supported: ["S256"],
    };
    expect((await signIn()).status).toBe(200);
    expect(paths.slice(4)).toEqual(["/v2/register", "/v2/authorize", "/v2/token", "/v1/mcp"]);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
