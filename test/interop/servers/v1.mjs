/** A server on the official SDK's first generation: the legacy era only. */

import { randomUUID } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import * as z from "zod";
import { asksForName, asksForSignIn, bodyOf, linked, listen, registered, sessions, text, wantsHttp } from "./parts.mjs";

function build() {
  const server = new McpServer({ name: "official-1", version: "1.0.0" }, { instructions: "Be kind." });

  server.registerTool("greet", { description: "Greets.", inputSchema: { name: z.string() } }, ({ name }) =>
    text(`Hello, ${name}! (legacy)`),
  );

  server.registerTool("register", { description: "Asks with a form." }, async ({ requestId }) =>
    registered(await server.server.elicitInput(asksForName, { relatedRequestId: requestId })),
  );

  // As the SDK's own examples do it: without the call that it belongs to, a question goes out on the session's own stream.
  server.registerTool("register_aside", { description: "Asks with a form, beside the call." }, async () =>
    registered(await server.server.elicitInput(asksForName)),
  );

  server.registerTool("link", { description: "Asks with a link." }, async ({ requestId }) =>
    linked(
      await server.server.elicitInput(
        { mode: "url", elicitationId: randomUUID(), ...asksForSignIn },
        { relatedRequestId: requestId },
      ),
    ),
  );
  return server;
}

const openSession = sessions(async (opened) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, onsessioninitialized: opened });
  await build().connect(transport);
  return transport;
});

if (wantsHttp) listen(async (request, response) => openSession(request, response, await bodyOf(request)));
else await build().connect(new StdioServerTransport());
