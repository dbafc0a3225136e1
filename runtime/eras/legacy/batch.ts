/** Several messages in one body, which 2025-03-26 alone has (specification 2025-03-26: basic, "Batching"; decision W8). */

import { INVALID_REQUEST } from "../../errors.js";
import {
  errorText,
  type RequestId,
  type RpcFailure,
  type RpcNotification,
  type RpcRequest,
  type RpcResult,
  readMessage,
} from "../../jsonrpc/message.js";
import type { LegacySession } from "./session.js";

export const mostInBatch = 100;

export interface Batch {
  readonly requests: readonly RpcRequest[];
  readonly others: readonly (RpcNotification | RpcResult | RpcFailure)[];
  /** The replies to entries that are no messages, or that must not stand in a batch. */
  readonly errors: readonly string[];
}

/** Sorts the entries; a broken one spoils nothing but itself (JSON-RPC 2.0, section 6). */
export function readBatch(values: readonly unknown[], session: LegacySession): Batch {
  const requests: RpcRequest[] = [];
  const others: (RpcNotification | RpcResult | RpcFailure)[] = [];
  const errors: string[] = [];
  const ids = new Set<RequestId>();
  for (const value of values) {
    const message = readMessage(value);
    if (message.kind === "malformed") {
      const why = `Invalid message: ${message.reason}.`;
      if (message.seems === "reply" && message.id !== undefined) {
        session.peer.fail(message.id, new Error(`the client sent an invalid answer: ${message.reason}`));
      } else if (message.seems !== "notification") errors.push(errorText(message.id, INVALID_REQUEST, why));
    } else if (message.kind !== "request") others.push(message);
    else if (message.method === "initialize") {
      errors.push(errorText(message.id, INVALID_REQUEST, "initialize must not be part of a batch."));
    } else if (ids.has(message.id) || session.running.has(message.id)) {
      const why = `A request with the id ${JSON.stringify(message.id)} is still running.`;
      errors.push(errorText(message.id, INVALID_REQUEST, why));
    } else {
      ids.add(message.id);
      requests.push(message);
    }
  }
  return { requests, others, errors };
}
