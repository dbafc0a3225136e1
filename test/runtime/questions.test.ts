/** What a question does, the same in every cell: the decisions page's Q rows, played on the observatory. */

import { type Client, type ElicitAnswer, type ElicitationCallback, McpError, RoundLimitError } from "@mcp-gen/runtime/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cells, type Served, serveProject, text } from "./matrix.js";

/** Answers in the order in which they are given, and keeps what was asked. */
function script(answers: readonly (ElicitAnswer | Error)[]): { asked: string[]; callback: ElicitationCallback } {
  const asked: string[] = [];
  const callback: ElicitationCallback = (params) => {
    const answer = answers[asked.length] ?? new Error(`not expected: ${params.message}`);
    asked.push(params.message);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, callback };
}

/** By message rather than by order, for questions that are put side by side. */
function byMessage(answers: Readonly<Record<string, ElicitAnswer>>): { asked: string[]; callback: ElicitationCallback } {
  const asked: string[] = [];
  return {
    asked,
    callback: (params) => {
      asked.push(params.message);
      const answer = answers[params.message];
      if (answer === undefined) throw new Error(`not expected: ${params.message}`);
      return answer;
    },
  };
}

const accept = (content: NonNullable<ElicitAnswer["content"]>): ElicitAnswer => ({ action: "accept", content });
const decline: ElicitAnswer = { action: "decline" };
const cancel: ElicitAnswer = { action: "cancel" };
const without = (content: unknown): ElicitAnswer => ({ action: "accept", content }) as ElicitAnswer;

