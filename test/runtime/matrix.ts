/** The cells that every behaviour has to hold in: one transport times one era. */

import { fileURLToPath } from "node:url";
import { type Client, type ConnectOptions, type ConnectTarget, connect } from "@mcp-gen/runtime/client";
import { type HttpServing, serveHttp } from "@mcp-gen/runtime/node";
import type { ServeOptions, Server } from "@mcp-gen/runtime/server";

export type Transport = "memory" | "http" | "stdio";

export interface Cell {
  readonly transport: Transport;
  readonly mode: "legacy" | "modern";
}

export const cells: readonly Cell[] = (["memory", "http", "stdio"] as const).flatMap((transport) =>
  (["legacy", "modern"] as const).map((mode) => ({ transport, mode })),
);

/** A served project and how clients reach it. */
export interface Served {
  connect(mode: Cell["mode"], options?: ConnectOptions): Promise<Client>;
  close(): Promise<void>;
}

const bin = fileURLToPath(new URL("../../bin/mcp-gen.js", import.meta.url));

/** Serves one of the fixture projects in the way of the cell: in this process, over HTTP, or as a child process. */
export async function serveProject(project: string, transport: Transport, options: ServeOptions = {}): Promise<Served> {
  const folder = fileURLToPath(new URL(`../../fixtures/projects/${project}`, import.meta.url));
  if (transport === "stdio") {
    const target = { command: process.execPath, args: [bin, "serve", "--stdio", "--project", folder] };
    return { connect: (mode, more) => connect(target, { mode, ...more }), close: async () => {} };
  }
  const { server } = (await import(`${folder}/src/mcp/server.ts`)) as { server: Server };
  return serveHere(server, transport, options);
}

/** Serves a server of this process over memory or HTTP. */
export async function serveHere(server: Server, transport: "memory" | "http", options: ServeOptions = {}): Promise<Served> {
  let http: HttpServing | undefined;
  let target: ConnectTarget = server;
  if (transport === "http") {
    http = await serveHttp(server, { port: 0, ...options });
    target = new URL(http.url);
  }
  return { connect: (mode, more) => connect(target, { mode, ...more }), close: async () => http?.close() };
}

/** The text of a result. */
export function text(result: { readonly content: readonly { readonly type: string }[] }): string {
  return result.content.map((block) => (block as { text?: string }).text ?? `[${block.type}]`).join("\n");
}
