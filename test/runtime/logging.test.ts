/** Log messages in every cell: each client gets those that it asked for, on the stream of the request, and none after its reply. */

import { describe, expect, test } from "vitest";
import { cells } from "./matrix.js";
import { kit, opener } from "./offers.js";
import { sleep } from "./wire-client.js";

const open = opener();
const all = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
const levelKey = "io.modelcontextprotocol/logLevel";

describe.each(cells)("logging, $transport $mode", (cell) => {
  const isModern = cell.mode === "modern";

  test("messages come at the level that was asked for and above, before the reply", async () => {
    const client = await open(cell);
    if (!isModern) expect(await client.result("logging/setLevel", { level: "error" })).toEqual({});
    const calling = client.start("tools/call", { name: "log_all" }, isModern ? { [levelKey]: "error" } : {});
    await calling.reply;
    const levels = client.notices.map(({ method, params }) => [method, params.level]);
    expect(levels).toEqual(all.slice(4).map((level) => ["notifications/message", level]));
    expect(client.notices[0]?.params).toEqual({ level: "error", logger: "desk", data: { of: "error" } });
    expect(client.heard.at(-1)?.id).toBe(calling.id);
  });

  test(isModern ? "who asks for none gets none" : "who never said gets everything", async () => {
    const client = await open(cell);
    expect(await client.call("log_all")).toBe("logged");
    await sleep(30);
    expect(client.notices.map(({ params }) => params.level)).toEqual(isModern ? [] : all);
  });

  test("case S1: logs and progress, each for who asks", async () => {
    const client = await open(cell);
    const logs = (from: number) => client.notices.slice(from).flatMap(({ params }) => params.data ?? []);
    expect(await client.call("chatter")).toBe("chatted");
    expect(client.notices.map(({ params }) => params.data)).toEqual(isModern ? [] : ["d", "n", "c"]);
    const before = client.notices.length;
    await client.call("chatter", {}, isModern ? { [levelKey]: "notice", progressToken: "p1" } : { progressToken: "p1" });
    expect(logs(before)).toEqual(isModern ? ["n", "c"] : ["d", "n", "c"]);
    expect(client.notices.slice(-2).map(({ params }) => params)).toEqual([
      { progressToken: "p1", progress: 2, total: 5, message: "two" },
      { progressToken: "p1", progress: 5, total: 5 },
    ]);
  });

  test("an unknown level is refused, asked for or sent", async () => {
    const client = await open(cell);
    const error = isModern
      ? await client.error("tools/list", {}, { [levelKey]: "loud" })
      : await client.error("logging/setLevel", { level: "loud" });
    expect(error.code).toBe(-32602);
    expect(error.message).toContain(`there are ${all.join(", ")}.`);
    if (!isModern) expect((await client.error("logging/setLevel", {})).code).toBe(-32602);
    const meta = isModern ? { [levelKey]: "debug" } : {};
    const failed = await client.result("tools/call", { name: "log_wrongly" }, meta);
    expect([failed.isError, failed.content[0].text]).toEqual([
      true,
      `log_wrongly failed: log: the level must be one of ${all.join(", ")}.`,
    ]);
  });

  test("nothing comes after the reply", async () => {
    const client = await open(cell);
    const meta = isModern ? { [levelKey]: "debug", progressToken: "t" } : { progressToken: "t" };
    expect(await client.call("log_late", {}, meta)).toBe("early");
    await sleep(80);
    expect(client.notices).toEqual([]);
  });

  test("nothing comes after the call was cancelled", async () => {
    const client = await open(cell);
    const meta = isModern ? { [levelKey]: "debug", progressToken: "t" } : { progressToken: "t" };
    const waiting = client.start("tools/call", { name: "wait" }, meta);
    await expect.poll(async () => JSON.parse(await client.call("report")).started).toBe(1);
    waiting.cancel();
    await expect.poll(async () => JSON.parse(await client.call("report")).aborted).toEqual(["tool"]);
    await sleep(50);
    expect(client.notices).toEqual([]);
    expect(client.heard.filter(({ id }) => id === waiting.id)).toEqual([]);
  });

  test("a call that waits for an answer tells each request what it asked for", async () => {
    const client = await open(cell, { capabilities: { elicitation: { form: {} } }, answer: () => kit });
    const call = { name: "steps_around_a_question" };
    if (!isModern) {
      expect(await client.call(call.name, {}, { progressToken: "p" })).toBe("accept");
      expect(client.notices.map(({ params }) => params.data ?? params.progress)).toEqual([1, "before", 2, "after"]);
      return;
    }
    const first = await client.result("tools/call", call, { progressToken: "p-1" });
    expect(client.notices.map(({ params }) => params)).toEqual([{ progressToken: "p-1", progress: 1 }]);
    const again = { ...call, requestState: first.requestState, inputResponses: { who: kit } };
    await client.result("tools/call", again, { progressToken: "p-2", [levelKey]: "error" });
    expect(client.notices.slice(1).map(({ params }) => params.data ?? [params.progressToken, params.progress])).toEqual([
      ["p-2", 2],
      "after",
    ]);
  });
});

test.each(["memory", "http"] as const)("levels are those of a session, %s", async (transport) => {
  const client = await open({ transport, mode: "legacy" });
  await client.result("logging/setLevel", { level: "debug" });
  await client.call("log_all");
  expect(client.notices).toHaveLength(8);
  await client.result("logging/setLevel", { level: "emergency" });
  await client.call("log_all");
  expect(client.notices).toHaveLength(9);
});
