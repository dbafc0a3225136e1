/** One legacy session: what the handshake settled, the calls that run, the questions that wait. One a duplex, many over HTTP. */

import type { Cancel } from "../../core/cancel.js";
import type { Auth, Caller, Implementation, LogLevel, RequestHeaders } from "../../core/domain.js";
import type { Fields } from "../../json.js";
import { notificationText, type RequestId } from "../../jsonrpc/message.js";
import { Peer } from "../../jsonrpc/peer.js";

/** The way back to the client for messages that belong to one of its requests. */
export interface Line {
  send(text: string): void;
  /** Why nothing can be sent (any more), and what to do about it; undefined while it can. */
  readonly blocked: string | undefined;
  /** Lets go of the connection; the client comes back for what is missing. Absent where there is no such way. */
  close?(): void;
  /** The headers of the HTTP request; absent on other transports. */
  readonly headers?: RequestHeaders;
}

export interface Handshake {
  readonly version: string;
  readonly clientInfo: Implementation | undefined;
  readonly capabilities: Fields;
}

export class LegacySession {
  /** Pairs the server's questions with the client's answers. */
  readonly peer: Peer;
  /** The requests of the client that are being worked on. */
  readonly running = new Map<RequestId, Cancel>();
  /** Where each question went, so that its cancellation can follow. */
  readonly #lines = new Map<RequestId, Line>();
  /** Whose session it is: the same principal for all its requests. What it may do is as its latest request says. */
  auth: Auth | undefined;
  /** The way for what belongs to no request: the stream that the client opened for it, or the pipe. */
  standing: Line | undefined;
  /** The least severe log message that the client wants; undefined until it says. */
  logLevel: LogLevel | undefined;
  /** The resources of whose changes the client wants to hear. */
  readonly subscribed = new Set<string>();
  readonly #closing: (() => void)[] = [];
  #handshake: Handshake | undefined;

  constructor(auth?: Auth) {
    this.auth = auth;
    this.peer = new Peer({
      abandoned: (requestId, reason) =>
        this.#lines.get(requestId)?.send(notificationText("notifications/cancelled", { requestId, reason })),
    });
  }

  get handshake(): Handshake | undefined {
    return this.#handshake;
  }

  shake(handshake: Handshake): void {
    this.#handshake = handshake;
  }

  caller(handshake: Handshake): Caller {
    const { version, clientInfo, capabilities } = handshake;
    return { era: "legacy", protocolVersion: version, clientInfo, capabilities };
  }

  /**
   * Puts a question on a line and settles with the raw reply.
   *
   * @param asking - gets the id of the question, by which `peer.abandon` takes it back.
   */
  async ask(method: string, params: object, line: Line, timeoutMs: number, asking: (id: RequestId) => void): Promise<Fields> {
    let asked: RequestId | undefined;
    const send = (text: string, id: RequestId): void => {
      asked = id;
      this.#lines.set(id, line);
      asking(id);
      line.send(text);
    };
    try {
      return await this.peer.request(method, params, send, { timeoutMs });
    } finally {
      if (asked !== undefined) this.#lines.delete(asked);
    }
  }

  /** Sends what belongs to no request; lost while the client listens to nothing. */
  tell(text: string): void {
    this.standing?.send(text);
  }

  /** Calls back when the session ends. */
  onClose(listener: () => void): void {
    this.#closing.push(listener);
  }

  /** Ends everything that runs or waits. */
  close(reason: string): void {
    for (const listener of this.#closing.splice(0)) listener();
    for (const cancel of this.running.values()) cancel.abort(reason);
    this.peer.close(reason);
  }
}
