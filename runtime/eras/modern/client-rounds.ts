/** The rounds of a modern request: the server asks, the callbacks answer, the request is repeated (specification: basic/patterns/mrtr). */

import { type Fields, isFields, own } from "../../json.js";
import { firstOf, orAborted } from "../../jsonrpc/aborting.js";
import { pause } from "../../jsonrpc/pause.js";
import type { Answering } from "../answering.js";
import type { InterimResult, RoundEnd, RoundInput } from "../client-session.js";

/** A server that keeps asking. */
export class RoundLimitError extends Error {
  constructor(target: string, rounds: number) {
    super(`${target} asked for more input after ${rounds} rounds of answers; the call was given up.`);
    this.name = "RoundLimitError";
  }
}

const backOffMs = [50, 100, 200, 250];

export interface Rounds {
  /** What is called, for the error. */
  readonly target: string;
  readonly maxRounds: number;
  readonly answering: Answering;
  /** Ends the answering; made for calls that ask alone. */
  signal(): AbortSignal;
  once(round: RoundInput): Promise<RoundEnd>;
}

/** Repeats a request until it has a result; the questions of a round are answered all at once. @throws RoundLimitError */
export async function inRounds(rounds: Rounds): Promise<Fields> {
  let round: RoundInput = {};
  let idle = 0;
  for (let count = 0; ; count += 1) {
    const end = await rounds.once(round);
    if ("result" in end) return end.result;
    if (count >= rounds.maxRounds) throw new RoundLimitError(rounds.target, rounds.maxRounds);
    const { inputRequests, requestState } = end.interim;
    const state = requestState === undefined ? {} : { requestState };
    if (Object.keys(inputRequests).length === 0) {
      await pause(backOffMs[Math.min(idle, backOffMs.length - 1)] ?? 0, rounds.signal());
      idle += 1;
      round = state;
    } else {
      idle = 0;
      round = { inputResponses: await answers(inputRequests, rounds), ...state };
    }
  }
}

/** The first refusal ends the call and tells the other callbacks that their answers are not wanted any more. */
async function answers(requests: InterimResult["inputRequests"], rounds: Rounds): Promise<Fields> {
  const controller = new AbortController();
  const either = firstOf(controller.signal, rounds.signal());
  try {
    const all = Object.entries(requests).map(async ([key, { method, params = {} }]) => {
      return [key, await rounds.answering.answer(method, params, either.signal)] as const;
    });
    return Object.fromEntries(await orAborted(Promise.all(all), either.signal));
  } catch (thrown) {
    controller.abort(thrown);
    throw thrown;
  } finally {
    either.release();
  }
}

/** How a round ended, as the server's result says. An older server leaves the type of a whole result out. */
export function readRoundEnd(method: string, result: Fields): RoundEnd {
  const type = own(result, "resultType") ?? "complete";
  if (type === "complete") return { result };
  if (type !== "input_required") throw new Error(`The server answered ${method} with an unknown type of result.`);
  return { interim: readInterim(result) };
}

function readInterim(result: Fields): InterimResult {
  const requests = own(result, "inputRequests") ?? {};
  const requestState = own(result, "requestState");
  if (!isFields(requests) || (requestState !== undefined && typeof requestState !== "string")) {
    throw new Error("The server sent a malformed input_required result.");
  }
  if (requestState === undefined && Object.keys(requests).length === 0)
    throw new Error("The server asked for input without saying which.");
  const inputRequests = Object.entries(requests).map(([key, request]) => {
    const { method, params } = isFields(request) ? request : {};
    if (typeof method !== "string") throw new Error(`The server sent a malformed input request ${JSON.stringify(key)}.`);
    return [key, isFields(params) ? { method, params } : { method }] as const;
  });
  return { resultType: "input_required", inputRequests: Object.fromEntries(inputRequests), requestState };
}
