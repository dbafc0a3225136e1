/** A sign-in for which a whole page goes away and comes back: what a page needs stands in the store of the user. */

import { connect } from "@mcp-gen/runtime/client";
import { AuthorizationError, MemoryStore, oauthFetch } from "@mcp-gen/runtime/oauth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { World } from "./oauth-world.js";

const redirectUrl = "https://app.example/signed-in";
const ping = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };

let world: World;
let store: MemoryStore;
beforeEach(async () => {
  world = await World.start();
  store = new MemoryStore();
});
afterEach(() => world.close());

/** A page as it is loaded: it goes where it is sent and waits for nothing. */
function page(more: object = {}) {
  const went: URL[] = [];
  const authorize = (url: URL): Promise<never> => {
    went.push(url);
    return new Promise(() => {});
  };
  const oauth = oauthFetch({ redirectUrl, store, authorize, ...more });
  return { oauth, went };
}

/** Goes to the authorization server; the page is gone after that. Returns where the browser comes back to. */
async function leaving(more: object = {}): Promise<URL> {
  const { oauth, went } = page(more);
  oauth(world.url, ping).catch(() => {});
  await expect.poll(() => went.length).toBe(1);
  return world.browser(went[0] as URL);
}

test("the page that comes back finishes, and everything works without another sign-in", async () => {
  const back = await leaving();
  const { oauth, went } = page();
  expect(await oauth.finish(back)).toBe(true);
  const client = await connect(world.url, { fetch: oauth });
  expect((await client.callTool("client_features")).isError).not.toBe(true);
  await client.close();
  expect(went).toEqual([]);
  // The one after that finds the token in the store.
  expect((await page().oauth(world.url, ping)).status).toBe(400);
  expect(world.requests("/authorize")).toHaveLength(1);
  expect(world.requests("/register")).toHaveLength(1);
});

test("tokens bound to a key are asked for with the key of the page that left", async () => {
  world.rules.dpop = true;
  const back = await leaving();
  const { oauth } = page();
  await oauth.finish(back);
  expect((await oauth(world.url, ping)).status).toBe(400);
  expect(world.requests("/authorize")).toHaveLength(1);
});

test("an answer is good for one use, and leaves no secret in the store", async () => {
  const items: string[] = [];
  const noting = {
    getItem: (key: string) => store.getItem(key),
    removeItem: (key: string) => store.removeItem(key),
    setItem: (key: string, value: string) => {
      if (key.endsWith("/pending")) items.push(value);
      store.setItem(key, value);
    },
  };
  const back = await leaving({ store: noting });
  expect(items.join()).toContain('"verifier"');
  const { oauth } = page();
  await oauth.finish(back);
  await expect(oauth.finish(back)).rejects.toThrow(AuthorizationError);
  expect(store.getItem("mcp-gen/oauth/pending")).toBeNull();
  expect(world.requests("/token")).toHaveLength(1);
});

test("an address that no sign-in comes back to is none of its business", async () => {
  const { oauth } = page();
  for (const address of [
    redirectUrl,
    `${redirectUrl}?code=1`,
    `${redirectUrl}?state=1`,
    "https://app.example/?code=1&state=2",
    "https://other.example/signed-in?code=1&state=2",
  ])
    expect(await oauth.finish(address)).toBe(false);
  const service = oauthFetch({ grant: "client_credentials", client: { id: "a", secret: "b" } });
  expect(await service.finish(`${redirectUrl}?code=1&state=2`)).toBe(false);
  expect(world.seen).toEqual([]);
});

describe("refused, with nothing sent", () => {
  test("an answer that nobody waits for: another state, another browser", async () => {
    const back = await leaving();
    const forged = new URL(back);
    forged.searchParams.set("state", "forged");
    await expect(page().oauth.finish(forged)).rejects.toThrow("No sign-in waits for this answer");
    await expect(page({ store: new MemoryStore() }).oauth.finish(back)).rejects.toThrow("No sign-in waits for this answer");
    expect(world.requests("/token")).toEqual([]);
  });

  test("an answer of another issuer (RFC 9207), which also ends the sign-in", async () => {
    const back = await leaving();
    const mixed = new URL(back);
    mixed.searchParams.set("iss", "https://attacker.example");
    await expect(page().oauth.finish(mixed)).rejects.toThrow('its "iss" is another');
    await expect(page().oauth.finish(back)).rejects.toThrow("No sign-in waits for this answer");
    expect(world.requests("/token")).toEqual([]);
  });

  test("a user who said no", async () => {
    const back = await leaving();
    back.searchParams.delete("code");
    back.searchParams.set("error", "access_denied");
    await expect(page().oauth.finish(back)).rejects.toMatchObject({ name: "AuthorizationError", code: "access_denied" });
  });

  test("a page with another client than the one that left", async () => {
    const back = await leaving();
    const { oauth } = page({ client: { id: "another", issuer: world.issuer } });
    await expect(oauth.finish(back)).rejects.toThrow("was begun by another client");
    expect(world.requests("/token")).toEqual([]);
  });

  test("a sign-in that is too old, and a store that holds nonsense", async () => {
    const back = await leaving();
    const key = "mcp-gen/oauth/pending";
    const old = JSON.parse(store.getItem(key) ?? "");
    store.setItem(key, JSON.stringify({ all: [{ ...old.all[0], since: Date.now() - 3_700_000 }] }));
    await expect(page().oauth.finish(back)).rejects.toThrow("is too old");
    store.setItem(key, JSON.stringify({ all: [null, 1, { state: back.searchParams.get("state") }] }));
    await expect(page().oauth.finish(back)).rejects.toThrow(AuthorizationError);
  });
});

test("a page that stayed, because the answer came through another window, goes on with what waited", async () => {
  const { oauth, went } = page();
  const waiting = oauth(world.url, ping);
  await expect.poll(() => went.length).toBe(1);
  expect(await oauth.finish(await world.browser(went[0] as URL))).toBe(true);
  expect((await waiting).status).toBe(400);
  expect(world.requests("/token")).toHaveLength(1);
  expect(store.getItem("mcp-gen/oauth/pending")).toBeNull();
});

test("sign-ins that nobody ended do not pile up", async () => {
  for (let times = 0; times < 25; times += 1) await leaving();
  const kept = JSON.parse(store.getItem("mcp-gen/oauth/pending") ?? "") as { all: unknown[] };
  expect(kept.all).toHaveLength(20);
});
