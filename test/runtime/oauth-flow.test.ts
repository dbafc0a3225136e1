/** A user signs in: the whole way over HTTP, once for everybody, renewed and extended when the server wants it. */

import { connect } from "@mcp-gen/runtime/client";
import { MemoryStore, oauthFetch } from "@mcp-gen/runtime/oauth";
import { afterEach, beforeEach, expect, test } from "vitest";
import { World } from "./oauth-world.js";

const redirectUrl = "http://127.0.0.1:3999/callback";
const ping = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.close());

const signedIn = (more: object = {}) => oauthFetch({ redirectUrl, authorize: world.browser, ...more });

/** Makes every token that was given so far worthless at the MCP server. */
const revoke = () => world.tokens.clear();

test("a client of either generation calls a tool behind a sign-in", async () => {
  for (const mode of ["modern", "legacy"] as const) {
    const client = await connect(world.url, { fetch: signedIn(), mode });
    expect((await client.callTool("client_features")).isError).not.toBe(true);
    await client.close();
  }
});

test("the way there is the one of the specification, with PKCE, state and the resource as it was published", async () => {
  world.rules.documents = (path, published) =>
    path.includes("protected-resource") ? { ...published, resource: world.url.origin.replace("http", "HTTP") } : published;
  const response = await signedIn()(world.url, ping);
  // The token is for another resource than this server checks for, which is the server's matter.
  expect(response.status).toBe(401);
  expect(world.paths("as").slice(0, 4)).toEqual(["/.well-known/oauth-authorization-server", "/register", "/authorize", "/token"]);
  const [asked] = world.requests("/authorize");
  expect(asked?.parameters.get("resource")).toBe(world.url.origin.replace("http", "HTTP"));
  expect(asked?.parameters.get("code_challenge_method")).toBe("S256");
  expect(asked?.parameters.get("scope")).toBe("read");
  expect(asked?.parameters.get("state")).toMatch(/^[\w-]{43}$/);
  expect(world.requests("/token")[0]?.parameters.get("resource")).toBe(world.url.origin.replace("http", "HTTP"));
  expect(world.requests("/register")[0]?.json).toMatchObject({
    application_type: "native",
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
    redirect_uris: [redirectUrl],
  });
  // One token that was refused at once is not asked for again and again.
  expect(world.requests("/authorize")).toHaveLength(1);
});

test("parallel requests share one sign-in", async () => {
  const oauth = signedIn();
  const all = await Promise.all(Array.from({ length: 8 }, () => oauth(world.url, ping)));
  expect(all.map(({ status }) => status)).toEqual(Array(8).fill(400));
  expect(world.requests("/authorize")).toHaveLength(1);
  expect(world.requests("/register")).toHaveLength(1);
});

test("a request that is given up does not end the sign-in of the others", async () => {
  let goOn = () => {};
  const asked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const oauth = signedIn({ authorize: (url: URL) => asked.then(() => world.browser(url)) });
  const impatient = oauth(world.url, { ...ping, signal: AbortSignal.timeout(100) });
  const patient = oauth(world.url, ping);
  await expect(impatient).rejects.toMatchObject({ name: "TimeoutError" });
  goOn();
  expect((await patient).status).toBe(400);
  expect(world.requests("/authorize")).toHaveLength(1);
});

test("signIn signs in beforehand and only once", async () => {
  const oauth = signedIn();
  await oauth.signIn(world.url);
  await oauth.signIn(world.url);
  expect((await oauth(world.url, ping)).status).toBe(400);
  expect(world.requests("/authorize")).toHaveLength(1);
});

test("a refused token is renewed without the user, and a rotated refresh token is used", async () => {
  const oauth = signedIn();
  for (let round = 0; round < 3; round += 1) {
    expect((await oauth(world.url, ping)).status).toBe(400);
    revoke();
  }
  expect(world.requests("/authorize")).toHaveLength(1);
  const renewals = world.requests("/token").filter(({ parameters }) => parameters.get("grant_type") === "refresh_token");
  expect(new Set(renewals.map(({ parameters }) => parameters.get("refresh_token"))).size).toBe(2);
  expect(renewals.every(({ parameters }) => parameters.get("resource") === world.url.href)).toBe(true);
});

test("a token is renewed before it ends", async () => {
  world.rules.token = (answer, parameters) => ({
    ...answer,
    expires_in: parameters.get("grant_type") === "refresh_token" ? 3600 : 1,
  });
  const oauth = signedIn();
  await oauth(world.url, ping);
  const before = world.requests("/team/mcp").length;
  expect((await oauth(world.url, ping)).status).toBe(400);
  expect(world.requests("/team/mcp")).toHaveLength(before + 1);
  expect(world.requests("/token").map(({ parameters }) => parameters.get("grant_type"))).toEqual([
    "authorization_code",
    "refresh_token",
  ]);
});

test("a refresh token that is spent leads to the user", async () => {
  world.rules.token = (answer) => ({ ...answer, refresh_token: "secret-unknown" });
  const oauth = signedIn();
  await oauth(world.url, ping);
  revoke();
  expect((await oauth(world.url, ping)).status).toBe(400);
  expect(world.requests("/authorize")).toHaveLength(2);
});

test("a store carries registration and token into another process", async () => {
  const store = new MemoryStore();
  await signedIn({ store })(world.url, ping);
  expect((await signedIn({ store })(world.url, ping)).status).toBe(400);
  expect(world.requests("/authorize")).toHaveLength(1);
  revoke();
  await signedIn({ store })(world.url, ping);
  expect(world.requests("/authorize")).toHaveLength(1);
  expect(world.requests("/register")).toHaveLength(1);
});

