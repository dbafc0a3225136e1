/** Results as servers really send them, lists that never end, and what is told beside them (field cases E11, E12). */

import type { LogMessage, ServerMessage } from "@mcp-gen/runtime/client";
import { structuredOf } from "@mcp-gen/runtime/generated/v1";
import { describe, expect, test } from "vitest";
import { text } from "./matrix.js";
import { connectPlainly, discovery, failure, notice, reply, said, scriptedDuplex, shaken } from "./scripted.js";

// biome-ignore lint/suspicious/noExplicitAny: a message is whatever the client sent
type Answer = (message: any, send: (message: object | string) => void) => void;

const answering = (answer: Answer): ReturnType<typeof scriptedDuplex> =>
  scriptedDuplex((message, send) => {
    if (message.method === "server/discover") send(reply(message, discovery));
    else if (message.method === "initialize") send(reply(message, shaken));
    else answer(message, send);
  });

describe("results of tools", () => {
  test.each([
    ["only structured content", { structuredContent: { a: 1 } }, { content: [], structuredContent: { a: 1 } }],
    ["nothing at all", {}, { content: [] }],
    [
      "a summary beside the value",
      { content: [{ type: "text", text: "one" }], structuredContent: { a: 1 } },
      { content: [{ type: "text", text: "one" }], structuredContent: { a: 1 } },
    ],
  ])("%s", async (_title, result, expected) => {
    const heard: ServerMessage[] = [];
    const { target } = answering((message, send) => message.id !== undefined && send(reply(message, result)));
    const client = await connectPlainly(target, { mode: "legacy", onMessage: (message) => heard.push(message) });
    const called = await client.callTool("any");
    expect(called).toEqual(expected);
    if ("structuredContent" in expected) expect(structuredOf(called)).toEqual({ a: 1 });
    expect(heard).toEqual([]);
    await client.close();
  });

  test("a broken reply fails the call that it answers", async () => {
    const { target } = answering((message, send) => {
      if (message.id !== undefined) send({ jsonrpc: "2.0", id: message.id, result: [] });
    });
    const client = await connectPlainly(target, { mode: "legacy" });
    await expect(client.callTool("any")).rejects.toThrow("the server sent an invalid message");
    await client.close();
  });

  test("a reply without an id, from a server that could not read the request, fails the only one there is", async () => {
    const { target } = answering((message, send) => {
      if (message.id !== undefined) send({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } });
    });
    const client = await connectPlainly(target, { mode: "legacy" });
    await expect(client.callTool("any")).rejects.toMatchObject({ code: -32700 });
    await client.close();
  });

  test("an unknown kind of result is refused", async () => {
    const { target } = answering((message, send) => send(reply(message, { resultType: "task", taskId: "1" })));
    const client = await connectPlainly(target, { mode: "modern" });
    await expect(client.callTool("any")).rejects.toThrow("an unknown type of result");
    await client.close();
  });
});

