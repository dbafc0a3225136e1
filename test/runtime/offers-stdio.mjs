/** Serves the offers over standard input and output, with the options of the environment. */

import { serveStdio } from "@mcp-gen/runtime/node";
import { makeServer } from "./offers-server.mjs";

await serveStdio(makeServer(), JSON.parse(process.env.OFFERS_OPTIONS ?? "{}"));
process.exit(0);
