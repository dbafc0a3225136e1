/** A server on the official SDK's second generation: both eras, or one of them (`--era both | legacy | modern`); over HTTP also without sessions (`stateless`). */

import { randomUUID } from "node:crypto";
import { NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest } from "@modelcontextprotocol/node";
import { acceptedContent, createMcpHandler, inputRequired, isLegacyRequest, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import { asksForName, asksForSignIn, bodyOf, era, linked, listen, registered, sessions, text, wantsHttp } from "./parts.mjs";

function build(context) {
  const server = new McpServer({ name: "official-2", version: "1.0.0" }, { instructions: "Be kind." });
  const legacy = context.era === "legacy";

  server.registerTool("greet", { description: "Greets.", inputSchema: z.object({ name: z.string() }) }, ({ name }) =>
    text(`Hello, ${name}! (${context.era})`),
  );

  server.registerTool("register", { description: "Asks with a form." }, async (ctx) => {
    if (legacy) return registered(await ctx.mcpReq.elicitInput(asksForName));
    const answer = ctx.mcpReq.inputResponses?.form;
    return answer === undefined
      ? inputRequired({ inputRequests: { form: inputRequired.elicit(asksForName) } })
      : registered(answer);
  });

  server.registerTool("link", { description: "Asks with a link." }, async (ctx) => {
    if (legacy) return linked(await ctx.mcpReq.elicitInput({ mode: "url", elicitationId: randomUUID(), ...asksForSignIn }));
    const answer = ctx.mcpReq.inputResponses?.auth;
    return answer === undefined
      ? inputRequired({ inputRequests: { auth: inputRequired.elicitUrl(asksForSignIn) } })
      : linked(answer);
  });

  // Written once for both eras: two questions in the first round, one in the second, which carries the state on.
  server.registerTool("trip", { description: "Asks twice." }, async (ctx) => {
    const { inputResponses } = ctx.mcpReq;
    const form = (message, field) =>
      inputRequired.elicit({
        message,
        requestedSchema: { type: "object", properties: { [field]: { type: "string" } }, required: [field] },
      });
    const state = ctx.mcpReq.requestState();
    if (state === undefined) {
      const place = acceptedContent(inputResponses, "place");
      const rider = acceptedContent(inputResponses, "rider");
      if (place === undefined || rider === undefined) {
        return inputRequired({ inputRequests: { place: form("Where to?", "place"), rider: form("Who rides?", "rider") } });
      }
      return inputRequired({ inputRequests: { day: form("When?", "day") }, requestState: `${rider.rider} to ${place.place}` });
    }
    return text(`${state} on ${acceptedContent(inputResponses, "day")?.day}`);
  });
  return server;
}

const openSession = sessions(async (opened) => {
  const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, onsessioninitialized: opened });
  await build({ era: "legacy" }).connect(transport);
  return transport;
});
const modern = toNodeHandler(createMcpHandler(build, { legacy: "reject" }));
const stateless = toNodeHandler(createMcpHandler(build));

if (wantsHttp) {
  listen(async (request, response) => {
    if (era === "modern") return modern(request, response);
    if (era === "stateless") return stateless(request, response);
    if (era === "legacy") return openSession(request, response, await bodyOf(request));
    const web = await toWebRequest(request);
    const serve = (await isLegacyRequest(web)) ? openSession : modern;
    return serve(request, response, request.method === "POST" ? await web.json() : undefined);
  });
} else if (era === "legacy") {
  await build({ era: "legacy" }).connect(new StdioServerTransport());
} else {
  serveStdio(build, { legacy: era === "modern" ? "reject" : "serve" });
}
