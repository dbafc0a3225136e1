/**
 * One call of a tool as the emitted handler sees it. It keeps the books (which resolvers ran, what is still being asked) and
 * knows no wire: how a question reaches the user is the era's, behind `Asker`.
 */

import type { Fields } from "../json.js";
import { type Asking, askingIn, type Elicits, type ElicitUrl, type ListRoots, type Sample } from "./asking.js";
import { type Awaitable, andThen } from "./awaitable.js";
import type { Cancel } from "./cancel.js";
import { declares } from "./capabilities.js";
import type { Context } from "./context.js";
import type {
  Another,
  Answer,
  Ask,
  Caller,
  CreateMessageParams,
  CreateMessageResult,
  ElicitationResult,
  ListRootsResult,
  Reply,
  UrlRequest,
  UrlResult,
} from "./domain.js";
import { type Form, type Forms, filled } from "./form.js";
import { type InputRequired, interimIn } from "./input-required.js";
import { Problems } from "./problems.js";
import { checkSampling } from "./sampling.js";
import type { Surroundings } from "./surroundings.js";

/** How the questions of one call reach the user. */
export interface Asker {
  /** Whether resolvers may run side by side (a round carries many questions) or one after another. */
  readonly concurrent: boolean;
  /** A resolver asks. Undefined when the answer is not here yet: the call then ends with `asks`. */
  resolve(ask: Ask): Awaitable<Reply | undefined>;
  /** The running tool asks; settles with the answer. */
  hold(ask: Ask): Promise<Reply>;
  /** The answers and the state that a round by hand left for this one; unchecked. */
  readonly given: { readonly responses: Fields | undefined; readonly state: string | undefined };
  /** The errand behind a link is done. */
  completed(elicitationId: string): Promise<void>;
}

/** Ends a call with an error result whose text the model reads. */
export class CallFailure extends Error {}

/** Ends a call whose arguments are not what they should be. */
export class BadArguments extends CallFailure {}

/** Thrown through a handler that has to wait for answers; never seen by the code of users. */
export const WAITING: unique symbol = Symbol("waiting for answers");

type Returned<T, Marker = Elicits<T>> = T | Marker | Promise<T | Marker>;
type Data<F> = F extends Form<infer T> ? T : never;

/** A resolver that was started. */
interface Slot {
  /** Never rejects. */
  readonly settled: Promise<void>;
  failed: { readonly reason: unknown } | undefined;
}

const nothing = (): void => {};

export class Call {
  /** The name of what is called; of a resource the address that is read. */
  readonly target: string;
  // A tool that asks nothing needs none of these three.
  #open: Map<string, Ask | undefined> | undefined;
  #slots: Slot[] | undefined;
  #uses: Map<string, number> | undefined;
  readonly #tool: string;
  readonly #input: Fields;
  readonly #caller: Caller;
  readonly #asker: Asker;
  readonly #cancel: Cancel;
  readonly #surroundings: Surroundings;
  #stopped = false;
  #ended = false;

  /** @param tool - the name of the tool, prompt or resource, for texts and for the names of questions. */
  constructor(
    tool: string,
    target: string,
    input: Fields,
    caller: Caller,
    asker: Asker,
    cancel: Cancel,
    surroundings: Surroundings,
  ) {
    this.#tool = tool;
    this.target = target;
    this.#surroundings = surroundings;
    this.#input = input;
    this.#caller = caller;
    this.#asker = asker;
    this.#cancel = cancel;
  }

  /** The questions without an answer yet, in the order in which their resolvers are declared. */
  get asks(): Ask[] {
    return [...(this.#open?.values() ?? [])].filter((ask) => ask !== undefined);
  }

  /** The arguments, checked by the emitted reader; all problems end the call in one error result (decision P8). */
  read<T>(reader: (input: Fields, problems: Problems) => T): T {
    const problems = new Problems();
    const value = reader(this.#input, problems);
    if (!problems.none) throw new BadArguments(`Invalid arguments for ${this.#tool}:\n${problems}`);
    return value;
  }

  /** Runs a resolver that never asks. */
  once<T>(key: string, run: () => T | Promise<T>): Promise<T> {
    return this.#start(() =>
      andThen(run(), (value) => {
        if (askingIn(value) !== undefined) throw this.#undeclared(key);
        return value;
      }),
    );
  }

  /** Runs a resolver that may ask; a decline or cancel ends the call. */
  value<T>(key: string, form: Form<T>, run: () => Returned<NoInfer<T>>): Promise<T> {
    return this.#startAsking(key, () => andThen(this.#resolve(key, form, run), (outcome) => this.bare(key, outcome)));
  }

  /** Runs a resolver that may ask, for a consumer that wants the whole outcome. */
  outcome<T>(key: string, form: Form<T>, run: () => Returned<NoInfer<T>>): Promise<ElicitationResult<T>> {
    return this.#startAsking(key, () => this.#resolve(key, form, run));
  }

  /** Runs a resolver that may send the user to a link. */
  url(key: string, run: () => Returned<UrlResult, ElicitUrl>): Promise<UrlResult> {
    return this.#startAsking(key, async () => {
      const reply = await this.#put(key, "url", await run());
      return { action: (reply as UrlResult).action };
    });
  }

