/** The client that users hold: one set of methods over a session of either era. */

import type { CallToolResult, Era, GetPromptResult, Implementation, LogLevel, ReadResourceResult } from "../core/domain.js";
import type { Fields } from "../json.js";
import type { ChangeListener, Subscription, SubscriptionFilter } from "./changes.js";
import type { CallOptions, ClientSession, InterimResult, RoundInput } from "./client-session.js";
import { type List, pages, wholeList } from "./listing.js";
import type { Notices } from "./notices.js";
import {
  type Completion,
  type CompletionTarget,
  callTool,
  callToolOnce,
  complete,
  getPrompt,
  type PromptDescription,
  promptList,
  type ResourceDescription,
  type ResourceTemplateDescription,
  readResource,
  resourceList,
  resourceTemplateList,
  type ToolDescription,
  toolList,
} from "./operations.js";
import type { Outputs } from "./outputs.js";

/**
 * Every method rejects with an McpError for an error reply, a TimeoutError when the server takes too long, an HttpError for a reply
 * that HTTP calls a failure, and the signal's reason when the call was cancelled. When a server's process ends, its client is
 * over: what was on its way is lost and never sent again unasked; connect anew.
 */
export interface Client {
  readonly era: Era;
  readonly protocolVersion: string;
  readonly serverInfo: Implementation | undefined;
  readonly serverCapabilities: Fields;
  readonly instructions: string | undefined;

  /** All tools of the server. Over modern HTTP, those whose `x-mcp-header` breaks the rules are left out and told to `onMessage`. */
  listTools(options?: CallOptions): Promise<ToolDescription[]>;
  /** The same, page by page. */
  toolPages(options?: CallOptions): AsyncIterableIterator<ToolDescription[]>;
  listPrompts(options?: CallOptions): Promise<PromptDescription[]>;
  promptPages(options?: CallOptions): AsyncIterableIterator<PromptDescription[]>;
  listResources(options?: CallOptions): Promise<ResourceDescription[]>;
  resourcePages(options?: CallOptions): AsyncIterableIterator<ResourceDescription[]>;
  listResourceTemplates(options?: CallOptions): Promise<ResourceTemplateDescription[]>;
  resourceTemplatePages(options?: CallOptions): AsyncIterableIterator<ResourceTemplateDescription[]>;

  /**
   * Calls a tool. A tool's own failure is a result with `isError`. A result is checked against the tool's output schema, for
   * which the tools are listed once when this one was not listed yet (`toolResults`).
   *
   * @throws McpError also for a refused question; RoundLimitError for a server that keeps asking; ResultError for a result that
   *   breaks its schema.
   */
  callTool(name: string, args?: Fields, options?: CallOptions): Promise<CallToolResult>;
  /**
   * One round of a call, for a client that drives the rounds itself, perhaps across processes: a result, or what the server
   * needs to know (modern servers). Answer under the same keys and call again with the same arguments and the state.
   */
  callToolOnce(name: string, args?: Fields, round?: RoundInput, options?: CallOptions): Promise<CallToolResult | InterimResult>;
  /** Fills in a prompt. May ask questions as a tool does. */
  getPrompt(name: string, args?: Readonly<Record<string, string>>, options?: CallOptions): Promise<GetPromptResult>;
  /** Reads a resource. May ask questions as a tool does. */
  readResource(uri: string, options?: CallOptions): Promise<ReadResourceResult>;
  /**
   * What an argument could be, from what was typed so far.
   *
   * @param others - arguments of the same prompt or template that have their values already.
   */
  complete(
    target: CompletionTarget,
    argument: { readonly name: string; readonly value: string },
    others?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<Completion>;

  /**
   * Hears of changes until the subscription is closed. It outlives a lost connection where it can; since nobody knows what
   * changed meanwhile, everything subscribed to counts as changed then. What the server can't tell is missing in `granted`.
   */
  subscribe(filter: SubscriptionFilter, listener: ChangeListener, options?: CallOptions): Promise<Subscription>;
  /** Sets which log messages the server may send from now on. A modern server is told with every request. */
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void>;
  /** Settles when the server answers. */
  ping(options?: CallOptions): Promise<void>;
  /** Tells a legacy server that the roots are others now; a modern one asks anew each time. */
  rootsChanged(): Promise<void>;
  close(): Promise<void>;
}

export class SessionClient implements Client {
  readonly #session: ClientSession;
  readonly #notices: Notices;
  readonly #outputs: Outputs | undefined;

