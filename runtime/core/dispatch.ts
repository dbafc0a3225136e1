/** Runs a tool, prompt or resource and turns whatever happens into an outcome. */

import { INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, McpError, messageOf, ResourceNotFound } from "../errors.js";
import type { Fields } from "../json.js";
import { type Asker, BadArguments, Call, CallFailure, WAITING } from "./call.js";
import type { Cancel } from "./cancel.js";
import type { Another, Caller, Outcome } from "./domain.js";
import type { Log } from "./log.js";
import type { Surroundings } from "./surroundings.js";

/** What one request asks to run. */
export interface Target<D> {
  /** The name of what runs. */
  readonly name: string;
  /** The name again, or the address of the resource. */
  readonly target: string;
  readonly input: Fields;
  handle(call: Call): Promise<D | Another>;
  /** What becomes of a failure: a tool's is a result that the model reads, any other's a protocol error. */
  failed(text: string, thrown?: unknown): Outcome<D>;
}

export interface Job<D> {
  readonly target: Target<D>;
  readonly caller: Caller;
  readonly asker: Asker;
  readonly cancel: Cancel;
  readonly surroundings: Surroundings;
  readonly log: Log;
}

/**
 * Hands over what becomes of it: never throws, and never before it returns. What a function threw becomes its message alone;
 * the stack goes to the log (decision P19).
 */
export function dispatch<D>(job: Job<D>, settled: (outcome: Outcome<D>) => void): void {
  const { target, caller, asker, cancel, surroundings } = job;
  const call = new Call(target.name, target.target, target.input, caller, asker, cancel, surroundings);
  started(target, call).then(
    (outcome) => {
      call.end();
      settled(outcome);
    },
    (thrown) => {
      call.end();
      settled(failed(job, call, thrown));
    },
  );
}

/** A function that is not async may throw at once. */
function started<D>(target: Target<D>, call: Call): Promise<D | Another> {
  try {
    return target.handle(call);
  } catch (thrown) {
    return Promise.reject(thrown);
  }
}

function failed<D>({ target, cancel, log }: Job<D>, call: Call, thrown: unknown): Outcome<D> {
  if (thrown === WAITING) return { kind: "asks", asks: call.asks };
  if (thrown instanceof CallFailure) return target.failed(thrown.message, thrown);
  if (thrown instanceof McpError) return { kind: "failed", code: thrown.code, message: thrown.message, data: thrown.data };
  if (thrown instanceof ResourceNotFound) return target.failed(thrown.message, thrown);
  const { name } = target;
  if (!cancel.aborted) log.error(`${name} failed`, thrown);
  return target.failed(`${name} failed: ${messageOf(thrown)}`, thrown);
}

/** A prompt or resource has no result for a failure (specification: server/prompts and server/resources, "Error Handling"). */
export function failedRequest(text: string, thrown: unknown): Outcome<never> {
  const code = thrown instanceof BadArguments ? INVALID_PARAMS : thrown instanceof CallFailure ? INVALID_REQUEST : INTERNAL_ERROR;
  return { kind: "failed", code, message: text };
}
