/** Serves modern requests, each complete in itself. One object serves all connections; only held calls outlive a request. */

import { isPromise } from "../../core/awaitable.js";
import { shownCaller } from "../../core/caller.js";
import type { Cancel } from "../../core/cancel.js";
import { dispatch, type Target } from "../../core/dispatch.js";
import type { Ask, Auth, Caller, LogLevel, Outcome, RequestHeaders } from "../../core/domain.js";
import { type ParamHeader, paramHeaders } from "../../core/param-headers.js";
import { INTERNAL_ERROR, INVALID_PARAMS, McpError, METHOD_NOT_FOUND, messageOf } from "../../errors.js";
import { type Fields, isFields, own } from "../../json.js";
import { errorText, type RpcRequest, resultText } from "../../jsonrpc/message.js";
import { complete } from "../completing.js";
import type { Serving } from "../era.js";
import { listMethods, offeredBy, runMethods } from "../offered.js";
import { type ListKind, PreparedLists } from "../prepared-lists.js";
import { type Listener, Reporting } from "../reporting.js";
import { failure, refusedState, targets, type Written } from "../target.js";
import { readCaller, readLogLevel } from "./envelope.js";
import { HeldCalls } from "./held.js";
import { Invocation, type Life, type Round } from "./invocation.js";
import { ResultWriter } from "./results.js";
import { type Binding, emptyState, type State, StateSealer, StateTooLong } from "./state.js";
import { Subscriptions } from "./subscriptions.js";

/** The request that lasts until somebody ends it. */
export const listenMethod = "subscriptions/listen";

/** What surrounds a request: its cancellation, and on HTTP the checks that headers have to pass. */
export interface Frame {
  readonly cancel: Cancel;
  /** Before anything else is looked at. @throws McpError */
  checkFrame?(request: RpcRequest): void;
  /** Once the method is known to exist. @throws McpError */
  checkTarget?(request: RpcRequest): void;
  /** Who makes the request, when that is known. */
  readonly auth?: Auth | undefined;
  /** The headers of the HTTP request; absent on other transports. */
  readonly headers?: RequestHeaders | undefined;
  /** Puts a notification on the request's own way back, before its reply; absent where nothing can go before it. */
  readonly send?: ((text: string) => void) | undefined;
}

/** The reply to a request; undefined when it was cancelled and gets none. `code` is the error's, for HTTP's status. */
export interface Reply {
  readonly text: string;
  readonly code?: number;
}

type Method = (request: RpcRequest, caller: Caller, frame: Frame) => string | Promise<string>;

export class ModernServer {
  readonly #serving: Serving;
  readonly #supported: readonly string[];
  readonly #writer: ResultWriter;
  readonly #sealer: StateSealer;
  readonly #held: HeldCalls;
  readonly #running = new Set<Invocation>();
  readonly #subscriptions: Subscriptions;
  readonly #paramHeaders: ReadonlyMap<string, readonly ParamHeader[]>;
  readonly #methods: ReadonlyMap<string, Method>;

