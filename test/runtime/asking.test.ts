/** Every kind of question, from resolvers, from inside and by hand; what a client may and must answer. */

import { type Context, elicit, elicitUrl, inputRequired, listRoots, sample } from "@mcp-gen/runtime";
import { type Client, type ConnectOptions, connect, type InterimResult, McpError } from "@mcp-gen/runtime/client";
import { type Call, defineForm, defineServer, defineTool, textResult } from "@mcp-gen/runtime/generated/v1";
import { rememberUsedStates, type ServeOptions } from "@mcp-gen/runtime/server";
import { afterEach, describe, expect, test } from "vitest";
import { type Served, serveHere, text } from "./matrix.js";

const confirm = defineForm<{ ok: boolean }>({
  model: "Confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  check: ({ ok }, problems) => {
    if (typeof ok !== "boolean") problems.expected("ok", "true or false", ok);
  },
});
const link = { message: "Pay.", url: "https://pay.example.com/9", elicitationId: "k-9" };
const prompt = { messages: [{ role: "user" as const, content: { type: "text" as const, text: "Slogan?" } }], maxTokens: 24 };
const tool = { name: "lookup", inputSchema: { type: "object" } };

let bodies = 0;
const inside = (call: Call): Context<{ ok: { ok: boolean } }> => call.context({ ok: confirm });
const tools: Record<string, (call: Call) => ReturnType<Parameters<typeof defineTool>[0]["handle"]>> = {
  mixed: async (call) => {
    const who = call.value("who", confirm, () => elicit("Who?"));
    const line = call.sample("line", () => sample(prompt));
    const where = call.roots("where", () => listRoots());
    const paid = call.url("paid", () => elicitUrl(link));
    await call.ready();
    bodies += 1;
    const content = (await line).content as { text?: string };
    return textResult([(await who).ok, content.text, (await where).roots.length, (await paid).action].join("/"));
  },
  with_tools: async (call) => {
    const line = call.sample("line", () => sample({ ...prompt, tools: [tool] }));
    await call.ready();
    return textResult(JSON.stringify((await line).content));
  },
  sample_inside: async (call) => textResult((await inside(call).sample(prompt)).model),
  roots_inside: async (call) => textResult((await inside(call).listRoots()).roots.map(({ uri }) => uri).join()),
  link_inside: async (call) => textResult((await inside(call).elicitUrl(link)).action),
  undeclared: async (call) => {
    call.once("x", () => elicit("Sneaky?"));
    await call.ready();
    return textResult("no");
  },
  other_kind: async (call) => {
    call.sample("x", () => listRoots() as never);
    await call.ready();
    return textResult("no");
  },
  by_hand: async (call) => {
    const ctx = inside(call);
    const pin = ctx.inputResponses?.pin as { content?: { ok?: boolean } } | undefined;
    if (pin === undefined) {
      const { requestedSchema } = confirm;
      const round = {
        inputRequests: { pin: { mode: "form" as const, message: "Pin?", requestedSchema } },
        requestState: "stage-1",
      };
      return call.anotherOr(inputRequired(round), textResult);
    }
    return call.anotherOr(`${pin.content?.ok}/${ctx.requestState}`, textResult);
  },
  by_hand_for_ever: async (call) => call.anotherOr(inputRequired({ requestState: "again" }), textResult),
  by_hand_undeclared: async () => textResult(inputRequired({ requestState: "x" }) as never),
};
const server = defineServer({
  name: "asking",
  version: "1",
  tools: Object.entries(tools).map(([name, handle]) => {
    return defineTool({ name, description: name, inputSchema: { type: "object", properties: {} }, handle });
  }),
});

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  bodies = 0;
  await Promise.all(closing.splice(0).map((close) => close()));
});

const everything: ConnectOptions = {
  elicitation: (params) => (params.mode === "url" ? { action: "decline" } : { action: "accept", content: { ok: true } }),
  sampling: ({ tools: given }) => {
    const content = { type: "text" as const, text: "Up!" };
    return { role: "assistant", model: "m", content: given === undefined ? content : [content] };
  },
  samplingCapabilities: { tools: {} },
  roots: () => [{ uri: "file:///a" }, { uri: "file:///b", name: "b" }],
};

const cells = (["memory", "http"] as const).flatMap((transport) =>
  (["legacy", "modern"] as const).map((mode) => ({ transport, mode })),
);

