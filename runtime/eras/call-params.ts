/** The params of a tool call, which both eras write alike. */

import type { Tool } from "../core/app.js";
import { INVALID_PARAMS, McpError } from "../errors.js";
import { type Fields, isFields, own } from "../json.js";

/** @throws McpError -32602 for params that are none. */
export function readCallParams(params: Fields): { readonly name: string; readonly input: Fields } {
  const name = own(params, "name");
  const input = own(params, "arguments") ?? {};
  if (typeof name !== "string") throw new McpError(INVALID_PARAMS, "tools/call needs a name.");
  if (!isFields(input)) throw new McpError(INVALID_PARAMS, "arguments must be an object.");
  return { name, input };
}

/** @throws McpError -32602 for a tool that does not exist (decision W6). */
export function findTool(tools: ReadonlyMap<string, Tool>, name: string): Tool {
  const tool = tools.get(name);
  if (tool === undefined) throw new McpError(INVALID_PARAMS, `Unknown tool: ${name.slice(0, 128)}`);
  return tool;
}