  /** Runs a resolver that may ask the client's model. */
  sample(key: string, run: () => Returned<CreateMessageResult, Sample>): Promise<CreateMessageResult> {
    return this.#startAsking(key, async () => (await this.#put(key, "sample", await run())) as CreateMessageResult);
  }

  /** Runs a resolver that may ask for the client's roots. */
  roots(key: string, run: () => Returned<ListRootsResult, ListRoots>): Promise<ListRootsResult> {
    return this.#startAsking(key, async () => (await this.#put(key, "roots", await run())) as ListRootsResult);
  }

  /** The model in an outcome; a decline or cancel ends the call (decision Q6). */
  bare<T>(key: string, outcome: ElicitationResult<T>): T {
    if (outcome.action === "accept") return outcome.data;
    const what = outcome.action === "decline" ? "declined" : "cancelled";
    throw new CallFailure(`${this.#tool} did not run: the question '${key}' was ${what}.`);
  }

  /**
   * Settles when every resolver has its value. The first failure, in the order of declaration, ends the call; without one,
   * a question that is still open does. The body runs after this line, once.
   */
  async ready(): Promise<void> {
    let isWaiting = false;
    let failed: { readonly reason: unknown } | undefined;
    for (const slot of this.#slots ?? []) {
      await slot.settled;
      if (slot.failed?.reason === WAITING) isWaiting = true;
      else failed ??= slot.failed;
    }
    if (failed !== undefined) throw failed.reason;
    if (isWaiting) throw WAITING;
    this.#cancel.throwIfAborted(); // nobody waits for a body that has not begun
  }

  /** What a tool returned that may ask for another round: that, or its result as `write` makes it. */
  anotherOr<T, D>(returned: T | InputRequired, write: (value: T) => D): D | Another {
    const interim = interimIn(returned);
    if (interim === undefined) return write(returned as T);
    const asks = Object.entries(interim.inputRequests ?? {}).map(([key, ask]) => {
      if (ask.mode === "sample") checkSampling(ask.params);
      return { ...ask, key, name: this.#name(key) };
    });
    return { kind: "another", asks, state: interim.requestState };
  }

  /** The handler is through: what it left running can't ask or tell any more. */
  end(): void {
    this.#ended = true;
  }

  /** The context for a tool or resolver that may ask with these forms while it runs. */
  context<F extends Forms, State = unknown>(forms: F): Context<{ [K in keyof F]: Data<F[K]> }, State> {
    const ask = (key: string, message: string): Promise<ElicitationResult<unknown>> => {
      const form = Object.hasOwn(forms, key) ? forms[key] : undefined;
      if (form === undefined) throw new TypeError(`${this.#tool} has no question '${key}': name it in the type of its Context.`);
      return this.#ask(this.#numbered(key), form, message);
    };
    const cancel = this.#cancel;
    const around = this.#surroundings;
    const telling = (tell: () => void): void => {
      if (!this.#ended) tell();
    };
    const context: Context<Record<string, unknown>> = {
      elicit: async (key, message) => ask(key, message),
      elicitUrl: async (request) => this.#askUrl(request),
      sample: async (params) => this.#sample(params),
      listRoots: async () => this.#listRoots(),
      sendElicitComplete: async (elicitationId) => {
        if (!this.#ended) await this.#asker.completed(elicitationId);
      },
      checkClientCapability: (capability) => declares(this.#caller.capabilities, capability),
      log: (level, data, logger) => telling(() => around.log(level, data, logger)),
      progress: (done, total, message) => telling(() => around.progress(done, total, message)),
      listChanged: (list) => around.changed({ list }),
      resourceUpdated: (uri) => around.changed({ uri }),
      closeStream: () => telling(() => around.closeStream()),
      get headers() {
        return around.headers;
      },
      auth: around.auth,
      app: around.app,
      get meta() {
        return around.meta;
      },
      get requestId() {
        return around.requestId;
      },
      inputResponses: this.#asker.given.responses,
      requestState: this.#asker.given.state,
      get signal() {
        return cancel.signal;
      },
      era: this.#caller.era,
      protocolVersion: this.#caller.protocolVersion,
      clientInfo: this.#caller.clientInfo,
      clientCapabilities: this.#caller.capabilities,
    };
    return context as Context<{ [K in keyof F]: Data<F[K]> }, State>;
  }

  #startAsking<T>(key: string, work: () => Awaitable<T>): Promise<T> {
    this.#open ??= new Map();
    this.#open.set(key, undefined); // takes its place in the order
    return this.#start(work);
  }

  /** Starts a resolver: at once when questions can be put side by side, else when the one declared before it is done. */
  #start<T>(work: () => Awaitable<T>): Promise<T> {
    this.#slots ??= [];
    const before = this.#slots.at(-1);
    const begin = this.#asker.concurrent || before === undefined ? work : (): Promise<T> => this.#after(before, work);
    let settle: (value: Awaitable<T>) => void = () => {};
    let fail: (reason: unknown) => void = () => {};
    const value = new Promise<T>((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    // Listened to before it can fail: a rejection that nobody expects yet is dear.
    const slot: Slot = { settled: value.then(nothing, (reason) => this.#failed(slot, reason)), failed: undefined };
    this.#slots.push(slot);
    try {
      settle(begin());
    } catch (reason) {
      fail(reason);
    }
    return value;
  }

  #failed(slot: Slot, reason: unknown): void {
    this.#stopped = true;
    slot.failed = { reason };
  }

  async #after<T>(before: Slot, work: () => Awaitable<T>): Promise<T> {
    await before.settled;
    if (this.#stopped) throw WAITING;
    return work();
  }

  /** Not `async`: a question that stays open is thrown through here, and each promise on its way would cost as much as asking. */
  #resolve<T>(key: string, form: Form<T>, run: () => Returned<T>): Awaitable<ElicitationResult<T>> {
    return andThen<T | Elicits<T>, ElicitationResult<T>>(run(), (returned) => {
      const asking = askingIn(returned);
      if (asking === undefined) return { action: "accept", data: returned as T };
      if (asking.mode !== "form") throw this.#undeclared(key);
      return andThen(this.#answered(this.#form(key, form, asking.message)), (reply) => this.#read(key, form, reply));
    });
  }

  /** The value of a resolver that asks without a form, or the reply to its question. */
  async #put(key: string, mode: Asking["mode"], returned: unknown): Promise<unknown> {
    const asking = askingIn(returned);
    if (asking === undefined) return returned;
    if (asking.mode !== mode || asking.mode === "form") throw this.#undeclared(key);
    if (asking.mode === "sample") checkSampling(asking.params);
    return this.#answered({ ...asking, key, name: this.#name(key) });
  }

  #answered(ask: Ask): Awaitable<Reply> {
    return andThen(this.#asker.resolve(ask), (reply) => {
      if (reply !== undefined) return reply;
      this.#open?.set(ask.key, ask);
      throw WAITING;
    });
  }

  #undeclared(key: string): Error {
    return new TypeError(`the resolver of '${key}' asks a question that its return type does not declare`);
  }

  async #ask<T>(key: string, form: Form<T>, message: string): Promise<ElicitationResult<T>> {
    return this.#read(key, form, await this.#hold(this.#form(key, form, message)));
  }

