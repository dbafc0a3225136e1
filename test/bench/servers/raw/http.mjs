// The physical limit over HTTP: node:http, JSON.parse, a text back.

import { createServer } from "node:http";
import { answer } from "./answers.mjs";

const server = createServer((request, response) => {
  if (request.method !== "POST") return void response.writeHead(405, { "content-length": 0 }).end();
  const pieces = [];
  request.on("data", (bytes) => pieces.push(bytes));
  request.on("end", () => {
    const message = JSON.parse(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
    const text = answer(message, (event, isLast) => {
      if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
      response[isLast ? "end" : "write"](`data: ${event}\n\n`);
    });
    if (text !== undefined) {
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
      if (message.method === "initialize") headers["mcp-session-id"] = "raw";
      response.writeHead(200, headers).end(text);
    } else if (message.id === undefined || message.method === undefined) response.writeHead(202, { "content-length": 0 }).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), "127.0.0.1");
