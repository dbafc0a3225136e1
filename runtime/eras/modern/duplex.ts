/** Modern requests on a duplex: which of them run, and the notice that cancels one (specification: stdio, "Cancellation"). */

import { type Awaitable, andThen } from "../../core/awaitable.js";
import { Cancel } from "../../core/cancel.js";
import type { Auth } from "../../core/domain.js";
import { own } from "../../json.js";
import type { RequestId, RpcNotification, RpcRequest } from "../../jsonrpc/message.js";
import { listenMethod, type ModernServer } from "./server.js";

export class ModernDuplex {
  readonly #server: ModernServer;
  readonly #auth: Auth | undefined;
  readonly #send: (text: string) => void;
  /** The requests that are being worked on. */
  readonly running = new Map<RequestId, Cancel>();

  /** @param send - puts a text on the pipe. */
  constructor(server: ModernServer, auth: Auth | undefined, send: (text: string) => void) {
    this.#server = server;
    this.#send = send;
    this.#auth = auth;
  }

  /** The reply, or undefined when the request was cancelled and gets none. Never rejects. */
  answer(request: RpcRequest): Awaitable<string | undefined> {
    const { id } = request;
    const cancel = new Cancel();
    this.running.set(id, cancel);
    return andThen(this.#server.handle(request, { cancel, auth: this.#auth, send: this.#send }), (reply) => {
      this.running.delete(id);
      return reply?.text;
    });
  }

  /** Takes a notice that belongs to a request here; false leaves it to others. */
  notice(notification: RpcNotification): boolean {
    const id = notification.method === "notifications/cancelled" ? own(notification.params, "requestId") : undefined;
    const cancel = typeof id === "string" || typeof id === "number" ? this.running.get(id) : undefined;
    cancel?.abort("the client cancelled the call");
    return cancel !== undefined;
  }

  /** Whether a request goes on until somebody ends it. */
  isLasting({ method }: RpcRequest): boolean {
    return method === listenMethod;
  }

  /** Ends on the server's own initiative: subscriptions with their results, everything else is given up. */
  end(): void {
    this.#server.close();
  }

  /** The client is gone. */
  close(): void {
    for (const cancel of this.running.values()) cancel.abort("the connection is closed");
    this.#server.close();
  }
}
