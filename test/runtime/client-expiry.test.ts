/** A legacy session that the server has forgotten (field case E01). */

import { afterEach, expect, test } from "vitest";
import { text } from "./matrix.js";
import { connectPlainly, type Exchange, handshake, type Scripted, said, scripted } from "./scripted.js";

let server: Scripted | undefined;
afterEach(() => server?.close());

/** Every handshake opens the next session; `isAlive` says which one is served. */
async function sessions(isAlive: (session: number, exchange: Exchange) => boolean): Promise<Scripted> {
  let count = 0;
  server = await scripted((exchange) => {
    if (exchange.method === "initialize") count += 1;
    if (handshake(exchange, `s${count}`)) return;
    const session = Number(String(exchange.headers["mcp-session-id"]).slice(1));
    if (isAlive(session, exchange)) exchange.result(said(`served in s${session}`));
    else exchange.error(-32001, "Session not found", undefined, 404);
  });
  return server;
}

const handshakes = ({ seen }: Scripted): Exchange[] => seen.filter(({ method }) => method === "initialize");

test("one new handshake without a session, and the call once more", async () => {
  const { url, seen, told } = await sessions((session) => session > 1);
  const client = await connectPlainly(url, { mode: "legacy" });
  expect(text(await client.callTool("any"))).toBe("served in s2");
  expect(told().filter((one) => one !== "GET")).toEqual([
    "initialize",
    "notifications/initialized",
    "tools/call",
    "initialize",
    "notifications/initialized",
    "tools/call",
  ]);
  const again = seen.filter(({ method }) => method === "initialize").at(-1);
  expect(again?.headers).not.toHaveProperty("mcp-session-id");
  expect(again?.headers).not.toHaveProperty("mcp-protocol-version");
  expect(text(await client.callTool("any"))).toBe("served in s2");
  await client.close();
});

test("parallel calls share one new handshake", async () => {
  const scriptedServer = await sessions((session) => session > 1);
  const client = await connectPlainly(scriptedServer.url, { mode: "legacy" });
  const results = await Promise.all(["a", "b", "c", "d"].map((name) => client.callTool(name)));
  expect(results.map(text)).toEqual(Array(4).fill("served in s2"));
  expect(handshakes(scriptedServer)).toHaveLength(2);
  await client.close();
});

test("a late reply of the old session does not bring it back", async () => {
  let count = 0;
  let answerSlow = (): void => {};
  server = await scripted((exchange) => {
    if (exchange.method === "initialize") {
      count += 1;
      if (count === 2) answerSlow();
      setTimeout(() => handshake(exchange, `s${count}`), count === 2 ? 100 : 0);
    } else if (handshake(exchange)) return;
    else if (exchange.body.params.name === "slow") {
      answerSlow = () => exchange.result(said("slow"), { "mcp-session-id": "s1" });
    } else if (exchange.headers["mcp-session-id"] === "s2") exchange.result(said("served in s2"));
    else exchange.send(404);
  });
  const client = await connectPlainly(server.url, { mode: "legacy" });
  const slow = client.callTool("slow");
  await expect.poll(() => server?.told()).toContain("tools/call");
  expect(text(await client.callTool("any"))).toBe("served in s2");
  expect(text(await slow)).toBe("slow");
  expect(count).toBe(2);
  await client.close();
});

test("404 for ever is one clear error, and no loop", async () => {
  const scriptedServer = await sessions(() => false);
  const client = await connectPlainly(scriptedServer.url, { mode: "legacy" });
  await expect(client.callTool("any")).rejects.toThrow("The session expired, and the server refused the new one too.");
  expect(handshakes(scriptedServer)).toHaveLength(2);
  await client.close();
});

test("a handshake that fails too is told, and the next call tries again", async () => {
  let isDown = false;
  let count = 0;
  server = await scripted((exchange) => {
    if (exchange.method === "initialize" && isDown) return exchange.send(503, "down");
    if (exchange.method === "initialize") count += 1;
    if (handshake(exchange, `s${count}`)) return;
    if (exchange.headers["mcp-session-id"] === "s2") exchange.result(said("back"));
    else exchange.send(404);
  });
  const client = await connectPlainly(server.url, { mode: "legacy" });
  isDown = true;
  await expect(client.callTool("any")).rejects.toThrow(
    "The session expired and could not be renewed: The server answered with HTTP 503: down",
  );
  isDown = false;
  expect(text(await client.callTool("any"))).toBe("back");
  await client.close();
});

test("a tool's own 404 error without a session stays what it is", async () => {
  server = await scripted((exchange) => handshake(exchange) || exchange.error(-32001, "no such thing", undefined, 404));
  const client = await connectPlainly(server.url, { mode: "legacy" });
  await expect(client.callTool("any")).rejects.toMatchObject({ name: "McpError", code: -32001, message: "no such thing" });
  await client.close();
});
