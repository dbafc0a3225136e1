import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod/v4";

serveStdio(() => {
  const server = new McpServer({ name: "hello", version: "1.0.0" });
  const inputSchema = z.object({ name: z.string() });
  server.registerTool("hello", { description: "Says hello.", inputSchema }, async ({ name }) => ({
    content: [{ type: "text", text: `Hello ${name}` }],
  }));
  return server;
});