  /** @param supported - every revision that the server speaks, those of other eras included. */
  constructor(serving: Serving, supported: readonly string[]) {
    const { app } = serving;
    this.#serving = serving;
    this.#supported = supported;
    this.#writer = new ResultWriter(serving);
    this.#sealer = new StateSealer(serving);
    this.#held = new HeldCalls(serving.maxHeldCalls, serving.answerTimeoutMs);
    this.#subscriptions = new Subscriptions(serving, this.#writer);
    this.#paramHeaders = new Map(app.tools.map(({ name, inputSchema }) => [name, paramHeaders(inputSchema)]));
    this.#methods = new Map(
      this.#table()
        .filter(([, , has]) => has !== false)
        .map(([name, method]) => [name, method]),
    );
  }

  /** Every method of the revision, and whether this server has it. */
  #table(): (readonly [string, Method, boolean?])[] {
    const { app, offering } = this.#serving;
    const has = offeredBy(app);
    const discovery = this.#writer.discovery(this.#supported);
    const lists = new PreparedLists(this.#serving, (page) => this.#writer.list(page));
    const list =
      (kind: ListKind): Method =>
      ({ params }, { protocolVersion }, { auth }) =>
        lists.page(kind, protocolVersion, params, auth);
    return [
      ["server/discover", () => discovery],
      ...listMethods.map(([name, feature, kind]) => [name, list(kind), has[feature]] as const),
      ...runMethods.map(([name, feature]) => [name, ((...call) => this.#run(...call)) satisfies Method, has[feature]] as const),
      [
        "completion/complete",
        async ({ params }, _caller, { auth }) => this.#writer.write("complete", await complete(params, offering, auth)),
        has.completions,
      ],
      [listenMethod, (request, _caller, frame) => this.#subscriptions.listen(request, frame)],
    ];
  }

  async handle(request: RpcRequest, frame: Frame): Promise<Reply | undefined> {
    try {
      frame.checkFrame?.(request);
      const caller = readCaller(request.params, this.#supported);
      const method = this.#methods.get(request.method);
      if (method === undefined) throw new McpError(METHOD_NOT_FOUND, "Method not found", { method: request.method });
      frame.checkTarget?.(request);
      readLogLevel(request.params);
      const made = method(request, caller, frame);
      const result = typeof made === "string" ? made : await made;
      return frame.cancel.aborted ? undefined : { text: resultText(request.id, result) };
    } catch (thrown) {
      if (frame.cancel.aborted) return undefined;
      if (thrown instanceof McpError) {
        const text = errorText(request.id, thrown.code, thrown.message, thrown.data);
        return thrown instanceof Refusal && thrown.code === METHOD_NOT_FOUND ? { text } : { text, code: thrown.code };
      }
      this.#serving.log.error(`${request.method} failed: ${messageOf(thrown)}`, thrown);
      return { text: errorText(request.id, INTERNAL_ERROR, "Internal error"), code: INTERNAL_ERROR };
    }
  }

  /** The arguments of a tool that HTTP mirrors into headers; empty for a tool that does not exist. */
  paramHeaders(tool: string): readonly ParamHeader[] {
    return this.#paramHeaders.get(tool) ?? [];
  }

  /** Gives up what runs and waits; subscriptions end with their results. */
  close(): void {
    this.#subscriptions.close();
    for (const invocation of this.#running) invocation.abort("the server is shutting down");
    this.#held.close();
  }

  async #run(request: RpcRequest, caller: Caller, frame: Frame): Promise<string> {
    const { params, method } = request;
    const token = own(params, "requestState") ?? undefined;
    const responses = responsesOf(params);
    const life: Life = { retried: token !== undefined || responses !== undefined };
    const read = targets.get(method) as NonNullable<ReturnType<typeof targets.get>>;
    const target = read(params, this.#serving.offering, frame.auth, this.#writer.forRun(life));
    const binding: Binding = {
      method,
      target: target.target,
      input: target.input,
      principal: shownCaller(frame.auth)?.principal,
    };
    const opened = token === undefined ? emptyState : this.#sealer.open(token, binding);
    const state = isPromise(opened) ? await opened : opened;
    frame.cancel.throwIfAborted(); // nothing begins for a call that nobody waits for
    const round: Round = { caller, state, responses };
    const listener = new RequestListener(request, frame);
    const invocation =
      state.held === undefined
        ? this.#begin(target, round, new Reporting(this.#serving, listener, frame.auth), life)
        : this.#resume(state.held, round, target.input, listener);
    const unlisten = frame.cancel.onAbort(() => invocation.abort("the call was cancelled"));
    this.#running.add(invocation);
    try {
      const standing = await invocation.standing();
      if ("outcome" in standing) {
        const { outcome } = standing;
        return outcome.kind === "done" ? outcome.text : await this.#finish(outcome, invocation, target, binding);
      }
      return await this.#suspend(standing.posed, invocation, target, binding);
    } finally {
      invocation.reporting.end();
      this.#running.delete(invocation);
      unlisten();
    }
  }

  #begin(target: Target<Written>, round: Round, reporting: Reporting, life: Life): Invocation {
    const invocation = new Invocation(this.#sealer, round, reporting, life);
    const { cancel } = invocation;
    const { log } = this.#serving;
    invocation.run(dispatch({ target, caller: round.caller, asker: invocation, cancel, surroundings: reporting, log }));
    return invocation;
  }

  #resume(held: string, round: Round, input: Fields, listener: Listener): Invocation {
    const invocation = this.#held.take(held);
    if (invocation === undefined) {
      this.#serving.log.warn(
        "refused requestState: the call that it belongs to does not wait in this process (any more). A question that must " +
          "survive restarts or several processes belongs into a resolver, which needs no memory.",
      );
      throw refusedState();
    }
    try {
      invocation.goOn(round);
    } catch (thrown) {
      this.#held.keep(held, invocation, sizeOf(input)); // nothing was settled: a corrected retry finds it again
      throw thrown;
    }
    invocation.reporting.turnTo(listener);
    return invocation;
  }

  async #finish(outcome: Unfinished, invocation: Invocation, target: Target<Written>, binding: Binding): Promise<string> {
    if (outcome.kind === "failed") throw new Refusal(outcome.code, outcome.message, outcome.data);
    if (outcome.kind === "another") for (const ask of outcome.asks) invocation.demandCapability(ask);
    const { answers } = invocation;
    const kept: Kept =
      outcome.kind === "another"
        ? { answers: emptyState.answers, held: undefined, byHand: true, own: outcome.state }
        : { answers, held: undefined, byHand: false, own: undefined };
    try {
      return await this.#ask(outcome.asks, kept, invocation, binding);
    } catch (thrown) {
      if (!(thrown instanceof StateTooLong)) throw thrown;
      return failure(target, `${target.name} did not run: the answers to its questions are too long.`);
    }
  }

  async #suspend(asks: readonly Ask[], invocation: Invocation, target: Target<Written>, binding: Binding): Promise<string> {
    const size = sizeOf(binding.input);
    if (!this.#held.hasRoom(size)) {
      invocation.abort("too many calls are waiting for answers");
      return failure(target, `${target.name} could not ask: too many calls are waiting for answers. Try again later.`);
    }
    const held = this.#held.newId();
    this.#held.keep(held, invocation, size); // before anything is awaited, so that the bound holds
    try {
      const result = await this.#ask(
        asks,
        { answers: emptyState.answers, held, byHand: false, own: undefined },
        invocation,
        binding,
      );
      invocation.cancel.throwIfAborted(); // nobody would come back for it
      return result;
    } catch (thrown) {
      this.#held.take(held);
      throw thrown;
    }
  }

  async #ask(
    asks: readonly Ask[],
    { answers, held, byHand, own }: Kept,
    invocation: Invocation,
    binding: Binding,
  ): Promise<string> {
    const asked = new Map<string, string>();
    const texts: string[] = [];
    for (const ask of asks) {
      const made = invocation.question(ask);
      const { text, digest } = isPromise(made) ? await made : made;
      asked.set(ask.key, digest);
      texts.push(`${JSON.stringify(ask.key)}:${text}`);
    }
    const sealed = this.#sealer.seal({ answers, asked, held, byHand, own }, binding);
    const state = `"requestState":${JSON.stringify(isPromise(sealed) ? await sealed : sealed)}`;
    return this.#writer.writeText("input_required", texts.length === 0 ? state : `"inputRequests":{${texts.join(",")}},${state}`);
  }
}

