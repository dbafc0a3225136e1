/** Which era a client settles on, whatever the server says to its probe (field cases F01, F04, F05, F15, F16, E15). */

import { fileURLToPath } from "node:url";
import type { ServerMessage } from "@mcp-gen/runtime/client";
import { afterEach, describe, expect, test } from "vitest";
import { EraMemory } from "../../runtime/dist/eras/era-memory.js";
import { text } from "./matrix.js";
import {
  connectPlainly,
  discovery,
  type Exchange,
  failure,
  handshake,
  reply,
  type Scripted,
  said,
  scripted,
  scriptedDuplex,
  shaken,
} from "./scripted.js";

const servers: Scripted[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function http(answer: (exchange: Exchange) => unknown): Promise<Scripted> {
  const server = await scripted(answer);
  servers.push(server);
  return server;
}

/** A legacy server that says this to a probe. */
const legacyAfter = (probe: (exchange: Exchange) => void): Promise<Scripted> =>
  http((exchange) => {
    if (exchange.method === "server/discover") return probe(exchange);
    if (!handshake(exchange)) exchange.result(said("legacy"));
  });

const json = { "content-type": "application/json" };
const idless = (code: number): string => JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message: "no" } });

describe("what is no modern answer makes a client fall back, over HTTP", () => {
  test.each<[string, (exchange: Exchange) => void]>([
    ["-32601", ({ error }) => error(-32601, "Method not found")],
    ["-32601 with 404", ({ error }) => error(-32601, "Method not found", undefined, 404)],
    ["-32602", ({ error }) => error(-32602, "Invalid params", undefined, 400)],
    ["-32700 and a null id", ({ send }) => send(400, idless(-32700), json)],
    ["-32700 and a null id, with 200", ({ send }) => send(200, idless(-32700), json)],
    ["a missing session", ({ send }) => send(400, idless(-32000), json)],
    ["plain text", ({ send }) => send(200, "hello", { "content-type": "text/plain" })],
    ["an empty 400", ({ send }) => send(400)],
    ["an empty 404", ({ send }) => send(404)],
    ["an empty 405", ({ send }) => send(405)],
    ["a discovery of legacy revisions alone", ({ result }) => result({ ...discovery, supportedVersions: ["2025-11-25"] })],
    ["a result that is no discovery", ({ result }) => result({ tools: [] })],
    ["a stream without an answer", ({ stream }) => stream().end()],
  ])("%s", async (_title, probe) => {
    const server = await legacyAfter(probe);
    const client = await connectPlainly(server.url);
    expect(client.era).toBe("legacy");
    expect(text(await client.callTool("any"))).toBe("legacy");
    await client.close();
  });
});

describe("what is no modern answer makes a client fall back, over a duplex", () => {
  // biome-ignore lint/suspicious/noExplicitAny: a message is whatever the client sent
  test.each<[string, (message: any) => object | string]>([
    ["-32601", (message) => failure(message, -32601)],
    ["-32602", (message) => failure(message, -32602)],
    ["-32700 and a null id", () => idless(-32700)],
    ["-32000", (message) => failure(message, -32000)],
    ["a result that is none", (message) => ({ jsonrpc: "2.0", id: message.id, result: "yes" })],
  ])("%s", async (_title, answer) => {
    const { target, opened } = scriptedDuplex((message, send) => {
      if (message.method === "server/discover") send(answer(message));
      else if (message.method === "initialize") send(reply(message, shaken));
      else if (message.id !== undefined) send(reply(message, said("legacy")));
    });
    const client = await connectPlainly(target);
    expect(client.era).toBe("legacy");
    expect(text(await client.callTool("any"))).toBe("legacy");
    expect(opened()).toBe(1);
    await client.close();
  });

  test("a server that dies of the probe is started again for the handshake alone", async () => {
    const { target, seen, opened } = scriptedDuplex((message, send, close) => {
      if (message.method === "server/discover") close();
      else if (message.method === "initialize") send(reply(message, shaken));
    });
    const client = await connectPlainly(target);
    expect([client.era, opened()]).toEqual(["legacy", 2]);
    expect(seen.map(({ method }) => method)).toEqual(["server/discover", "initialize", "notifications/initialized"]);
    await client.close();
  });

  test("a process that dies of the probe likewise", async () => {
    const script = fileURLToPath(new URL("dies-of-probe.mjs", import.meta.url));
    const client = await connectPlainly({ command: process.execPath, args: [script] });
    expect([client.era, client.serverInfo?.name]).toEqual(["legacy", "mortal"]);
    await client.close();
  });
});

