/** What both eras do alike with a request that runs something: what it names, what goes in, and how what comes out is written. */

import type { Tool } from "../core/app.js";
import { type Call, CallFailure } from "../core/call.js";
import { failedRequest, type Target } from "../core/dispatch.js";
import type { Another, Auth, Done, Outcome, PromptDone, ResourceDone } from "../core/domain.js";
import type { Offering } from "../core/offering.js";
import { promptProblems } from "../core/prompt-arguments.js";
import { errorResult } from "../core/results.js";
import { INVALID_PARAMS, McpError, ResourceNotFound } from "../errors.js";
import { type Fields, isFields, own } from "../json.js";

/** A result as its text on the wire. */
export interface Written {
  readonly kind: "done";
  readonly text: string;
}

/** How an era, at one of its revisions, writes what came out. */
export interface Writer {
  tool(tool: Tool, done: Done): string;
  prompt(done: PromptDone): string;
  resource(done: ResourceDone): string;
  /** The number of the error for an address at which there is nothing. */
  readonly notFound: number;
}

type Read = (params: Fields, offering: Offering, auth: Auth | undefined, writer: Writer) => Target<Written>;

/** The methods that run something; each finds it. @throws McpError -32602 for params that are none and for unknown names. */
export const targets: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["tools/call", tool],
  ["prompts/get", prompt],
  ["resources/read", resource],
]);

function tool(params: Fields, offering: Offering, auth: Auth | undefined, writer: Writer): Target<Written> {
  const name = named(params, "name", "tools/call");
  const found = offering.tool(name, auth);
  if (found === undefined) throw unknown("tool", name); // decision W6
  return new ToolTarget(found, argumentsOf(params), writer);
}

/** Calls are many: a class, because four functions made for each would be garbage. */
class ToolTarget implements Target<Written> {
  readonly name: string;
  readonly input: Fields;
  readonly #tool: Tool;
  readonly #writer: Writer;

  constructor(tool: Tool, input: Fields, writer: Writer) {
    this.name = tool.name;
    this.input = input;
    this.#tool = tool;
    this.#writer = writer;
  }

  get target(): string {
    return this.name;
  }

  handle(call: Call): Promise<Written | Another> {
    return run(this.#tool, call, (done) => this.#writer.tool(this.#tool, done));
  }

  failed(text: string): Written {
    return { kind: "done", text: this.#writer.tool(this.#tool, errorResult(text)) };
  }
}

function prompt(params: Fields, offering: Offering, auth: Auth | undefined, writer: Writer): Target<Written> {
  const name = named(params, "name", "prompts/get");
  const found = offering.prompt(name, auth);
  if (found === undefined) throw unknown("prompt", name);
  const input = argumentsOf(params);
  const problems = promptProblems(found, input);
  if (problems !== undefined) throw new McpError(INVALID_PARAMS, problems);
  const { description } = found;
  const write = (done: PromptDone): string => writer.prompt(description === undefined ? done : { description, ...done });
  return { name, target: name, input, handle: (call) => run(found, call, write), failed: failedRequest };
}

function resource(params: Fields, offering: Offering, auth: Auth | undefined, writer: Writer): Target<Written> {
  const uri = named(params, "uri", "resources/read");
  const found = offering.resource(uri, auth);
  if (found === undefined) throw notFound(uri, writer.notFound);
  const failed = (text: string, thrown: unknown): Outcome<never> =>
    thrown instanceof ResourceNotFound
      ? { kind: "failed", code: writer.notFound, message: text, data: { uri } }
      : failedRequest(text, thrown);
  const write = (done: ResourceDone): string => writer.resource(done);
  const { name } = found.resource;
  return { name, target: uri, input: found.variables, handle: (call) => run(found.resource, call, write), failed };
}

/** Runs a function to its result's text. A result that JSON can't carry is the function's failure (decision P19). */
function run<D extends { readonly kind: "done" }>(
  offer: { handle(call: Call): Promise<D | Another> },
  call: Call,
  write: (done: D) => string,
): Promise<Written | Another> {
  return Promise.resolve(offer.handle(call)).then((outcome) => {
    if (outcome.kind === "another") return outcome;
    try {
      return { kind: "done", text: write(outcome) };
    } catch {
      throw new TypeError("its result can't be written as JSON.");
    }
  });
}

function named(params: Fields, key: string, method: string): string {
  const name = own(params, key);
  if (typeof name !== "string") throw new McpError(INVALID_PARAMS, `${method} needs a ${key}.`);
  return name;
}

function argumentsOf(params: Fields): Fields {
  const input = own(params, "arguments") ?? {};
  if (!isFields(input)) throw new McpError(INVALID_PARAMS, "arguments must be an object.");
  return input;
}

export function unknown(what: string, name: string): McpError {
  return new McpError(INVALID_PARAMS, `Unknown ${what}: ${name.slice(0, 128)}`);
}

export function notFound(uri: string, code: number): McpError {
  return new McpError(code, "Resource not found", { uri });
}

/** What a target becomes when its call can't go on. @throws McpError where a failure has no result. */
export function failure(target: Target<Written>, text: string): string {
  const outcome = target.failed(text, new CallFailure(text));
  if (outcome.kind === "done") return outcome.text;
  if (outcome.kind === "failed") throw new McpError(outcome.code, outcome.message, outcome.data);
  throw new Error(text);
}

/** The one refusal of a requestState, whatever is wrong with it; why is for the log alone (decision Q13). */
export function refusedState(): McpError {
  return new McpError(INVALID_PARAMS, "Invalid or expired requestState", { reason: "invalid_request_state" });
}
