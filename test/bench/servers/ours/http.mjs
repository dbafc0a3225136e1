// The server of this project over HTTP, as an application serves it.
import { serveHttp } from "@mcp-gen/runtime/node";
import { server } from "./dist/mcp/server.js";

await serveHttp(server, { port: Number(process.env.PORT) });
