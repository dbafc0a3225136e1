// The server of this project over standard input and output.
import { serveStdio } from "@mcp-gen/runtime/node";
import { server } from "./dist/mcp/server.js";

await serveStdio(server);
