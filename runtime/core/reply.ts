/** What comes back for a question, read without trusting the shape; anything malformed is a protocol error that names the key. */

import { INVALID_PARAMS, McpError } from "../errors.js";
import { isFields } from "../json.js";
import type { Answer, Ask, CreateMessageParams, CreateMessageResult, ListRootsResult, Reply } from "./domain.js";

/** @throws McpError -32602 for a value that does not answer a question of this kind. */
export function readReply(ask: Ask, value: unknown): Reply {
  if (!isFields(value)) throw invalid(ask, "is not an object");
  if (ask.mode === "sample") return readMessage(ask, ask.params, value);
  return ask.mode === "roots" ? readRoots(ask, value) : readAnswer(ask, value);
}

/** Whether a reply says nothing although the form asks for something: modern asks again then (decision Q4). */
export function isBlank(ask: Ask, reply: Reply): boolean {
  if (ask.mode !== "form" || !("action" in reply) || reply.action !== "accept" || reply.content === undefined) return false;
  return Object.keys(reply.content).length === 0 && ask.requestedSchema.required.length > 0;
}

/** Content holds what a form can give: strings, numbers, booleans and lists of strings (specification: ElicitResult). */
function readAnswer(ask: Ask, value: Record<string, unknown>): Answer {
  const { action, content } = value;
  if (action === "decline" || action === "cancel") return { action };
  if (action !== "accept") throw invalid(ask, "needs the action accept, decline or cancel");
  if (ask.mode === "url" || content === undefined || content === null) return { action, content: undefined };
  if (!isFields(content)) throw invalid(ask, "needs an object as its content");
  for (const [field, given] of Object.entries(content)) {
    const isList = Array.isArray(given) && given.every((item) => typeof item === "string");
    if (isList || given === null || typeof given !== "object") continue;
    const shown = JSON.stringify(field.slice(0, 60));
    throw invalid(ask, `has something other than a string, number, boolean or list of strings in ${shown}`);
  }
  return { action, content };
}

/** A list of content is what only a model with tools may give. */
function readMessage(ask: Ask, params: CreateMessageParams, value: Record<string, unknown>): CreateMessageResult {
  const { role, content, model } = value;
  if (role !== "user" && role !== "assistant") throw invalid(ask, "needs the role user or assistant");
  if (typeof model !== "string") throw invalid(ask, "needs the name of the model");
  const isBlock = (block: unknown): boolean => isFields(block) && typeof block.type === "string";
  const usesTools = params.tools !== undefined || params.toolChoice !== undefined;
  const fits = isBlock(content) || (usesTools && Array.isArray(content) && content.every(isBlock));
  if (!fits) throw invalid(ask, "needs a content block as its content");
  return value as unknown as CreateMessageResult;
}

function readRoots(ask: Ask, value: Record<string, unknown>): ListRootsResult {
  const { roots } = value;
  const fits = Array.isArray(roots) && roots.every((root) => isFields(root) && typeof root.uri === "string");
  if (!fits) throw invalid(ask, "needs a list of roots, each with its uri");
  return value as unknown as ListRootsResult;
}

function invalid(ask: Ask, what: string): McpError {
  return new McpError(INVALID_PARAMS, `The answer to '${ask.key}' ${what}.`);
}
