/**
 * One call of a tool as the emitted handler sees it. It keeps the books (which resolvers ran, what is still being asked) and
 * knows no wire: how a question reaches the user is the era's, behind `Asker`.
 */

import { INVALID_PARAMS, McpError } from "../errors.js";
import { type Fields, isFields } from "../json.js";
import { declares } from "./capabilities.js";
import type { Context } from "./context.js";
import type { Answer, Ask, Caller, ElicitationResult, FormSchema, UrlResult } from "./domain.js";
import { type Elicit, isElicit } from "./elicit.js";
import { type Form, type Forms, filled } from "./form.js";
import { Problems } from "./problems.js";

/** How the questions of one call reach the user. */
export interface Asker {
  /** Whether resolvers may run side by side (a round carries many questions) or one after another. */
  readonly concurrent: boolean;
  /** A resolver asks. Undefined when the answer is not here yet: the call then ends with `asks`. */
  resolve(ask: Ask): Promise<Answer | undefined>;
  /** The running tool asks; settles with the answer. */
  hold(ask: Ask): Promise<Answer>;
  /** The errand behind a link is done. */
  completed(elicitationId: string): Promise<void>;
}

/** Ends a call with an error result whose text the model reads. */
export class CallFailure extends Error {}

/** Thrown through a handler that has to wait for answers; never seen by the code of users. */
export const WAITING: unique symbol = Symbol("waiting for answers");

type Returned<T> = T | Elicit<T> | Promise<T | Elicit<T>>;
type Data<F> = F extends Form<infer T> ? T : never;

export class Call {
  readonly #open = new Map<string, Ask | undefined>();
  readonly #tool: string;
  readonly #input: Fields;
  readonly #caller: Caller;
  readonly #asker: Asker;
  readonly #signal: AbortSignal;
  readonly #slots: Promise<unknown>[] = [];
  readonly #uses = new Map<string, number>();
  #stopped = false;
  #ended = false;

  constructor(tool: string, input: Fields, caller: Caller, asker: Asker, signal: AbortSignal) {
    this.#tool = tool;
    this.#input = input;
    this.#caller = caller;
    this.#asker = asker;
    this.#signal = signal;
  }

