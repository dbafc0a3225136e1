/** Lists that come in pages (specification: server/utilities/pagination). */

import { type Fields, isFields, own } from "../json.js";
import type { CallOptions, ClientSession, ToolDescription } from "./client-session.js";

/** All tools, page after page. @throws Error for a list that is none and for cursors that go round in a circle. */
export async function listTools(session: ClientSession, options: CallOptions): Promise<ToolDescription[]> {
  const tools: ToolDescription[] = [];
  const seen = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page: Fields = await session.request("tools/list", cursor === undefined ? {} : { cursor }, options);
    const items = own(page, "tools");
    if (!Array.isArray(items) || !items.every(isTool)) throw new Error("The server sent a list of tools that is none.");
    tools.push(...items);
    const next = own(page, "nextCursor");
    if (typeof next !== "string") return tools;
    if (seen.has(next)) throw new Error("The server's list of tools never ends: it sent the same cursor twice.");
    seen.add(next);
    cursor = next;
  }
}

function isTool(value: unknown): value is ToolDescription {
  return isFields(value) && typeof value.name === "string" && isFields(value.inputSchema);
}
