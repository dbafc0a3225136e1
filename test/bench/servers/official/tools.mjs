// The same tools on the official SDK. The schemas stand at module level, which is kinder to the SDK than its documentation,
// where the factory that runs for each request builds them.

import { acceptedContent, createRequestStateCodec, inputRequired, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod/v4";

const states = createRequestStateCodec({ key: crypto.getRandomValues(new Uint8Array(32)), ttlSeconds: 600 });
const requestedSchema = { type: "object", properties: { ok: { type: "boolean", title: "Ok" } }, required: ["ok"] };
const goOn = z.object({ ok: z.boolean() });

const echoInput = z.object({ text: z.string() });
const addInput = z.object({ a: z.number(), b: z.number() });
const addOutput = z.object({ sum: z.number() });
const askInput = z.object({ topic: z.string() });
const labelInput = z.object({ label: z.string().describe("what to repeat"), times: z.int().min(1).max(9).optional() });

const text = (value) => ({ content: [{ type: "text", text: value }] });

async function ask({ topic }, { mcpReq }) {
  const answer = acceptedContent(mcpReq.inputResponses, "goOn", goOn);
  if (answer !== undefined && mcpReq.requestState() !== undefined) return text(`${topic}: ok=${answer.ok}`);
  return inputRequired({
    inputRequests: { goOn: inputRequired.elicit({ message: `Go on with ${topic}?`, requestedSchema }) },
    requestState: await states.mint({ topic }),
  });
}

export function officialServer() {
  const server = new McpServer(
    { name: "bench-official", version: "1.0.0" },
    { capabilities: { tools: { listChanged: false } }, requestState: { verify: states.verify } },
  );
  server.registerTool("echo", { description: "Returns the text it was given.", inputSchema: echoInput }, async (args) =>
    text(args.text),
  );
  server.registerTool(
    "add",
    { description: "Adds two numbers.", inputSchema: addInput, outputSchema: addOutput },
    async ({ a, b }) => ({ ...text(JSON.stringify({ sum: a + b })), structuredContent: { sum: a + b } }),
  );
  server.registerTool("ask", { description: "Asks the user a yes/no question.", inputSchema: askInput }, ask);
  for (let number = 1; number <= 50; number += 1) {
    server.registerTool(
      `tool_${String(number).padStart(2, "0")}`,
      {
        description: `Trivial tool number ${number}: repeats its label a few times and returns the text.`,
        inputSchema: labelInput,
      },
      async ({ label, times = 1 }) => text(label.repeat(times)),
    );
  }
  return server;
}