describe.each(cells)("$transport, $mode", ({ transport, mode }) => {
  const open = async (options: ConnectOptions, serve: ServeOptions = {}): Promise<Client> => {
    const served: Served = await serveHere(server, transport, { log: { warn: () => {}, error: () => {} }, ...serve });
    const client = await served.connect(mode, options);
    closing.push(async () => {
      await client.close();
      await served.close();
    });
    return client;
  };
  const missing = mode === "modern" ? -32021 : -32600;

  test("all kinds at once; the body runs once", async () => {
    const client = await open(everything);
    expect(text(await client.callTool("mixed"))).toBe("true/Up!/2/decline");
    expect(bodies).toBe(1);
  });

  test("from inside", async () => {
    const client = await open(everything);
    expect(text(await client.callTool("sample_inside"))).toBe("m");
    expect(text(await client.callTool("roots_inside"))).toBe("file:///a,file:///b");
    expect(text(await client.callTool("link_inside"))).toBe("decline");
  });

  test("what is not declared is not asked: forms, links, sampling, its tools, and roots told apart", async () => {
    const none = await open({});
    for (const [name, capability] of [
      ["sample_inside", "sampling"],
      ["roots_inside", "roots"],
      ["link_inside", "elicitation.url"],
      ["with_tools", "sampling.tools"],
    ] as const) {
      await expect(none.callTool(name)).rejects.toMatchObject({
        code: missing,
        message: expect.stringContaining(`capability ${capability},`),
      });
    }
    const formsOnly = await open({ elicitation: () => ({ action: "decline" }), elicitationModes: ["form"] });
    await expect(formsOnly.callTool("link_inside")).rejects.toMatchObject({
      data: { requiredCapabilities: { elicitation: { url: {} } } },
    });
    const linksOnly = await open({ elicitation: () => ({ action: "decline" }), elicitationModes: ["url"] });
    expect(text(await linksOnly.callTool("link_inside"))).toBe("decline");
    await expect(linksOnly.callTool("mixed")).rejects.toMatchObject({ code: missing });
    const plain = await open({ sampling: everything.sampling as NonNullable<ConnectOptions["sampling"]> });
    await expect(plain.callTool("with_tools")).rejects.toMatchObject({
      data: { requiredCapabilities: { sampling: { tools: {} } } },
    });
  });

  test("a list of content belongs to a prompt with tools alone; other replies of the wrong kind are protocol errors", async () => {
    const client = await open(everything);
    expect(text(await client.callTool("with_tools"))).toBe('[{"type":"text","text":"Up!"}]');
    const listing = await open({ ...everything, sampling: () => ({ role: "assistant", model: "m", content: [] }) });
    await expect(listing.callTool("sample_inside")).rejects.toMatchObject({ code: -32602 });
    const nameless = await open({
      ...everything,
      sampling: () => ({ role: "assistant", content: { type: "text", text: "" } }) as never,
    });
    await expect(nameless.callTool("sample_inside")).rejects.toMatchObject({ code: -32602 });
    const rootless = await open({ ...everything, roots: () => "none" as never });
    await expect(rootless.callTool("roots_inside")).rejects.toMatchObject({ code: -32602 });
  });

  test("a refusal of the model or of the roots ends the call with the client's error", async () => {
    const client = await open({
      ...everything,
      sampling: () => {
        throw new McpError(-1, "not today", { until: "tomorrow" });
      },
    });
    await expect(client.callTool("sample_inside")).rejects.toMatchObject({
      code: -1,
      message: "not today",
      data: { until: "tomorrow" },
    });
  });

  test("a question that the return type does not declare fails the call", async () => {
    const client = await open(everything);
    for (const name of ["undeclared", "other_kind"]) {
      const result = await client.callTool(name);
      expect([result.isError, text(result)]).toEqual([
        true,
        `${name} failed: the resolver of 'x' asks a question that its return type does not declare`,
      ]);
    }
  });

  test("rounds by hand", async () => {
    const client = await open(everything);
    expect(text(await client.callTool("by_hand"))).toBe("true/stage-1");
    await expect((await open({})).callTool("by_hand")).rejects.toMatchObject({ code: missing });
    const result = await client.callTool("by_hand_undeclared");
    expect([result.isError, text(result)]).toEqual([
      true,
      expect.stringContaining("inputRequired(...), which its return type does not declare"),
    ]);
  });

  test("rounds by hand that never end, end", async () => {
    const client = await open({ ...everything, maxRounds: 3 });
    if (mode === "modern") await expect(client.callTool("by_hand_for_ever")).rejects.toThrow("after 3 rounds");
    else expect(text(await client.callTool("by_hand_for_ever"))).toContain("after 10 rounds");
  });

  test("an accepted form is checked before it is sent, and its defaults are filled in", async () => {
    const wrong = await open({ elicitation: () => ({ action: "accept", content: { ok: "yes" } }) });
    await expect(wrong.callTool("by_hand")).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining("- ok: expected true or false"),
    });
    const formOnly = await open({ elicitation: () => ({ action: "accept", content: {} }) });
    const thrown = await formOnly.callTool("by_hand").catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ code: -32603, message: expect.stringContaining("- ok: missing, expected true or false") });
  });
});

