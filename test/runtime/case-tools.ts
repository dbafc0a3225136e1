/** The tools that the black-box cases are played on, where the observatory has none. */

import { type Context, elicit, elicitUrl, inputRequired, listRoots, McpError, sample } from "@mcp-gen/runtime";
import { type Call, defineForm, defineServer, defineTool, textResult } from "@mcp-gen/runtime/generated/v1";

const confirm = defineForm<{ ok: boolean }>({
  model: "Confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  check: ({ ok }, problems) => {
    if (typeof ok !== "boolean") problems.expected("ok", "true or false", ok);
  },
});
const initials = defineForm<{ handle: string }>({
  model: "Initials",
  requestedSchema: { type: "object", properties: { handle: { type: "string" } }, required: ["handle"] },
  check: ({ handle }, problems) => {
    if (typeof handle !== "string") problems.expected("handle", "a string", handle);
  },
});
export const slogan = {
  messages: [{ role: "user" as const, content: { type: "text" as const, text: "Slogan for locker 12" } }],
  maxTokens: 24,
};
export const pay = { message: "Pay at kiosk", url: "https://pay.example.com/9", elicitationId: "k-9" };
export const nestedSchema = {
  type: "object",
  properties: { home: { type: "object", properties: { city: { type: "string" } } } },
  required: ["home"],
};
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface World {
  /** The text of a question. */
  wipe: string;
  /** Whether a resolver knows the answer by itself. */
  open: boolean;
  events: string[];
  bodies: number;
}
const fresh = (): World => ({ wipe: "Wipe drive A?", open: false, events: [], bodies: 0 });

/** What the tools below go by, and what they did. */
export const world = fresh();

/** Before each test. */
export function renewWorld(): void {
  Object.assign(world, fresh());
}

const outcomeText = (outcome: { action: string }): string => outcome.action;
const tools: Record<string, (call: Call) => ReturnType<Parameters<typeof defineTool>[0]["handle"]>> = {
  countersign: async (call) => {
    const a = call.value("a", initials, () => elicit("East desk: initials?"));
    const b = call.value("b", initials, () => elicit("West desk: initials?"));
    await call.ready();
    return textResult(`${(await a).handle}+${(await b).handle}`);
  },
  wipe: async (call) => {
    const who = call.value("who", initials, () => elicit("Who?"));
    const ok = call.outcome("ok", confirm, () => elicit(world.wipe));
    const last = call.value("last", confirm, async () => {
      await ok;
      return elicit("Last word?");
    });
    await call.ready();
    await last;
    return textResult(`${(await who).handle}/${outcomeText(await ok)}`);
  },
  fickle: async (call) => {
    const ok = call.value("ok", confirm, () => (world.open ? { ok: true } : elicit("Open?")));
    const next = call.value("next", confirm, async () => {
      await ok;
      return elicit("Next?");
    });
    await call.ready();
    return textResult(`${(await ok).ok}/${(await next).ok}`);
  },
  path: async (call) => {
    const rider = call.value("who.rider", initials, () => elicit("Rider?"));
    const who = call.once("who", async () => (await rider).handle);
    await call.ready();
    return textResult(await who);
  },
  two_wishes: async (call) => {
    const ok = call.outcome("ok", confirm, () => elicit("Sure?"));
    const inner = call.once("inner", async () => call.bare("ok", await ok).ok);
    await call.ready();
    return textResult(`${(await ok).action}/${await inner}`);
  },
  side_by_side: async (call) => {
    const run = (name: string, ms: number) => async (): Promise<string> => {
      world.events.push(`${name}+`);
      await sleep(ms);
      world.events.push(`${name}-`);
      return name;
    };
    const a = call.once("a", run("a", 30));
    const b = call.once("b", run("b", 5));
    await call.ready();
    return textResult((await a) + (await b));
  },
  broken_beside: async (call) => {
    call.value("who", initials, () => elicit("Who?")).catch(() => {});
    call.once("lock", () => {
      throw new Error("lock bus offline");
    });
    await call.ready();
    return textResult("no");
  },
  hides: async (call) => {
    const { requestState, inputResponses } = call.context({});
    const ok = call.value("ok", confirm, () => elicit("Sure?"));
    await call.ready();
    await ok;
    return textResult(`${requestState} ${inputResponses === undefined ? "nothing" : "answers"}`);
  },
  mixed: async (call) => {
    const line = call.sample("line", () => sample(slogan));
    const where = call.roots("where", () => listRoots());
    const who = call.value("who", initials, async () => elicit(`Who wants ${((await line).content as { text: string }).text}?`));
    await call.ready();
    return textResult(`${(await who).handle}|${(await where).roots.length}`);
  },
  sampled: async (call) => {
    const line = call.sample("line", () => sample(slogan));
    await call.ready();
    return textResult(String((await line).model));
  },
  kiosk: async (call) => textResult((await call.context({}).elicitUrl(pay)).action),
  kiosk_first: async (call) => {
    const paid = call.url("paid", () => elicitUrl(pay));
    await call.ready();
    return textResult((await paid).action);
  },
  inside: async (call) => {
    const ctx: Context<{ ok: { ok: boolean } }> = call.context({ ok: confirm });
    return textResult((await ctx.elicit("ok", "Sure?")).action);
  },
  url_required: async () => {
    throw new McpError(-32042, "URL elicitation required", { elicitations: [{ mode: "url", ...pay }] });
  },
  nested_by_hand: async (call) => {
    const { inputResponses } = call.context({});
    if (inputResponses !== undefined) return textResult(JSON.stringify(inputResponses.home));
    const home = { mode: "form" as const, message: "Home?", requestedSchema: nestedSchema as never };
    return call.anotherOr(inputRequired({ inputRequests: { home } }), textResult);
  },
  plain: async () => textResult("plain"),
};
export const server = defineServer({
  name: "cases",
  version: "1",
  tools: Object.entries(tools).map(([name, handle]) =>
    defineTool({
      name,
      description: name,
      inputSchema: { type: "object", properties: {} },
      handle: async (call) => {
        const done = await handle(call);
        world.bodies += 1;
        return done;
      },
    }),
  ),
});

export const quiet = { warn: () => {}, error: () => {} };
