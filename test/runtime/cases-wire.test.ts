/** The black-box cases of questions and state on the wire, where a client that behaves would hide what is tested. */

import { serveHttp } from "@mcp-gen/runtime/node";
import type { ServeOptions, Server } from "@mcp-gen/runtime/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { server as observatory } from "../../fixtures/projects/observatory/src/mcp/server.js";
import { serveChannel } from "../../runtime/dist/eras/duplex.js";
import { channelPair } from "../../runtime/dist/transports/memory.js";
import { nodeCipher } from "../../runtime/dist/transports/node-cipher.js";
import { pay, quiet, renewWorld, server, slogan, world } from "./case-tools.js";
import { handshake, modern, type Raw, send } from "./raw-http.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
beforeEach(renewWorld);

/** What is not there yet, and has to keep failing until it is: `behaviours.ts` has it as open. */

/** A legacy client on a pipe that writes by hand: the server's questions are answered in order. */
async function legacyPipe(served: Server, answers: readonly object[], version = "2025-11-25") {
  const [ours, theirs] = channelPair();
  serveChannel(served, theirs, { log: quiet });
  closing.push(() => ours.close());
  const asked: { method: string; params: Record<string, unknown> }[] = [];
  const waiting = new Map<number, (reply: Raw["json"]) => void>();
  const post = (message: object): void => ours.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  ours.open(
    (line) => {
      const message = JSON.parse(line) as Raw["json"];
      if (message.method === undefined) return waiting.get(message.id)?.(message);
      const answer = answers[asked.length];
      asked.push({ method: message.method, params: message.params });
      post({ id: message.id, ...answer });
    },
    () => {},
  );
  let lastId = 0;
  const request = (method: string, params: object): Promise<Raw["json"]> => {
    lastId += 1;
    const id = lastId;
    const replied = new Promise<Raw["json"]>((resolve) => waiting.set(id, resolve));
    post({ id, method, params });
    return replied;
  };
  const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } };
  await request("initialize", { protocolVersion: version, capabilities, clientInfo: { name: "pipe", version: "1" } });
  post({ method: "notifications/initialized" });
  const call = (name: string, args?: object, more: object = {}): Promise<Raw["json"]> =>
    request("tools/call", { name, ...(args !== undefined && { arguments: args }), ...more });
  return { asked, call };
}

const accepting = (content: object): object => ({ result: { action: "accept", content } });

