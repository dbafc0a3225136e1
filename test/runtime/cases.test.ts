/** The black-box cases of questions that no other test plays, in the cells of both eras; `behaviours.ts` says where the others are. */

import { inputRequired } from "@mcp-gen/runtime";
import { type Client, type ConnectOptions, connect, type ElicitParams, RoundLimitError } from "@mcp-gen/runtime/client";
import { serveHttp } from "@mcp-gen/runtime/node";
import type { ServeOptions } from "@mcp-gen/runtime/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { server as observatory } from "../../fixtures/projects/observatory/src/mcp/server.js";
import { Answering } from "../../runtime/dist/eras/answering.js";
import { nestedSchema, pay, quiet, renewWorld, server, sleep, world } from "./case-tools.js";
import { serveHere, text } from "./matrix.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
beforeEach(renewWorld);

const cells = (["memory", "http"] as const).flatMap((transport) =>
  (["legacy", "modern"] as const).map((mode) => ({ transport, mode })),
);

describe.each(cells)("$transport, $mode", ({ transport, mode }) => {
  const open = async (options: ConnectOptions, serve: ServeOptions = {}): Promise<Client> => {
    const served = await serveHere(server, transport, { log: quiet, ...serve });
    const client = await served.connect(mode, options);
    closing.push(async () => {
      await client.close();
      await served.close();
    });
    return client;
  };
  const saying = (answer: object): ConnectOptions => ({
    elicitation: () => answer as never,
    elicitationAnswers: "as they are",
  });

  test("case 11: two questions of one shape are told apart by their parameters", async () => {
    const client = await open({
      elicitation: ({ message }) => ({ action: "accept", content: { handle: message.startsWith("East") ? "Ea" : "We" } }),
    });
    expect(text(await client.callTool("countersign"))).toBe("Ea+We");
  });

  test("case 16: of two resolvers one fails beside the other's question: the failure is told, the body does not run", async () => {
    const client = await open(saying({ action: "accept", content: { handle: "kit" } }));
    const unheard = vi.spyOn(console, "error").mockReturnValue();
    const result = await client.callTool("broken_beside");
    unheard.mockRestore();
    expect([result.isError, text(result)]).toEqual([true, "broken_beside failed: lock bus offline"]);
    expect(world.bodies).toBe(0);
  });

  test("what comes with a decline is ignored, as is what comes with an opened link", async () => {
    const declining = await open(saying({ action: "decline", content: { ok: true, nested: { deep: [1] } } }));
    expect(text(await declining.callTool("inside"))).toBe("decline");
    const opening = await open(saying({ action: "accept", content: { secret: "x" } }));
    expect(text(await opening.callTool("kiosk"))).toBe("accept");
    expect(text(await opening.callTool("kiosk_first"))).toBe("accept");
  });

  test("a refusal names the tool and the whole path of the question", async () => {
    const client = await open(saying({ action: "cancel" }));
    expect(text(await client.callTool("path"))).toBe("path did not run: the question 'who.rider' was cancelled.");
  });

  test("one question with two consumers ends the call when one of them wants the bare value", async () => {
    let asked = 0;
    const client = await open({
      elicitation: () => {
        asked += 1;
        return { action: "decline" };
      },
    });
    const result = await client.callTool("two_wishes");
    expect([result.isError, text(result)]).toEqual([true, "two_wishes did not run: the question 'ok' was declined."]);
    expect(asked).toBe(1);
    const willing = await open(saying({ action: "accept", content: { ok: true } }));
    expect(text(await willing.callTool("two_wishes"))).toBe("accept/true");
  });

  test("independent resolvers run side by side where a round carries their questions, else one after another", async () => {
    const client = await open({});
    expect(text(await client.callTool("side_by_side"))).toBe("ab");
    expect(world.events).toEqual(mode === "modern" ? ["a+", "b+", "b-", "a-"] : ["a+", "a-", "b+", "b-"]);
  });

  test("the time in which a person thinks does not count against the time-out of the call", async () => {
    const client = await open({
      timeoutMs: 1_000,
      elicitation: async () => {
        await sleep(1_500);
        return { action: "accept", content: { ok: true } };
      },
    });
    const results = await Promise.all([client.callTool("inside"), client.callTool("two_wishes")]);
    expect(results.map(text)).toEqual(["accept", "accept/true"]);
  });

  test("what was sampled and listed is kept for later rounds; the body runs once", async () => {
    const counts = { sampling: 0, roots: 0, elicitation: 0 };
    const client = await open({
      elicitation: ({ message }) => {
        counts.elicitation += 1;
        expect(message).toBe("Who wants Up!?");
        return { action: "accept", content: { handle: "kit" } };
      },
      sampling: ({ maxTokens }) => {
        counts.sampling += 1;
        expect(maxTokens).toBe(24);
        return { role: "assistant", model: "m", content: { type: "text", text: "Up!" } };
      },
      roots: () => {
        counts.roots += 1;
        return [{ uri: "file:///a" }];
      },
    });
    expect(text(await client.callTool("mixed"))).toBe("kit|1");
    expect([counts, world.bodies]).toEqual([{ sampling: 1, roots: 1, elicitation: 1 }, 1]);
  });

  test("a model can't decline: what is no message is a protocol error that names the question", async () => {
    const client = await open({ sampling: () => ({ action: "decline" }) as never });
    await expect(client.callTool("sampled")).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("'line'") });
  });

  test("an error that says which links are needed reaches the client as it is", async () => {
    const client = await open({});
    await expect(client.callTool("url_required")).rejects.toMatchObject({
      code: -32042,
      message: "URL elicitation required",
      data: { elicitations: [{ mode: "url", ...pay }] },
    });
  });

  test("a schema written by hand goes out as it is, and its answer comes back unchecked", async () => {
    const asked: ElicitParams[] = [];
    const client = await open({
      elicitationAnswers: "as they are",
      elicitation: (params) => {
        asked.push(params);
        return { action: "accept", content: { home: "here" } };
      },
    });
    expect(JSON.parse(text(await client.callTool("nested_by_hand")))).toEqual({ action: "accept", content: { home: "here" } });
    expect(asked.map((params) => (params as { requestedSchema: object }).requestedSchema)).toEqual([nestedSchema]);
  });

  test("case 36: the client's cap is the number of answers it gives", async () => {
    const served = await serveHere(observatory, transport, { log: quiet });
    let asked = 0;
    const client = await served.connect(mode, {
      maxRounds: 2,
      elicitation: () => {
        asked += 1;
        return { action: "accept", content: { really: true } };
      },
    });
    closing.push(async () => {
      await client.close();
      await served.close();
    });
    if (mode === "legacy") {
      expect(text(await client.callTool("ticking"))).toBe("ticked true");
      expect(asked).toBe(1);
    } else {
      await expect(client.callTool("ticking")).rejects.toBeInstanceOf(RoundLimitError);
      expect(asked).toBe(2);
    }
  });
});

