/** Modern rounds on the wire: what a question looks like, how answers are pinned, and every way in which state is refused. */

import { serveHttp } from "@mcp-gen/runtime/node";
import type { HttpOptions, Server } from "@mcp-gen/runtime/server";
import { afterEach, describe, expect, test } from "vitest";
import { modern, modernMeta, type Raw, send } from "./raw-http.js";

const key = "q".repeat(32);
const start = 1_800_000_000_000;

interface Bench {
  readonly url: string;
  readonly warnings: string[];
  now: number;
  call(name: string, args?: object, more?: Record<string, unknown>): Promise<Raw>;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function bench(options: HttpOptions = {}, name?: string): Promise<Bench> {
  const { server } = (await import("../../fixtures/projects/observatory/src/mcp/server.js")) as { server: Server };
  const warnings: string[] = [];
  const log = { warn: (message: string) => warnings.push(message), error: () => {} };
  const named = name === undefined ? server : { ...server, name };
  const made = { now: start };
  const serving = await serveHttp(named, { port: 0, stateKeys: [key], stateTtlMs: 90_000, now: () => made.now, log, ...options });
  closing.push(() => serving.close());
  return Object.assign(made, {
    url: serving.url,
    warnings,
    call: (tool: string, args: object = {}, more: Record<string, unknown> = {}) =>
      modern(serving.url, "tools/call", { name: tool, arguments: args, ...more }),
  });
}

const yes = { action: "accept", content: { really: true } };
const kit = { action: "accept", content: { handle: "kit" } };
const textOf = (reply: Raw): string => reply.json.result?.content?.[0]?.text;

describe("the questions of resolvers", () => {
  test("the first round returns the question and nothing else", async () => {
    const { call } = await bench();
    const reply = await call("open_locker", { code: "B7" });
    expect(reply.status).toBe(200);
    const { requestState, ...result } = reply.json.result;
    expect(result).toEqual({
      resultType: "input_required",
      inputRequests: {
        ack: {
          method: "elicitation/create",
          params: {
            mode: "form",
            message: "Open locker B7?",
            requestedSchema: {
              type: "object",
              properties: { really: { type: "boolean", title: "Really", description: "Tick to open" } },
              required: ["really"],
            },
            _meta: { "mcp-gen/question": "open_locker.ack" },
          },
        },
      },
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "observatory", version: "1.0.0" } },
    });
    for (const secret of ["B7", "ack", "Open", "QjcK"]) expect(requestState).not.toContain(secret);
  });

  test("a retry with the answer completes", async () => {
    const { call } = await bench();
    const { requestState } = (await call("open_locker", { code: "B7" })).json.result;
    const reply = await call("open_locker", { code: "B7" }, { requestState, inputResponses: { ack: yes } });
    expect(reply.json.result.resultType).toBe("complete");
    expect(textOf(reply)).toBe("opened B7");
  });

  test("what was answered is kept, what is missing is asked again, alone", async () => {
    const { call } = await bench();
    const first = (await call("board")).json.result;
    expect(Object.keys(first.inputRequests)).toEqual(["who", "seat"]);
    const second = (await call("board", {}, { requestState: first.requestState, inputResponses: { who: kit } })).json.result;
    expect(Object.keys(second.inputRequests)).toEqual(["seat"]);
    expect(second.requestState).not.toBe(first.requestState);
    const seat = { action: "accept", content: { row: 3, aisle: true } };
    const third = await call("board", {}, { requestState: second.requestState, inputResponses: { seat } });
    expect(textOf(third)).toBe("kit@3A");
  });

  test("an answer that is recorded already is not replaced by one that is sent again", async () => {
    const { call } = await bench();
    const first = (await call("board")).json.result;
    const second = (await call("board", {}, { requestState: first.requestState, inputResponses: { who: kit } })).json.result;
    const inputResponses = {
      who: { action: "accept", content: { handle: "eve" } },
      seat: { action: "accept", content: { row: 3 } },
    };
    expect(textOf(await call("board", {}, { requestState: second.requestState, inputResponses }))).toBe("kit@3");
  });

