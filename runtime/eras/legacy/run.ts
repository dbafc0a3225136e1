/** Runs a target to its end. A round that it asks for by hand is answered and run again here: the client sees one call. */

import { type Asker, CallFailure } from "../../core/call.js";
import type { Cancel } from "../../core/cancel.js";
import { dispatch, type Target } from "../../core/dispatch.js";
import type { Another, Outcome } from "../../core/domain.js";
import type { Surroundings } from "../../core/surroundings.js";
import { McpError } from "../../errors.js";
import type { Fields } from "../../json.js";
import type { Serving } from "../era.js";
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
  readonly surroundings: Surroundings;
}

/** What asks by hand may go on for ever; a client that is asked so often would not. */
const mostRounds = 10;

/** The text of the result. @throws McpError for a call that ends with a protocol error. */
export async function runToEnd(run: Run): Promise<string> {
  const { name } = run.target;
  let given: Asker["given"] = { responses: undefined, state: undefined };
  for (let round = 0; round <= mostRounds; round += 1) {
    const outcome = await runOnce(run, given);
    if (outcome.kind === "done") return outcome.text;
    if (outcome.kind === "failed") throw new McpError(outcome.code, outcome.message, outcome.data);
    if (outcome.kind === "asks") throw new Error(`${name} ended with open questions although each was answered`);
    given = { responses: outcome.answers, state: outcome.state };
  }
  return failure(run.target, `${name} asked for more input after ${mostRounds} rounds of answers.`);
}

type Answered = Another & { readonly answers: Fields };

async function runOnce(run: Run, given: Asker["given"]): Promise<Exclude<Outcome<Written>, Another> | Answered> {
  const { target, serving, session, handshake, line, cancel, surroundings } = run;
  const timeoutMs = serving.answerTimeoutMs;
  const asker = new LegacyAsker({ session, handshake, cancel, timeoutMs, line, given });
  try {
    const job = { target, caller: session.caller(handshake), asker, cancel, surroundings, log: serving.log };
    const outcome = await new Promise<Outcome<Written>>((resolve) => dispatch(job, resolve));
    return outcome.kind === "another" ? { ...outcome, answers: await answerAll(outcome, asker) } : outcome;
  } catch (thrown) {
    if (thrown instanceof CallFailure) return target.failed(thrown.message, thrown) as Exclude<Outcome<Written>, Another>;
    throw thrown;
  } finally {
    asker.withdraw();
  }
}

/** Puts the questions of a round by hand, one after another. */
async function answerAll({ asks }: Another, asker: Asker): Promise<Fields> {
  const answers: Fields = {};
  for (const ask of asks) answers[ask.key] = await asker.hold(ask);
  return answers;
}
