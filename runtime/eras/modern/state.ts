/**
 * `requestState`: what a call has learnt so far, sealed for the way through the client and back (decision Q13; specification:
 * basic/patterns/mrtr, "Server Requirements"). Bound to the server's name, the method, the target, the arguments, the
 * principal and the time. Whatever is wrong with a token, the refusal is the same.
 */

import { type Awaitable, andThen, isPromise } from "../../core/awaitable.js";
import { type Cipher, portableBase64Url } from "../../core/cipher.js";
import type { Ask, Reply } from "../../core/domain.js";
import { keyRing } from "../../core/key-ring.js";
import type { StateCodec } from "../../core/state-codec.js";
import { canonicalJson, type Fields, isFields } from "../../json.js";
import type { Serving } from "../era.js";
import { refusedState } from "../target.js";
import { inputRequest } from "./questions.js";

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

/** A question as it goes to the client. */
export interface Question {
  readonly text: string;
  readonly digest: string;
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

/** A digest has about as many characters. */
const shortest = 43;

/** The answers of a call need more room than a token may take. */
export class StateTooLong extends Error {}

export class StateSealer {
  readonly #serving: Serving;
  readonly #cipher: Cipher;
  readonly #codec: StateCodec;
  readonly #encode: (bytes: Uint8Array) => string;

  constructor(serving: Serving) {
    this.#serving = serving;
    this.#cipher = serving.cipher;
    this.#encode = (serving.cipher.base64Url ?? portableBase64Url).encode;
    this.#codec = serving.stateCodec ?? keyRing(serving.stateKeys, serving.cipher);
  }

  /** @throws StateTooLong when the answers are so long that the token could not come back. */
  seal(state: State, binding: Binding): Awaitable<string> {
    return andThen(this.#bound(binding), (bound) => {
      const now = this.#serving.now();
      // Each by its name: spreading one object into another costs more than sealing does.
      const claims = {
        srv: bound.srv,
        met: bound.met,
        tgt: bound.tgt,
        arg: bound.arg,
        sub: bound.sub,
        iat: now,
        // A call that waits here stays answerable for as long as it waits.
        exp: now + Math.max(this.#serving.stateTtlMs, state.held === undefined ? 0 : this.#serving.answerTimeoutMs),
        answers: [...state.answers].map(([name, { answer, question }]) => [name, question, answer]),
        asked: [...state.asked],
        held: state.held,
        byHand: state.byHand,
        own: state.own,
      };
      return andThen(this.#codec.seal(JSON.stringify(claims)), (token) => {
        if (token.length > mostCharacters) throw new StateTooLong();
        return token;
      });
    });
  }

  /** @throws the one refusal, with the reason in the log. */
  open(token: unknown, binding: Binding): Awaitable<State> {
    return andThen(this.#read(token, binding), (opened) => {
      if (typeof opened !== "string") return opened;
      this.#serving.log.warn(`refused requestState of ${binding.method} ${binding.target}: ${opened}`);
      throw refusedState();
    });
  }

  /** A question as the wire has it, and the digest that pins an answer to it (decision Q14). */
  question(ask: Ask): Awaitable<Question> {
    const rendered = inputRequest(ask);
    const text = JSON.stringify(rendered);
    // Users write the parameters of a prompt for the model; all else comes from the build, in an order that stays.
    const pinned = ask.mode === "sample" ? canonicalJson(rendered) : text;
    return andThen(this.#cipher.digest(pinned), (bytes) => ({ text, digest: this.#encode(bytes).slice(0, 22) }));
  }

  #read(token: unknown, binding: Binding): Awaitable<State | string> {
    if (typeof token !== "string") return "it is not a string";
    if (token.length > mostCharacters) return "it is too long";
    return andThen(this.#opened(token), (text) => {
      if (text === undefined)
        return "it was altered, or sealed with a key that is not known here: give all processes that serve this address the same stateKeys";
      const claims: unknown = JSON.parse(text);
      if (!isFields(claims)) return "it is not one of ours";
      const now = this.#serving.now();
      if (!(typeof claims.exp === "number" && now < claims.exp)) return "it has expired";
      if (!(typeof claims.iat === "number" && claims.iat <= now + skewMs)) return "it comes from the future";
      return andThen(this.#bound(binding), (bound) => {
        for (const name of Object.keys(bound) as (keyof Bound)[]) {
          if (claims[name] !== bound[name]) return `it belongs to another ${boundNames[name]}`;
        }
        return this.#firstUse(token, claims);
      });
    });
  }

  #firstUse(token: string, claims: Fields): Awaitable<State | string> {
    const { usedStates } = this.#serving;
    if (usedStates === undefined) return stateOf(claims);
    return andThen(this.#digest(token), (id) =>
      andThen(usedStates.claim(id, claims.exp as number), (isFirst) => (isFirst ? stateOf(claims) : "it was used before")),
    );
  }

  #opened(token: string): Awaitable<string | undefined> {
    const failed = (thrown: unknown): undefined => {
      this.#serving.log.error("the codec of states failed", thrown);
      return undefined;
    };
    try {
      const opened = this.#codec.open(token);
      return isPromise(opened) ? opened.then((text) => text, failed) : opened;
    } catch (thrown) {
      return failed(thrown);
    }
  }

  #bound({ method, target, input, principal }: Binding): Awaitable<Bound> {
    const { stateAudience } = this.#serving;
    return andThen(this.#digest(input), (arg) =>
      andThen(principal === undefined ? null : this.#digest(principal), (sub) => ({
        srv: stateAudience,
        met: method,
        tgt: target,
        arg,
        sub,
      })),
    );
  }

  /** Stands for a value. A short text stands for itself, with a mark that no digest has: what is sealed can't be read anyway. */
  #digest(value: unknown): Awaitable<string> {
    const text = canonicalJson(value);
    return text.length < shortest ? `=${text}` : andThen(this.#cipher.digest(text), this.#encode);
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