  test("a decline ends the call at once, although another question is open", async () => {
    const { call } = await bench();
    const { requestState } = (await call("board")).json.result;
    const reply = await call("board", {}, { requestState, inputResponses: { seat: { action: "decline" } } });
    expect(reply.json.result.isError).toBe(true);
    expect(textOf(reply)).toBe("board did not run: the question 'seat' was declined.");
  });

  test("answers without the state that asked for them are not used", async () => {
    const { call } = await bench();
    const reply = await call("board", {}, { inputResponses: { who: kit, seat: { action: "accept", content: { row: 1 } } } });
    expect(Object.keys(reply.json.result.inputRequests)).toEqual(["who", "seat"]);
  });

  test("a dependent question has the path of its parameter only when nothing shorter names it", async () => {
    const { call } = await bench();
    const first = (await call("chain")).json.result;
    expect(Object.keys(first.inputRequests)).toEqual(["who"]);
    const second = (await call("chain", {}, { requestState: first.requestState, inputResponses: { who: kit } })).json.result;
    expect(second.inputRequests.ok.params.message).toBe("Board as kit?");
  });

  test("an answer belongs to the question as it was put: a reworded one is asked again", async () => {
    const { call } = await bench();
    const first = (await call("ticking")).json.result;
    const second = (await call("ticking", {}, { requestState: first.requestState, inputResponses: { ok: yes } })).json.result;
    expect(second.resultType).toBe("input_required");
    expect(second.inputRequests.ok.params.message).not.toBe(first.inputRequests.ok.params.message);
  });

  test("a value that a resolver computes wins over an answer in the state", async () => {
    const { call } = await bench();
    const { requestState } = (await call("open_strict", { code: "B7" })).json.result;
    // The same state on arguments for which nothing is asked is refused by its binding; without it nothing but the value counts.
    expect((await call("open_strict", { code: "T7" }, { requestState, inputResponses: { ack: yes } })).json.error.code).toBe(
      -32602,
    );
    expect(textOf(await call("open_strict", { code: "T7" }, { inputResponses: { ack: { action: "decline" } } }))).toBe(
      "opened T7: true",
    );
  });

  test("stray, missing and malformed answers", async () => {
    const { call } = await bench();
    const { requestState } = (await call("open_locker", { code: "B7" })).json.result;
    const retry = (inputResponses: unknown): Promise<Raw> =>
      call("open_locker", { code: "B7" }, { requestState, inputResponses });
    expect(textOf(await retry({ ack: yes, stray: { nope: 1 } }))).toBe("opened B7");
    for (const nothing of [undefined, null, {}, { other: yes }, { ack: {} }, { ack: { action: "accept", content: {} } }]) {
      expect((await retry(nothing)).json.result.inputRequests).toHaveProperty("ack");
    }
    for (const malformed of [
      { ack: 12345 },
      { ack: { action: "reject" } },
      { ack: { action: "accept", content: { really: { v: 1 } } } },
    ]) {
      const reply = await retry(malformed);
      expect([reply.status, reply.json.error.code]).toEqual([400, -32602]);
      expect(reply.json.error.message).toContain("'ack'");
    }
    expect((await retry([])).json.error.code).toBe(-32602);
  });

  test("no capability is needed when nothing is left to ask; the missing one is named otherwise, with HTTP 400", async () => {
    const { call } = await bench();
    const { requestState } = (await call("board")).json.result;
    const _meta = modernMeta({});
    const seat = { action: "accept", content: { row: 12 } };
    expect(textOf(await call("board", {}, { _meta, requestState, inputResponses: { who: kit, seat } }))).toBe("kit@12");
    const partly = await call("board", {}, { _meta, requestState, inputResponses: { who: kit } });
    expect(partly.status).toBe(400);
    expect(partly.json.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } });
    expect(partly.json.error.message).toContain("board.seat");
  });

  test.each<[unknown, boolean]>([
    [{}, false],
    [{ elicitation: {} }, true],
    [{ elicitation: { form: {} } }, true],
    [{ elicitation: { url: {} } }, false],
    [{ elicitation: { form: {}, url: {} } }, true],
    [{ elicitation: "yes" }, false],
    [{ elicitation: null }, false],
  ])("capabilities %j: asked %s", async (capabilities, isAsked) => {
    const { call } = await bench();
    const reply = await call("board", {}, { _meta: modernMeta(capabilities as object) });
    expect(reply.json.result?.resultType === "input_required").toBe(isAsked);
    if (!isAsked) expect(reply.json.error.code).toBe(-32021);
  });
});

