/** What changes while a server runs, and who hears of it: lists and resources, in every cell. */

import { describe, expect, test } from "vitest";

import { cells } from "./matrix.js";
import { opener, withoutScopes } from "./offers.js";
import { makeServer } from "./offers-server.mjs";
import { sleep, type WireClient } from "./wire-client.js";

const open = opener();
const idKey = "io.modelcontextprotocol/subscriptionId";
const legacy = cells.filter(({ mode }) => mode === "legacy");
const modern = cells.filter(({ mode }) => mode === "modern");
const names = async (client: WireClient, method: string, kind: string): Promise<string[]> =>
  (await client.result(method))[kind].map(({ name }: { name: string }) => name);

describe.each(cells)("availability, $transport $mode", (cell) => {
  test("what is hidden is neither listed nor found, until it is shown again", async () => {
    const client = await open(cell);
    const notFound = cell.mode === "modern" ? -32602 : -32002;
    for (const [list, key, method, kind, ask] of [
      ["tools", "plain", "tools/list", "tools", ["tools/call", { name: "plain" }, -32602]],
      ["prompts", "greet", "prompts/list", "prompts", ["prompts/get", { name: "greet", arguments: { name: "A" } }, -32602]],
      ["resources", "note://one", "resources/list", "resources", ["resources/read", { uri: "note://one" }, notFound]],
      [
        "resources",
        "shelf://{row}/{book}",
        "resources/templates/list",
        "resourceTemplates",
        ["resources/read", { uri: "shelf://a/b" }, notFound],
      ],
    ] as const) {
      const [asked, params, code] = ask;
      const before = await names(client, method, kind);
      await client.result(asked, params);
      await client.call("availability", { list, key, available: false });
      expect(await names(client, method, kind)).toEqual(before.slice(1));
      expect((await client.error(asked, params)).code).toBe(code);
      await client.call("availability", { list, key, available: true });
      expect(await names(client, method, kind)).toEqual(before);
      await client.result(asked, params);
    }
  });

  test("a name that there is not is an error of the caller", async () => {
    const client = await open(cell);
    const { content, isError } = await client.result("tools/call", {
      name: "availability",
      arguments: { list: "prompts", key: "nobody", available: false },
    });
    expect([isError, content[0].text]).toEqual([
      true,
      "availability failed: The server offers has nothing named nobody among its prompts.",
    ]);
  });
});

describe.each(legacy)("legacy, $transport", (cell) => {
  test("every session hears of lists that change", async () => {
    const client = await open(cell);
    await client.call("availability", { list: "prompts", key: "greet", available: false });
    await client.until(({ method }) => method === "notifications/prompts/list_changed");
    await client.call("announce", { list: "tools" });
    await client.call("availability", { list: "resources", key: "note://one", available: false });
    await client.until(({ method }) => method === "notifications/resources/list_changed");
    await client.call("availability", { list: "prompts", key: "greet", available: false }); // it is already
    await sleep(30);
    expect(client.notices.map(({ method }) => method)).toEqual([
      "notifications/prompts/list_changed",
      "notifications/tools/list_changed",
      "notifications/resources/list_changed",
    ]);
  });

  test("who subscribed to a resource hears of it, until it unsubscribes", async () => {
    const client = await open(cell);
    await client.call("touch", { uri: "note://one" });
    expect(await client.result("resources/subscribe", { uri: "note://one" })).toEqual({});
    expect(await client.result("resources/subscribe", { uri: "shelf://a/b" })).toEqual({});
    await client.call("touch", { uri: "note://one" });
    await client.call("touch", { uri: "note://bytes" });
    await client.call("touch", { uri: "shelf://a/b" });
    await client.until(({ params }) => params?.uri === "shelf://a/b");
    expect(await client.result("resources/unsubscribe", { uri: "note://one" })).toEqual({});
    expect(await client.result("resources/unsubscribe", { uri: "note://never" })).toEqual({});
    await client.call("touch", { uri: "note://one" });
    await sleep(30);
    expect(client.notices.map(({ method, params }) => [method, params.uri])).toEqual([
      ["notifications/resources/updated", "note://one"],
      ["notifications/resources/updated", "shelf://a/b"],
    ]);
  });

  test("what is not there can't be subscribed to", async () => {
    const client = await open(cell, withoutScopes(cell));
    for (const uri of ["note://none", "note://guarded"])
      expect(await client.error("resources/subscribe", { uri })).toEqual({
        code: -32002,
        message: "Resource not found",
        data: { uri },
      });
    expect((await client.error("resources/subscribe", {})).code).toBe(-32602);
    expect((await client.error("resources/unsubscribe", { uri: 1 })).code).toBe(-32602);
  });
});

