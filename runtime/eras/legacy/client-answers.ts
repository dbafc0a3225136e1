/** Serves the requests of a legacy server: its questions, answered by the callbacks, and its pings. */

import { INTERNAL_ERROR, McpError, METHOD_NOT_FOUND, messageOf } from "../../errors.js";
import { orAborted } from "../../jsonrpc/aborting.js";
import { errorText, type RequestId, type RpcRequest, resultText } from "../../jsonrpc/message.js";
import type { Peer } from "../../jsonrpc/peer.js";
import type { Answering } from "../answering.js";

export class LegacyAnswers {
  readonly #answering: Answering;
  readonly #peer: Peer;
  readonly #send: (text: string) => Promise<void>;
  /** What is being answered. */
  readonly #open = new Map<RequestId, AbortController>();

  constructor(answering: Answering, peer: Peer, send: (text: string) => Promise<void>) {
    this.#answering = answering;
    this.#peer = peer;
    this.#send = send;
  }

  /** Answers a request; the clocks of our own requests stand still meanwhile. */
  async serve(request: RpcRequest): Promise<void> {
    const controller = new AbortController();
    this.#open.set(request.id, controller);
    const { signal } = controller;
    try {
      const reply = await this.#peer.patiently(() => orAborted(this.#reply(request, signal), signal));
      await this.#send(reply);
    } catch {
      // Not wanted any more: the callback heard of it through its signal.
    } finally {
      if (this.#open.get(request.id) === controller) this.#open.delete(request.id);
    }
  }

  cancel(id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    this.#open.get(id)?.abort(new Error("the server does not wait for the answer any more"));
  }

  close(reason: string): void {
    for (const controller of this.#open.values()) controller.abort(new Error(reason));
  }

  async #reply({ id, method, params }: RpcRequest, signal: AbortSignal): Promise<string> {
    try {
      if (method === "ping") return resultText(id, "{}");
      return resultText(id, JSON.stringify(await this.#answering.answer(method, params, signal)));
    } catch (thrown) {
      if (thrown instanceof McpError)
        return errorText(id, thrown.code, thrown.message, thrown.code === METHOD_NOT_FOUND ? { method } : thrown.data);
      return errorText(id, INTERNAL_ERROR, messageOf(thrown));
    }
  }
}
