/** Runs a tool and turns whatever happens into an outcome. */

import { McpError, messageOf } from "../errors.js";
import type { Fields } from "../json.js";
import type { Tool } from "./app.js";
import { type Asker, Call, CallFailure, WAITING } from "./call.js";
import type { Cancel } from "./cancel.js";
import type { Caller, Outcome } from "./domain.js";
import type { Log } from "./log.js";
import { errorResult } from "./results.js";

/** Never rejects. An exception of a tool becomes an error result with its message alone; its stack goes to the log (decision P19). */
export async function dispatch(
  tool: Tool,
  input: Fields,
  caller: Caller,
  asker: Asker,
  cancel: Cancel,
  log: Log,
): Promise<Outcome> {
  const call = new Call(tool.name, input, caller, asker, cancel);
  try {
    return await tool.handle(call);
  } catch (thrown) {
    if (thrown === WAITING) return { kind: "asks", asks: call.asks };
    if (thrown instanceof CallFailure) return errorResult(thrown.message);
    if (thrown instanceof McpError) return { kind: "failed", code: thrown.code, message: thrown.message, data: thrown.data };
    if (!cancel.aborted) log.error(`tool ${tool.name} failed`, thrown);
    return errorResult(`${tool.name} failed: ${messageOf(thrown)}`);
  } finally {
    call.end();
  }
}
