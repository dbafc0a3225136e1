/** The words that the core, the eras and the authors of tools share. Types only. */

import type { Fields, JsonObject, JsonValue } from "../json.js";

/* ---- content ---- */

/** A picture for user interfaces (specification: Icon). `src` is an https or data URI. */
export interface Icon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: "light" | "dark";
}

export interface Annotations {
  readonly audience?: readonly ("user" | "assistant")[];
  readonly priority?: number;
  readonly lastModified?: string;
}
interface Block {
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}
export interface TextContent extends Block {
  readonly type: "text";
  readonly text: string;
}
/** `data` is base64. */
export interface ImageContent extends Block {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
}
/** `data` is base64. */
export interface AudioContent extends Block {
  readonly type: "audio";
  readonly data: string;
  readonly mimeType: string;
}
export interface TextResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text: string;
  readonly _meta?: JsonObject;
}
/** `blob` is base64. */
export interface BlobResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly blob: string;
  readonly _meta?: JsonObject;
}
export interface EmbeddedResource extends Block {
  readonly type: "resource";
  readonly resource: ResourceContents;
}
export interface ResourceLink extends Block {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly icons?: readonly Icon[];
}
export type ResourceContents = TextResourceContents | BlobResourceContents;
/** One piece of a tool's result (specification: server/tools, "Tool Result"). */
export type ContentBlock = TextContent | ImageContent | AudioContent | EmbeddedResource | ResourceLink;

/** A whole tool result, for a tool that wants to decide everything itself. */
export interface CallToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonValue;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

/** One message of a prompt (specification: PromptMessage). */
export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: ContentBlock;
}

/** A whole prompt, for a function that wants to decide everything itself (specification: GetPromptResult). */
export interface GetPromptResult {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  readonly _meta?: JsonObject;
}

/** A whole resource, for a function that wants to decide everything itself (specification: ReadResourceResult). */
export interface ReadResourceResult {
  readonly contents: readonly ResourceContents[];
  readonly _meta?: JsonObject;
}

/** The severities of log messages, from the least to the most severe (specification: LoggingLevel, after RFC 5424). */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/* ---- questions ---- */

/** What a person did with a form: `data` exists only once `action === "accept"` has been checked. */
export type ElicitationResult<T> =
  | { readonly action: "accept"; readonly data: T }
  | { readonly action: "decline" }
  | { readonly action: "cancel" };

/** What a person did with a link: accepting means consent to open it, not that the errand there is done. */
export interface UrlResult {
  readonly action: "accept" | "decline" | "cancel";
}

/** The schema of a form: flat, with only these three keywords at its root (decision Q1). */
export interface FormSchema {
  readonly type: "object";
  readonly properties: { readonly [field: string]: JsonObject };
  readonly required: readonly string[];
}

/** What a link question says. `elicitationId` names the errand, for the notice that it is done. */
export interface UrlRequest {
  readonly message: string;
  readonly url: string;
  readonly elicitationId: string;
}

/** One question that is about to be put. `name` is unique in the server: tool, dot, wire key (decision Q3). */
export type Ask = { readonly key: string; readonly name: string } & (
  | { readonly mode: "form"; readonly message: string; readonly requestedSchema: FormSchema }
  | ({ readonly mode: "url" } & UrlRequest)
  | { readonly mode: "sample"; readonly params: CreateMessageParams }
  | { readonly mode: "roots" }
);

/** A person's answer as it came: the action is one of the three, nothing is known of the content. */
export type Answer =
  | { readonly action: "accept"; readonly content: Fields | undefined }
  | { readonly action: "decline" }
  | { readonly action: "cancel" };

/** What came back for a question: a person's answer, the model's message, or the roots. */
export type Reply = Answer | CreateMessageResult | ListRootsResult;

/* ---- sampling and roots ---- */

