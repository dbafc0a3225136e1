/** The shapes of JSON-RPC 2.0 messages, read from and written to text. Knows no method of MCP. */

import { type Fields, isFields } from "../json.js";

export type RequestId = string | number;

export interface RpcRequest {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: Fields;
}
export interface RpcNotification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: Fields;
}
export interface RpcResult {
  readonly kind: "result";
  readonly id: RequestId;
  readonly result: Fields;
}
export interface RpcFailure {
  readonly kind: "failure";
  readonly id: RequestId | undefined;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}
export interface Malformed {
  readonly kind: "malformed";
  /** What it seems to be: only a request gets an error reply, a broken reply fails the request that waits for it. */
  readonly seems: "request" | "notification" | "reply" | "nothing";
  readonly id: RequestId | undefined;
  readonly reason: string;
}
export type Message = RpcRequest | RpcNotification | RpcResult | RpcFailure;

const noParams: Fields = Object.freeze({});

/** Reads one parsed value as a message; what is none comes back as `malformed` with the reason and the id, if one can be read. */
export function readMessage(value: unknown): Message | Malformed {
  if (!isFields(value)) {
    return malformed("nothing", undefined, Array.isArray(value) ? "batches are not accepted" : "a message is a JSON object");
  }
  const id = isId(value.id) ? value.id : undefined;
  const seems = seemingly(value);
  if (value.jsonrpc !== "2.0") return malformed(seems, id, 'jsonrpc must be "2.0"');
  if (typeof value.method === "string") {
    const params = value.params ?? noParams;
    if (!isFields(params)) return malformed(seems, id, "params must be an object");
    if (value.id === undefined) return { kind: "notification", method: value.method, params };
    if (id === undefined) return malformed(seems, undefined, "id must be a string or an integer");
    return { kind: "request", id, method: value.method, params };
  }
  if (isFields(value.error)) {
    const { code, message, data } = value.error;
    if (typeof code !== "number" || typeof message !== "string") return malformed(seems, id, "error needs a code and a message");
    return { kind: "failure", id, error: data === undefined ? { code, message } : { code, message, data } };
  }
  if (isFields(value.result) && id !== undefined) return { kind: "result", id, result: value.result };
  return malformed(
    seems,
    id,
    seems === "reply" ? "result and error must be objects" : "neither a request, a notification nor a response",
  );
}

function seemingly(value: Fields): Malformed["seems"] {
  if (value.method !== undefined) return value.id === undefined ? "notification" : "request";
  return Object.hasOwn(value, "result") || Object.hasOwn(value, "error") ? "reply" : "nothing";
}

function malformed(seems: Malformed["seems"], id: RequestId | undefined, reason: string): Malformed {
  return { kind: "malformed", seems, id, reason };
}

function isId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** A result reply around a text that is JSON already. */
export function resultText(id: RequestId, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`;
}

/** An error reply; without an id when none could be read. Data that JSON can't carry is left out. */
export function errorText(id: RequestId | undefined, code: number, message: string, data?: unknown): string {
  const write = (data: unknown): string => JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } });
  try {
    return write(data);
  } catch {
    return write(undefined);
  }
}

export function requestText(id: RequestId, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

export function notificationText(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}