describe("the wire of a legacy client", () => {
  test("case 13: the question of a resolver, and its answer", async () => {
    const { asked, call } = await legacyPipe(observatory, [accepting({ really: true })]);
    expect((await call("open_locker", { code: "B7" })).result).toEqual({ content: [{ type: "text", text: "opened B7" }] });
    expect(asked).toEqual([
      {
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
    ]);
    expect((await call("open_locker", { code: "T1" })).result.content[0].text).toBe("opened T1");
    expect(asked).toHaveLength(1);
  });

  test("case 16: one question at a time; a decline stops what would come after it", async () => {
    const willing = await legacyPipe(observatory, [accepting({ handle: "kit" }), accepting({ row: 12 })]);
    expect((await willing.call("board")).result.content[0].text).toBe("kit@12");
    expect(willing.asked.map(({ params }) => params.message)).toEqual(["Rider handle?", "Which row?"]);
    const declining = await legacyPipe(observatory, [{ result: { action: "decline" } }]);
    const { result } = await declining.call("board");
    expect([result.isError, result.content[0].text]).toEqual([true, "board did not run: the question 'who' was declined."]);
    expect(declining.asked).toHaveLength(1);
  });

  test("case 32: a requestState is refused by a legacy call too, null is none, answers are ignored", async () => {
    const { asked, call } = await legacyPipe(observatory, [accepting({ really: true })]);
    for (const requestState of ["word", 7, {}]) {
      const { error } = await call("open_locker", { code: "B7" }, { requestState });
      expect(error).toEqual({
        code: -32602,
        message: "Invalid or expired requestState",
        data: { reason: "invalid_request_state" },
      });
    }
    expect(asked).toEqual([]);
    const more = { requestState: null, inputResponses: { ack: { action: "decline" } } };
    expect((await call("open_locker", { code: "B7" }, more)).result.content[0].text).toBe("opened B7");
    expect(asked).toHaveLength(1);
  });

  test("case S2: a link has exactly these params; what comes with the consent is ignored", async () => {
    const { asked, call } = await legacyPipe(server, [accepting({ card: "4111" })]);
    expect((await call("kiosk")).result.content[0].text).toBe("accept");
    expect(asked).toEqual([
      { method: "elicitation/create", params: { mode: "url", ...pay, _meta: { "mcp-gen/question": "kiosk.url" } } },
    ]);
  });

  test("case 18: an error in place of an answer is the error of the call", async () => {
    const error = { code: -32011, message: "operator left", data: { desk: 3 } };
    const { call } = await legacyPipe(observatory, [{ error }]);
    expect((await call("open_strict", { code: "B7" })).error).toEqual(error);
  });

  test("case 21: a client that takes JSON alone leaves no way back: refused at once, with the reason and the remedy", async () => {
    const http = await serveHttp(observatory, { port: 0, log: quiet });
    closing.push(() => http.close());
    const headers = { ...(await handshake(http.url)), accept: "application/json" };
    const body = (code: string) => ({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "open_strict", arguments: { code } },
    });
    const { error } = (await send(http.url, body("B7"), headers)).json;
    expect(error.code).toBe(-32600);
    expect(error.message).toMatch(/'open_strict\.ack' can't be put: .*text\/event-stream/);
    expect((await send(http.url, body("T2"), headers)).json.result.content[0].text).toBe("opened T2: true");
  });
});

describe("the wire of a modern client", () => {
  const key = "q".repeat(32);
  const bench = async (options: ServeOptions = {}, served: Server = server) => {
    const warnings: string[] = [];
    const errors: string[] = [];
    const log = { warn: (line: string) => void warnings.push(line), error: (line: string) => void errors.push(line) };
    const http = await serveHttp(served, { port: 0, stateKeys: [key], log, ...options });
    closing.push(() => http.close());
    return {
      url: http.url,
      warnings,
      errors,
      call: (name: string, more: Record<string, unknown> = {}): Promise<Raw> => modern(http.url, "tools/call", { name, ...more }),
    };
  };
  const said = (reply: Raw): string => reply.json.result?.content?.[0]?.text;
  const yes = { action: "accept", content: { ok: true } };
  const kit = { action: "accept", content: { handle: "kit" } };
  const refusal = { code: -32602, message: "Invalid or expired requestState", data: { reason: "invalid_request_state" } };

  test("case 11: keys stay the same in another process", async () => {
    const [one, two] = [await bench(), await bench()];
    const { inputRequests, requestState } = (await one.call("countersign")).json.result;
    expect(
      Object.entries(inputRequests as Record<string, Raw["json"]>).map(([name, { params }]) => [name, params.message]),
    ).toEqual([
      ["a", "East desk: initials?"],
      ["b", "West desk: initials?"],
    ]);
    const inputResponses = {
      b: { action: "accept", content: { handle: "We" } },
      a: { action: "accept", content: { handle: "Ea" } },
    };
    expect(said(await two.call("countersign", { requestState, inputResponses }))).toBe("Ea+We");
  });

  test("a question reworded between rounds is asked again, whatever was answered; other answers stay", async () => {
    const { call } = await bench();
    const first = (await call("wipe")).json.result;
    expect(Object.keys(first.inputRequests)).toEqual(["who", "ok"]);
    world.wipe = "Wipe drive B?";
    const second = (await call("wipe", { requestState: first.requestState, inputResponses: { who: kit, ok: yes } })).json.result;
    expect(Object.keys(second.inputRequests)).toEqual(["ok"]);
    expect(second.inputRequests.ok.params.message).toBe("Wipe drive B?");
    const third = (await call("wipe", { requestState: second.requestState, inputResponses: { ok: yes } })).json.result;
    expect(Object.keys(third.inputRequests)).toEqual(["last"]);
    world.wipe = "Wipe drive C?"; // recorded by now, and dropped all the same
    const fourth = (await call("wipe", { requestState: third.requestState, inputResponses: { last: yes } })).json.result;
    expect(Object.keys(fourth.inputRequests)).toEqual(["ok"]);
    const fifth = (await call("wipe", { requestState: fourth.requestState, inputResponses: { ok: yes } })).json.result;
    const done = await call("wipe", { requestState: fifth.requestState, inputResponses: { last: yes } });
    expect(said(done)).toBe("kit/accept");
  });

  test.each(["decline", "cancel"])(
    "a recorded %s belongs to its question, and does not silence a reworded one",
    async (action) => {
      const { call } = await bench();
      const first = (await call("wipe")).json.result;
      const inputResponses = { who: kit, ok: { action } };
      const second = (await call("wipe", { requestState: first.requestState, inputResponses })).json.result;
      expect(Object.keys(second.inputRequests)).toEqual(["last"]);
      const kept = await call("wipe", { requestState: second.requestState, inputResponses: { last: yes } });
      expect(said(kept)).toBe(`kit/${action}`);
      world.wipe = "Wipe drive B?";
      const reworded = (await call("wipe", { requestState: second.requestState, inputResponses: { last: yes } })).json.result;
      expect(reworded.inputRequests.ok.params.message).toBe("Wipe drive B?");
    },
  );

  test("a value that the resolver computes now wins over the answer that the state recorded", async () => {
    const { call } = await bench();
    const no = { action: "accept", content: { ok: false } };
    const first = (await call("fickle")).json.result;
    const second = (await call("fickle", { requestState: first.requestState, inputResponses: { ok: no } })).json.result;
    expect(Object.keys(second.inputRequests)).toEqual(["next"]);
    world.open = true;
    const more = { requestState: second.requestState, inputResponses: { next: yes, ok: no } };
    expect(said(await call("fickle", more))).toBe("true/true");
    world.open = false;
    expect(said(await call("fickle", { requestState: second.requestState, inputResponses: { next: yes } }))).toBe("false/true");
  });

  test("the body of a call with resolvers does not see the state of its rounds", async () => {
    const { call } = await bench();
    const { requestState } = (await call("hides")).json.result;
    expect(said(await call("hides", { requestState, inputResponses: { ok: yes } }))).toMatch(/^undefined /);
  });

  test("the body of a call with resolvers does not see the answers of its rounds either, as on a legacy connection", async () => {
    const { call } = await bench();
    const { requestState } = (await call("hides")).json.result;
    expect(said(await call("hides", { requestState, inputResponses: { ok: yes } }))).toBe("undefined nothing");
  });

  test("a round by hand takes the answers that come with its first call: what it asks is its own matter", async () => {
    const { call } = await bench();
    const reply = await call("nested_by_hand", { inputResponses: { home: yes } });
    expect(reply.json.result.resultType).toBe("complete");
  });

  test("a failure beside an open question ends the call: there is no further round", async () => {
    const { call } = await bench();
    const { result } = (await call("broken_beside")).json;
    expect([result.resultType, result.isError, result.content[0].text]).toEqual([
      "complete",
      true,
      "broken_beside failed: lock bus offline",
    ]);
  });

  test("links carry no id of their errand, which the revision does not know; roots have nothing but their name", async () => {
    const { call } = await bench();
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { url: {}, form: {} }, sampling: {}, roots: {} },
    };
    const { message, url } = pay;
    expect((await call("kiosk_first", { _meta })).json.result.inputRequests).toEqual({
      paid: {
        method: "elicitation/create",
        params: { mode: "url", message, url, _meta: { "mcp-gen/question": "kiosk_first.paid" } },
      },
    });
    expect((await call("mixed", { _meta })).json.result.inputRequests).toEqual({
      line: { method: "sampling/createMessage", params: { ...slogan, _meta: { "mcp-gen/question": "mixed.line" } } },
      where: { method: "roots/list", params: { _meta: { "mcp-gen/question": "mixed.where" } } },
    });
  });

  test("no arguments and empty ones are the same; their order does not matter", async () => {
    const { call } = await bench();
    const { requestState } = (await call("countersign")).json.result;
    const inputResponses = { a: kit, b: kit };
    expect(said(await call("countersign", { requestState, inputResponses, arguments: {} }))).toBe("kit+kit");
    expect(said(await call("countersign", { requestState, inputResponses, arguments: null }))).toBe("kit+kit");
    const ordered = { arguments: { x: 1, y: { a: [1], b: 2 } } };
    const again = (await call("countersign", ordered)).json.result;
    const reordered = { arguments: { y: { b: 2, a: [1] }, x: 1 } };
    expect(said(await call("countersign", { ...reordered, requestState: again.requestState, inputResponses }))).toBe("kit+kit");
    const changed = { arguments: { y: { b: "2", a: [1] }, x: 1 } };
    expect((await call("countersign", { ...changed, requestState: again.requestState, inputResponses })).json.error).toEqual(
      refusal,
    );
  });

  test("case 32: methods that carry no state leave it alone, and a result that is complete has none", async () => {
    const { url, call } = await bench();
    const listed = await modern(url, "tools/list", { requestState: "word" });
    expect([listed.status, listed.json.result.resultType]).toEqual([200, "complete"]);
    expect((await call("plain")).json.result).not.toHaveProperty("requestState");
    expect((await call("plain", { requestState: "word" })).json.error).toEqual(refusal);
  });

  test("a key that is drawn belongs to one process", async () => {
    const drawn = async () => {
      const http = await serveHttp(server, { port: 0, log: quiet });
      closing.push(() => http.close());
      return (more: Record<string, unknown> = {}): Promise<Raw> => modern(http.url, "tools/call", { name: "hides", ...more });
    };
    const [one, two] = [await drawn(), await drawn()];
    const { requestState } = (await one()).json.result;
    const more = { requestState, inputResponses: { ok: yes } };
    expect((await two(more)).json.error).toEqual(refusal);
    expect(said(await one(more))).toContain("undefined");
  });

  const fails = (): never => {
    throw new Error("the vault at 10.0.0.7 is down");
  };

  test("a cipher of one's own that fails when it seals: no detail reaches the client", async () => {
    const { call, errors } = await bench({ cipher: { ...nodeCipher, seal: fails } });
    expect((await call("hides")).json.error).toEqual({ code: -32603, message: "Internal error" });
    expect(errors.join()).toContain("10.0.0.7");
  });

  test("a cipher of one's own that fails when it opens: the fixed refusal", async () => {
    const { requestState } = (await (await bench()).call("hides")).json.result;
    const { call } = await bench({ cipher: { ...nodeCipher, open: fails } });
    const reply = await call("hides", { requestState, inputResponses: { ok: yes } });
    expect([reply.status, reply.json.error]).toEqual([400, refusal]);
  });

  test("a key written as text is the key of its bytes", async () => {
    const [one, two] = [await bench(), await bench({ stateKeys: [new TextEncoder().encode(key)] })];
    const { requestState } = (await one.call("hides")).json.result;
    const reply = await two.call("hides", { requestState, inputResponses: { ok: yes } });
    expect(reply.json.result?.resultType).toBe("complete");
  });

  test("a key that stands twice is refused by its place", async () => {
    await expect(bench({ stateKeys: [key, "n".repeat(32), key] })).rejects.toThrow("stateKeys[2]");
  });

  test("a key that is none is refused by its place", async () => {
    await expect(bench({ stateKeys: [7 as never] })).rejects.toThrow("stateKeys[0]");
  });

  test.each([0, -1, Number.NaN])("a lifetime of %d is refused when serving starts", async (stateTtlMs) => {
    await expect(bench({ stateTtlMs })).rejects.toThrow("stateTtlMs must be a positive number");
  });

  test("case 40: params that are none are a protocol error", async () => {
    const { url, call } = await bench({}, observatory);
    const nameless = await modern(url, "tools/call", { arguments: {} });
    expect(nameless.status).toBe(400);
    expect((await call("lens", { arguments: [] })).json.error.code).toBe(-32602);
    expect((await call("lens", { arguments: { mm: 50, stray: 1 } })).json.result).toMatchObject({
      isError: true,
      content: [{ text: 'Invalid arguments for lens:\n- unknown argument "stray", known are mm, kind' }],
    });
    const { call: legacy } = await legacyPipe(observatory, []);
    expect((await legacy(undefined as never)).error.code).toBe(-32602);
  });
});
