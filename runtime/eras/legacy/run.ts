/** Runs a target to its end. A round that it asks for by hand is answered and run again here: the client sees one call. */

import { type Asker, CallFailure } from "../../core/call.js";
import type { Cancel } from "../../core/cancel.js";
import { dispatch, type Target } from "../../core/dispatch.js";
import type { Another } from "../../core/domain.js";
import { McpError } from "../../errors.js";
import type { Fields } from "../../json.js";
import type { Serving } from "../era.js";
import type { Reporting } from "../reporting.js";
import { failure, type Written } from "../target.js";
import { LegacyAsker } from "./asker.js";
import type { Handshake, LegacySession, Line } from "./session.js";

export interface Run {
  readonly target: Target<Written>;
  readonly serving: Serving;
  readonly session: LegacySession;
  readonly handshake: Handshake;
  readonly line: Line;
  readonly cancel: Cancel;
  readonly surroundings: Reporting;
}

/** What asks by hand may go on for ever; a client that is asked so often would not. */
const mostRounds = 10;

/** The text of the result. Rejects with an McpError for a call that ends with a protocol error. */
export function runToEnd(run: Run, given: Asker["given"] = nothing, round = 0): Promise<string> {
  const { target, serving, session, handshake, line, cancel, surroundings } = run;
  const asker = new LegacyAsker({ session, handshake, cancel, timeoutMs: serving.answerTimeoutMs, line, given });
  const job = { target, caller: session.caller(handshake), asker, cancel, surroundings, log: serving.log };
  return new Promise((resolve, reject) => {
    dispatch(job, (outcome) => {
      if (outcome.kind === "another") return resolve(another(run, outcome, asker, round).finally(() => surroundings.end()));
      asker.withdraw();
      surroundings.end();
      if (outcome.kind === "done") resolve(outcome.text);
      else if (outcome.kind === "failed") reject(new McpError(outcome.code, outcome.message, outcome.data));
      else reject(new Error(`${target.name} ended with open questions although each was answered`));
    });
  });
}

const nothing: Asker["given"] = { responses: undefined, state: undefined };

/** Puts the questions of a round by hand, one after another, and runs the next one. */
async function another(run: Run, { asks, state }: Another, asker: LegacyAsker, round: number): Promise<string> {
  const { target } = run;
  const responses: Fields = {};
  try {
    for (const ask of asks) responses[ask.key] = await asker.hold(ask);
  } catch (thrown) {
    if (thrown instanceof CallFailure) return failure(target, thrown.message);
    throw thrown;
  } finally {
    asker.withdraw();
  }
  if (round === mostRounds) return failure(target, `${target.name} asked for more input after ${mostRounds} rounds of answers.`);
  return runToEnd(run, { responses, state }, round + 1);
}
