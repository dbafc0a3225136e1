/** The loopback page, with a browser that follows redirects as browsers do. */

import { AuthorizationError, oauthFetch } from "@mcp-gen/runtime/oauth";
import { loopbackAuthorizer } from "@mcp-gen/runtime/oauth-node";
import { afterEach, beforeEach, expect, test } from "vitest";
import { World } from "./oauth-world.js";
import { send } from "./raw-http.js";

const ping = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.close());

test("a user signs in through the browser, several times at once", async () => {
  const pages: string[] = [];
  const loopback = await loopbackAuthorizer({
    open: async (url) => {
      pages.push(await (await fetch(url)).text());
    },
  });
  const urls = ["?a", "?b", "?c"].map((query) => new URL(query, world.url));
  world.rules.documents = (path, published) =>
    path.includes("protected") ? { ...published, resource: world.url.href } : published;
  const oauth = oauthFetch(loopback);
  const all = await Promise.all(urls.map((url) => oauth(url, ping)));
  expect(all.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(world.requests("/authorize")).toHaveLength(3);
  expect(world.requests("/register")).toHaveLength(1);
  expect(pages.every((page) => page.includes("close this page") && !page.includes("secret"))).toBe(true);
  await loopback.close();
});

test("what nobody waits for, and what comes under another name, is turned away", async () => {
  const loopback = await loopbackAuthorizer({ open: () => {} });
  const waiting = loopback.authorize(new URL("https://as.example/authorize?state=expected"));
  const status = async (query: string, headers = {}, method = "GET") =>
    (await send(`${loopback.redirectUrl}${query}`, method === "GET" ? "" : "x", headers, method)).status;
  expect(await status("")).toBe(404);
  expect(await status("?state=guessed")).toBe(404);
  expect(await status("?state=__proto__")).toBe(404);
  expect(await status("?state=expected", {}, "POST")).toBe(404);
  expect(await status("?state=expected", { host: "attacker.example:80" })).toBe(404);
  expect(await status("/more?state=expected")).toBe(404);
  expect(await status("?state=expected&error=access_denied")).toBe(200);
  expect((await waiting).searchParams.get("error")).toBe("access_denied");
  expect(await status("?state=expected")).toBe(404);
  await loopback.close();
});

test("a user who never comes back, and a browser that can't be opened", async () => {
  const slow = await loopbackAuthorizer({ open: () => {}, timeoutMs: 50 });
  await expect(slow.authorize(new URL("https://as.example/?state=x"))).rejects.toBeInstanceOf(AuthorizationError);
  await slow.close();
  const broken = await loopbackAuthorizer({ open: () => Promise.reject(new Error("no browser")) });
  await expect(broken.authorize(new URL("https://as.example/?state=x"))).rejects.toThrow("no browser");
  await broken.close();
});

test("a port that is taken is an error", async () => {
  const first = await loopbackAuthorizer({ open: () => {} });
  const port = Number(new URL(first.redirectUrl).port);
  await expect(loopbackAuthorizer({ open: () => {}, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await first.close();
});