describe.each(cells)("$transport, $mode", ({ transport, mode }) => {
  let served: Served;
  /** A client that can be asked; each test hands it its own callback. */
  let asking: Client;
  /** A client without the capability. */
  let mute: Client;
  let current: ElicitationCallback;

  beforeAll(async () => {
    served = await serveProject("observatory", transport);
    asking = await served.connect(mode, {
      elicitation: (params, context) => current(params, context),
      elicitationAnswers: "as they are",
      sampling: () => ({ role: "assistant", model: "m", content: { type: "text", text: "Up!" } }),
      roots: () => [{ uri: "file:///a" }, { uri: "file:///b" }],
    });
    mute = await served.connect(mode);
  });
  afterAll(async () => {
    await Promise.all([asking.close(), mute.close()]);
    await served.close();
  });

  const connect = async (callback?: ElicitationCallback): Promise<Client> => {
    if (callback === undefined) return mute;
    current = callback;
    return asking;
  };
  /** How often each function ran between the two calls of what this returns. */
  const counting = async (client: Client): Promise<() => Promise<Record<string, number>>> => {
    const read = async (): Promise<Map<string, number>> => {
      const result = await client.callTool("run_counts");
      const runs = JSON.parse(text(result)) as { name: string; times: number }[];
      return new Map(runs.map(({ name, times }) => [name, times]));
    };
    const before = await read();
    return async () =>
      Object.fromEntries(
        [...(await read())].map(([name, times]) => [name, times - (before.get(name) ?? 0)]).filter(([, n]) => n !== 0),
      );
  };
  const failed = (result: Awaited<ReturnType<Client["callTool"]>>): string => {
    expect(result.isError).toBe(true);
    expect(result).not.toHaveProperty("structuredContent");
    expect(result.content).toHaveLength(1);
    return text(result);
  };
  const refusal = async (call: Promise<unknown>): Promise<McpError> => {
    const thrown = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(thrown).toBeInstanceOf(McpError);
    return thrown as McpError;
  };

  test.each<[string, ElicitAnswer, string]>([
    ["accept", accept({ really: true }), "opened B7"],
    ["accept with false", accept({ really: false }), "left shut"],
    ["decline", decline, "user said decline"],
    ["cancel", cancel, "user said cancel"],
  ])("whole outcome: %s", async (_what, answer, expected) => {
    const { asked, callback } = script([answer]);
    const client = await connect(callback);
    const runs = await counting(client);
    const result = await client.callTool("open_locker", { code: "B7" });
    expect(text(result)).toBe(expected);
    expect(result).not.toHaveProperty("isError");
    expect(asked).toEqual(["Open locker B7?"]);
    expect((await runs()).openLocker).toBe(1);
  });

  test.each<[ElicitAnswer, string]>([
    [decline, "open_strict did not run: the question 'ack' was declined."],
    [cancel, "open_strict did not run: the question 'ack' was cancelled."],
  ])("bare model: $0.action ends the call before the body", async (answer, expected) => {
    const { asked, callback } = script([answer]);
    const client = await connect(callback);
    const runs = await counting(client);
    expect(failed(await client.callTool("open_strict", { code: "B7" }))).toBe(expected);
    expect(asked).toHaveLength(1);
    expect(await runs()).not.toHaveProperty("openStrict");
  });

  test("a resolver that has its value asks nobody", async () => {
    const { asked, callback } = script([]);
    const client = await connect(callback);
    expect(text(await client.callTool("open_locker", { code: "T1" }))).toBe("opened T1");
    expect(asked).toEqual([]);
  });

  test("a question that depends on another's answer is asked after it, each once, and the body runs once", async () => {
    const { asked, callback } = script([accept({ handle: "kit" }), accept({ really: true })]);
    const client = await connect(callback);
    const runs = await counting(client);
    expect(text(await client.callTool("chain"))).toBe("kit:true");
    expect(asked).toEqual(["Rider handle?", "Board as kit?"]);
    const expected = mode === "modern" ? { askRider: 3, confirmRider: 2, chain: 1 } : { askRider: 1, confirmRider: 1, chain: 1 };
    expect(await runs()).toEqual(expected);
  });

  test("a decline of the first question ends a chain", async () => {
    const { asked, callback } = script([decline]);
    const client = await connect(callback);
    const runs = await counting(client);
    expect(failed(await client.callTool("chain"))).toBe("chain did not run: the question 'who' was declined.");
    expect(asked).toEqual(["Rider handle?"]);
    expect(await runs()).not.toHaveProperty("confirmRider");
  });

  test("independent questions; a field with a default may be left out", async () => {
    const { asked, callback } = byMessage({ "Rider handle?": accept({ handle: "kit" }), "Which row?": accept({ row: 12 }) });
    const client = await connect(callback);
    const runs = await counting(client);
    expect(text(await client.callTool("board"))).toBe("kit@12");
    expect(asked).toEqual(["Rider handle?", "Which row?"]);
    expect(await runs()).toEqual(
      mode === "modern" ? { askRider: 2, askSeat: 2, board: 1 } : { askRider: 1, askSeat: 1, board: 1 },
    );
  });

  test("the first decline in the order of declaration is the one that is told", async () => {
    const { asked, callback } = byMessage({ "Rider handle?": decline, "Which row?": cancel });
    const client = await connect(callback);
    const runs = await counting(client);
    expect(failed(await client.callTool("board"))).toBe("board did not run: the question 'who' was declined.");
    expect(asked).toEqual(mode === "modern" ? ["Rider handle?", "Which row?"] : ["Rider handle?"]);
    expect(await runs()).toEqual(mode === "modern" ? { askRider: 2, askSeat: 2 } : { askRider: 1 });
  });

  test("a client without the capability is refused before anything is asked, and only when there is something to ask", async () => {
    const client = await connect();
    const error = await refusal(client.callTool("open_strict", { code: "B7" }));
    expect(error.code).toBe(mode === "modern" ? -32021 : -32600);
    expect(error.message).toBe(
      "The client did not declare the capability elicitation.form, which the question 'open_strict.ack' needs.",
    );
    expect(error.data).toEqual({ requiredCapabilities: { elicitation: { form: {} } } });
    expect(text(await client.callTool("open_strict", { code: "T2" }))).toBe("opened T2: true");
    expect((await refusal(client.callTool("direct"))).code).toBe(mode === "modern" ? -32021 : -32600);
  });

  test.each<[string, unknown, string]>([
    ["a string", { really: "yes" }, "really: expected true or false, received a string"],
    ["a number", { really: 1 }, "really: expected true or false, received the number 1"],
    ["a list", { really: ["true"] }, "really: expected true or false, received an array"],
    ["null", { really: null }, "really: expected true or false, received null"],
    ["another field alone", { other: true }, "really: missing, expected true or false"],
  ])("an answer of the wrong type, %s, ends the call with the field's name", async (_what, content, problem) => {
    const { asked, callback } = script([without(content)]);
    const client = await connect(callback);
    const runs = await counting(client);
    expect(failed(await client.callTool("open_locker", { code: "B7" }))).toBe(
      `The answer to the question 'ack' of open_locker does not fit:\n- ${problem}`,
    );
    expect(asked).toHaveLength(1);
    expect(await runs()).not.toHaveProperty("openLocker");
  });

  test.each<[Record<string, unknown>, RegExp]>([
    [{ row: 0 }, /- row: expected .*1.*received the number 0/],
    [{ row: 41 }, /- row: expected .*40.*received the number 41/],
    [{ row: 1.5 }, /- row: expected .*(integer|whole).*received the number 1.5/],
    [{ row: 3, aisle: "no" }, /- aisle: expected true or false/],
  ])("the constraints of a field hold for its answer: %j", async (content, problem) => {
    const { callback } = byMessage({ "Rider handle?": accept({ handle: "kit" }), "Which row?": without(content) });
    const client = await connect(callback);
    expect(failed(await client.callTool("board"))).toMatch(problem);
  });

  test.each<[string, unknown]>([
    ["an object", { really: { v: 5 } }],
    ["a list of numbers", { really: [1] }],
    ["a text in place of the fields", "yes"],
  ])("%s is no answer at all: a protocol error", async (_what, content) => {
    const { callback } = script([without(content)]);
    const client = await connect(callback);
    const error = await refusal(client.callTool("open_locker", { code: "B7" }));
    expect(error.code).toBe(-32602);
    expect(error.message).toContain("'ack'");
  });

  test("accepting without content fails when the form has required fields", async () => {
    const { callback } = script([{ action: "accept" }]);
    const client = await connect(callback);
    expect(failed(await client.callTool("open_locker", { code: "B7" }))).toBe(
      "open_locker did not run: the question 'ack' was accepted without an answer.",
    );
  });

  test("an empty answer is asked again where that is possible, within bounds", async () => {
    const asked: string[] = [];
    const client = await connect((params) => {
      asked.push(params.message);
      return accept({});
    });
    if (mode === "legacy") {
      expect(failed(await client.callTool("open_locker", { code: "B7" }))).toContain("- really: missing");
      expect(asked).toHaveLength(1);
    } else {
      const thrown = await client.callTool("open_locker", { code: "B7" }).catch((reason: unknown) => reason);
      expect(thrown).toBeInstanceOf(RoundLimitError);
      expect(String(thrown)).toContain("open_locker asked for more input after 10 rounds");
      expect(asked).toHaveLength(10);
    }
  });

  test("fields that the form does not have are dropped", async () => {
    const { callback } = script([accept({ really: true, extra: "x" })]);
    const client = await connect(callback);
    expect(text(await client.callTool("open_locker", { code: "B7" }))).toBe("opened B7");
  });

  test("a value sent for a resolved parameter is refused and never reaches the body", async () => {
    const { asked, callback } = script([]);
    const client = await connect(callback);
    const runs = await counting(client);
    const reply = failed(await client.callTool("open_strict", { code: "B7", ack: { really: true } }));
    expect(reply).toBe('Invalid arguments for open_strict:\n- unknown argument "ack", known are code');
    expect(asked).toEqual([]);
    expect(await runs()).toEqual({});
  });

  test("resolved parameters do not show", async () => {
    const client = await connect();
    const tools = await client.listTools();
    const board = tools.find(({ name }) => name === "board");
    expect(board?.inputSchema).toEqual({ type: "object", properties: {}, required: [], additionalProperties: false });
    const dome = tools.find(({ name }) => name === "reserve_dome");
    expect(dome?.description).toBe("Hold a dome for one night.");
    expect(dome?.inputSchema).toEqual({
      type: "object",
      properties: { night: { type: "string", description: "Day and month, such as 0412." } },
      required: ["night"],
      additionalProperties: false,
    });
  });

  test("a shared dependency runs once a call", async () => {
    const client = await connect();
    const runs = await counting(client);
    expect(text(await client.callTool("quote"))).toBe("7:21:26");
    expect(await runs()).toEqual({ rateFor: 1, withFuel: 1 });
    expect(text(await client.callTool("quote", { kg: 4 }))).toBe("4:12:17");
    expect(await runs()).toEqual({ rateFor: 2, withFuel: 2 });
  });

  test("bad arguments are told before any resolver runs, all at once and without coercion", async () => {
    const client = await connect();
    const runs = await counting(client);
    expect(failed(await client.callTool("quote", { kg: "4", Kg: 1 }))).toBe(
      'Invalid arguments for quote:\n- kg: expected a number, received a string\n- unknown argument "Kg", did you mean kg?',
    );
    expect(failed(await client.callTool("lens", { mm: 5, kind: "macro" }))).toMatch(
      /^Invalid arguments for lens:\n- mm: expected .*10.*received the number 5\n- kind: expected one of "prime", "zoom", received a string$/,
    );
    expect(failed(await client.callTool("lens"))).toContain("- mm: missing");
    expect(await runs()).toEqual({});
  });

  test("a resolver that throws fails the call; a protocol error stays one", async () => {
    const client = await connect();
    expect(failed(await client.callTool("probe_lock", { code: "X" }))).toBe("probe_lock failed: lock bus offline");
    const error = await refusal(client.callTool("probe_lock", { code: "Y" }));
    expect([error.code, error.message, error.data]).toEqual([-32077, "bay closed", { bay: 9 }]);
    expect(text(await client.callTool("probe_lock", { code: "Z" }))).toBe("Z ready");
  });

  test("structured results come with the same JSON as text; failures come without", async () => {
    const client = await connect();
    const result = await client.callTool("lens", { mm: 50 });
    expect(result.structuredContent).toEqual({ kind: "prime", mm: 50 });
    expect(JSON.parse(text(result))).toEqual({ kind: "prime", mm: 50 });
    expect(failed(await client.callTool("lens", { mm: 13 }))).toBe("lens failed: thirteen is cursed");
  });

  test("a result that is no object agrees with its schema in either era", async () => {
    const client = await connect();
    const { structuredContent } = await client.callTool("run_counts");
    const schema = (await client.listTools()).find(({ name }) => name === "run_counts")?.outputSchema;
    if (mode === "modern") {
      expect(schema?.type).toBe("array");
      expect(structuredContent).toBeInstanceOf(Array);
    } else {
      expect(schema).toMatchObject({ type: "object", properties: { result: { type: "array" } }, required: ["result"] });
      expect(structuredContent).toEqual({ result: expect.any(Array) });
    }
  });

  test("from inside a tool: the body runs once, however many questions it puts", async () => {
    const { asked, callback } = byMessage({
      "Call sign?": accept({ handle: "ada" }),
      "Second call sign?": accept({ handle: "bob" }),
      "Sure?": decline,
    });
    const client = await connect(callback);
    const runs = await counting(client);
    expect(text(await client.callTool("direct"))).toBe("ada+bob+decline");
    expect(asked).toEqual(["Call sign?", "Second call sign?", "Sure?"]);
    expect(await runs()).toEqual({ direct: 1 });
  });

  test("from inside a tool: an answer that does not fit fails the call", async () => {
    const { callback } = script([accept({ handle: "a" })]);
    const client = await connect(callback);
    expect(failed(await client.callTool("direct"))).toMatch(/question 'rider' of direct does not fit:\n- handle: expected .*2/);
  });

  test("a question whose text changes every time ends", async () => {
    const asked: string[] = [];
    const client = await connect((params) => {
      asked.push(params.message);
      return accept({ really: true });
    });
    if (mode === "legacy") {
      expect(text(await client.callTool("ticking"))).toBe("ticked true");
      expect(asked).toHaveLength(1);
    } else {
      await expect(client.callTool("ticking")).rejects.toBeInstanceOf(RoundLimitError);
      expect(asked).toHaveLength(10);
      expect(new Set(asked).size).toBe(10);
    }
  });

  test("a client that refuses a question ends the call with its own error", async () => {
    const { callback } = script([new McpError(-32011, "operator left", { desk: 3 })]);
    const client = await connect(callback);
    const error = await refusal(client.callTool("open_strict", { code: "B7" }));
    expect([error.code, error.message, error.data]).toEqual([-32011, "operator left", { desk: 3 }]);
  });

  test("a callback that throws something else refuses the question as an internal error", async () => {
    const { callback } = script([new Error("no screen")]);
    const client = await connect(callback);
    const error = await refusal(client.callTool("open_strict", { code: "B7" }));
    expect([error.code, error.message]).toEqual([-32603, "The callback for elicitation/create failed: no screen"]);
  });

  test("an unknown tool is a protocol error", async () => {
    const client = await connect();
    const error = await refusal(client.callTool("lense"));
    expect([error.code, error.message]).toEqual([-32602, "Unknown tool: lense"]);
    expect((await refusal(client.callTool("constructor"))).message).toBe("Unknown tool: constructor");
  });

  test("a person, the model and the client are asked in one call", async () => {
    const { callback } = script([accept({ handle: "kit" })]);
    const client = await connect(callback);
    expect(text(await client.callTool("mixed"))).toBe("kit/Up!/2");
    expect((await refusal(mute.callTool("mixed"))).code).toBe(mode === "modern" ? -32021 : -32600);
  });

  test("two static methods are two questions", async () => {
    const { callback } = byMessage({
      "East desk: initials?": accept({ handle: "Ea" }),
      "West desk: initials?": accept({ handle: "We" }),
    });
    const client = await connect(callback);
    expect(text(await client.callTool("countersign"))).toBe("Ea+We");
  });

  test.each(["accept", "decline", "cancel"] as const)("a link, from a resolver and from inside: %s", async (action) => {
    const asked: unknown[] = [];
    const client = await connect((params) => {
      asked.push(params.mode === "url" ? params.url : params.mode);
      return { action };
    });
    expect(text(await client.callTool("rent_locker", { amount: 5 }))).toBe(
      action === "accept" ? "rented for 5" : `not rented: ${action}`,
    );
    expect(text(await client.callTool("rent_locker", { amount: 0 }))).toBe("rented for 0");
    expect(text(await client.callTool("kiosk"))).toBe(action);
    expect(asked).toEqual(["https://pay.example.com/5", "https://kiosk.example.com/9"]);
  });

  test("rounds by hand", async () => {
    const { asked, callback } = script([accept({ pin: "0000" })]);
    const client = await connect(callback);
    expect(text(await client.callTool("by_hand"))).toBe("0000/stage-1");
    expect(asked).toEqual(["Pin?"]);
  });

  test("calls side by side do not mix", async () => {
    const client = await connect((params) => accept({ really: params.message.includes("A") }));
    const results = await Promise.all(["A1", "B2", "A3", "B4"].map((code) => client.callTool("open_locker", { code })));
    expect(results.map(text)).toEqual(["opened A1", "left shut", "opened A3", "left shut"]);
  });
});