  /** The questions without an answer yet, in the order in which their resolvers are declared. */
  get asks(): Ask[] {
    return [...this.#open.values()].filter((ask) => ask !== undefined);
  }

  /** The arguments, checked by the emitted reader; all problems end the call in one error result (decision P8). */
  read<T>(reader: (input: Fields, problems: Problems) => T): T {
    const problems = new Problems();
    const value = reader(this.#input, problems);
    if (!problems.none) throw new CallFailure(`Invalid arguments for ${this.#tool}:\n${problems}`);
    return value;
  }

  /** Runs a resolver that never asks. */
  once<T>(_key: string, run: () => T | Promise<T>): Promise<T> {
    return this.#start(async () => run());
  }

  /** Runs a resolver that may ask; a decline or cancel ends the call. */
  value<T>(key: string, form: Form<T>, run: () => Returned<NoInfer<T>>): Promise<T> {
    this.#open.set(key, undefined); // takes its place in the order
    return this.#start(async () => this.bare(key, await this.#resolve(key, form, run)));
  }

  /** Runs a resolver that may ask, for a consumer that wants the whole outcome. */
  outcome<T>(key: string, form: Form<T>, run: () => Returned<NoInfer<T>>): Promise<ElicitationResult<T>> {
    this.#open.set(key, undefined);
    return this.#start(() => this.#resolve(key, form, run));
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
    const settled = await Promise.allSettled(this.#slots);
    const failures = settled.filter((slot) => slot.status === "rejected").map((slot) => slot.reason as unknown);
    const failure = failures.find((reason) => reason !== WAITING);
    if (failure !== undefined) throw failure;
    if (failures.length > 0) throw WAITING;
    this.#signal.throwIfAborted(); // nobody waits for a body that has not begun
  }

  /** The handler is through: what it left running can't ask or tell any more. */
  end(): void {
    this.#ended = true;
  }

  /** The context for a tool or resolver that may ask with these forms while it runs. */
  context<F extends Forms>(forms: F): Context<{ [K in keyof F]: Data<F[K]> }> {
    const ask = (key: string, message: string): Promise<ElicitationResult<unknown>> => {
      const form = Object.hasOwn(forms, key) ? forms[key] : undefined;
      if (form === undefined) throw new TypeError(`${this.#tool} has no question '${key}': name it in the type of its Context.`);
      return this.#ask(this.#numbered(key), form, message);
    };
    const context: Context<Record<string, unknown>> = {
      elicit: async (key, message) => ask(key, message),
      elicitUrl: async (request) => this.#askUrl(request),
      sendElicitComplete: async (elicitationId) => {
        if (!this.#ended) await this.#asker.completed(elicitationId);
      },
      checkClientCapability: (capability) => declares(this.#caller.capabilities, capability),
      signal: this.#signal,
      era: this.#caller.era,
      protocolVersion: this.#caller.protocolVersion,
      clientInfo: this.#caller.clientInfo,
    };
    return context as Context<{ [K in keyof F]: Data<F[K]> }>;
  }

  /** Starts a resolver: at once when questions can be put side by side, else when the one declared before it is done. */
  #start<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#slots.at(-1);
    const slot = this.#asker.concurrent || before === undefined ? work() : this.#after(before, work);
    slot.catch(() => {
      this.#stopped = true;
    });
    this.#slots.push(slot);
    return slot;
  }

  async #after<T>(before: Promise<unknown>, work: () => Promise<T>): Promise<T> {
    await Promise.allSettled([before]);
    if (this.#stopped) throw WAITING;
    return work();
  }

  async #resolve<T>(key: string, form: Form<T>, run: () => Returned<T>): Promise<ElicitationResult<T>> {
    const returned = await run();
    if (!isElicit(returned)) return { action: "accept", data: returned as T };
    const ask = this.#form(key, form, returned.message);
    const answer = await this.#asker.resolve(ask);
    if (answer !== undefined) return this.#read(ask.key, form, answer);
    this.#open.set(key, ask);
    throw WAITING;
  }

  async #ask<T>(key: string, form: Form<T>, message: string): Promise<ElicitationResult<T>> {
    return this.#read(key, form, await this.#hold(this.#form(key, form, message)));
  }

  async #askUrl(request: { readonly message: string; readonly url: string; readonly elicitationId: string }): Promise<UrlResult> {
    const { message, url, elicitationId } = request;
    if (!URL.canParse(url)) throw new TypeError("elicitUrl needs an absolute URL.");
    const key = this.#numbered("url");
    const answer = await this.#hold({ mode: "url", key, name: this.#name(key), message, url, elicitationId });
    return { action: answer.action };
  }

  async #hold(ask: Ask): Promise<Answer> {
    if (this.#ended) throw new Error(`${this.#tool} is over: it can't ask '${ask.key}' any more. Await every question.`);
    return this.#asker.hold(ask);
  }

  #form(key: string, form: Form<unknown>, message: string): Ask & { mode: "form" } {
    return { mode: "form", key, name: this.#name(key), message, requestedSchema: form.requestedSchema };
  }

  /** From an answer to the outcome that the tool sees (decisions Q4 and Q5). */
  #read<T>(key: string, form: Form<T>, answer: Answer): ElicitationResult<T> {
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
    const use = (this.#uses.get(key) ?? 0) + 1;
    this.#uses.set(key, use);
    return use === 1 ? key : `${key}#${use}`;
  }
}

/** Wraps the value of a resolver that never asks, for a consumer that wants the whole outcome. */
export function accepted<T>(data: T): ElicitationResult<T> {
  return { action: "accept", data };
}

/**
 * An answer from outside. Only an object with one of the three actions is one, and content holds what a form can give:
 * strings, numbers, booleans and lists of strings (specification: ElicitResult); anything else is a protocol error.
 */
export function readAnswer(key: string, value: unknown): Answer {
  if (!isFields(value)) throw invalid(key, "is not an object");
  const { action, content } = value;
  if (action === "decline" || action === "cancel") return { action };
  if (action !== "accept") throw invalid(key, "needs the action accept, decline or cancel");
  if (content === undefined || content === null) return { action, content: undefined };
  if (!isFields(content)) throw invalid(key, "needs an object as its content");
  for (const [field, given] of Object.entries(content)) {
    const fits =
      given === null || typeof given !== "object" || (Array.isArray(given) && given.every((item) => typeof item === "string"));
    if (!fits)
      throw invalid(
        key,
        `has something other than a string, number, boolean or list of strings in ${JSON.stringify(field.slice(0, 60))}`,
      );
  }
  return { action, content };
}

function invalid(key: string, what: string): McpError {
  return new McpError(INVALID_PARAMS, `The answer to '${key}' ${what}.`);
}

/** Whether an answer says nothing although the form asks for something: modern asks again then (decision Q4). */
export function isBlank(answer: Answer, schema: FormSchema): boolean {
  return (
    answer.action === "accept" &&
    answer.content !== undefined &&
    Object.keys(answer.content).length === 0 &&
    schema.required.length > 0
  );
}
