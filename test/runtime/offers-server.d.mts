import type { Server } from "@mcp-gen/runtime/server";

/** A server with everything that one can offer, made anew for each test. */
export function makeServer(): Server;