test("one server asks a legacy and a modern client at once, and both get the same", async () => {
  const http = await serveHttp(observatory, { port: 0, log: quiet });
  closing.push(() => http.close());
  const forms: unknown[] = [];
  const outcomes = await Promise.all(
    (["legacy", "modern"] as const).map(async (mode) => {
      const client = await connect(new URL(http.url), {
        mode,
        elicitation: async (params) => {
          forms.push(params);
          await sleep(20);
          return { action: "accept", content: { really: true } };
        },
      });
      const result = await client.callTool("open_strict", { code: "B7" });
      const listed = (await client.listTools()).find(({ name }) => name === "open_strict");
      await client.close();
      return [text(result), listed?.inputSchema];
    }),
  );
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(forms).toHaveLength(2);
  expect(forms[0]).toEqual(forms[1]);
});

test("a round by hand needs a question, a state, or both", () => {
  expect(() => inputRequired({})).toThrow(TypeError);
  expect(() => inputRequired({ inputRequests: {} })).toThrow("inputRequired needs inputRequests, a requestState, or both.");
});

test("case 39: a client refuses what it has no callback for, whoever asks", async () => {
  const nothing = new Answering({});
  const { signal } = new AbortController();
  for (const method of ["elicitation/create", "sampling/createMessage", "roots/list"]) {
    await expect(nothing.answer(method, {}, signal)).rejects.toMatchObject({
      code: -32601,
      message: `This client does not answer ${method}.`,
    });
  }
  const forms = new Answering({ elicitation: () => ({ action: "accept" }), elicitationModes: ["form"] });
  await expect(forms.answer("elicitation/create", { mode: "url", ...pay }, signal)).rejects.toMatchObject({ code: -32602 });
});