describe("capabilities follow callbacks", () => {
  const declared = async (options: ConnectOptions, mode: "legacy" | "modern"): Promise<unknown> => {
    let seen: unknown;
    const spy = defineServer({
      name: "spy",
      version: "1",
      tools: [
        defineTool({
          name: "spy",
          description: "spy",
          inputSchema: { type: "object", properties: {} },
          handle: async (call) => {
            const ctx = call.context({});
            const wanted = ["form", "url"].map((part) => ctx.checkClientCapability({ elicitation: { [part]: {} } }));
            const others = [{ sampling: {} }, { sampling: { tools: {} } }, { roots: {} }, { roots: { listChanged: true } }];
            seen = [...wanted, ...others.map((each) => ctx.checkClientCapability(each))];
            return textResult("");
          },
        }),
      ],
    });
    const client = await connect(spy, { mode, ...options });
    await client.callTool("spy");
    await client.close();
    return seen;
  };
  const { elicitation, sampling, roots } = everything as Required<ConnectOptions>;
  test.each<[ConnectOptions, readonly boolean[]]>([
    [{}, [false, false, false, false, false, false]],
    [{ elicitation }, [true, true, false, false, false, false]],
    [{ elicitation, elicitationModes: ["url"] }, [false, true, false, false, false, false]],
    [{ sampling }, [false, false, true, false, false, false]],
    [{ sampling, samplingCapabilities: { tools: {} } }, [false, false, true, true, false, false]],
    [{ samplingCapabilities: { tools: {} } }, [false, false, false, false, false, false]],
    [{ roots }, [false, false, false, false, true, true]],
  ])("%#", async (options, expected) => {
    expect(await declared(options, "legacy")).toEqual(expected);
    expect(await declared(options, "modern")).toEqual(expected);
  });
});

describe("driving the rounds oneself", () => {
  test("the interim result is handed out, can go through JSON, and another client goes on", async () => {
    const key = "k".repeat(32);
    const one = await serveHere(server, "http", { stateKeys: [key] });
    const two = await serveHere(server, "http", { stateKeys: [key] });
    closing.push(one.close, two.close);
    const first = await one.connect("modern", everything);
    const interim = (await first.callToolOnce("mixed")) as InterimResult;
    expect(Object.keys(interim.inputRequests)).toEqual(["who", "line", "where", "paid"]);
    await first.close();
    const saved = JSON.parse(JSON.stringify(interim)) as InterimResult;
    const second = await two.connect("modern", everything);
    const inputResponses = {
      who: { action: "accept", content: { ok: false } },
      line: { role: "assistant", model: "m", content: { type: "text", text: "By hand" } },
      where: { roots: [] },
      paid: { action: "cancel" },
    };
    const requestState = saved.requestState as string;
    const result = await second.callToolOnce("mixed", {}, { inputResponses, requestState });
    expect("content" in result && text(result)).toBe("false/By hand/0/cancel");
    await second.close();
  });

  test("a state can be made good for one use", async () => {
    const warnings: string[] = [];
    const log = { warn: (message: string) => warnings.push(message), error: () => {} };
    const served = await serveHere(server, "http", { usedStates: rememberUsedStates(), log });
    closing.push(served.close);
    const client = await served.connect("modern", everything);
    const { requestState } = (await client.callToolOnce("by_hand")) as InterimResult;
    const round = { requestState: requestState as string, inputResponses: { pin: { action: "accept", content: { ok: true } } } };
    expect(await client.callToolOnce("by_hand", {}, round)).toMatchObject({ content: [{ text: "true/stage-1" }] });
    await expect(client.callToolOnce("by_hand", {}, round)).rejects.toMatchObject({ message: "Invalid or expired requestState" });
    expect(warnings).toEqual([expect.stringContaining("it was used before")]);
    await client.close();
  });

  test("used states are forgotten when they have expired", () => {
    let now = 0;
    const used = rememberUsedStates(() => now);
    expect([used.claim("a", 10), used.claim("a", 10), used.claim("b", 20)]).toEqual([true, false, true]);
    now = 15;
    expect([used.claim("c", 30), used.claim("a", 40), used.claim("b", 40)]).toEqual([true, true, false]);
  });

  test("a legacy server knows no rounds", async () => {
    const client = await connect(server, { ...everything, mode: "legacy" });
    expect(await client.callToolOnce("by_hand")).toMatchObject({ content: [{ text: "true/stage-1" }] });
    await client.close();
  });
});
