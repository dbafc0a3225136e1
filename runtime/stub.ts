/** What emitted clients are built of: typed questions routed to callbacks, typed results. */

import type { Client, ConnectOptions, ConnectTarget } from "./client.js";
import type { CallToolResult, ContentBlock } from "./core/domain.js";
import { Problems } from "./core/problems.js";
import { ResultError, ToolError, textBlocks } from "./core/result-errors.js";
import type { ElicitAnswer, ElicitParams, FormParams, QuestionContext, UrlParams } from "./eras/answering.js";
import { isFields, own } from "./json.js";

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
  readonly questions?: (Questions & { readonly fallback?: Fallback }) | (Partial<Questions> & { readonly fallback: Fallback });
}

/** What every emitted client has besides its methods. */
export interface Stub {
  readonly client: Client;
  close(): Promise<void>;
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
  const { questions, ...given } = options;
  const rest = { toolResults: "as they are", ...given } as const; // the methods of a stub check what they return
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

/** The whole of a result. @throws ToolError */
export function resultOf(result: CallToolResult): CallToolResult {
  if (result.isError === true) throw new ToolError(result);
  return result;
}

/** The text of a result. @throws ToolError */
export function textOf(result: CallToolResult): string {
  return textBlocks(resultOf(result)).join("\n");
}

/** The content of a result. @throws ToolError */
export function contentOf(result: CallToolResult): readonly ContentBlock[] {
  return resultOf(result).content;
}

/** The value of a result; an older server's wrapping of what is no object is taken off. @throws ToolError, ResultError */
export function structuredOf<T>(result: CallToolResult, isWrapped = false): T {
  const value = structuredIn(result);
  return (isWrapped && isWrapping(value) ? value.result : value) as T;
}

type Check = (value: unknown, path: string, problems: Problems) => void;

/**
 * The value of a result, checked. Older connections carry objects only, and wrap what is none: a value for a schema of
 * something "bare" may come wrapped, and one for a "wrapping" schema, which was read from such a connection, bare.
 *
 * @throws ToolError; ResultError for what does not fit
 */
export function checkedOf<T>(result: CallToolResult, check: Check, form: "object" | "bare" | "wrapping" = "object"): T {
  const value = structuredIn(result);
  const [likely, ...others] = readings(value, form);
  const problems = new Problems();
  check(likely, "result", problems);
  if (problems.none) return likely as T;
  for (const other of others) {
    const trial = problems.trial();
    check(other, "result", trial);
    if (trial.none) return other as T;
  }
  throw new ResultError(`The server's result does not fit its output schema:\n${problems}`, result);
}

/** What a value may stand for, the likeliest first. */
function readings(value: unknown, form: "object" | "bare" | "wrapping"): unknown[] {
  if (form === "bare" && isWrapping(value)) return [value.result, value];
  if (form === "wrapping" && !isWrapping(value)) return [{ result: value }];
  return [value];
}

function structuredIn(result: CallToolResult): unknown {
  const value = resultOf(result).structuredContent;
  if (value === undefined) throw new ResultError("The server sent no structured content.", result);
  return value;
}

const isWrapping = (value: unknown): value is { readonly result: unknown } =>
  isFields(value) && Object.keys(value).join() === "result";

/** Arguments that are text, without those that are undefined. */
export function textsOf(args: object): Record<string, string> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) as Record<string, string>;
}