  async #askUrl(request: UrlRequest): Promise<UrlResult> {
    const { message, url, elicitationId } = request;
    if (!URL.canParse(url)) throw new TypeError("elicitUrl needs an absolute URL.");
    const key = this.#numbered("url");
    const reply = await this.#hold({ mode: "url", key, name: this.#name(key), message, url, elicitationId });
    return { action: (reply as UrlResult).action };
  }

  async #sample(params: CreateMessageParams): Promise<CreateMessageResult> {
    checkSampling(params);
    const key = this.#numbered("sample");
    return (await this.#hold({ mode: "sample", key, name: this.#name(key), params })) as CreateMessageResult;
  }

  async #listRoots(): Promise<ListRootsResult> {
    const key = this.#numbered("roots");
    return (await this.#hold({ mode: "roots", key, name: this.#name(key) })) as ListRootsResult;
  }

  async #hold(ask: Ask): Promise<Reply> {
    if (this.#ended) throw new Error(`${this.#tool} is over: it can't ask '${ask.key}' any more. Await every question.`);
    return this.#asker.hold(ask);
  }

  #form(key: string, form: Form<unknown>, message: string): Ask & { mode: "form" } {
    return { mode: "form", key, name: this.#name(key), message, requestedSchema: form.requestedSchema };
  }

  /** From an answer to the outcome that the tool sees (decisions Q4 and Q5). */
  #read<T>(key: string, form: Form<T>, reply: Reply): ElicitationResult<T> {
    const answer = reply as Answer;
    if (answer.action !== "accept") return { action: answer.action };
    if (answer.content === undefined && form.requestedSchema.required.length > 0) {
      throw new CallFailure(`${this.#tool} did not run: the question '${key}' was accepted without an answer.`);
    }
    const data = filled(form, answer.content ?? {});
    const problems = new Problems();
    form.check(data, problems);
    if (!problems.none) throw new CallFailure(`The answer to the question '${key}' of ${this.#tool} does not fit:\n${problems}`);
    return { action: "accept", data: data as T };
  }

  #name(key: string): string {
    return `${this.#tool}.${key}`;
  }

  /** The second question under one key is told apart by its number (decision Q15). */
  #numbered(key: string): string {
    this.#uses ??= new Map();
    const use = (this.#uses.get(key) ?? 0) + 1;
    this.#uses.set(key, use);
    return use === 1 ? key : `${key}#${use}`;
  }
}

/** Wraps the value of a resolver that never asks, for a consumer that wants the whole outcome. */
export function accepted<T>(data: T): ElicitationResult<T> {
  return { action: "accept", data };
}
