import { defineServer, defineTool, textResult } from "@mcp-gen/runtime/generated/v1";
import { serveStdio } from "@mcp-gen/runtime/node";

const hello = defineTool({
  name: "hello",
  description: "Says hello.",
  inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"], additionalProperties: false },
  async handle(call) {
    const args = call.read(({ name }, problems) => {
      if (typeof name !== "string") problems.expected("name", "a string", name);
      return { name };
    });
    return textResult(`Hello ${args.name}`);
  },
});
await serveStdio(defineServer({ name: "hello", version: "1.0.0", tools: [hello] }));