test("a legacy session keeps no endless list of subscriptions", async () => {
  const client = await open({ transport: "memory", mode: "legacy" });
  for (let index = 0; index < 1000; index += 1) await client.result("resources/subscribe", { uri: `shelf://a/${index}` });
  const error = await client.error("resources/subscribe", { uri: "note://one" });
  expect(error.message).toBe("A session can subscribe to 1000 resources at most: unsubscribe from some first.");
  expect(await client.result("resources/subscribe", { uri: "shelf://a/1" })).toEqual({});
});

describe.each(modern)("modern, $transport", (cell) => {
  const listen = async (client: WireClient, notifications: object) => {
    const sent = client.start("subscriptions/listen", { notifications });
    const acknowledged = await client.until(({ params }) => params?._meta?.[idKey] === sent.id);
    return { ...sent, acknowledged };
  };
  const of = (client: WireClient, id: number) => client.notices.filter(({ params }) => params._meta?.[idKey] === id);

  test("the acknowledgement comes first and says what will be told", async () => {
    const client = await open(cell, withoutScopes(cell));
    const { acknowledged, id } = await listen(client, {
      toolsListChanged: true,
      promptsListChanged: false,
      resourceSubscriptions: ["note://one", "note://none", "note://guarded", "shelf://a/b"],
      weatherChanged: true,
    });
    expect(acknowledged).toEqual({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: {
        _meta: { [idKey]: id },
        notifications: { toolsListChanged: true, resourceSubscriptions: ["note://one", "shelf://a/b"] },
      },
    });
    const nothing = await listen(client, {});
    expect(nothing.acknowledged.params.notifications).toEqual({});
  });

  test("each subscription hears what it asked for and nothing else, under its own id", async () => {
    const client = await open(cell);
    const tools = await listen(client, { toolsListChanged: true });
    const rest = await listen(client, {
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ["note://one"],
    });
    await client.call("availability", { list: "tools", key: "plain", available: false });
    await client.call("announce", { list: "prompts" });
    await client.call("announce", { list: "resources" });
    await client.call("touch", { uri: "note://bytes" });
    await client.call("touch", { uri: "note://one" });
    await client.until(({ method }) => method === "notifications/resources/updated");
    await client.until(({ method }) => method === "notifications/tools/list_changed");
    expect(of(client, tools.id).slice(1)).toEqual([
      { jsonrpc: "2.0", method: "notifications/tools/list_changed", params: { _meta: { [idKey]: tools.id } } },
    ]);
    expect(of(client, rest.id).map(({ method, params }) => [method, params.uri])).toEqual([
      ["notifications/subscriptions/acknowledged", undefined],
      ["notifications/prompts/list_changed", undefined],
      ["notifications/resources/list_changed", undefined],
      ["notifications/resources/updated", "note://one"],
    ]);
  });

  test("the client ends one and keeps the other", async () => {
    const client = await open(cell);
    const first = await listen(client, { toolsListChanged: true });
    const second = await listen(client, { toolsListChanged: true });
    first.cancel();
    await sleep(100);
    await client.call("announce", { list: "tools" });
    await client.until(
      ({ method, params }) => method === "notifications/tools/list_changed" && params._meta[idKey] === second.id,
    );
    expect(of(client, first.id)).toHaveLength(1);
    expect(client.heard.filter(({ id }) => id === first.id || id === second.id)).toEqual([]);
  });

  test.each([
    [{}],
    [{ notifications: [] }],
    [{ notifications: { toolsListChanged: "yes" } }],
    [{ notifications: { resourceSubscriptions: "note://one" } }],
    [{ notifications: { resourceSubscriptions: [1] } }],
    [{ notifications: { resourceSubscriptions: Array.from({ length: 1001 }, () => "note://one") } }],
  ])("a filter that is none is refused: %#", async (params) => {
    const client = await open({ ...cell, transport: "memory" });
    expect((await client.error("subscriptions/listen", params)).code).toBe(-32602);
  });

  test("there is a bound", async () => {
    const client = await open(cell, { serving: { maxSubscriptions: 1 } });
    const first = await listen(client, {});
    const error = await client.error("subscriptions/listen", { notifications: {} });
    expect(error).toEqual({ code: -32600, message: "Too many subscriptions are open here: end others or try again later." });
    first.cancel();
    await sleep(100);
    await listen(client, {});
  });
});

