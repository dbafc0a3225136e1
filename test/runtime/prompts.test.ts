/** Prompts in every cell: listed, filled in, asking, failing, cancelled, in the words of every revision. */

import { describe, expect, test } from "vitest";
import { cells } from "./matrix.js";
import { answered, kit, legacyRevisions, opener, withoutScopes } from "./offers.js";
import { sleep } from "./wire-client.js";

const open = opener();
const forms = { elicitation: { form: {} } };

describe.each(cells)("prompts, $transport $mode", (cell) => {
  const isModern = cell.mode === "modern";

  test("are listed with all that the revision knows", async () => {
    const client = await open(cell, withoutScopes(cell));
    const { prompts } = await client.result("prompts/list");
    expect(prompts.map(({ name }: { name: string }) => name)).not.toContain("guarded");
    expect(prompts[0]).toEqual({
      name: "greet",
      title: "Greet",
      description: "The prompt greet.",
      icons: [{ src: "https://example.com/icon.png", mimeType: "image/png", sizes: ["48x48"], theme: "dark" }],
      _meta: { "com.example/rank": 1 },
      arguments: [
        { name: "name", title: "The name", description: "A name.", required: true },
        { name: "tone", title: "The tone", description: "A tone.", required: false },
        { name: "free", title: "The free", description: "A free.", required: false },
      ],
    });
  });

  test("are filled in", async () => {
    const client = await open(cell);
    const result = await client.result("prompts/get", { name: "greet", arguments: { name: "Ada", tone: "curt" } });
    expect(result.messages).toEqual([{ role: "user", content: { type: "text", text: "Greet Ada in a curt tone." } }]);
    expect(result.description).toBe("The prompt greet.");
    expect(result.resultType).toBe(isModern ? "complete" : undefined);
    const whole = await client.result("prompts/get", { name: "whole" });
    expect(whole).toMatchObject({
      description: "of its own",
      messages: [{ role: "assistant" }],
      _meta: { "com.example/rank": 1 },
    });
    const scene = await client.result("prompts/get", { name: "scene" });
    expect(scene.messages.map(({ content }: { content: { type: string } }) => content.type)).toEqual([
      "text",
      "image",
      "audio",
      "resource",
      "resource_link",
    ]);
  });

  test.each<[object, string]>([
    [{}, "- name: missing, expected a string"],
    [{ name: 5, tone: null }, "- name: expected a string, received the number 5\n- tone: expected a string, received null"],
    [{ name: "Ada", tune: "x" }, '- unknown argument "tune", did you mean tone?'],
    [JSON.parse('{"__proto__":"x","name":"Ada"}'), '- unknown argument "__proto__", known are name, tone, free'],
  ])("arguments are checked: %j", async (args, problems) => {
    const client = await open(cell);
    const error = await client.error("prompts/get", { name: "greet", arguments: args });
    expect(error).toEqual({ code: -32602, message: `Invalid arguments for greet:\n${problems}` });
  });

  test("unknown names and malformed params are -32602", async () => {
    const client = await open(cell, withoutScopes(cell));
    for (const name of ["nobody", "constructor", "guarded"])
      expect(await client.error("prompts/get", { name })).toEqual({ code: -32602, message: `Unknown prompt: ${name}` });
    const mirrored = isModern && cell.transport === "http"; // there the header that mirrors the name is looked at first
    if (!mirrored) expect((await client.error("prompts/get", { name: 3 })).message).toBe("prompts/get needs a name.");
    expect((await client.error("prompts/get", { name: "greet", arguments: [] })).code).toBe(-32602);
  });

  test.each(["ask", "hold", "by_hand"])("ask the user: %s", async (name) => {
    const asked: string[] = [];
    const client = await open(cell, {
      capabilities: forms,
      answer: ({ method, params }) => {
        asked.push(`${method} ${params.message}`);
        return kit;
      },
    });
    const { result } = await answered(client, "prompts/get", { name });
    const texts = { ask: "for kit", hold: "held for kit", by_hand: "kit after one" };
    expect(result.messages[0].content.text).toBe(texts[name as keyof typeof texts]);
    if (!isModern) expect(asked).toEqual(["elicitation/create Who?"]);
  });

  test("what can't be asked is a protocol error", async () => {
    const client = await open(cell);
    const error = await client.error("prompts/get", { name: "ask" });
    expect(error.code).toBe(isModern ? -32021 : -32600);
    expect(error.data).toEqual({ requiredCapabilities: { elicitation: { form: {} } } });
  });

  test("a decline is a protocol error, since a prompt has no result for it", async () => {
    const decline = { action: "decline" };
    const client = await open(cell, { capabilities: forms, answer: () => decline });
    const first = await client.request("prompts/get", { name: "ask" });
    const { requestState } = first.result ?? {};
    const again = { name: "ask", inputResponses: { who: decline }, requestState };
    const { error } = isModern ? await client.request("prompts/get", again) : first;
    expect(error).toEqual({ code: -32600, message: "ask did not run: the question 'who' was declined." });
  });

  test("what a function throws is a protocol error", async () => {
    const client = await open(cell);
    expect(await client.error("prompts/get", { name: "broken" })).toEqual({
      code: -32603,
      message: "broken failed: the press is jammed",
    });
    expect(await client.error("prompts/get", { name: "refuses" })).toEqual({
      code: -31000,
      message: "closed",
      data: { until: 9 },
    });
  });

  test("are cancelled", async () => {
    const client = await open(cell);
    const waiting = client.start("prompts/get", { name: "wait" });
    await expect.poll(async () => JSON.parse(await client.call("report")).started).toBe(1);
    waiting.cancel();
    await expect.poll(async () => JSON.parse(await client.call("report")).aborted).toEqual(["prompt"]);
    await sleep(30);
    expect(client.heard.filter(({ id }) => id === waiting.id)).toEqual([]);
  });

  test("a method that the revision does not have is -32601", async () => {
    const client = await open(cell);
    const gone = isModern
      ? ["initialize", "ping", "logging/setLevel", "resources/subscribe"]
      : ["server/discover", "subscriptions/listen"];
    for (const method of [...gone, "prompts/delete", "tasks/list", "constructor"])
      expect((await client.error(method, {})).code, method).toBe(-32601);
  });
});

