/** Runs a target to its end. A round that it asks for by hand is answered and run again here: the client sees one call. */

import { type Asker, CallFailure } from "../../core/call.js";
import type { Cancel } from "../../core/cancel.js";
import { dispatch, type Target } from "../../core/dispatch.js";
import type { Another, Outcome } from "../../core/domain.js";
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
export function runToEnd(run: Run): Promise<string> {
  return new Promise((resolve) => {
    const asker = askerOf(run, { responses: undefined, state: undefined });
    start(run, asker, (outcome) => {
      if (outcome.kind === "done") {
        asker.withdraw();
        run.surroundings.end();
        resolve(outcome.text);
      } else resolve(goOn(run, outcome, asker).finally(() => run.surroundings.end()));
    });
  });
}

async function goOn(run: Run, first: Outcome<Written>, firstAsker: LegacyAsker): Promise<string> {
  const { name } = run.target;
  let outcome = await answered(run, first, firstAsker);
  for (let round = 1; ; round += 1) {
    if (outcome.kind === "done") return outcome.text;
    if (outcome.kind === "failed") throw new McpError(outcome.code, outcome.message, outcome.data);
    if (outcome.kind === "asks") throw new Error(`${name} ended with open questions although each was answered`);
    if (round > mostRounds) return failure(run.target, `${name} asked for more input after ${mostRounds} rounds of answers.`);
    const asker = askerOf(run, { responses: outcome.answers, state: outcome.state });
    outcome = await answered(run, await new Promise((resolve) => start(run, asker, resolve)), asker);
  }
}

function askerOf({ serving, session, handshake, line, cancel }: Run, given: Asker["given"]): LegacyAsker {
  return new LegacyAsker({ session, handshake, cancel, timeoutMs: serving.answerTimeoutMs, line, given });
}

function start(run: Run, asker: Asker, settled: (outcome: Outcome<Written>) => void): void {
  const { target, serving, session, handshake, cancel, surroundings } = run;
  dispatch({ target, caller: session.caller(handshake), asker, cancel, surroundings, log: serving.log }, settled);
}

type Answered = Another & { readonly answers: Fields };

/** An outcome, with the answers that it asked for by hand. */
async function answered(
  { target }: Run,
  outcome: Outcome<Written>,
  asker: LegacyAsker,
): Promise<Exclude<Outcome<Written>, Another> | Answered> {
  try {
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
