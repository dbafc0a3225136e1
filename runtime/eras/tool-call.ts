/** What both eras do alike with a tool call: its params, its tool, and the last moment of its result. */

import type { Tool } from "../core/app.js";
import type { Auth, Done } from "../core/domain.js";
import type { Log } from "../core/log.js";
import type { Offering } from "../core/offering.js";
import { errorResult } from "../core/results.js";
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
export function findTool(offering: Offering, name: string, auth: Auth | undefined): Tool {
  const tool = offering.tool(name, auth);
  if (tool === undefined) throw new McpError(INVALID_PARAMS, `Unknown tool: ${name.slice(0, 128)}`);
  return tool;
}

/** The text of a result; one that JSON can't carry is the tool's failure (decision P19). */
export function writeResult(tool: string, done: Done, write: (done: Done) => string, log: Log): string {
  try {
    return write(done);
  } catch (thrown) {
    log.error(`the result of ${tool} can't be written as JSON`, thrown);
    return write(errorResult(`${tool} failed: its result can't be written as JSON.`));
  }
}

/** The one refusal of a requestState, whatever is wrong with it; why is for the log alone (decision Q13). */
export function refusedState(): McpError {
  return new McpError(INVALID_PARAMS, "Invalid or expired requestState", { reason: "invalid_request_state" });
}