describe("refused credentials", () => {
  test.each([401, 403])("%i to the probe is told, and no handshake is tried", async (status) => {
    const server = await http(({ send }) => send(status, "who are you?"));
    await expect(connectPlainly(server.url)).rejects.toMatchObject({ name: "HttpError", status });
    expect(server.told()).toEqual(["server/discover"]);
  });

  test("a server that refuses only the probe can be reached by naming its era", async () => {
    const server = await legacyAfter(({ send }) => send(403));
    const client = await connectPlainly(server.url, { mode: "legacy" });
    expect(client.era).toBe("legacy");
    await client.close();
  });
});

describe("modern errors are no evidence for a legacy server", () => {
  const refusing = (code: number, data?: unknown): Promise<Scripted> =>
    http((exchange) => exchange.error(code, "refused", data, 400));

  test("-32022 that names a revision which is spoken here: once more with that", async () => {
    let probes = 0;
    const server = await http((exchange) => {
      probes += 1;
      if (probes === 1) exchange.error(-32022, "no", { supported: ["2026-07-28", "2030-01-01"], requested: "x" }, 400);
      else exchange.result(discovery);
    });
    const client = await connectPlainly(server.url);
    expect([client.era, client.protocolVersion]).toEqual(["modern", "2026-07-28"]);
    expect(server.told()).toEqual(["server/discover", "server/discover"]);
    await client.close();
  });

  test("-32022 that names only unknown revisions: an error with both sides", async () => {
    const server = await refusing(-32022, { supported: ["2030-01-01"], requested: "2026-07-28" });
    await expect(connectPlainly(server.url)).rejects.toThrow(
      "The server speaks 2030-01-01; this client speaks 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28.",
    );
    expect(server.told()).toEqual(["server/discover"]);
  });

  test.each([-32020, -32021])("%i is told", async (code) => {
    const server = await refusing(code, { requiredCapabilities: {} });
    await expect(connectPlainly(server.url)).rejects.toMatchObject({ code, message: "refused" });
    expect(server.told()).toEqual(["server/discover"]);
  });
});

test("what both eras refuse is told with the first status and body", async () => {
  const server = await http(({ verb, send }) => (verb === "GET" ? send(405) : send(400, "tenant is suspended")));
  await expect(connectPlainly(server.url)).rejects.toThrow("HTTP 400: tenant is suspended");
  expect(server.told()).toEqual(["server/discover", "initialize", "GET"]); // the oldest transport, last of all
});

test("an address as a text is refused in words that help", async () => {
  await expect(connectPlainly("http://127.0.0.1:1/mcp" as never)).rejects.toThrow("new URL(address)");
});

test("nobody listens: the error of fetch, and no second try", async () => {
  await expect(connectPlainly(new URL("http://127.0.0.1:1/mcp"))).rejects.toThrow(TypeError);
});

test.each([
  ["in _meta", { _meta: { "io.modelcontextprotocol/serverInfo": { name: "meta", version: "1" } } }, "meta"],
  ["beside it", { serverInfo: { name: "old draft", version: "1" } }, "old draft"],
  ["nowhere", {}, undefined],
])("a discovery may name the server %s", async (_title, more, name) => {
  const server = await http((exchange) => exchange.result({ ...discovery, ...more }));
  const client = await connectPlainly(server.url);
  expect([client.era, client.serverInfo?.name]).toEqual(["modern", name]);
  await client.close();
});

test("a modern server that sends requests gets no answer to them", async () => {
  const { target, seen } = scriptedDuplex((message, send) => {
    if (message.method === "server/discover") return send(reply(message, discovery));
    send({ jsonrpc: "2.0", id: 7, method: "elicitation/create", params: { message: "?", requestedSchema: { type: "object" } } });
    send(reply(message, said("fine")));
  });
  const heard: ServerMessage[] = [];
  let asked = 0;
  const client = await connectPlainly(target, {
    mode: "modern",
    onMessage: (message) => heard.push(message),
    elicitation: () => {
      asked += 1;
      return { action: "decline" };
    },
  });
  expect(text(await client.callTool("any"))).toBe("fine");
  expect(asked).toBe(0);
  expect(heard).toEqual([{ kind: "fault", reason: "a modern server must not send requests; one was dropped" }]);
  expect(seen.map(({ method }) => method)).toEqual(["server/discover", "tools/call"]);
  await client.close();
});

