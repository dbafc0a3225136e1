/** Modern requests on a duplex: which of them run, and the notice that cancels one (specification: stdio, "Cancellation"). */

import { own } from "../../json.js";
import type { RequestId, RpcNotification, RpcRequest } from "../../jsonrpc/message.js";
import type { ModernServer } from "./server.js";

export class ModernDuplex {
  readonly #server: ModernServer;
  /** The requests that are being worked on. */
  readonly running = new Map<RequestId, AbortController>();

  constructor(server: ModernServer) {
    this.#server = server;
  }

  /** The reply, or undefined when the request was cancelled and gets none. Never rejects. */
  async answer(request: RpcRequest): Promise<string | undefined> {
    const { id } = request;
    const controller = new AbortController();
    this.running.set(id, controller);
    try {
      return (await this.#server.handle(request, { signal: controller.signal }))?.text;
    } finally {
      this.running.delete(id);
    }
  }

  /** Takes a notice that belongs to a request here; false leaves it to others. */
  notice(notification: RpcNotification): boolean {
    const id = notification.method === "notifications/cancelled" ? own(notification.params, "requestId") : undefined;
    const controller = typeof id === "string" || typeof id === "number" ? this.running.get(id) : undefined;
    controller?.abort(new Error("the client cancelled the call"));
    return controller !== undefined;
  }

  close(): void {
    for (const controller of this.running.values()) controller.abort(new Error("the connection is closed"));
    this.#server.close();
  }
}
