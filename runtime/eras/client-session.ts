/** What a client is over either era, and what it takes to build one. */

import type { CallToolResult, ContentBlock, Era, Implementation } from "../core/domain.js";
import { type Fields, isFields, type JsonValue, own } from "../json.js";
import type { Answering } from "./answering.js";

export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** How long the server may take, in milliseconds, not counting the time in which a person answers; 60,000 unless given. */
  readonly timeoutMs?: number;
}

/** What the sessions of both eras are built with. */
export interface SessionOptions {
  readonly clientInfo: Implementation;
  readonly answering: Answering;
  readonly timeoutMs: number;
  /** How often a call may be asked for more input before it is given up. */
  readonly maxRounds: number;
  readonly report: (reason: string) => void;
}

export interface ToolDescription {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Fields;
  readonly outputSchema?: Fields;
  readonly annotations?: Fields;
}

/** What a client sends along when it drives the rounds of a call itself. */
export interface RoundInput {
  /** Answers under the keys of the questions. */
  readonly inputResponses?: Fields;
  /** The state of the round before, unchanged. */
  readonly requestState?: string;
}

/** A call that goes on: answer the questions and call again with the answers and the state. */
export interface InterimResult {
  readonly resultType: "input_required";
  readonly inputRequests: Readonly<Record<string, { readonly method: string; readonly params?: Fields }>>;
  readonly requestState: string | undefined;
}

export interface ClientSession {
  readonly era: Era;
  readonly protocolVersion: string;
  readonly serverInfo: Implementation | undefined;
  readonly serverCapabilities: Fields;
  readonly instructions: string | undefined;
  request(method: string, params: Fields, options?: CallOptions): Promise<Fields>;
  callTool(name: string, args: Fields, options?: CallOptions): Promise<CallToolResult>;
  callToolOnce(name: string, args: Fields, round: RoundInput, options?: CallOptions): Promise<CallToolResult | InterimResult>;
  /** Absent where the era has no such notice. */
  rootsChanged?(): Promise<void>;
  close(): Promise<void>;
}

/** A call's result; `content` that an older server left out is an empty list. */
export function readCallResult(result: Fields): CallToolResult {
  const content = own(result, "content") ?? [];
  if (!Array.isArray(content)) throw new Error("The server sent a tool result whose content is not a list.");
  const structured = own(result, "structuredContent");
  const meta = own(result, "_meta");
  return {
    content: content as ContentBlock[],
    ...(structured !== undefined && { structuredContent: structured as JsonValue }),
    ...(result.isError === true && { isError: true }),
    ...(isFields(meta) && { _meta: meta as NonNullable<CallToolResult["_meta"]> }),
  };
}
