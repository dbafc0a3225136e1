/** Serves modern requests, each complete in itself. One object serves all connections; only held calls outlive a request. */

import type { Tool } from "../../core/app.js";
import type { Call } from "../../core/call.js";
import type { Cancel } from "../../core/cancel.js";
import { dispatch, failedTool } from "../../core/dispatch.js";
import type { Ask, Auth, Caller, Outcome, RequestHeaders } from "../../core/domain.js";
import { type ParamHeader, paramHeaders } from "../../core/param-headers.js";
import { errorResult } from "../../core/results.js";
import { nothingAround } from "../../core/surroundings.js";
import { INTERNAL_ERROR, INVALID_PARAMS, McpError, METHOD_NOT_FOUND, messageOf } from "../../errors.js";
import { type Fields, isFields, own } from "../../json.js";
import { errorText, type RpcRequest, resultText } from "../../jsonrpc/message.js";
import type { Serving } from "../era.js";
import { findTool, readCallParams, refusedState, writeResult } from "../tool-call.js";
import { readCaller } from "./envelope.js";
import { HeldCalls } from "./held.js";
import { Invocation, type Round } from "./invocation.js";
import { type Binding, emptyState, type State, StateSealer, StateTooLong } from "./state.js";
import { discoverBody, inputRequest, listBody, ResultWriter } from "./wire.js";

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
  readonly #paramHeaders: ReadonlyMap<string, readonly ParamHeader[]>;
  readonly #methods: ReadonlyMap<string, Method>;

  /** @param supported - every revision that the server speaks, those of other eras included. */
  constructor(serving: Serving, supported: readonly string[]) {
    const { app } = serving;
    this.#serving = serving;
    this.#supported = supported;
    this.#writer = new ResultWriter(app);
    this.#sealer = new StateSealer(serving);
    this.#held = new HeldCalls(serving.maxHeldCalls, serving.answerTimeoutMs);
    this.#paramHeaders = new Map(app.tools.map(({ name, inputSchema }) => [name, paramHeaders(inputSchema)]));
    const list = this.#writer.write("complete", listBody(app));
    const discover = this.#writer.write("complete", discoverBody(app, supported));
    this.#methods = new Map<string, Method>([
      ["server/discover", () => discover],
      ["tools/list", () => list],
      ["tools/call", (request, caller, frame) => this.#call(request, caller, frame)],
    ]);
  }

  async handle(request: RpcRequest, frame: Frame): Promise<Reply | undefined> {
    try {
      frame.checkFrame?.(request);
      const caller = readCaller(request.params, this.#supported);
      const method = this.#methods.get(request.method);
      if (method === undefined) throw new McpError(METHOD_NOT_FOUND, "Method not found", { method: request.method });
      frame.checkTarget?.(request);
      const result = await method(request, caller, frame);
      return frame.cancel.aborted ? undefined : { text: resultText(request.id, result) };
    } catch (thrown) {
      if (frame.cancel.aborted) return undefined;
      if (thrown instanceof McpError) {
        const text = errorText(request.id, thrown.code, thrown.message, thrown.data);
        return thrown instanceof ToolRefusal && thrown.code === METHOD_NOT_FOUND ? { text } : { text, code: thrown.code };
      }
      this.#serving.log.error(`${request.method} failed: ${messageOf(thrown)}`, thrown);
      return { text: errorText(request.id, INTERNAL_ERROR, "Internal error"), code: INTERNAL_ERROR };
    }
  }

  /** The arguments of a tool that HTTP mirrors into headers; empty for a tool that does not exist. */
  paramHeaders(tool: string): readonly ParamHeader[] {
    return this.#paramHeaders.get(tool) ?? [];
  }

  close(): void {
    for (const invocation of this.#running) invocation.abort("the server is shutting down");
    this.#held.close();
  }

  async #call(request: RpcRequest, caller: Caller, frame: Frame): Promise<string> {
    const { name, input } = readCallParams(request.params);
    const tool = findTool(this.#serving.offering, name, frame.auth);
    const binding: Binding = { method: request.method, target: name, input, principal: frame.auth?.principal };
    const token = own(request.params, "requestState") ?? undefined;
    const state = token === undefined ? emptyState : await this.#sealer.open(token, binding);
    frame.cancel.throwIfAborted(); // nothing begins for a call that nobody waits for
    const round: Round = { caller, state, responses: responsesOf(request.params) };
    const invocation = state.held === undefined ? this.#begin(tool, input, round) : this.#resume(state.held, round, input);
    const unlisten = frame.cancel.onAbort(() => invocation.abort("the call was cancelled"));
    this.#running.add(invocation);
    try {
      const standing = await invocation.standing();
      if ("outcome" in standing) return await this.#finish(standing.outcome, invocation, binding);
      return await this.#suspend(standing.posed, invocation, binding);
    } finally {
      this.#running.delete(invocation);
      unlisten();
    }
  }

  #begin(tool: Tool, input: Fields, round: Round): Invocation {
    const invocation = new Invocation(this.#sealer, round);
    const job = {
      name: tool.name,
      target: tool.name,
      input,
      caller: round.caller,
      surroundings: nothingAround,
      handle: (call: Call) => tool.handle(call),
      failed: failedTool,
    };
    invocation.run(dispatch(job, invocation, invocation.cancel, this.#serving.log));
    return invocation;
  }

  #resume(held: string, round: Round, input: Fields): Invocation {
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
    return invocation;
  }

  async #finish(outcome: Outcome, invocation: Invocation, binding: Binding): Promise<string> {
    const { target } = binding;
    if (outcome.kind === "failed") throw new ToolRefusal(outcome.code, outcome.message, outcome.data);
    if (outcome.kind === "done") return writeResult(target, outcome, (done) => this.#writer.callResult(done), this.#serving.log);
    if (outcome.kind === "another") for (const ask of outcome.asks) invocation.demandCapability(ask);
    const kept =
      outcome.kind === "another" ? { ...nothing, byHand: true, own: outcome.state } : { ...nothing, answers: invocation.answers };
    try {
      return await this.#ask(outcome.asks, kept, binding);
    } catch (thrown) {
      if (!(thrown instanceof StateTooLong)) throw thrown;
      return this.#writer.callResult(errorResult(`${target} did not run: the answers to its questions are too long.`));
    }
  }

  async #suspend(asks: readonly Ask[], invocation: Invocation, binding: Binding): Promise<string> {
    const size = sizeOf(binding.input);
    if (!this.#held.hasRoom(size)) {
      invocation.abort("too many calls are waiting for answers");
      return this.#writer.callResult(
        errorResult(`${binding.target} could not ask: too many calls are waiting for answers. Try again later.`),
      );
    }
    const held = this.#held.newId();
    this.#held.keep(held, invocation, size); // before anything is awaited, so that the bound holds
    try {
      const result = await this.#ask(asks, { ...nothing, held }, binding);
      invocation.cancel.throwIfAborted(); // nobody would come back for it
      return result;
    } catch (thrown) {
      this.#held.take(held);
      throw thrown;
    }
  }

  async #ask(asks: readonly Ask[], kept: Omit<State, "asked">, binding: Binding): Promise<string> {
    const requests = asks.map((ask) => [ask.key, inputRequest(ask)] as const);
    const asked = new Map(
      await Promise.all(requests.map(async ([key, rendered]) => [key, await this.#sealer.question(rendered)] as const)),
    );
    return this.#writer.write("input_required", {
      ...(requests.length > 0 && { inputRequests: Object.fromEntries(requests) }),
      requestState: await this.#sealer.seal({ ...kept, asked }, binding),
    });
  }
}

const nothing: Omit<State, "asked"> = emptyState;

/** An error that a tool raised itself: the method exists, whatever its number says. */
class ToolRefusal extends McpError {}

const sizeOf = (input: Fields): number => JSON.stringify(input).length;

function responsesOf(params: Fields): Fields | undefined {
  const responses = own(params, "inputResponses");
  if (responses === undefined || responses === null) return undefined;
  if (!isFields(responses)) throw new McpError(INVALID_PARAMS, "inputResponses must be an object.");
  return responses;
}
