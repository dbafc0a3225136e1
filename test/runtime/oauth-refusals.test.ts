/** Where an OAuth client must stop: each case is a server that can't be trusted, and what must not have been sent to it. */

import { inspect } from "node:util";
import { connect } from "@mcp-gen/runtime/client";
import { AuthorizationError, MemoryStore, oauthFetch } from "@mcp-gen/runtime/oauth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { World } from "./oauth-world.js";

const redirectUrl = "http://127.0.0.1:3999/callback";
const ping = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.close());

const signedIn = (more: object = {}) => oauthFetch({ redirectUrl, authorize: world.browser, ...more });

/** The error of a sign-in that must fail. Whatever it is, nothing that was a secret on the way may be seen in it. */
async function refusal(oauth = signedIn()): Promise<AuthorizationError> {
  const thrown = await oauth(world.url, ping).then(
    ({ status }) => expect.fail(`The request went through with HTTP ${status}.`),
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(AuthorizationError);
  const shown = inspect(thrown, { depth: Infinity, showHidden: true });
  for (const { parameters } of world.seen) {
    for (const name of ["code", "code_verifier", "client_secret", "refresh_token", "assertion", "state"]) {
      const value = parameters.get(name);
      if (value !== null) expect(shown).not.toContain(value);
    }
  }
  expect(shown).not.toMatch(/secret-/);
  return thrown as AuthorizationError;
}

/** Changes the metadata of the authorization server. */
const server = (changes: object) => {
  world.rules.documents = (path, published) => (path.includes("authorization-server") ? { ...published, ...changes } : published);
};
const resource = (changes: object) => {
  world.rules.documents = (path, published) => (path.includes("protected-resource") ? { ...published, ...changes } : published);
};

describe("before the user is asked", () => {
  const untrusted: readonly [string, () => void, RegExp][] = [
    ["a resource on another origin", () => resource({ resource: "https://other.example/team/mcp" }), /names another server/],
    ["a resource beside the server", () => resource({ resource: `${world.url.origin}/team/mc` }), /names another server/],
    ["a resource with a fragment", () => resource({ resource: `${world.url.href}#x` }), /names another server/],
    ["no authorization server", () => resource({ authorization_servers: [] }), /names no authorization server/],
    ["an authorization server that is no URL", () => resource({ authorization_servers: ["nonsense"] }), /is no URL/],
    ["plain HTTP beyond loopback", () => resource({ authorization_servers: ["http://as.example"] }), /not an HTTPS URL/],
    ["an issuer that is another", () => server({ issuer: "https://honest.example" }), /issuer must be exactly/],
    ["an issuer with a slash more", () => server({ issuer: `${world.issuer}/` }), /issuer must be exactly/],
    ["no word of PKCE", () => server({ code_challenge_methods_supported: undefined }), /PKCE/],
    ["PKCE without S256", () => server({ code_challenge_methods_supported: ["plain"] }), /PKCE/],
    ["PKCE as a text", () => server({ code_challenge_methods_supported: "S256" }), /PKCE/],
    ["an endpoint that is no text", () => server({ token_endpoint: { href: "https://as.example" } }), /is no URL/],
    ["an endpoint that is a script", () => server({ authorization_endpoint: "javascript:alert(1)" }), /not an HTTPS URL/],
    ["a token endpoint over plain HTTP", () => server({ token_endpoint: "http://as.example/token" }), /not an HTTPS URL/],
    ["no way to register", () => server({ registration_endpoint: undefined }), /option "client"/],
  ];
  test.each(untrusted)("%s", async (_what, bend, message) => {
    bend();
    expect((await refusal()).message).toMatch(message);
    expect(world.requests("/authorize")).toHaveLength(0);
    expect(world.requests("/token")).toHaveLength(0);
  });

  test("metadata that the refusal names but that are not there", async () => {
    world.rules.documents = () => undefined;
    expect((await refusal()).message).toMatch(/there is none/);
    expect(world.paths("as")).toEqual([]);
  });

  test("an authorization server in trouble is no reason to guess its endpoints", async () => {
    world.rules.challenge = () => "Bearer";
    world.rules.documents = (path) => {
      if (path.includes("protected-resource")) throw new Error("down");
      return undefined;
    };
    expect((await refusal()).message).toMatch(/HTTP 500/);
  });

  test("lists that are none count as empty", async () => {
    server({ scopes_supported: 5, dpop_signing_alg_values_supported: {}, token_endpoint_auth_methods_supported: "none" });
    expect((await signedIn()(world.url, ping)).status).toBe(400);
  });

  test("a client that is registered elsewhere", async () => {
    const client = { id: "us", secret: "secret-of-us", issuer: "https://ours.example" };
    expect((await refusal(signedIn({ client }))).message).toMatch(/registered with https:\/\/ours\.example/);
    expect(world.paths("as")).toEqual(["/.well-known/oauth-authorization-server"]);
  });

  test("a client without an issuer belongs to the first one that it was used with", async () => {
    const store = new MemoryStore();
    const client = { id: "us", secret: "secret-of-us" };
    world.clients.set("us", { secret: client.secret, method: "client_secret_basic", redirectUris: [redirectUrl] });
    expect((await signedIn({ client, store })(world.url, ping)).status).toBe(400);
    const other = await World.start();
    world.trusts = other;
    expect((await refusal(signedIn({ client, store }))).message).toMatch(/is registered with/);
    expect(other.requests("/authorize")).toHaveLength(0);
    await other.close();
  });

  test("a registration that is refused says why", async () => {
    server({ registration_endpoint: `${world.issuer}/nowhere` });
    expect((await refusal()).message).toMatch(/did not register this client: HTTP 404/);
  });
});

describe("when the browser comes back", () => {
  const answers: readonly [string, (url: URL) => void, RegExp][] = [
    ["without iss, although it was promised", (url) => url.searchParams.delete("iss"), /"iss" is missing/],
    ["with the iss of another", (url) => url.searchParams.set("iss", "https://evil.example"), /"iss" is another/],
    ["with an iss that only looks the same", (url) => url.searchParams.set("iss", `${world.issuer}/`), /"iss" is another/],
    ["with two of them", (url) => url.searchParams.append("iss", world.issuer), /RFC 9207/],
    ["with another state", (url) => url.searchParams.set("state", "guessed"), /"state"/],
    ["without state", (url) => url.searchParams.delete("state"), /"state"/],
    ["without a code", (url) => url.searchParams.delete("code"), /without a code/],
  ];
  test.each(answers)("%s", async (_what, bend, message) => {
    world.rules.callback = (url) => {
      bend(url);
      return url;
    };
    expect((await refusal()).message).toMatch(message);
    expect(world.requests("/token")).toHaveLength(0);
  });

  test("an iss that was not promised is compared all the same", async () => {
    server({ authorization_response_iss_parameter_supported: undefined });
    world.rules.callback = (url) => {
      url.searchParams.set("iss", "https://evil.example");
      return url;
    };
    await refusal();
    expect(world.requests("/token")).toHaveLength(0);
  });

  test("an error is told with its code", async () => {
    world.rules.callback = (url) => {
      url.searchParams.delete("code");
      url.searchParams.set("error", "access_denied");
      url.searchParams.set("error_description", "The user said no.");
      return url;
    };
    const error = await refusal();
    expect(error.code).toBe("access_denied");
    expect(error.message).toMatch(/access_denied \(The user said no\)/);
  });

  test("an error of somebody else is not shown", async () => {
    world.rules.callback = (url) => {
      url.searchParams.set("iss", "https://evil.example");
      url.searchParams.set("error_description", "Call this number");
      url.searchParams.set("error", "access_denied");
      return url;
    };
    expect((await refusal()).message).not.toMatch(/number|access_denied/);
  });
});

describe("at the token endpoint", () => {
  test.each(["client_secret_post", "client_secret_basic"])(
    "a server that repeats what it was sent by %s does not make the error a leak",
    async (method) => {
      const client = { id: "us", secret: "secret-of-us: wrong & long", issuer: world.issuer };
      world.clients.set("us", { secret: "right", method, redirectUris: [redirectUrl] });
      server({ token_endpoint_auth_methods_supported: [method] });
      const error = await refusal(signedIn({ client }));
      expect(error.code).toBe("invalid_client");
      expect(error.message).toMatch(/\*\*\*/);
    },
  );

  test("a token of no known type", async () => {
    world.rules.token = (answer) => ({ ...answer, token_type: "mac" });
    expect((await refusal()).message).toMatch(/type of the token/);
  });

  test("no token in the reply", async () => {
    world.rules.token = () => ({ hello: "secret-world" });
    expect((await refusal()).message).toMatch(/not one of OAuth/);
  });

  test("a token that is not bound to a key, when it has to be", async () => {
    world.rules.token = (answer) => ({ ...answer, token_type: "Bearer" });
    expect((await refusal(signedIn({ dpop: true }))).message).toMatch(/not bound to a key/);
  });

  test("a reply without an end", async () => {
    world.rules.token = (answer) => ({ ...answer, padding: "x".repeat(2_000_000) });
    expect((await refusal()).message).toMatch(/more than 1048576 bytes/);
  });
});

test("connect fails with the refusal, and asks the user once: no older generation is tried instead", async () => {
  world.rules.callback = (url) => {
    url.searchParams.set("iss", "https://evil.example");
    return url;
  };
  await expect(connect(world.url, { fetch: signedIn() })).rejects.toBeInstanceOf(AuthorizationError);
  expect(world.requests("/authorize")).toHaveLength(1);
});

test("what authorize throws is what the request throws, for everybody who waits", async () => {
  const given = new Error("The window was closed.");
  const oauth = signedIn({ authorize: () => Promise.reject(given) });
  const all = await Promise.allSettled([oauth(world.url, ping), oauth(world.url, ping)]);
  expect(all.map((one) => one.status === "rejected" && one.reason)).toEqual([given, given]);
});

test("options that can't work are refused at once", () => {
  const authorize = world.browser;
  expect(() => oauthFetch({ redirectUrl: "http://app.example/callback", authorize })).toThrow(/redirectUrl must be/);
  expect(() => oauthFetch({ redirectUrl, authorize, clientMetadataUrl: "http://client.example/x" })).toThrow(/clientMetadataUrl/);
  expect(() => oauthFetch({ redirectUrl, authorize, clientMetadataUrl: "https://client.example" })).toThrow(/clientMetadataUrl/);
});
