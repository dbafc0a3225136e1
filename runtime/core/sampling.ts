/** What a prompt for the client's model must look like before it is sent (specification: client/sampling, "Message Content Constraints"). */

import { isFields } from "../json.js";
import type { CreateMessageParams, SamplingMessage } from "./domain.js";

/**
 * Every use of a tool is followed by a message of the user with the results of all uses and nothing else; results stand nowhere
 * else. Providers refuse everything else with errors that nobody understands.
 *
 * @throws TypeError that names the message.
 */
export function checkSampling({ messages }: CreateMessageParams): void {
  let waiting: readonly string[] = [];
  messages.forEach((message, index) => {
    const where = `messages[${index}]`;
    const results = idsOf(message, "tool_result", "toolUseId");
    const lacking = waiting.filter((id) => !results.includes(id));
    if (lacking.length > 0) throw new TypeError(`sample: ${where} must hold the result of the tool use ${named(lacking)}.`);
    const stray = results.filter((id) => !waiting.includes(id));
    if (stray.length > 0)
      throw new TypeError(`sample: ${where} has a result for ${named(stray)}, which the message before did not use.`);
    if (results.length > 0 && (message.role !== "user" || blocksOf(message).length > results.length)) {
      throw new TypeError(`sample: ${where} has results of tools: it must be of the user and hold nothing else.`);
    }
    waiting = idsOf(message, "tool_use", "id");
    if (waiting.length > 0 && message.role !== "assistant")
      throw new TypeError(`sample: ${where} uses tools: it must be of the assistant.`);
  });
  if (waiting.length > 0)
    throw new TypeError(`sample: the result of the tool use ${named(waiting)} is missing after the last message.`);
}

function blocksOf({ content }: SamplingMessage): readonly unknown[] {
  return Array.isArray(content) ? content : [content];
}

function idsOf(message: SamplingMessage, type: string, key: string): string[] {
  return blocksOf(message).flatMap((block) => (isFields(block) && block.type === type ? [String(block[key])] : []));
}

const named = (ids: readonly string[]): string => ids.map((id) => `'${id}'`).join(", ");
