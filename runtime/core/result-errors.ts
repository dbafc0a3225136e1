/** What is wrong with a tool's result: errors that clients with types throw. */

import type { CallToolResult } from "./domain.js";

/** A tool failed and said why: the message is for people, the result is whole. */
export class ToolError extends Error {
  readonly result: CallToolResult;

  constructor(result: CallToolResult) {
    super(textBlocks(result).join("\n") || "The tool failed without saying why.");
    this.name = "ToolError";
    this.result = result;
  }
}

/** A server broke its own output schema. The message has one line a problem, without the values; the result is whole. */
export class ResultError extends Error {
  readonly result: CallToolResult;

  constructor(message: string, result: CallToolResult) {
    super(message);
    this.name = "ResultError";
    this.result = result;
  }
}

export function textBlocks(result: CallToolResult): string[] {
  return result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
}
