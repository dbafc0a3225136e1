/** Tools that tell, wait, ask and let go, for the tests of streams: what they wait for is in the hands of the test. */

import { type Call, defineForm, defineServer, defineTool, textResult } from "@mcp-gen/runtime/generated/v1";

const form = defineForm<{ ok: boolean }>({
  model: "Confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  check: () => {},
});

/** Opened by tests; a tool that waits for one goes on then. */
export class Gates {
  readonly #open = new Set<string>();
  readonly #waiting = new Map<string, () => void>();
  readonly aborted: string[] = [];

  pass(name: string): Promise<void> {
    return this.#open.delete(name) ? Promise.resolve() : new Promise((resolve) => this.#waiting.set(name, resolve));
  }

  open(name: string): void {
    const waiting = this.#waiting.get(name);
    this.#waiting.delete(name);
    if (waiting === undefined) this.#open.add(name);
    else waiting();
  }

  has(name: string): boolean {
    return this.#waiting.has(name);
  }
}

const inputSchema = { type: "object", properties: {} };

/** A server of its own, so that what one test changes does not reach another. */
export function streamServer() {
  const gates = new Gates();
  const tool = (name: string, body: (call: Call) => Promise<string>) =>
    defineTool({ name, description: name, inputSchema, handle: async (call) => textResult(await body(call)) });
  const server = defineServer({
    name: "streams",
    version: "1",
    tools: [
      tool("hi", async () => "hi"),
      tool("steps", async (call) => {
        const ctx = call.context({});
        for (const step of [1, 2, 3]) {
          ctx.progress(step, 3);
          await gates.pass(`step ${step}`);
        }
        return "walked";
      }),
      tool("waits", async (call) => {
        const ctx = call.context({});
        ctx.signal.addEventListener("abort", () => gates.aborted.push((ctx.signal.reason as Error).message));
        await gates.pass("waits");
        return "waited";
      }),
      tool("lets_go", async (call) => {
        call.context({}).closeStream();
        await gates.pass("lets_go");
        return "back again";
      }),
      tool("asks_later", async (call) => {
        const ctx = call.context({ ok: form });
        ctx.closeStream();
        await gates.pass("asks_later");
        return (await ctx.elicit("ok", "Still there?")).action;
      }),
      tool("asks", async (call) => (await call.context({ ok: form }).elicit("ok", "Sure?")).action),
    ],
  });
  return { server, gates };
}

export const call = (id: number | string, name: string, more: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, ...more },
});
export const told = { _meta: { progressToken: "p" } };