describe("state that is not ours, not now or not for this", () => {
  const refusal = { code: -32602, message: "Invalid or expired requestState", data: { reason: "invalid_request_state" } };

  test("every fault gives the same refusal, and only the log knows why", async () => {
    const here = await bench();
    const other = await bench({}, "planetarium");
    const stranger = await bench({ stateKeys: ["s".repeat(32)] });
    const { requestState: state } = (await here.call("open_locker", { code: "B7" })).json.result as { requestState: string };
    const retry = (requestState: unknown, at = here, tool = "open_locker", args: object = { code: "B7" }): Promise<Raw> =>
      at.call(tool, args, { requestState, inputResponses: { ack: yes } });
    const [version, id, body = ""] = state.split(".");
    const faults: [string, () => Promise<Raw>][] = [
      ["an altered end", () => retry(`${state.slice(0, -2)}${state.endsWith("AA") ? "BB" : "AA"}`)],
      ["an altered middle", () => retry(`${version}.${id}.${body.slice(0, 40)}${body[40] === "A" ? "B" : "A"}${body.slice(41)}`)],
      ["cut short", () => retry(state.slice(0, -8))],
      ["longer", () => retry(`${state}AAAA`)],
      ["another key id", () => retry(`${version}.AAAAAA.${body}`)],
      ["another version", () => retry(`v2.${id}.${body}`)],
      ["padded", () => retry(`${state}=`)],
      ["a word", () => retry("word")],
      ["an empty text", () => retry("")],
      ["a number", () => retry(7)],
      ["an object", () => retry({})],
      ["one million characters", () => retry("A".repeat(1_000_000))],
      ["other arguments", () => retry(state, here, "open_locker", { code: "B8" })],
      ["one more argument", () => retry(state, here, "open_locker", { code: "B7", extra: 1 })],
      ["another tool", () => retry(state, here, "open_strict")],
      ["a tool that never asks", () => retry(state, here, "lens", { mm: 50 })],
      ["another server with the same key", () => retry(state, other)],
      ["the same server with another key", () => retry(state, stranger)],
    ];
    for (const [what, fault] of faults) {
      const reply = await fault();
      expect([what, reply.status, reply.json.error]).toEqual([what, 400, refusal]);
    }
    expect(here.warnings.length + other.warnings.length + stranger.warnings.length).toBe(faults.length);
    expect(stranger.warnings[0]).toContain("stateKeys");
    expect(here.warnings.join("\n")).not.toContain(body.slice(0, 20));
    expect(textOf(await retry(state))).toBe("opened B7");
  });

  test("time: 90 seconds a round as configured, one minute of skew", async () => {
    const here = await bench();
    const { requestState } = (await here.call("open_locker", { code: "B7" })).json.result;
    const at = async (offset: number): Promise<unknown> => {
      here.now = start + offset;
      const reply = await here.call("open_locker", { code: "B7" }, { requestState, inputResponses: { ack: yes } });
      return reply.json.error?.message ?? textOf(reply);
    };
    expect(await at(80_000)).toBe("opened B7");
    expect(await at(89_999)).toBe("opened B7");
    expect(await at(90_000)).toBe(refusal.message);
    expect(await at(-50_000)).toBe("opened B7");
    expect(await at(-60_001)).toBe(refusal.message);
  });

  test("null is no state; the order of the arguments does not matter", async () => {
    const { call } = await bench();
    expect((await call("open_locker", { code: "B7" }, { requestState: null })).json.result.resultType).toBe("input_required");
  });

  test("another process with the same key goes on; a retired key still opens", async () => {
    const [one, two] = [await bench(), await bench()];
    const { requestState } = (await one.call("open_locker", { code: "B7" })).json.result;
    const more = { requestState, inputResponses: { ack: yes } };
    expect(textOf(await two.call("open_locker", { code: "B7" }, more))).toBe("opened B7");
    const rotated = await bench({ stateKeys: ["n".repeat(32), key] });
    expect(textOf(await rotated.call("open_locker", { code: "B7" }, more))).toBe("opened B7");
    const renewed = (await rotated.call("open_locker", { code: "B7" })).json.result;
    expect((await one.call("open_locker", { code: "B7" }, { requestState: renewed.requestState })).json.error).toEqual(refusal);
  });

  test("state belongs to the principal that it was made for", async () => {
    const here = await bench({
      authenticate: ({ headers }) => {
        const principal = headers.get("X-User");
        return principal === undefined ? "anonymous" : { principal };
      },
    });
    const as = (user: string | undefined, more: Record<string, unknown>): Promise<Raw> =>
      modern(here.url, "tools/call", { name: "open_locker", arguments: { code: "B7" }, ...more }, { "x-user": user });
    const { requestState } = (await as("ada", {})).json.result;
    const more = { requestState, inputResponses: { ack: yes } };
    expect((await as("eve", more)).json.error).toEqual(refusal);
    expect((await as(undefined, more)).json.error).toEqual(refusal);
    expect(textOf(await as("ada", more))).toBe("opened B7");
    const anonymous = (await as(undefined, {})).json.result;
    expect((await as("ada", { ...more, requestState: anonymous.requestState })).json.error).toEqual(refusal);
    const broken = await bench({
      authenticate: () => {
        throw new Error("directory is down");
      },
    });
    expect((await broken.call("open_locker", { code: "T1" })).status).toBe(500);
  });

  test("an audience lets servers of different names share states, and keeps those of one name apart", async () => {
    const one = await bench({ stateAudience: "night shift" });
    const two = await bench({ stateAudience: "night shift" }, "planetarium");
    const { requestState } = (await one.call("open_locker", { code: "B7" })).json.result;
    const more = { requestState, inputResponses: { ack: yes } };
    expect(textOf(await two.call("open_locker", { code: "B7" }, more))).toBe("opened B7");
    expect((await (await bench()).call("open_locker", { code: "B7" }, more)).json.error).toEqual(refusal);
  });

  test("a codec of one's own seals; its faults never show", async () => {
    const vault = new Map<string, string>();
    const codec = {
      seal: async (text: string) => {
        const token = `ticket-${vault.size}`;
        vault.set(token, text);
        return token;
      },
      open: (token: string) => {
        if (token === "explode") throw new Error("vault on fire");
        return vault.get(token);
      },
    };
    const here = await bench({ stateCodec: codec });
    const { requestState } = (await here.call("open_locker", { code: "B7" })).json.result;
    expect(requestState).toBe("ticket-0");
    const retry = (state: string, code = "B7"): Promise<Raw> =>
      here.call("open_locker", { code }, { requestState: state, inputResponses: { ack: yes } });
    expect((await retry("explode")).json.error).toEqual(refusal);
    expect((await retry("ticket-9")).json.error).toEqual(refusal);
    expect((await retry("ticket-0", "B8")).json.error).toEqual(refusal);
    expect(textOf(await retry("ticket-0"))).toBe("opened B7");
    const broken = await bench({
      stateCodec: {
        ...codec,
        seal: () => {
          throw new Error("no ink");
        },
      },
    });
    const failed = await broken.call("open_locker", { code: "B7" });
    expect([failed.json.error.code, failed.json.error.message]).toEqual([-32603, "Internal error"]);
  });

  test("keys that are too short, and none at all, are refused when serving starts", async () => {
    await expect(bench({ stateKeys: ["short"] })).rejects.toThrow("stateKeys[0] has 5 bytes");
    await expect(bench({ stateKeys: [] })).rejects.toThrow("stateKeys must not be empty");
  });
});

