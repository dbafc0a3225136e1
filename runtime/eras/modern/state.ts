/**
 * `requestState`: what a call has learnt so far, sealed for the way through the client and back (decision Q13; specification:
 * basic/patterns/mrtr, "Server Requirements"). Bound to the server's name, the method, the target, the arguments, the
 * principal and the time. Whatever is wrong with a token, the refusal is the same.
 */

import { type Cipher, toBase64Url } from "../../core/cipher.js";
import type { Reply } from "../../core/domain.js";
import { keyRing } from "../../core/key-ring.js";
import type { StateCodec } from "../../core/state-codec.js";
import { canonicalJson, type Fields, isFields } from "../../json.js";
import type { Serving } from "../era.js";
import { refusedState } from "../target.js";

/** What the state says: answers by wire key with the digest of the question that they answer, and the questions still open. */
export interface State {
  readonly answers: ReadonlyMap<string, { readonly answer: Reply; readonly question: string }>;
  readonly asked: ReadonlyMap<string, string>;
  /** The suspended call in this process that goes on with the answers. */
  readonly held: string | undefined;
  /** Whether a tool asked for this round by hand, and the state that it left for it. */
  readonly byHand: boolean;
  readonly own: string | undefined;
}

/** What a token is bound to. */
export interface Binding {
  readonly method: string;
  readonly target: string;
  readonly input: Fields;
  readonly principal: string | undefined;
}

export const emptyState: State = { answers: new Map(), asked: new Map(), held: undefined, byHand: false, own: undefined };

const skewMs = 60_000;
const mostCharacters = 262_144;

/** The answers of a call need more room than a token may take. */
export class StateTooLong extends Error {}

export class StateSealer {
  readonly #serving: Serving;
  readonly #cipher: Cipher;
  readonly #codec: StateCodec;

  constructor(serving: Serving) {
    this.#serving = serving;
    this.#cipher = serving.cipher;
    this.#codec = serving.stateCodec ?? keyRing(serving.stateKeys, serving.cipher);
  }

  /** @throws StateTooLong when the answers are so long that the token could not come back. */
  async seal(state: State, binding: Binding): Promise<string> {
    const now = this.#serving.now();
    const claims = {
      ...(await this.#bound(binding)),
      iat: now,
      // A call that waits here stays answerable for as long as it waits.
      exp: now + Math.max(this.#serving.stateTtlMs, state.held === undefined ? 0 : this.#serving.answerTimeoutMs),
      answers: [...state.answers].map(([name, { answer, question }]) => [name, question, answer]),
      asked: [...state.asked],
      held: state.held,
      byHand: state.byHand,
      own: state.own,
    };
    const token = await this.#codec.seal(JSON.stringify(claims));
    if (token.length > mostCharacters) throw new StateTooLong();
    return token;
  }

  /** @throws the one refusal, with the reason in the log. */
  async open(token: unknown, binding: Binding): Promise<State> {
    const opened = await this.#read(token, binding);
    if (typeof opened !== "string") return opened;
    this.#serving.log.warn(`refused requestState of ${binding.method} ${binding.target}: ${opened}`);
    throw refusedState();
  }

  /** The digest that pins an answer to the question as it was put (decision Q14). */
  async question(rendered: unknown): Promise<string> {
    return toBase64Url((await this.#cipher.digest(canonicalJson(rendered))).subarray(0, 16));
  }

  async #read(token: unknown, binding: Binding): Promise<State | string> {
    if (typeof token !== "string") return "it is not a string";
    if (token.length > mostCharacters) return "it is too long";
    const text = await this.#opened(token);
    if (text === undefined)
      return "it was altered, or sealed with a key that is not known here: give all processes that serve this address the same stateKeys";
    const claims: unknown = JSON.parse(text);
    if (!isFields(claims)) return "it is not one of ours";
    const now = this.#serving.now();
    if (!(typeof claims.exp === "number" && now < claims.exp)) return "it has expired";
    if (!(typeof claims.iat === "number" && claims.iat <= now + skewMs)) return "it comes from the future";
    for (const [name, value] of Object.entries(await this.#bound(binding))) {
      if (claims[name] !== value) return `it belongs to another ${boundNames[name as keyof Bound]}`;
    }
    const { usedStates } = this.#serving;
    if (usedStates !== undefined && !(await usedStates.claim(await this.#digest(token), claims.exp))) return "it was used before";
    return stateOf(claims);
  }

  async #opened(token: string): Promise<string | undefined> {
    try {
      return await this.#codec.open(token);
    } catch (thrown) {
      this.#serving.log.error("the codec of states failed", thrown);
      return undefined;
    }
  }

  async #bound(binding: Binding): Promise<Bound> {
    return {
      srv: this.#serving.stateAudience,
      met: binding.method,
      tgt: binding.target,
      arg: await this.#digest(binding.input),
      sub: binding.principal === undefined ? null : await this.#digest(binding.principal),
    };
  }

  async #digest(value: unknown): Promise<string> {
    return toBase64Url(await this.#cipher.digest(canonicalJson(value)));
  }
}

interface Bound {
  readonly srv: string;
  readonly met: string;
  readonly tgt: string;
  readonly arg: string;
  readonly sub: string | null;
}

const boundNames: Record<keyof Bound, string> = {
  srv: "server",
  met: "method",
  tgt: "target",
  arg: "set of arguments",
  sub: "principal",
};

/** The claims were written by `seal` and came back untouched, so their shape is known. */
function stateOf(claims: Fields): State {
  const answers = (claims.answers as [string, string, Reply][]).map(
    ([key, question, answer]) => [key, { answer, question }] as const,
  );
  return {
    answers: new Map(answers),
    asked: new Map(claims.asked as [string, string][]),
    held: typeof claims.held === "string" ? claims.held : undefined,
    byHand: claims.byHand === true,
    own: typeof claims.own === "string" ? claims.own : undefined,
  };
}
