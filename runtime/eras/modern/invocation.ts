/**
 * One run of a tool, prompt or resource on a modern connection. Questions of resolvers end the round and are answered out of the sealed state of
 * the next one. Questions of the running tool suspend this run: it stays in memory until a retry brings the answers.
 */

import { type Awaitable, andThen } from "../../core/awaitable.js";
import { type Asker, CallFailure } from "../../core/call.js";
import { Cancel } from "../../core/cancel.js";
import { missingFor } from "../../core/capabilities.js";
import { Link } from "../../core/chain.js";
import type { Ask, Caller, Outcome, Reply } from "../../core/domain.js";
import { isBlank, readReply } from "../../core/reply.js";
import { McpError } from "../../errors.js";
import { type Fields, isFields, own } from "../../json.js";
import type { Reporting } from "../reporting.js";
import type { Written } from "../target.js";
import { emptyState, type Question, type State, type StateSealer } from "./state.js";
import { MISSING_CAPABILITY } from "./versions.js";

/** What a request brings along to answer questions with. */
export interface Round {
  readonly caller: Caller;
  readonly state: State;
  /** `inputResponses` as they came; undefined when there are none. */
  readonly responses: Fields | undefined;
}

/** How a run came about; shared with whoever writes its result. */
export interface Life {
  /** Whether the result depends on more than the parameters of one request. */
  retried: boolean;
}

interface Posed {
  readonly ask: Ask;
  readonly settle: (answer: Reply) => void;
  readonly fail: (reason: unknown) => void;
}

/** Where a run stands: finished, or in need of answers to what it asked while it ran. */
export type Standing = Outcome<Written> | { readonly kind: "posed"; readonly asks: readonly Ask[] };

export class Invocation extends Link implements Asker {
  readonly concurrent = true;
  /** Fires when the request that is being served is cancelled, or the suspended run is given up. */
  readonly cancel = new Cancel();
  /** What it tells the client on the way; turned to each request that it goes on in. */
  readonly reporting: Reporting;
  readonly #sealer: StateSealer;
  readonly #life: Life;
  // A call that asks nothing needs none of these.
  #answers: Map<string, { answer: Reply; question: string }> | undefined;
  #posed: Map<string, Posed> | undefined;
  #questions: Map<Ask, Question> | undefined;
  #round: Round;
  #outcome: Outcome<Written> | undefined;
  #stand: ((standing: Standing) => void) | undefined;

  /** @param life - is told when the run goes on in another request. */
  constructor(sealer: StateSealer, round: Round, reporting: Reporting, life: Life) {
    super();
    this.#sealer = sealer;
    this.reporting = reporting;
    this.#life = life;
    this.#round = round;
  }

  get given(): Asker["given"] {
    // The answers of resolvers are theirs alone; a first call may bring answers along for a tool that asks by hand.
    const { state, responses } = this.#round;
    return { responses: state === emptyState || state.byHand ? responses : undefined, state: state.own };
  }

  /** The answers that this run has used so far, to be kept for the next round. */
  get answers(): State["answers"] {
    return this.#answers ?? emptyState.answers;
  }

  /** The run is over. */
  settle(outcome: Outcome<Written>): void {
    this.#outcome = outcome;
    this.#stands(outcome);
  }

  /** Ends the run as far as that is possible: its signal fires and its questions fail. */
  abort(reason: string): void {
    this.reporting.end();
    this.cancel.abort(reason);
    for (const posed of this.#posed?.values() ?? [])
      posed.fail(new CallFailure(`The question '${posed.ask.key}' was not answered: ${reason}.`));
    this.#posed?.clear();
  }

  /** Calls back, once, when the run is finished or has to wait for its questions. */
  onStanding(stand: (standing: Standing) => void): void {
    this.#stand = stand;
    if (this.#outcome !== undefined) this.#stands(this.#outcome);
    else if ((this.#posed?.size ?? 0) > 0) this.#pose();
  }

  /** Questions that are put in the same breath go out in one round; a run that ends meanwhile has ended. */
  #pose(): void {
    const stand = this.#stand;
    setTimeout(() => {
      if (this.#stand === stand) this.#stands({ kind: "posed", asks: [...(this.#posed?.values() ?? [])].map(({ ask }) => ask) });
    }, 0);
  }

  #stands(standing: Standing): void {
    const stand = this.#stand;
    this.#stand = undefined;
    stand?.(standing);
  }

  /** Goes on with the answers of a retry; what they leave open stays open. @throws McpError for an answer that is none. */
  goOn(round: Round): void {
    this.#round = round;
    const settled = [...(this.#posed?.values() ?? [])].flatMap((posed) => {
      const answer = round.state.asked.has(posed.ask.key) ? this.#response(posed.ask) : undefined;
      return answer === undefined ? [] : [{ posed, answer }];
    });
    this.#life.retried = true;
    for (const { posed, answer } of settled) {
      this.#posed?.delete(posed.ask.key);
      posed.settle(answer);
    }
  }

  resolve(ask: Ask): Awaitable<Reply | undefined> {
    return andThen(this.question(ask), ({ digest }) => {
      const { answers, asked } = this.#round.state;
      const known = answers.get(ask.key);
      if (known?.question === digest) return this.#keep(ask, known.answer, digest);
      const fresh = asked.get(ask.key) === digest ? this.#response(ask) : undefined;
      if (fresh !== undefined) return this.#keep(ask, fresh, digest);
      this.demandCapability(ask);
      return undefined;
    });
  }

  /** A question in the words of the wire; made once, for the digest that finds an answer and for the question itself. */
  question(ask: Ask): Awaitable<Question> {
    const known = this.#questions?.get(ask);
    if (known !== undefined) return known;
    return andThen(this.#sealer.question(ask), (question) => {
      this.#questions ??= new Map();
      this.#questions.set(ask, question);
      return question;
    });
  }

  async hold(ask: Ask): Promise<Reply> {
    this.demandCapability(ask);
    this.cancel.throwIfAborted();
    return new Promise((settle, fail) => {
      this.#posed ??= new Map();
      this.#posed.set(ask.key, { ask, settle, fail });
      this.#pose();
    });
  }

  /** The revision has no notice for it: the client retries the call instead. */
  async completed(): Promise<void> {}

  #keep(ask: Ask, answer: Reply, question: string): Reply {
    this.#answers ??= new Map();
    this.#answers.set(ask.key, { answer, question });
    return answer;
  }

  /** The answer that this request brings for a question; undefined when it brings none worth the name. */
  #response(ask: Ask): Reply | undefined {
    const { responses } = this.#round;
    const given = responses === undefined ? undefined : own(responses, ask.key);
    if (given === undefined || (isFields(given) && Object.keys(given).length === 0)) return undefined;
    const reply = readReply(ask, given);
    return isBlank(ask, reply) ? undefined : reply;
  }

  /** @throws McpError -32021 when the client did not declare what a question needs. */
  demandCapability(ask: Ask): void {
    const missing = missingFor(ask, this.#round.caller.capabilities);
    if (missing === undefined) return;
    const { message, requiredCapabilities } = missing;
    throw new McpError(MISSING_CAPABILITY, message, { requiredCapabilities });
  }
}