test.each(cells.filter(({ mode, transport }) => mode === "modern" && transport !== "stdio"))(
  "the state of a prompt belongs to it, its arguments and its method, $transport",
  async (cell) => {
    const client = await open(cell, { capabilities: forms });
    const { result } = await client.request("prompts/get", { name: "ask" });
    const { requestState } = result;
    const again = { inputResponses: { who: kit }, requestState };
    const refusal = { code: -32602, message: "Invalid or expired requestState", data: { reason: "invalid_request_state" } };
    expect(await client.error("prompts/get", { name: "by_hand", ...again })).toEqual(refusal);
    expect(await client.error("resources/read", { uri: "note://ask", ...again })).toEqual(refusal);
    expect(await client.error("tools/call", { name: "plain", ...again })).toEqual(refusal);
    expect((await client.result("prompts/get", { name: "ask", ...again })).messages[0].content.text).toBe("for kit");
  },
);

test.each(legacyRevisions)("revision %s gets its own words", async (version) => {
  const client = await open({ transport: "memory", mode: "legacy" }, { version });
  const [greet] = (await client.result("prompts/list")).prompts;
  expect("title" in greet).toBe(version >= "2025-06-18");
  expect("title" in greet.arguments[0]).toBe(version >= "2025-06-18");
  expect("_meta" in greet).toBe(version >= "2025-06-18");
  expect("icons" in greet).toBe(version >= "2025-11-25");
  const { messages } = await client.result("prompts/get", { name: "scene" });
  const types = messages.map(({ content }: { content: { type: string } }) => content.type);
  expect(types[2]).toBe(version >= "2025-03-26" ? "audio" : "text");
  expect(types[4]).toBe(version >= "2025-06-18" ? "resource_link" : "text");
  expect("lastModified" in messages[0].content.annotations).toBe(version >= "2025-06-18");
  expect("_meta" in messages[0].content).toBe(version >= "2025-06-18");
  expect("_meta" in messages[3].content.resource).toBe(version >= "2025-06-18");
  if (version < "2025-06-18") expect(messages[4].content.text).toBe("One: note://one");
  else expect("icons" in messages[4].content).toBe(version >= "2025-11-25");
});