test("a step-up asks for what was granted and what is needed, and goes on with the request", async () => {
  const oauth = signedIn();
  await oauth(world.url, ping);
  world.rules.needed = () => "write";
  expect((await oauth(world.url, ping)).status).toBe(400);
  expect(world.requests("/authorize").map(({ parameters }) => parameters.get("scope"))).toEqual(["read", "read write"]);
});

test("a step-up to a scope that the client did not register for registers it anew, with all it needs", async () => {
  const oauth = signedIn();
  await oauth(world.url, ping);
  world.rules.needed = () => "write";
  expect((await oauth(world.url, ping)).status).toBe(400);
  expect(world.requests("/register").map(({ json }) => json?.scope)).toEqual(["read", "read write"]);
  const [first, second] = world.requests("/authorize").map(({ parameters }) => parameters.get("client_id"));
  expect(second).not.toBe(first);
  // The token of the new client is renewed by it.
  revoke();
  expect((await oauth(world.url, ping)).status).toBe(400);
  expect(world.requests("/token").at(-1)?.parameters.get("client_id")).toBe(second);
  expect(world.requests("/authorize")).toHaveLength(2);
});

test("a client registers no second time for scopes that it registered for, nor where it said which it wants", async () => {
  world.rules.documents = (path, published) =>
    path.includes("protected-resource") ? { ...published, scopes_supported: ["read", "write"] } : published;
  const all = signedIn({ scopes: ["read"] });
  await all(world.url, ping);
  world.rules.needed = () => "write";
  expect((await all(world.url, ping)).status).toBe(400);
  expect(world.requests("/register")).toHaveLength(1);
  const own = signedIn({ clientMetadata: { scope: "read" }, scopes: ["read"] });
  await expect(own(world.url, ping)).rejects.toMatchObject({ code: "invalid_scope" });
  expect(world.requests("/register").map(({ json }) => json?.scope)).toEqual(["read write", "read"]);
});

test("a registration of an older version of this package, which does not say its scopes, is used as it is", async () => {
  const store = new MemoryStore();
  world.clients.set("kept", { method: "none", redirectUris: [redirectUrl] });
  store.setItem(`mcp-gen/oauth/client/${world.issuer}`, JSON.stringify({ id: "kept", method: "none", redirectUrl }));
  expect((await signedIn({ store })(world.url, ping)).status).toBe(400);
  expect(world.requests("/register")).toEqual([]);
});

test("a server that is never content is left alone", async () => {
  world.rules.token = (answer) => ({ ...answer, scope: "read" });
  world.rules.needed = () => "unreachable";
  const oauth = signedIn();
  world.rules.challenge = (parameters) => parameters.replace("unreachable", `write${world.requests("/authorize").length}`);
  expect((await oauth(world.url, ping)).status).toBe(403);
  expect(world.requests("/authorize")).toHaveLength(3);
  world.rules.challenge = (parameters) => parameters.replace("unreachable", "write1");
  expect((await oauth(world.url, ping)).status).toBe(403);
  expect(world.requests("/authorize")).toHaveLength(3);
});

test("a server that moves to another authorization server takes nothing of the old one along", async () => {
  const oauth = signedIn();
  await oauth(world.url, ping);
  const other = await World.start();
  try {
    world.trusts = other;
    expect((await oauth(world.url, ping)).status).toBe(400);
    expect(other.paths("as")).toEqual(["/.well-known/oauth-authorization-server", "/register", "/authorize", "/token"]);
    expect(other.requests("/token")[0]?.parameters.get("grant_type")).toBe("authorization_code");
    expect(world.requests("/token")).toHaveLength(1);
  } finally {
    await other.close();
  }
});

test("a client's own metadata document is its id where that is supported, else it registers", async () => {
  const clientMetadataUrl = "https://client.example/metadata.json";
  await signedIn({ clientMetadataUrl })(world.url, ping);
  expect(world.requests("/register")).toHaveLength(1);
  world.clients.set(clientMetadataUrl, { method: "none", redirectUris: [redirectUrl] });
  world.rules.documents = (path, published) =>
    path.includes("authorization-server") ? { ...published, client_id_metadata_document_supported: true } : published;
  expect((await signedIn({ clientMetadataUrl })(world.url, ping)).status).toBe(400);
  expect(world.requests("/register")).toHaveLength(1);
  expect(world.requests("/authorize").at(-1)?.parameters.get("client_id")).toBe(clientMetadataUrl);
});

test.each(["client_secret_basic", "client_secret_post"])("a client registered beforehand proves itself by %s", async (method) => {
  const secret = "a secret: ü+%&";
  world.clients.set("us", { secret, method, redirectUris: [redirectUrl] });
  world.rules.documents = (path, published) =>
    path.includes("authorization-server") ? { ...published, token_endpoint_auth_methods_supported: [method] } : published;
  const client = { id: "us", secret, issuer: world.issuer };
  expect((await signedIn({ client })(world.url, ping)).status).toBe(400);
  expect(world.requests("/register")).toHaveLength(0);
});

test("a Request and a body that is a stream are sent again whole", async () => {
  const text = JSON.stringify({ text: "x".repeat(100_000) });
  const oauth = signedIn();
  const streamed = await oauth(world.url, { ...ping, body: new Blob([text]).stream(), duplex: "half" } as RequestInit);
  expect(streamed.status).toBe(400);
  revoke();
  expect((await oauth(new Request(world.url, { ...ping, body: text }))).status).toBe(400);
});
