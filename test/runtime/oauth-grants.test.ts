/** Tokens without a browser, and tokens that are bound to a key. */

import { MemoryStore, oauthFetch } from "@mcp-gen/runtime/oauth";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { World } from "./oauth-world.js";

const redirectUrl = "http://127.0.0.1:3999/callback";
const ping = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.close());

const server = (changes: object) => {
  world.rules.documents = (path, published) => (path.includes("authorization-server") ? { ...published, ...changes } : published);
};

describe("a service", () => {
  test("with a secret, and again when its token is refused", async () => {
    world.clients.set("service", { secret: "secret-of-service", method: "client_secret_basic", redirectUris: [] });
    const client = { id: "service", secret: "secret-of-service" };
    const oauth = oauthFetch({ grant: "client_credentials", client, scopes: ["run"] });
    expect((await oauth(world.url, ping)).status).toBe(400);
    world.tokens.clear();
    expect((await oauth(world.url, ping)).status).toBe(400);
    const asked = world.requests("/token").map(({ parameters }) => Object.fromEntries(parameters));
    const expected = { grant_type: "client_credentials", resource: world.url.href, scope: "run" };
    expect(asked).toEqual([expected, expected]);
  });

  test.each(["ES256", "RS256", "Ed25519"])("with a private key for %s, as PEM, JWK or CryptoKey", async (algorithm) => {
    const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
    world.clients.set("service", { publicKey, method: "private_key_jwt", redirectUris: [] });
    server({ token_endpoint_auth_methods_supported: ["private_key_jwt"] });
    for (const key of [await exportPKCS8(privateKey), await exportJWK(privateKey), privateKey]) {
      const oauth = oauthFetch({ grant: "client_credentials", client: { id: "service", privateKey: key } });
      expect((await oauth(world.url, ping)).status).toBe(400);
    }
  });

  test("with a key that is none", async () => {
    server({ token_endpoint_auth_methods_supported: ["private_key_jwt"] });
    const oauth = oauthFetch({ grant: "client_credentials", client: { id: "service", privateKey: "secret-nonsense" } });
    await expect(oauth(world.url, ping)).rejects.toThrow(/^The private key of client service can't be read/);
  });

  test("that can't prove itself as the server wants", async () => {
    server({ token_endpoint_auth_methods_supported: ["private_key_jwt"] });
    const oauth = oauthFetch({ grant: "client_credentials", client: { id: "service", secret: "secret-of-service" } });
    await expect(oauth(world.url, ping)).rejects.toThrow(
      /takes clients by private_key_jwt; this one can offer client_secret_basic/,
    );
    expect(world.requests("/token")).toHaveLength(0);
  });
});

test("an employee: the identity becomes a grant for this server, and the grant a token", async () => {
  const provider = await World.start();
  provider.clients.set("us-at-provider", { secret: "secret-1", method: "client_secret_basic", redirectUris: [] });
  world.clients.set("us", { secret: "secret-2", method: "client_secret_basic", redirectUris: [] });
  const idJag = "urn:ietf:params:oauth:token-type:id-jag";
  provider.rules.token = () => ({ issued_token_type: idJag, access_token: "the-grant", token_type: "N_A", expires_in: 300 });
  const options = {
    grant: "enterprise_managed",
    client: { id: "us", secret: "secret-2" },
    identityProvider: { id: "us-at-provider", secret: "secret-1", issuer: provider.issuer },
    identity: () => "the-identity",
  } as const;
  expect((await oauthFetch(options)(world.url, ping)).status).toBe(400);
  expect(Object.fromEntries(provider.requests("/token")[0]?.parameters ?? [])).toEqual({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    requested_token_type: idJag,
    audience: world.issuer,
    resource: world.url.href,
    scope: "read",
    subject_token: "the-identity",
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
  });
  expect(world.requests("/token")[0]?.parameters.get("assertion")).toBe("the-grant");

  provider.rules.token = (answer) => answer; // an access token is no grant
  await expect(oauthFetch(options)(world.url, ping)).rejects.toThrow(/no identity assertion grant/);
  expect(world.requests("/token")).toHaveLength(1);
  await provider.close();
});

test("a workload: its JWT is the grant, and a refusal is final", async () => {
  world.clients.set("workload", { method: "none", redirectUris: [] });
  const audiences: unknown[] = [];
  const assertion = (audience: unknown) => {
    audiences.push(audience);
    return "the-jwt-of-the-platform";
  };
  const oauth = oauthFetch({ grant: "workload_identity", client: { id: "workload" }, assertion });
  expect((await oauth(world.url, ping)).status).toBe(400);
  expect(audiences).toEqual([{ issuer: world.issuer, resource: world.url.href }]);
  expect(world.requests("/token")[0]?.parameters.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");

  const stranger = oauthFetch({ grant: "workload_identity", client: { id: "unknown" }, assertion });
  await expect(stranger(world.url, ping)).rejects.toMatchObject({ code: "invalid_client" });
  expect(world.requests("/token")).toHaveLength(2);
});

describe("tokens bound to a key (DPoP)", () => {
  const signedIn = (more: object = {}) => oauthFetch({ redirectUrl, authorize: world.browser, ...more });
  beforeEach(() => {
    world.rules.dpop = true;
  });

  test("are used with a server that wants them, with a fresh proof for every request", async () => {
    const oauth = signedIn();
    expect((await oauth(world.url, ping)).status).toBe(400);
    expect((await oauth(new URL(world.url), ping)).status).toBe(400);
    const proofs = world.requests("/team/mcp").flatMap(({ headers }) => headers.dpop ?? []);
    expect(new Set(proofs).size).toBe(2);
    expect(world.requests("/authorize")[0]?.parameters.get("dpop_jkt")).toMatch(/^[\w-]{43}$/);
  });

  test("with nonces of both servers", async () => {
    world.rules.nonces = true;
    const oauth = signedIn();
    expect((await oauth(world.url, ping)).status).toBe(400);
    const before = world.requests("/team/mcp").length;
    expect((await oauth(world.url, ping)).status).toBe(400);
    expect(world.requests("/team/mcp")).toHaveLength(before + 1); // the nonce is remembered
    expect(world.requests("/authorize")).toHaveLength(1);
  });

  test("are renewed with the same key, in another process too", async () => {
    const store = new MemoryStore();
    await signedIn({ store })(world.url, ping);
    world.tokens.clear();
    expect((await signedIn({ store })(world.url, ping)).status).toBe(400);
    expect(world.requests("/authorize")).toHaveLength(1);
  });

  test("are never asked for when they are switched off", async () => {
    expect((await signedIn({ dpop: false })(world.url, ping)).status).toBe(401);
    expect(world.requests("/token")[0]?.headers.dpop).toBeUndefined();
  });

  test("need an algorithm that both sides know", async () => {
    server({ dpop_signing_alg_values_supported: ["RS256"] });
    await expect(signedIn()(world.url, ping)).rejects.toThrow(/takes DPoP proofs by RS256/);
  });
});
