/** A server on standard input and output, without a build: what the tests of its end have as a child process. */

import { defineForm, defineServer, defineTool, textResult } from "../../runtime/dist/generated-v1.js";
import { serveStdio } from "../../runtime/dist/node.js";

const inputSchema = { type: "object", properties: {} };
const form = defineForm({
  model: "Confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  check: () => {},
});
const tool = (name, handle) => defineTool({ name, description: name, inputSchema, handle });
const server = defineServer({
  name: "ends",
  version: "1",
  tools: [
    tool("asks", async (call) => textResult((await call.context({ ok: form }).elicit("ok", "Sure?")).action)),
    tool("much", async () => textResult("é".repeat(1_000_000))),
    tool("soon", async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return textResult("soon enough");
    }),
    tool("never", () => new Promise(() => {})),
  ],
});

setInterval(() => {}, 60_000); // something that would keep the process alive for ever
console.error("up");
await serveStdio(server);
console.error("closing");
await new Promise((resolve) => setTimeout(resolve, 50));
console.error("closed");
