/** Connecting is given up: with servers that never answer, nothing that was opened stays. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@mcp-gen/runtime/client";
import { oauthFetch } from "@mcp-gen/runtime/oauth";
import { afterEach, describe, expect, test } from "vitest";
import { discovery, handshake, reply, type Scripted, scripted, scriptedDuplex, shaken } from "./scripted.js";

const servers: Scripted[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const reason = new Error("the user has closed the window");
/** A signal that fires once `when` holds. */
function once(when: () => boolean): AbortSignal {
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (!when()) return;
    clearInterval(timer);
    controller.abort(reason);
  }, 5);
  return controller.signal;
}

const modes = ["auto", "legacy", "modern"] as const;

describe("a port that takes connections and says nothing", () => {
  test.each(modes)("%s", async (mode) => {
    const sockets = new Set<Socket>();
    const mute = createServer((socket) => {
      sockets.add(socket);
      socket
        .on("data", () => {})
        .on("error", () => {})
        .on("close", () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    const { port } = mute.address() as { port: number };
    const signal = once(() => sockets.size > 0);
    await expect(connect(new URL(`http://127.0.0.1:${port}/mcp`), { mode, signal })).rejects.toBe(reason);
    await expect.poll(() => sockets.size).toBe(0);
    mute.close();
  });
});

describe("a process that reads and says nothing", () => {
  test.each(modes)("%s", async (mode) => {
    const folder = mkdtempSync(join(tmpdir(), "mcp-gen-mute-"));
    const file = join(folder, "pid");
    const script = `require("node:fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); process.stdin.resume();`;
    const pid = (): number => {
      try {
        return Number(readFileSync(file, "utf8"));
      } catch {
        return 0;
      }
    };
    const signal = once(() => pid() > 0);
    await expect(connect({ command: process.execPath, args: ["-e", script] }, { mode, signal })).rejects.toBe(reason);
    const isAlive = (): boolean => {
      try {
        return process.kill(pid(), 0);
      } catch {
        return false;
      }
    };
    await expect.poll(isAlive).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

test("nothing is started and nothing sent when it was given up before", async () => {
  const { target, opened } = scriptedDuplex(() => {});
  await expect(connect(target, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(opened()).toBe(0);
});

test("a server that dies of the probe is not started again for nobody", async () => {
  const controller = new AbortController();
  const { target, opened } = scriptedDuplex((message, _send, close) => {
    if (message.method !== "server/discover") return;
    controller.abort(reason);
    close();
  });
  await expect(connect(target, { signal: controller.signal })).rejects.toBe(reason);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(opened()).toBe(1);
});

test("a handshake that is given up is told to nobody, and a session that stood already is ended", async () => {
  const controller = new AbortController();
  const server = await scripted((exchange) => {
    if (exchange.method === "notifications/initialized") {
      controller.abort(reason);
      setTimeout(() => exchange.send(202), 50);
    } else handshake(exchange, "session-1");
  });
  servers.push(server);
  await expect(connect(server.url, { mode: "legacy", signal: controller.signal })).rejects.toBe(reason);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(server.told()).not.toContain("notifications/cancelled");
  expect(server.told().filter((one) => one === "GET").length).toBeLessThan(2);
});

test("a signal has no say once the connection stands", async () => {
  const controller = new AbortController();
  const { target } = scriptedDuplex((message, send) => {
    if (message.method === "initialize") send(reply(message, shaken));
    else if (message.id !== undefined) send(reply(message, {}));
  });
  const client = await connect(target, { mode: "legacy", signal: controller.signal });
  controller.abort(reason);
  await client.ping();
  await client.close();
});

test("a note that HTTP never takes does not hold the handshake up for ever", async () => {
  const server = await scripted((exchange) => {
    if (exchange.method !== "notifications/initialized") handshake(exchange);
  });
  servers.push(server);
  const faults: string[] = [];
  const onMessage = (message: { kind: string; reason?: string }): unknown =>
    message.kind === "fault" && faults.push(message.reason ?? "");
  const client = await connect(server.url, { mode: "legacy", timeoutMs: 200, onMessage });
  expect(faults).toEqual([expect.stringContaining("notifications/initialized could not be sent")]);
  await client.close();
});

test("a subscription that a legacy server never confirms is given up, too", async () => {
  const { target } = scriptedDuplex((message, send) => {
    if (message.method === "initialize") send(reply(message, shaken));
  });
  const client = await connect(target, { mode: "legacy" });
  const given = client.subscribe({ resourceSubscriptions: ["file:///a"] }, () => {}, { signal: AbortSignal.timeout(50) });
  await expect(given).rejects.toMatchObject({ name: "TimeoutError" });
  await client.close();
});

describe("a sign-in that never ends", () => {
  const redirectUrl = "http://127.0.0.1:3999/callback";

  test("connecting stops waiting for it", async () => {
    const server = await scripted(({ send }) => send(401, "", { "www-authenticate": "Bearer" }));
    servers.push(server);
    const hanging = oauthFetch({ redirectUrl, authorize: () => new Promise(() => {}), fetch: hangsAtMetadata(server) });
    const signal = AbortSignal.timeout(200);
    await expect(connect(server.url, { fetch: hanging, signal })).rejects.toMatchObject({ name: "TimeoutError" });
    await expect(hanging.signIn(server.url, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

/** Lets requests to the server through; those for metadata get no answer. */
function hangsAtMetadata(server: Scripted) {
  return (url: URL, init: RequestInit): Promise<Response> => {
    if (url.href === server.url.href) return fetch(url, init);
    return new Promise((_resolve, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
  };
}

test("after all that, a connection to a server that answers works", async () => {
  const server = await scripted((exchange) => exchange.result(discovery));
  servers.push(server);
  const client = await connect(server.url, { signal: AbortSignal.timeout(5_000) });
  expect(client.era).toBe("modern");
  await client.close();
});