describe("calls that wait in the process", () => {
  const sign = (handle: string): object => ({ action: "accept", content: { handle } });

  test("the run goes on where it asked; a second try with the same state finds nothing", async () => {
    const here = await bench();
    const first = (await here.call("direct")).json.result;
    expect(Object.keys(first.inputRequests)).toEqual(["rider"]);
    const more = { requestState: first.requestState, inputResponses: { rider: sign("ada") } };
    const second = (await here.call("direct", {}, more)).json.result;
    expect(Object.keys(second.inputRequests)).toEqual(["rider#2", "ack"]);
    expect(second.inputRequests["rider#2"].params._meta).toEqual({ "mcp-gen/question": "direct.rider#2" });
    expect((await here.call("direct", {}, more)).json.error.message).toBe("Invalid or expired requestState");
    expect(here.warnings.at(-1)).toContain("resolver");
    const partly = await here.call("direct", {}, { requestState: second.requestState, inputResponses: { ack: yes } });
    expect(Object.keys(partly.json.result.inputRequests)).toEqual(["rider#2"]);
    const last = { requestState: partly.json.result.requestState, inputResponses: { "rider#2": sign("bob") } };
    expect(textOf(await here.call("direct", {}, last))).toBe("ada+bob+accept");
  });

  test("an answer that is none leaves the run waiting for a better one", async () => {
    const here = await bench();
    const { requestState } = (await here.call("direct")).json.result;
    expect((await here.call("direct", {}, { requestState, inputResponses: { rider: 1 } })).json.error.code).toBe(-32602);
    const nothing = (await here.call("direct", {}, { requestState, inputResponses: {} })).json.result;
    expect(Object.keys(nothing.inputRequests)).toEqual(["rider"]);
    const declined = await here.call(
      "direct",
      {},
      { requestState: nothing.requestState, inputResponses: { rider: { action: "decline" } } },
    );
    expect(textOf(declined)).toBe("first: decline");
  });

  test("another process refuses, and its log says what to do", async () => {
    const [one, two] = [await bench(), await bench()];
    const { requestState } = (await one.call("direct")).json.result;
    const reply = await two.call("direct", {}, { requestState, inputResponses: { rider: sign("ada") } });
    expect(reply.json.error.message).toBe("Invalid or expired requestState");
    expect(two.warnings.at(-1)).toMatch(/does not wait in this process.*resolver/);
  });

  test("their number is bounded, with a clear failure", async () => {
    const here = await bench({ maxHeldCalls: 2 });
    await here.call("direct");
    await here.call("direct");
    const reply = await here.call("direct");
    expect(reply.json.result.isError).toBe(true);
    expect(textOf(reply)).toBe("direct could not ask: too many calls are waiting for answers. Try again later.");
  });

  test("their time is bounded", async () => {
    const here = await bench({ answerTimeoutMs: 50 });
    const { requestState } = (await here.call("direct")).json.result;
    await new Promise((resolve) => setTimeout(resolve, 200));
    const reply = await here.call("direct", {}, { requestState, inputResponses: { rider: sign("ada") } });
    expect(reply.json.error.message).toBe("Invalid or expired requestState");
  });
});

test("a legacy call ignores answers and state of the other era", async () => {
  const { url } = await bench();
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const shaken = await send(url, { jsonrpc: "2.0", id: 0, method: "initialize", params });
  const session = { "mcp-session-id": String(shaken.headers["mcp-session-id"]) };
  const call = { name: "open_locker", arguments: { code: "B7" }, inputResponses: { ack: yes } };
  const reply = await send(url, { jsonrpc: "2.0", id: 1, method: "tools/call", params: call }, session);
  expect(reply.json.error.code).toBe(-32600);
});
