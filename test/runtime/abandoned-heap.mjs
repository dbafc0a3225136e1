/**
 * Run with --expose-gc by abandoned.test.ts: how much heap calls leave behind that asked and were never answered. Prints one
 * line of JSON, in bytes: `asked` after 10,000 calls of a resolver, `kept` while 1,000 calls wait in memory (so that the
 * measure is seen to measure), `freed` after those were let go.
 */

import { elicit } from "@mcp-gen/runtime";
import { defineForm, defineServer, defineTool, textResult } from "@mcp-gen/runtime/generated/v1";
import { serveChannel } from "../../runtime/dist/eras/duplex.js";
import { channelPair } from "../../runtime/dist/transports/memory.js";
import { nodeCipher } from "../../runtime/dist/transports/node-cipher.js";

const form = defineForm({
  model: "Confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  check: () => {},
});
const tool = (name, handle) => defineTool({ name, description: name, inputSchema: { type: "object", properties: {} }, handle });
const server = defineServer({
  name: "abandoned",
  version: "1",
  tools: [
    tool("asks", async (call) => {
      const ok = call.value("ok", form, () => elicit("Sure?"));
      await call.ready();
      return textResult(String((await ok).ok));
    }),
    tool("waits", async (call) => {
      const note = "x".repeat(1000).split(""); // what a run holds on to
      const answer = await call.context({ ok: form }).elicit("ok", "Sure?");
      return textResult(answer.action + note.length);
    }),
  ],
});

const [ours, theirs] = channelPair();
const close = serveChannel(server, theirs, { cipher: nodeCipher });
let reply = () => {};
ours.open(
  (line) => reply(JSON.parse(line)),
  () => {},
);
const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
};

async function ask(name, id) {
  const replied = new Promise((resolve) => {
    reply = resolve;
  });
  ours.send(JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, _meta } }));
  const { result } = await replied;
  if (result?.resultType !== "input_required") throw new Error(`${name} did not ask: ${JSON.stringify(result)}`);
}

async function abandon(name, count) {
  for (let id = 1; id <= count; id += 1) await ask(name, id);
}

/** Collects until nothing more goes: finalizers and weak callbacks need turns in between. */
async function heap() {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 8; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    globalThis.gc();
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  return least;
}

await abandon("asks", 2000); // until everything is compiled and every cache is full
await abandon("waits", 10);
const before = await heap();
await abandon("asks", 10_000);
const asked = (await heap()) - before;
await abandon("waits", 990);
const kept = (await heap()) - before;
close();
const freed = (await heap()) - before;
console.log(JSON.stringify({ asked, kept, freed }));
