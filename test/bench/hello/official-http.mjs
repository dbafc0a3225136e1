import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod/v4";

const handler = toNodeHandler(
  createMcpHandler(() => {
    const server = new McpServer({ name: "hello", version: "1.0.0" });
    const inputSchema = z.object({ name: z.string() });
    server.registerTool("hello", { description: "Says hello.", inputSchema }, async ({ name }) => ({
      content: [{ type: "text", text: `Hello ${name}` }],
    }));
    return server;
  }),
);
createServer((request, response) => void handler(request, response)).listen(3000, "127.0.0.1");
