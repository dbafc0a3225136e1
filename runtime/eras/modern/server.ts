/** Serves modern requests, each complete in itself. One object serves all connections; only held calls outlive a request. */

import { type Awaitable, allOf, andThen, either, orElse } from "../../core/awaitable.js";
import { shownCaller } from "../../core/caller.js";
import type { Cancel } from "../../core/cancel.js";
import { Chain } from "../../core/chain.js";
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
import { Invocation, type Life, type Round, type Standing } from "./invocation.js";
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

type Method = (request: RpcRequest, caller: Caller, frame: Frame) => Awaitable<string>;

export class ModernServer {
  readonly #serving: Serving;
  readonly #supported: readonly string[];
  readonly #writer: ResultWriter;
  readonly #sealer: StateSealer;
  readonly #held: HeldCalls;
  readonly #running = new Chain<Invocation>();
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

  /** Never throws or rejects. */
  handle(request: RpcRequest, frame: Frame): Awaitable<Reply | undefined> {
    return either(
      () => this.#start(request, frame),
      (result) => (frame.cancel.aborted ? undefined : { text: resultText(request.id, result) }),
      (thrown) => this.#failed(thrown, request, frame),
    );
  }

  #start(request: RpcRequest, frame: Frame): Awaitable<string> {
    frame.checkFrame?.(request);
    const caller = readCaller(request.params, this.#supported);
    const method = this.#methods.get(request.method);
    if (method === undefined) throw new McpError(METHOD_NOT_FOUND, "Method not found", { method: request.method });
    frame.checkTarget?.(request);
    readLogLevel(request.params);
    return method(request, caller, frame);
  }

  #failed(thrown: unknown, request: RpcRequest, frame: Frame): Reply | undefined {
    if (frame.cancel.aborted) return undefined;
    if (thrown instanceof McpError) {
      const text = errorText(request.id, thrown.code, thrown.message, thrown.data);
      return thrown instanceof Refusal && thrown.code === METHOD_NOT_FOUND ? { text } : { text, code: thrown.code };
    }
    this.#serving.log.error(`${request.method} failed: ${messageOf(thrown)}`, thrown);
    return { text: errorText(request.id, INTERNAL_ERROR, "Internal error"), code: INTERNAL_ERROR };
  }

  /** The arguments of a tool that HTTP mirrors into headers; empty for a tool that does not exist. */
  paramHeaders(tool: string): readonly ParamHeader[] {
    return this.#paramHeaders.get(tool) ?? [];
  }

  /** Gives up what runs and waits; subscriptions end with their results. */
  close(): void {
    this.#subscriptions.close();
    for (const invocation of this.#running.list()) invocation.abort("the server is shutting down");
    this.#held.close();
  }

  #run(request: RpcRequest, caller: Caller, frame: Frame): Awaitable<string> {
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
    return andThen(token === undefined ? emptyState : this.#sealer.open(token, binding), (state) => {
      frame.cancel.throwIfAborted(); // nothing begins for a call that nobody waits for
      const round: Round = { caller, state, responses };
      const listener = new RequestListener(request, frame);
      const invocation =
        state.held === undefined
          ? this.#begin(target, round, new Reporting(this.#serving, listener, frame.auth), life)
          : this.#resume(state.held, round, target.input, listener);
      return this.#follow(invocation, frame.cancel, target, binding);
    });
  }

  /** Waits until a run is finished or needs answers, and writes what goes out then. */
  #follow(invocation: Invocation, cancel: Cancel, target: Target<Written>, binding: Binding): Promise<string> {
    const unlisten = cancel.onAbort(() => invocation.abort("the call was cancelled"));
    this.#running.add(invocation);
    return new Promise((resolve, reject) => {
      const ending =
        <T>(end: (value: T) => void) =>
        (value: T): void => {
          invocation.reporting.end();
          invocation.leave();
          unlisten();
          end(value);
        };
      invocation.onStanding((standing) => {
        void either(() => this.#textOf(standing, invocation, target, binding), ending(resolve), ending(reject));
      });
    });
  }

  #textOf(standing: Standing, invocation: Invocation, target: Target<Written>, binding: Binding): Awaitable<string> {
    if (standing.kind === "done") return standing.text;
    if (standing.kind === "posed") return this.#suspend(standing.asks, invocation, target, binding);
    return this.#finish(standing, invocation, target, binding);
  }

  #begin(target: Target<Written>, round: Round, reporting: Reporting, life: Life): Invocation {
    const invocation = new Invocation(this.#sealer, round, reporting, life);
    const { cancel } = invocation;
    const { log } = this.#serving;
    const job = { target, caller: round.caller, asker: invocation, cancel, surroundings: reporting, log };
    dispatch(job, (outcome) => invocation.settle(outcome));
    return invocation;
  }

  #resume(held: string, round: Round, input: Fields, listener: Listener): Invocation {
    const invocation = this.#held.take(held);
    if (invocation === undefined) {
      this.#serving.log.warn(
        "refused requestState: the call that it belongs to does not wait in this process. A question that must " +
          "survive restarts or several processes belongs into a resolver.",
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

  #finish(outcome: Unfinished, invocation: Invocation, target: Target<Written>, binding: Binding): Awaitable<string> {
    if (outcome.kind === "failed") throw new Refusal(outcome.code, outcome.message, outcome.data);
    if (outcome.kind === "another") for (const ask of outcome.asks) invocation.demandCapability(ask);
    const { answers } = invocation;
    const kept: Kept =
      outcome.kind === "another"
        ? { answers: emptyState.answers, held: undefined, byHand: true, own: outcome.state }
        : { answers, held: undefined, byHand: false, own: undefined };
    return orElse(
      () => this.#ask(outcome.asks, kept, invocation, binding),
      (thrown) => {
        if (!(thrown instanceof StateTooLong)) throw thrown;
        return failure(target, `${target.name} did not run: the answers to its questions are too long.`);
      },
    );
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

  #ask(asks: readonly Ask[], { answers, held, byHand, own }: Kept, invocation: Invocation, binding: Binding): Awaitable<string> {
    return andThen(allOf(asks.map((ask) => invocation.question(ask))), (questions) => {
      const asked = new Map<string, string>();
      let requests = "";
      for (const [index, { text, digest }] of questions.entries()) {
        const { key } = asks[index] as Ask;
        asked.set(key, digest);
        requests += `${index === 0 ? "" : ","}${JSON.stringify(key)}:${text}`;
      }
      return andThen(this.#sealer.seal({ answers, asked, held, byHand, own }, binding), (token) => {
        const state = `"requestState":${JSON.stringify(token)}`;
        return this.#writer.writeText("input_required", requests === "" ? state : `"inputRequests":{${requests}},${state}`);
      });
    });
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
