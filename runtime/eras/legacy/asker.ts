/** Puts the questions of a call to a legacy client: one at a time, as requests in the middle of the call. */

import { type Asker, CallFailure, readAnswer } from "../../core/call.js";
import { declares, neededFor } from "../../core/capabilities.js";
import type { Answer, Ask } from "../../core/domain.js";
import { INVALID_REQUEST, McpError } from "../../errors.js";
import { notificationText } from "../../jsonrpc/message.js";
import { TimeoutError } from "../../jsonrpc/peer.js";
import type { Handshake, LegacySession, Line } from "./session.js";
import { featuresOf } from "./versions.js";
import { askParams } from "./wire.js";

export interface AskerOptions {
  readonly session: LegacySession;
  readonly handshake: Handshake;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly line: Line;
}

export class LegacyAsker implements Asker {
  readonly concurrent = false;
  readonly #options: AskerOptions;

  constructor(options: AskerOptions) {
    this.#options = options;
  }

  resolve(ask: Ask): Promise<Answer> {
    return this.hold(ask);
  }

  /** @throws McpError when the client can't be asked (decisions Q7, Q8, Q16) or refuses; CallFailure when nobody answers in time. */
  async hold(ask: Ask): Promise<Answer> {
    const { session, handshake, signal, timeoutMs, line } = this.#options;
    const requiredCapabilities = neededFor(ask);
    if (line.blocked !== undefined)
      throw new McpError(INVALID_REQUEST, `The question '${ask.name}' can't be put: ${line.blocked}`);
    const params = askParams(ask, handshake.version);
    if (!declares(handshake.capabilities, requiredCapabilities)) {
      const message = `The client did not declare the capability elicitation.${ask.mode}, which the question '${ask.name}' needs.`;
      throw new McpError(INVALID_REQUEST, message, { requiredCapabilities });
    }
    try {
      return readAnswer(ask.key, await session.ask(params, line, signal, timeoutMs));
    } catch (thrown) {
      if (!(thrown instanceof TimeoutError)) throw thrown;
      throw new CallFailure(`The question '${ask.key}' was not answered within ${Math.round(timeoutMs / 1000)} seconds.`);
    }
  }

  async completed(elicitationId: string): Promise<void> {
    const { handshake, line } = this.#options;
    if (line.blocked !== undefined || !featuresOf(handshake.version).urls) return;
    line.send(notificationText("notifications/elicitation/complete", { elicitationId }));
  }
}
