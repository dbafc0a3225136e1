// What a plain call costs in things that no machine changes: bytes allocated, texts parsed and written. One call after another
// on a channel in memory, without the optimising compilers (their luck varies) and without a collection in between.
// node --expose-gc --no-opt --no-maglev --no-sparkplug --min-semi-space-size=64 allocations.mjs <tools>

import { GCProfiler } from "node:v8";
import { defineServer, defineTool, textResult } from "@mcp-gen/runtime/generated/v1";
import { initialize, initialized, toolsCall } from "../load/messages.mjs";

const rounds = 500;
const tool = (name) =>
  defineTool({
    name,
    description: "Returns the text it was given.",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"], additionalProperties: false },
    async handle(call) {
      const args = call.read(({ text }, problems) => {
        if (typeof text !== "string") problems.expected("text", "a string", text);
        return { text };
      });
      return textResult(args.text);
    },
  });
const names = ["echo", ...Array.from({ length: Number(process.argv[2]) - 1 }, (_, index) => `tool_${index}`)];
const server = defineServer({ name: "guard", version: "1.0.0", tools: names.map(tool) });

let replied;
let receive;
const channel = {
  send: (text) => replied?.(text),
  open: (take) => {
    receive = take;
  },
  close: async () => {},
};
server[Symbol.for("mcp-gen.served")](channel);

/** The reply to one text, if it gets one. */
function exchange(text) {
  return new Promise((resolve) => {
    replied = resolve;
    receive(text);
  });
}

let lastId = 100;
async function calls(count, isModern) {
  for (let at = 0; at < count; at += 1) {
    const reply = await exchange(toolsCall(++lastId, "echo", '{"text":"hello"}', isModern));
    if (!reply.includes('"text":"hello"')) throw new Error(`Wrong answer: ${reply}`);
  }
}

async function bytes(isModern) {
  await calls(rounds, isModern);
  globalThis.gc();
  const profiler = new GCProfiler();
  profiler.start();
  const before = process.memoryUsage().heapUsed;
  await calls(rounds, isModern);
  const after = process.memoryUsage().heapUsed;
  if (profiler.stop().statistics.length > 0) throw new Error("there was a collection in between");
  return Math.round((after - before) / rounds);
}

async function texts(isModern) {
  const counts = { parse: 0, stringify: 0 };
  const originals = { ...JSON, parse: JSON.parse, stringify: JSON.stringify };
  for (const name of Object.keys(counts)) {
    JSON[name] = (...values) => {
      counts[name] += 1;
      return originals[name](...values);
    };
  }
  await calls(10, isModern);
  Object.assign(JSON, { parse: originals.parse, stringify: originals.stringify });
  return { parse: counts.parse / 10, stringify: counts.stringify / 10 };
}

await exchange(initialize(1));
receive(initialized);
const result = {};
for (const era of ["modern", "legacy"]) {
  const isModern = era === "modern";
  result[era] = { bytes: await bytes(isModern), ...(await texts(isModern)) };
}
console.log(JSON.stringify(result));
