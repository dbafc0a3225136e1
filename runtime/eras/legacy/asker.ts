/** Puts the questions of a call to a legacy client: one at a time, as requests in the middle of the call. */

import { type Asker, CallFailure } from "../../core/call.js";
import type { Cancel } from "../../core/cancel.js";
import { missingFor } from "../../core/capabilities.js";
import type { Ask, Reply } from "../../core/domain.js";
import { readReply } from "../../core/reply.js";
import { INVALID_REQUEST, McpError } from "../../errors.js";
import { notificationText, type RequestId } from "../../jsonrpc/message.js";
import { TimeoutError } from "../../jsonrpc/peer.js";
import { askRequest } from "./questions.js";
import type { Handshake, LegacySession, Line } from "./session.js";
import { featuresOf } from "./versions.js";

const cancelled = "the call was cancelled";

export interface AskerOptions {
  readonly session: LegacySession;
  readonly handshake: Handshake;
  readonly cancel: Cancel;
  readonly timeoutMs: number;
  readonly line: Line;
  /** What a round by hand left for this one. */
  readonly given: Asker["given"];
}

export class LegacyAsker implements Asker {
  readonly concurrent = false;
  readonly #options: AskerOptions;
  /** The questions that wait for an answer. */
  #open: Set<RequestId> | undefined;

  constructor(options: AskerOptions) {
    this.#options = options;
  }

  get given(): Asker["given"] {
    return this.#options.given;
  }

  resolve(ask: Ask): Promise<Reply> {
    return this.hold(ask);
  }

  /** @throws McpError when the client can't be asked (decisions Q7, Q8, Q16) or refuses; CallFailure when nobody answers in time. */
  async hold(ask: Ask): Promise<Reply> {
    const { session, handshake, cancel, timeoutMs, line } = this.#options;
    if (line.blocked !== undefined)
      throw new McpError(INVALID_REQUEST, `The question '${ask.name}' can't be put: ${line.blocked}`);
    const { method, params } = askRequest(ask, handshake.version);
    const missing = missingFor(ask, handshake.capabilities);
    if (missing !== undefined) {
      throw new McpError(INVALID_REQUEST, missing.message, { requiredCapabilities: missing.requiredCapabilities });
    }
    if (cancel.aborted) throw new Error(cancelled);
    this.#open ??= new Set();
    const open = this.#open;
    let id: RequestId | undefined;
    const asking = (given: RequestId): void => {
      id = given;
      open.add(given);
    };
    const unlisten = cancel.onAbort(() => {
      if (id !== undefined) session.peer.abandon(id, new Error(cancelled));
    });
    try {
      return readReply(ask, await session.ask(method, params, line, timeoutMs, asking));
    } catch (thrown) {
      if (!(thrown instanceof TimeoutError)) throw thrown;
      throw new CallFailure(`The question '${ask.key}' was not answered within ${Math.round(timeoutMs / 1000)} seconds.`);
    } finally {
      if (id !== undefined) open.delete(id);
      unlisten();
    }
  }

  /** Takes back what the tool asked without waiting for the answer: the tool is through. */
  withdraw(): void {
    for (const id of this.#open ?? []) this.#options.session.peer.abandon(id, new Error("the call is over"));
  }

  async completed(elicitationId: string): Promise<void> {
    const { handshake, line } = this.#options;
    if (line.blocked !== undefined || !featuresOf(handshake.version).urls) return;
    line.send(notificationText("notifications/elicitation/complete", { elicitationId }));
  }
}