describe.each(["legacy", "modern"] as const)("lists, %s", (mode) => {
  const item = (name: string): object => ({ name, inputSchema: { type: "object", $ref: "https://never.example/fetched" } });

  async function listing(page: (cursor: string | undefined) => object): Promise<Awaited<ReturnType<typeof connectPlainly>>> {
    const { target } = answering((message, send) => {
      if (message.id !== undefined) send(reply(message, { resultType: "complete", ...page(message.params.cursor) }));
    });
    return connectPlainly(target, { mode });
  }

  test("come whole or page by page; an empty cursor is a cursor", async () => {
    const client = await listing((cursor) => {
      if (cursor === undefined) return { tools: [item("a"), item("b")], nextCursor: "" };
      return cursor === "" ? { tools: [], nextCursor: "2" } : { tools: [item("c")] };
    });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["a", "b", "c"]);
    const sizes: number[] = [];
    for await (const page of client.toolPages()) sizes.push(page.length);
    expect(sizes).toEqual([2, 0, 1]);
    for await (const page of client.toolPages()) {
      expect(page[0]?.inputSchema).toEqual({ type: "object", $ref: "https://never.example/fetched" });
      break; // nobody has to read on
    }
    await client.close();
  });

  test("a cursor that comes twice ends the reading", async () => {
    const client = await listing(() => ({ tools: [item("a")], nextCursor: "same" }));
    await expect(client.listTools()).rejects.toThrow(
      "The server's answers to tools/list never end: it sent the same cursor twice.",
    );
    await client.close();
  });

  test("ever new cursors end it too", async () => {
    let count = 0;
    const client = await listing(() => {
      count += 1;
      return { prompts: [], nextCursor: `${count}` };
    });
    await expect(client.listPrompts()).rejects.toThrow("10000 pages were read");
    await client.close();
  });

  test("a list that is none is an error; a broken item is left out and told", async () => {
    const heard: ServerMessage[] = [];
    const { target } = answering((message, send) => {
      if (message.method === "tools/list") send(reply(message, { tools: { a: 1 } }));
      if (message.method === "resources/list")
        send(reply(message, { resources: [{ name: "a", uri: "file:///a" }, { name: "b" }, null] }));
    });
    const client = await connectPlainly(target, { mode, onMessage: (message) => heard.push(message) });
    await expect(client.listTools()).rejects.toThrow("The server's answer to tools/list holds no list of tools.");
    expect(await client.listResources()).toEqual([{ name: "a", uri: "file:///a" }]);
    expect(heard).toEqual([{ kind: "fault", reason: "resources/list: 2 of 3 items are malformed and left out" }]);
    await client.close();
  });
});

describe("log messages", () => {
  const logging: Answer = (message, send) => {
    if (message.id === undefined) return;
    send(notice("notifications/message", { level: "warning", logger: "db", data: { rows: 3 } }));
    send(notice("notifications/message", { level: "loud", data: "x" }));
    send(notice("notifications/custom", { a: 1 }));
    send(reply(message, said("done")));
  };

  test.each(["legacy", "modern"] as const)("%s: their listener hears them first, then the one of everything", async (mode) => {
    const { target } = answering(logging);
    const heard: (LogMessage | ServerMessage)[] = [];
    const client = await connectPlainly(target, {
      mode,
      log: (message) => heard.push(message),
      onMessage: (message) => heard.push(message),
    });
    expect(text(await client.callTool("any"))).toBe("done");
    const params = { level: "warning", logger: "db", data: { rows: 3 } };
    expect(heard).toEqual([
      params,
      { kind: "notification", method: "notifications/message", params },
      { kind: "fault", reason: "the server sent a log message of an unknown level" },
      { kind: "notification", method: "notifications/message", params: { level: "loud", data: "x" } },
      { kind: "notification", method: "notifications/custom", params: { a: 1 } },
    ]);
    await client.close();
  });

  test("modern: the level goes along with every request, or with one", async () => {
    const { target, seen } = answering((message, send) => send(reply(message, said("done"))));
    const client = await connectPlainly(target, { mode: "modern", logLevel: "info" });
    await client.callTool("any");
    await client.callTool("any", {}, { logLevel: "debug", meta: { "example.com/trace": "t1", progressToken: "mine" } });
    await client.setLogLevel("error");
    await client.callTool("any");
    const metas = seen.map(({ params }) => params._meta);
    expect(metas.map((meta) => meta["io.modelcontextprotocol/logLevel"])).toEqual(["info", "info", "debug", "error"]);
    expect(metas[2]).toMatchObject({
      "example.com/trace": "t1",
      progressToken: "mine",
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "mcp-gen" },
      "io.modelcontextprotocol/clientCapabilities": {},
    });
    await client.close();
  });

  test("legacy: the level is set once, where the server declares logging", async () => {
    const { target, seen } = answering((message, send) => {
      if (message.method === "logging/setLevel" && message.params.level === "alert") send(failure(message, -32603, "broken"));
      else if (message.id !== undefined) send(reply(message, {}));
    });
    const client = await connectPlainly(target, { mode: "legacy", logLevel: "info" });
    await client.setLogLevel("error");
    await expect(client.setLogLevel("alert")).rejects.toMatchObject({ code: -32603 });
    expect(seen.filter(({ method }) => method === "logging/setLevel").map(({ params }) => params.level)).toEqual([
      "info",
      "error",
      "alert",
    ]);
    await client.close();
  });
});

