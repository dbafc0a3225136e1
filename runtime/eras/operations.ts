/** The requests that both eras know by the same names, and the results that they are read from. */

import type { CallToolResult, ContentBlock, GetPromptResult, Icon, ReadResourceResult } from "../core/domain.js";
import { type Fields, isFields, type JsonObject, type JsonValue, own } from "../json.js";
import type { CallOptions, ClientSession, InterimResult, RoundInput } from "./client-session.js";
import type { List } from "./listing.js";

interface Named {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  readonly _meta?: Fields;
}
/** A tool as the server describes it. The schemas are the server's, unchanged: a `$ref` in them was not followed. */
export interface ToolDescription extends Named {
  readonly inputSchema: Fields;
  readonly outputSchema?: Fields;
  readonly annotations?: Fields;
}
export interface PromptDescription extends Named {
  readonly arguments?: readonly {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
}
export interface ResourceDescription extends Named {
  readonly uri: string;
  readonly mimeType?: string;
  /** In bytes. */
  readonly size?: number;
  readonly annotations?: Fields;
}
export interface ResourceTemplateDescription extends Named {
  /** RFC 6570. */
  readonly uriTemplate: string;
  readonly mimeType?: string;
  readonly annotations?: Fields;
}

/** What is to be completed: an argument of a prompt, or a variable of a resource template. */
export type CompletionTarget = { readonly prompt: string } | { readonly uriTemplate: string };

export interface Completion {
  /** At most 100. */
  readonly values: readonly string[];
  readonly total?: number;
  readonly hasMore?: boolean;
}

const isNamed = (item: Fields): boolean => typeof item.name === "string";

export const toolList: List<ToolDescription> = {
  method: "tools/list",
  key: "tools",
  fits: (item) => isNamed(item) && isFields(item.inputSchema),
};
export const promptList: List<PromptDescription> = { method: "prompts/list", key: "prompts", fits: isNamed };
export const resourceList: List<ResourceDescription> = {
  method: "resources/list",
  key: "resources",
  fits: (item) => isNamed(item) && typeof item.uri === "string",
};
export const resourceTemplateList: List<ResourceTemplateDescription> = {
  method: "resources/templates/list",
  key: "resourceTemplates",
  fits: (item) => isNamed(item) && typeof item.uriTemplate === "string",
};

export async function callTool(
  session: ClientSession,
  name: string,
  args: Fields,
  options: CallOptions,
): Promise<CallToolResult> {
  return readCallResult(await session.interact("tools/call", { name, arguments: args }, options));
}

export async function callToolOnce(
  session: ClientSession,
  name: string,
  args: Fields,
  round: RoundInput,
  options: CallOptions,
): Promise<CallToolResult | InterimResult> {
  const end = await session.interactOnce("tools/call", { name, arguments: args }, round, options);
  return "interim" in end ? end.interim : readCallResult(end.result);
}

export async function getPrompt(
  session: ClientSession,
  name: string,
  args: Readonly<Record<string, string>>,
  options: CallOptions,
): Promise<GetPromptResult> {
  const result = await session.interact("prompts/get", { name, arguments: { ...args } }, options);
  if (!Array.isArray(own(result, "messages"))) throw new Error("The server sent a prompt without a list of messages.");
  return result as unknown as GetPromptResult;
}

export async function readResource(session: ClientSession, uri: string, options: CallOptions): Promise<ReadResourceResult> {
  const result = await session.interact("resources/read", { uri }, options);
  if (!Array.isArray(own(result, "contents"))) throw new Error("The server sent a resource without a list of contents.");
  return result as unknown as ReadResourceResult;
}

export async function complete(
  session: ClientSession,
  target: CompletionTarget,
  argument: { readonly name: string; readonly value: string },
  others: Readonly<Record<string, string>> | undefined,
  options: CallOptions,
): Promise<Completion> {
  const ref =
    "prompt" in target ? { type: "ref/prompt", name: target.prompt } : { type: "ref/resource", uri: target.uriTemplate };
  const context = others === undefined ? {} : { context: { arguments: others } };
  const result = await session.request("completion/complete", { ref, argument, ...context }, options);
  const completion = own(result, "completion");
  const values = isFields(completion) ? own(completion, "values") : undefined;
  if (!isFields(completion) || !Array.isArray(values) || !values.every((value) => typeof value === "string"))
    throw new Error("The server sent a completion without a list of values.");
  return completion as unknown as Completion;
}

/** A call's result; `content` that an older server left out is an empty list. */
function readCallResult(result: Fields): CallToolResult {
  const content = own(result, "content") ?? [];
  if (!Array.isArray(content)) throw new Error("The server sent a tool result whose content is not a list.");
  const structured = own(result, "structuredContent");
  const meta = own(result, "_meta");
  return {
    content: content as ContentBlock[],
    ...(structured !== undefined && { structuredContent: structured as JsonValue }),
    ...(result.isError === true && { isError: true }),
    ...(isFields(meta) && { _meta: meta as JsonObject }),
  };
}