  /** @param outputs - checks results; undefined leaves them as they are. */
  constructor(session: ClientSession, notices: Notices, outputs: Outputs | undefined) {
    this.#session = session;
    this.#notices = notices;
    this.#outputs = outputs;
  }

  get era(): Era {
    return this.#session.era;
  }

  get protocolVersion(): string {
    return this.#session.protocolVersion;
  }

  get serverInfo(): Implementation | undefined {
    return this.#session.serverInfo;
  }

  get serverCapabilities(): Fields {
    return this.#session.serverCapabilities;
  }

  get instructions(): string | undefined {
    return this.#session.instructions;
  }

  async listTools(options?: CallOptions): Promise<ToolDescription[]> {
    const tools = await this.#whole(toolList, options);
    this.#outputs?.learn(tools);
    return tools;
  }

  async *toolPages(options?: CallOptions): AsyncIterableIterator<ToolDescription[]> {
    for await (const page of this.#pages(toolList, options)) {
      this.#outputs?.learn(page);
      yield page;
    }
  }

  listPrompts(options?: CallOptions): Promise<PromptDescription[]> {
    return this.#whole(promptList, options);
  }

  promptPages(options?: CallOptions): AsyncIterableIterator<PromptDescription[]> {
    return this.#pages(promptList, options);
  }

  listResources(options?: CallOptions): Promise<ResourceDescription[]> {
    return this.#whole(resourceList, options);
  }

  resourcePages(options?: CallOptions): AsyncIterableIterator<ResourceDescription[]> {
    return this.#pages(resourceList, options);
  }

  listResourceTemplates(options?: CallOptions): Promise<ResourceTemplateDescription[]> {
    return this.#whole(resourceTemplateList, options);
  }

  resourceTemplatePages(options?: CallOptions): AsyncIterableIterator<ResourceTemplateDescription[]> {
    return this.#pages(resourceTemplateList, options);
  }

  async callTool(name: string, args: Fields = {}, options: CallOptions = {}): Promise<CallToolResult> {
    const result = await callTool(this.#session, name, args, options);
    return this.#outputs === undefined ? result : this.#outputs.checked(name, result, options.signal);
  }

  async callToolOnce(
    name: string,
    args: Fields = {},
    round: RoundInput = {},
    options: CallOptions = {},
  ): Promise<CallToolResult | InterimResult> {
    const end = await callToolOnce(this.#session, name, args, round, options);
    return this.#outputs === undefined || "inputRequests" in end ? end : this.#outputs.checked(name, end, options.signal);
  }

  getPrompt(name: string, args: Readonly<Record<string, string>> = {}, options: CallOptions = {}): Promise<GetPromptResult> {
    return getPrompt(this.#session, name, args, options);
  }

  readResource(uri: string, options: CallOptions = {}): Promise<ReadResourceResult> {
    return readResource(this.#session, uri, options);
  }

  complete(
    target: CompletionTarget,
    argument: { readonly name: string; readonly value: string },
    others?: Readonly<Record<string, string>>,
    options: CallOptions = {},
  ): Promise<Completion> {
    return complete(this.#session, target, argument, others, options);
  }

  subscribe(filter: SubscriptionFilter, listener: ChangeListener, options?: CallOptions): Promise<Subscription> {
    return this.#session.subscribe(filter, listener, options);
  }

  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    return this.#session.setLogLevel(level, options);
  }

  ping(options?: CallOptions): Promise<void> {
    return this.#session.ping(options);
  }

  async rootsChanged(): Promise<void> {
    await this.#session.rootsChanged?.();
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  #whole<T>(list: List<T>, options: CallOptions = {}): Promise<T[]> {
    return wholeList(this.#session, list, options, this.#notices);
  }

  #pages<T>(list: List<T>, options: CallOptions = {}): AsyncIterableIterator<T[]> {
    return pages(this.#session, list, options, this.#notices);
  }
}