test("who takes no event stream can't listen", async () => {
  const client = await open({ transport: "http", mode: "modern" }, { headers: { accept: "application/json" } });
  const error = await client.error("subscriptions/listen", { notifications: {} });
  expect(error.code).toBe(-32600);
  expect(error.message).toBe("subscriptions/listen is answered with an event stream: let Accept take text/event-stream.");
});

test.each(modern.filter(({ transport }) => transport !== "stdio"))(
  "a server that shuts down ends subscriptions with a result, $transport",
  async (cell) => {
    const client = await open(cell);
    const first = client.start("subscriptions/listen", { notifications: {} });
    const second = client.start("subscriptions/listen", { notifications: { toolsListChanged: true } });
    await client.until(({ params }) => params?._meta?.[idKey] === second.id);
    await client.until(({ params }) => params?._meta?.[idKey] === first.id);
    await client.endServer();
    for (const { id, reply } of [first, second]) {
      const { result } = await reply;
      expect(result).toMatchObject({ resultType: "complete", _meta: { [idKey]: id } });
      expect(result._meta).toHaveProperty("io.modelcontextprotocol/serverInfo");
    }
  },
);

test.each(cells.filter(({ transport }) => transport !== "stdio"))(
  "a server object tells by itself, $transport $mode",
  async (cell) => {
    const server = makeServer();
    const client = await open(cell, { server });
    if (cell.mode === "legacy") await client.result("resources/subscribe", { uri: "note://one" });
    else {
      const notifications = { toolsListChanged: true, resourceSubscriptions: ["note://one"] };
      client.start("subscriptions/listen", { notifications });
      await client.until(({ method }) => method === "notifications/subscriptions/acknowledged");
    }
    server.listChanged("tools");
    server.resourceUpdated("note://one");
    await client.until(({ method }) => method === "notifications/tools/list_changed");
    await client.until(({ method }) => method === "notifications/resources/updated");
  },
);

describe.each(cells.filter(({ transport }) => transport !== "http"))("scopes, $transport $mode", (cell) => {
  const guarded = ["tools", "prompts", "resources"] as const;
  test("what a caller may not use is as good as not there", async () => {
    const client = await open(cell, { serving: { auth: { principal: "eve", scopes: ["other"] } } });
    for (const kind of guarded) expect(await names(client, `${kind}/list`, kind)).not.toContain("guarded");
    expect((await client.error("tools/call", { name: "guarded" })).message).toBe("Unknown tool: guarded");
    expect((await client.error("prompts/get", { name: "guarded" })).message).toBe("Unknown prompt: guarded");
    expect((await client.error("resources/read", { uri: "note://guarded" })).message).toBe("Resource not found");
  });

  test("whoever started the process may use everything, and is nobody for the application", async () => {
    const client = await open(cell);
    for (const kind of guarded) expect(await names(client, `${kind}/list`, kind)).toContain("guarded");
    expect(await client.call("guarded")).toBe("secret");
    expect((await client.result("prompts/get", { name: "guarded" })).messages[0].content.text).toBe("secret");
    expect((await client.result("resources/read", { uri: "note://guarded" })).contents[0].text).toBe("secret");
  });

  test("who holds the scope sees and runs it; such lists are private", async () => {
    const client = await open(cell, { serving: { auth: { principal: "ada", scopes: ["vault"] } } });
    for (const kind of guarded) expect(await names(client, `${kind}/list`, kind)).toContain("guarded");
    expect(await client.call("guarded")).toBe("secret");
    expect((await client.result("prompts/get", { name: "guarded" })).messages[0].content.text).toBe("secret");
    expect((await client.result("resources/read", { uri: "note://guarded" })).contents[0].text).toBe("secret");
    if (cell.mode === "legacy") return;
    expect((await client.result("tools/list")).cacheScope).toBe("private");
    expect((await client.result("resources/templates/list")).cacheScope).toBe("public");
  });
});

test.each(["legacy", "modern"] as const)(
  "callers with different scopes see different lists of one endpoint, http %s",
  async (mode) => {
    const authenticate = ({ headers }: { headers: { get(name: string): string | undefined } }) => {
      const principal = headers.get("x-who") ?? "nobody";
      return { principal, scopes: principal === "ada" ? ["vault"] : [] };
    };
    const ada = await open({ transport: "http", mode }, { serving: { authenticate }, headers: { "x-who": "ada" } });
    const eve = await open({ transport: "http", mode }, { at: ada.url, headers: { "x-who": "eve" } });
    for (const kind of ["tools", "prompts", "resources"]) {
      expect(await names(ada, `${kind}/list`, kind)).toContain("guarded");
      expect(await names(eve, `${kind}/list`, kind)).not.toContain("guarded");
    }
  },
);