/** A tool that the client's model may use while it answers. */
export interface SamplingTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
}
/** A message to or from the client's model; content blocks of tool use are objects of type `tool_use` and `tool_result`. */
export interface SamplingMessage {
  readonly role: "user" | "assistant";
  readonly content: SamplingContent | readonly SamplingContent[];
}
export type SamplingContent = TextContent | ImageContent | AudioContent | JsonObject;

/** A prompt for the client's model (specification: CreateMessageRequestParams). `maxTokens` is an upper bound, in tokens. */
export interface CreateMessageParams {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: {
    readonly hints?: readonly { readonly name?: string }[];
    readonly costPriority?: number;
    readonly speedPriority?: number;
    readonly intelligencePriority?: number;
  };
  readonly includeContext?: "none" | "thisServer" | "allServers";
  readonly metadata?: JsonObject;
  readonly tools?: readonly SamplingTool[];
  readonly toolChoice?: { readonly mode?: "auto" | "required" | "none" };
}
/** What the client's model said (specification: CreateMessageResult). */
export interface CreateMessageResult extends SamplingMessage {
  readonly model: string;
  readonly stopReason?: string;
}
export interface Root {
  /** A `file://` URI. */
  readonly uri: string;
  readonly name?: string;
}
/** The folders that the client works in (specification: ListRootsResult). */
export interface ListRootsResult {
  readonly roots: readonly Root[];
}

/* ---- parties ---- */

export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
}

/** Who makes a request, once the application has checked the credentials. */
export interface Auth {
  /** Who it is: stable, and told apart from everybody else. States and sessions are bound to it. */
  readonly principal: string;
  /** What it may do; tools, prompts and resources with `@scope` want theirs among these. */
  readonly scopes?: readonly string[];
  /** Whatever else the check found out, such as the claims of a token; for tools alone. */
  readonly claims?: JsonObject;
}

/** The headers of the HTTP request that makes the call. Names in any case. */
export interface RequestHeaders {
  get(name: string): string | undefined;
}

/** What may change while a server runs: a list, or the contents of one resource. */
export type Change = { readonly list: "tools" | "prompts" | "resources" } | { readonly uri: string };

/** What a client declares that it can do (specification: ClientCapabilities). */
export interface ClientCapabilities {
  readonly elicitation?: { readonly form?: JsonObject; readonly url?: JsonObject };
  readonly sampling?: { readonly context?: JsonObject; readonly tools?: JsonObject };
  readonly roots?: { readonly listChanged?: boolean };
  readonly experimental?: { readonly [name: string]: JsonObject };
  readonly extensions?: { readonly [id: string]: JsonObject };
}

export type Era = "legacy" | "modern";

/** Who calls, as far as the connection or the request says. */
export interface Caller {
  readonly era: Era;
  readonly protocolVersion: string;
  readonly clientInfo: Implementation | undefined;
  /** As declared, unchecked. */
  readonly capabilities: Fields;
}

/* ---- outcomes ---- */

/** What a finished tool hands over; each era writes it in its own form. */
export interface Done {
  readonly kind: "done";
  readonly content: readonly ContentBlock[];
  /** `json` is the value's text, where it is known already. */
  readonly structured?: { readonly value: JsonValue; readonly json?: string | undefined };
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

/** What a finished prompt hands over. */
export interface PromptDone extends GetPromptResult {
  readonly kind: "done";
}

/** What a finished resource hands over. */
export interface ResourceDone extends ReadResourceResult {
  readonly kind: "done";
}

/** Another round, asked for by hand: the same call comes again with the answers and the state. */
export interface Another {
  readonly kind: "another";
  readonly asks: readonly Ask[];
  readonly state: string | undefined;
}

/** A call is complete in itself: done, in need of answers, or failed with a JSON-RPC error. */
export type Outcome<D = Done> =
  | D
  | { readonly kind: "asks"; readonly asks: readonly Ask[] }
  | Another
  | { readonly kind: "failed"; readonly code: number; readonly message: string; readonly data?: unknown };
