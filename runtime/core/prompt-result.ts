/** From what a prompt function returned to the messages of the prompt. */

import type { ContentBlock, GetPromptResult, PromptDone, PromptMessage } from "./domain.js";
import { refuseInterim } from "./input-required.js";

/** What a prompt function may return: a text, content, messages, several of these, or the whole result. */
export type PromptValue =
  | string
  | ContentBlock
  | PromptMessage
  | readonly (string | ContentBlock | PromptMessage)[]
  | GetPromptResult;

/** Texts and content become messages of the user. */
export function promptResult(value: PromptValue): PromptDone {
  refuseInterim(value);
  if (typeof value === "object" && "messages" in value) return { kind: "done", ...value };
  const parts = Array.isArray(value)
    ? (value as readonly (string | ContentBlock | PromptMessage)[])
    : [value as string | ContentBlock | PromptMessage];
  return { kind: "done", messages: parts.map(message) };
}

function message(part: string | ContentBlock | PromptMessage): PromptMessage {
  if (typeof part === "string") return { role: "user", content: { type: "text", text: part } };
  return "role" in part ? part : { role: "user", content: part };
}
