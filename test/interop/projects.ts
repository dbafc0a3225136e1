/** The example servers, served in the way of a cell. */

import { fileURLToPath } from "node:url";
import { serveHttp } from "@mcp-gen/runtime/node";
import type { Server } from "@mcp-gen/runtime/server";
import { vi } from "vitest";
import type { Target } from "./driver.js";

export type Project = "files" | "bistro" | "library";
export type Transport = "http" | "stdio";

export interface Served {
  readonly target: Target;
  close(): Promise<void>;
}

const bin = fileURLToPath(new URL("../../bin/mcp-gen.js", import.meta.url));

/** Over HTTP the server runs in this process, out of modules loaded anew; over stdio every client starts its own. */
export async function serve(project: Project, transport: Transport): Promise<Served> {
  const folder = fileURLToPath(new URL(`../../fixtures/projects/${project}`, import.meta.url));
  if (transport === "stdio") {
    const target = { command: process.execPath, args: [bin, "serve", "--stdio", "--project", folder] };
    return { target, close: async () => {} };
  }
  vi.resetModules();
  const { server } = (await import(`${folder}/src/mcp/server.ts`)) as { server: Server };
  const http = await serveHttp(server, { port: 0 });
  return { target: { url: http.url }, close: () => http.close() };
}
