/** What emitted clients are built of: typed questions routed to callbacks, typed results. */

import type { Client, ConnectOptions, ConnectTarget } from "./client.js";
import type { CallToolResult, ContentBlock } from "./core/domain.js";
import type { ElicitAnswer, ElicitParams, FormParams, QuestionContext, UrlParams } from "./eras/answering.js";
import { own } from "./json.js";

export interface FormQuestion extends FormParams, QuestionContext {}
export interface UrlQuestion extends UrlParams, QuestionContext {}

/** The answer to a form: its fields, when it was accepted. */
export type FormAnswer<T> = { readonly action: "accept"; readonly content: T } | { readonly action: "decline" | "cancel" };
export interface UrlAnswer {
  readonly action: "accept" | "decline" | "cancel";
}

type Fallback = (question: FormQuestion | UrlQuestion) => ElicitAnswer | Promise<ElicitAnswer>;

/** Every question has its callback, or there is a fallback for those that have none. */
export interface StubOptions<Questions extends object> extends Omit<ConnectOptions, "elicitation" | "elicitationModes"> {
  readonly questions?: Questions | (Partial<Questions> & { readonly fallback: Fallback });
}

/** What every emitted client has besides its methods. */
export interface Stub {
  readonly client: Client;
  close(): Promise<void>;
}

/** A tool failed and said why: the message is for people, the result is whole. */
export class ToolError extends Error {
  readonly result: CallToolResult;

  constructor(result: CallToolResult) {
    super(textBlocks(result).join("\n") || "The tool failed without saying why.");
    this.name = "ToolError";
    this.result = result;
  }
}

type AnyCallback = (question: never) => unknown;

/**
 * Connects with the callbacks of a stub.
 *
 * @param routes - which callback answers which question, by the name that the server gives it in `_meta`.
 */
export async function connectStub<Questions extends object>(
  target: ConnectTarget,
  options: StubOptions<Questions>,
  routes: Readonly<Record<string, string>>,
): Promise<Client> {
  const { connect } = await import("./client.js"); // servers come through the same door, and load no client
  const { questions, ...rest } = options;
  if (questions === undefined) return connect(target, rest);
  const callbacks = questions as Readonly<Record<string, AnyCallback | undefined>>;
  const has = (name: string): boolean => typeof callbacks[name] === "function";
  const hasForms = has("fallback") || Object.values(routes).some(has);
  const modes = [...(hasForms ? (["form"] as const) : []), ...(has("url") || has("fallback") ? (["url"] as const) : [])];
  const nameFor = (params: ElicitParams): string => {
    const routed = params.mode === "url" ? "url" : own(routes, questionName(params));
    return typeof routed === "string" && has(routed) ? routed : "fallback";
  };
  return connect(target, {
    ...rest,
    elicitationModes: modes,
    elicitation: async (params, context) => {
      const answer = await callbacks[nameFor(params)]?.({ ...params, ...context } as never); // called on its object, for `this`
      return answer === undefined ? { action: "cancel" } : (answer as ElicitAnswer);
    },
  });
}

/** `tool.key`, without the number of a question that is put again. */
function questionName(params: ElicitParams): string {
  const name = params._meta === undefined ? undefined : own(params._meta, "mcp-gen/question");
  return typeof name === "string" ? name.replace(/#\d+$/, "") : "";
}

function textBlocks(result: CallToolResult): string[] {
  return result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
}

function succeeded(result: CallToolResult): CallToolResult {
  if (result.isError === true) throw new ToolError(result);
  return result;
}

/** The text of a result. @throws ToolError */
export function textOf(result: CallToolResult): string {
  return textBlocks(succeeded(result)).join("\n");
}

/** The content of a result. @throws ToolError */
export function contentOf(result: CallToolResult): readonly ContentBlock[] {
  return succeeded(result).content;
}

/** The value of a result; an older server's wrapping of what is no object is taken off. @throws ToolError */
export function structuredOf<T>(result: CallToolResult, isWrapped = false): T {
  const value = succeeded(result).structuredContent;
  if (value === undefined) throw new Error("The server sent no structured content.");
  if (!isWrapped) return value as T;
  return unwrapped(value) as T;
}

function unwrapped(value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.keys(value).join() === "result" ? (value as { result: unknown }).result : value;
}

/** Arguments that are text, without those that are undefined. */
export function textsOf(args: object): Record<string, string> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) as Record<string, string>;
}