describe("one revision and no other", () => {
  test("a legacy revision is what the handshake offers and wants", async () => {
    const offered: unknown[] = [];
    const server = await http((exchange) => {
      if (exchange.method === "initialize") {
        offered.push(exchange.body.params.protocolVersion);
        exchange.result({ ...shaken, protocolVersion: "2025-06-18" });
      } else handshake(exchange);
    });
    const client = await connectPlainly(server.url, { mode: "2025-06-18" });
    expect(client.protocolVersion).toBe("2025-06-18");
    await client.close();
    await expect(connectPlainly(server.url, { mode: "2025-11-25" })).rejects.toThrow(
      'The server wants to speak "2025-06-18"; this client speaks 2025-11-25.',
    );
    expect(offered).toEqual(["2025-06-18", "2025-11-25"]);
  });

  test("a modern revision is not given up for another era", async () => {
    const server = await legacyAfter(({ error }) => error(-32601, "Method not found"));
    await expect(connectPlainly(server.url, { mode: "2026-07-28" })).rejects.toMatchObject({ code: -32601 });
    expect(server.told()).toEqual(["server/discover"]);
  });

  test("an unknown one is refused before anything is sent", async () => {
    const server = await http(() => {});
    await expect(connectPlainly(server.url, { mode: "2027-01-01" })).rejects.toThrow(
      'Unknown mode "2027-01-01": give "auto", "legacy", "modern" or one of 2024-11-05,',
    );
    expect(server.seen).toEqual([]);
  });
});

describe("the era of a server is remembered", () => {
  test("a legacy server is probed once", async () => {
    const server = await legacyAfter(({ error }) => error(-32601, "Method not found"));
    for (let times = 0; times < 3; times += 1) await (await connectPlainly(server.url)).close();
    expect(server.told().filter((one) => one === "server/discover")).toHaveLength(1);
  });

  test("what is not true any more is forgotten and found out anew", async () => {
    let isModern = false;
    const server = await http((exchange) => {
      if (!isModern) return exchange.method === "server/discover" ? exchange.send(404) : handshake(exchange);
      if (exchange.method === "server/discover") exchange.result(discovery);
      else exchange.error(-32022, "modern only", { supported: ["2026-07-28"] }, 400);
    });
    await (await connectPlainly(server.url)).close();
    isModern = true;
    const client = await connectPlainly(server.url);
    expect(client.era).toBe("modern");
    await client.close();
  });

  test("each fetch has a memory of its own, since it may lead elsewhere", async () => {
    const old = await legacyAfter(({ send }) => send(404));
    const url = new URL("http://service.example/mcp");
    const through = (server: Scripted) => (_url: URL, init: RequestInit) => fetch(server.url, init);
    const modern = await http((exchange) => exchange.result(discovery));
    const first = await connectPlainly(url, { fetch: through(old) });
    const second = await connectPlainly(url, { fetch: through(modern) });
    expect([first.era, second.era]).toEqual(["legacy", "modern"]);
    expect(modern.told()).toEqual(["server/discover"]);
    await first.close();
    await second.close();
  });

  test("refused credentials don't make it doubtful", async () => {
    let isLocked = false;
    const server = await http((exchange) => {
      if (isLocked) return exchange.send(401);
      if (exchange.method === "server/discover") exchange.send(404);
      else handshake(exchange);
    });
    await (await connectPlainly(server.url)).close();
    isLocked = true;
    await expect(connectPlainly(server.url)).rejects.toMatchObject({ name: "HttpError", status: 401 });
    expect(server.told().slice(-2)).toEqual(["notifications/initialized", "initialize"]);
  });

  test("not for ever", () => {
    let now = 0;
    const memory = new EraMemory(() => now);
    memory.legacy("a");
    expect([memory.isLegacy("a"), memory.isLegacy("b")]).toEqual([true, false]);
    now = 3_600_000;
    expect(memory.isLegacy("a")).toBe(false);
  });
});

describe("redirections", () => {
  test("a request follows one that repeats it on the same server", async () => {
    const server = await http((exchange) => exchange.result(discovery));
    const door = await http(({ send }) => send(308, "", { location: server.url.href }));
    // The same host on another port is another origin.
    await expect(connectPlainly(door.url, { mode: "modern" })).rejects.toMatchObject({ name: "HttpError", status: 308 });
    let isMoved = false;
    const moving = await http((exchange) => {
      if (isMoved) return exchange.result(discovery);
      isMoved = true;
      exchange.send(307, "", { location: "/elsewhere" });
    });
    const client = await connectPlainly(moving.url, { mode: "modern" });
    expect(client.era).toBe("modern");
    await client.close();
  });
});
