/** The definitions that a build emits: tools, prompts, resources, and the server that holds them. Plain data; serving is somebody else's work. */

import type { JsonObject } from "../json.js";
import type { Call } from "./call.js";
import type { Annotations, Another, Done, Icon, PromptDone, ResourceDone } from "./domain.js";

export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** What all that a server offers has in common. */
export interface Offer {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  readonly _meta?: JsonObject;
  /** What the caller's credentials must allow; without them it is neither listed nor run. */
  readonly scopes?: readonly string[];
}

export interface Tool extends Offer {
  readonly description: string;
  readonly annotations?: ToolAnnotations;
  readonly inputSchema: JsonObject;
  /** The schema of what the tool really returns; legacy wraps it where an object is demanded (decision P18). */
  readonly outputSchema?: JsonObject;
  handle(call: Call): Promise<Done | Another>;
}

/**
 * How one argument is completed: a list of its values, or a function of what was typed so far and of the arguments that are
 * settled. The runtime cuts the list to what begins with the typed text where it is a list, and to 100 values.
 */
export type Completer =
  | readonly string[]
  | ((value: string, settled: Readonly<Record<string, string>>) => readonly string[] | Promise<readonly string[]>);

export type Completions = { readonly [argument: string]: Completer };

/** An argument of a prompt; its value is a string (specification: PromptArgument). */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
}

export interface Prompt extends Offer {
  readonly arguments: readonly PromptArgument[];
  readonly complete?: Completions;
  handle(call: Call): Promise<PromptDone | Another>;
}

interface Readable extends Offer {
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  handle(call: Call): Promise<ResourceDone | Another>;
}

export interface Resource extends Readable {
  readonly uri: string;
  /** In bytes. */
  readonly size?: number;
}

/** Resources whose address fits a template (RFC 6570). `pattern` was made from it at build time: one group a variable. */
export interface ResourceTemplate extends Readable {
  readonly uriTemplate: string;
  readonly pattern: RegExp;
  readonly variables: readonly string[];
  readonly complete?: Completions;
}

export interface App {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
  readonly instructions?: string;
  readonly tools: readonly Tool[];
  readonly prompts?: readonly Prompt[];
  readonly resources?: readonly Resource[];
  readonly resourceTemplates?: readonly ResourceTemplate[];
  /** Extensions of the protocol that the application itself speaks, by id; declared to clients as they stand. */
  readonly extensions?: { readonly [id: string]: JsonObject };
}

export function defineTool(tool: Tool): Tool {
  return tool;
}

export function definePrompt(prompt: Prompt): Prompt {
  return prompt;
}

export function defineResource(resource: Resource): Resource {
  return resource;
}

export function defineResourceTemplate(template: ResourceTemplate): ResourceTemplate {
  return template;
}