test("cancellations are nobody's business but the wire's", async () => {
  const heard: ServerMessage[] = [];
  const { target } = answering((message, send) => {
    if (message.id === undefined) return;
    send(notice("notifications/cancelled", { requestId: 1 }));
    send(notice("notifications/cancelled", { requestId: { a: 1 } }));
    send(reply(message, said("done")));
  });
  for (const mode of ["legacy", "modern"] as const) {
    const client = await connectPlainly(target, { mode, onMessage: (message) => heard.push(message) });
    await client.callTool("any");
    await client.close();
  }
  expect(heard).toEqual([]);
});

describe("rounds of prompts and resources, modern", () => {
  const asking: Answer = (message, send) => {
    const { inputResponses, requestState } = message.params;
    if (inputResponses === undefined) {
      const inputRequests = {
        where: { method: "roots/list" },
        who: {
          method: "elicitation/create",
          params: {
            mode: "form",
            message: "Who?",
            requestedSchema: { type: "object", properties: { name: { type: "string" } } },
          },
        },
      };
      return send(reply(message, { resultType: "input_required", inputRequests, requestState: "s t" }));
    }
    const said = `${inputResponses.who.content.name} in ${inputResponses.where.roots[0].uri}, ${requestState}`;
    const content = { type: "text", text: said };
    send(reply(message, { messages: [{ role: "user", content }], contents: [{ uri: "file:///a", text: said }] }));
  };

  test("are answered by the same callbacks, and by hand for tools alone", async () => {
    const { target, seen } = answering(asking);
    const client = await connectPlainly(target, {
      mode: "modern",
      elicitation: () => ({ action: "accept", content: { name: "Ada" } }),
      roots: () => [{ uri: "file:///home" }],
    });
    const prompt = await client.getPrompt("any", { tone: "kind" });
    expect(prompt.messages).toEqual([{ role: "user", content: { type: "text", text: "Ada in file:///home, s t" } }]);
    expect((await client.readResource("file:///a")).contents).toEqual([{ uri: "file:///a", text: "Ada in file:///home, s t" }]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    await client.close();
  });

  test("a question where none may be asked is an error", async () => {
    const { target } = answering(asking);
    const client = await connectPlainly(target, { mode: "modern", roots: () => [] });
    await expect(client.complete({ prompt: "any" }, { name: "a", value: "" })).rejects.toThrow(
      "The server asked for input in answer to completion/complete, which is not valid there.",
    );
    await client.close();
  });
});

test("a person may take longer than the server, in the middle of a call", async () => {
  const { target } = answering((message, send) => {
    if (message.method === "tools/call") {
      send({
        jsonrpc: "2.0",
        id: 9,
        method: "elicitation/create",
        params: { message: "?", requestedSchema: { type: "object" } },
      });
      // The call's answer waits for the person's.
      pending = message;
    } else if (message.id === 9) send(reply(pending, said(message.result.action)));
  });
  let pending: object = {};
  const client = await connectPlainly(target, {
    mode: "legacy",
    timeoutMs: 150,
    elicitation: () => new Promise((resolve) => setTimeout(() => resolve({ action: "decline" }), 500)),
  });
  expect(text(await client.callTool("any", {}, { maxTotalTimeoutMs: 200 }))).toBe("decline");
  await client.close();
});