type Unfinished = Exclude<Outcome<Written>, Written>;

/** What a round leaves for the next one besides its questions. */
type Kept = Omit<State, "asked">;

/** How a request is told something before its reply. */
class RequestListener implements Listener {
  readonly request: RpcRequest;
  readonly hasProgressText = true;
  readonly #frame: Frame;

  constructor(request: RpcRequest, frame: Frame) {
    this.request = request;
    this.#frame = frame;
  }

  get cancel(): Cancel {
    return this.#frame.cancel;
  }

  get headers(): RequestHeaders | undefined {
    return this.#frame.headers;
  }

  send(text: string): void {
    this.#frame.send?.(text);
  }

  leastLevel(): LogLevel | undefined {
    return readLogLevel(this.request.params);
  }

  closeStream(): void {} // the revision has no way to fetch a result on another connection
}

/** An error that a function raised itself: the method exists, whatever its number says. */
class Refusal extends McpError {}

const sizeOf = (input: Fields): number => JSON.stringify(input).length;

function responsesOf(params: Fields): Fields | undefined {
  const responses = own(params, "inputResponses");
  if (responses === undefined || responses === null) return undefined;
  if (!isFields(responses)) throw new McpError(INVALID_PARAMS, "inputResponses must be an object.");
  return responses;
}
