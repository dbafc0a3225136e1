/** Runs a tool, prompt or resource and turns whatever happens into an outcome. */

import { INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, McpError, messageOf } from "../errors.js";
import type { Fields } from "../json.js";
import { type Asker, BadArguments, Call, CallFailure, WAITING } from "./call.js";
import type { Cancel } from "./cancel.js";
import type { Another, Caller, Done, Outcome } from "./domain.js";
import type { Log } from "./log.js";
import { errorResult } from "./results.js";
import type { Surroundings } from "./surroundings.js";

/** What one request is about. */
export interface Job<D> {
  /** The name of what runs. */
  readonly name: string;
  /** The name again, or the address of the resource. */
  readonly target: string;
  readonly input: Fields;
  readonly caller: Caller;
  readonly surroundings: Surroundings;
  handle(call: Call): Promise<D | Another>;
  /** What becomes of a failure: a tool's is a result that the model reads, any other's a protocol error. */
  failed(text: string, thrown: unknown): Outcome<D>;
}

/** Never rejects. What a function threw becomes its message alone; the stack goes to the log (decision P19). */
export async function dispatch<D>(job: Job<D>, asker: Asker, cancel: Cancel, log: Log): Promise<Outcome<D>> {
  const { name } = job;
  const call = new Call(name, job.target, job.input, job.caller, asker, cancel, job.surroundings);
  try {
    return await job.handle(call);
  } catch (thrown) {
    if (thrown === WAITING) return { kind: "asks", asks: call.asks };
    if (thrown instanceof CallFailure) return job.failed(thrown.message, thrown);
    if (thrown instanceof McpError) return { kind: "failed", code: thrown.code, message: thrown.message, data: thrown.data };
    if (!cancel.aborted) log.error(`${name} failed`, thrown);
    return job.failed(`${name} failed: ${messageOf(thrown)}`, thrown);
  } finally {
    call.end();
  }
}

/** A tool's failure is a result that the model reads. */
export const failedTool = (text: string): Done => errorResult(text);

/** A prompt or resource has no result for a failure (specification: server/prompts and server/resources, "Error Handling"). */
export function failedRequest(text: string, thrown: unknown): Outcome<never> {
  const code = thrown instanceof BadArguments ? INVALID_PARAMS : thrown instanceof CallFailure ? INVALID_REQUEST : INTERNAL_ERROR;
  return { kind: "failed", code, message: text };
}
