/** A connected server -> what it says of itself, in the shape that `readSnapshot` reads. */
import type { Client } from "@mcp-gen/runtime/client";

/** JSON-RPC 2.0, section 5.1: a server may have resources and no method for templates. */
const methodNotFound = -32601;

export async function describeServer(client: Client): Promise<unknown> {
  const has = (feature: string): boolean => client.serverCapabilities[feature] !== undefined;
  return {
    server: { name: client.serverInfo?.name },
    tools: has("tools") ? await client.listTools() : [],
    prompts: has("prompts") ? await client.listPrompts() : [],
    resources: has("resources") ? await client.listResources() : [],
    resourceTemplates: has("resources") ? await orNone(client.listResourceTemplates()) : [],
  };
}

async function orNone<T>(list: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await list;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === methodNotFound) return [];
    throw error;
  }
}
