/** What the sources of tools import: annotations, questions, content and errors. */

export type { DateOnly, DateTime, Email, Integer, Uri } from "./core/aliases.js";
export { type Elicit, type ElicitUrl, elicit, elicitUrl, type ListRoots, listRoots, type Sample, sample } from "./core/asking.js";
export type { Context } from "./core/context.js";
export type {
  Annotations,
  AudioContent,
  Auth,
  BlobResourceContents,
  CallToolResult,
  ClientCapabilities,
  ContentBlock,
  CreateMessageParams,
  CreateMessageResult,
  ElicitationResult,
  EmbeddedResource,
  Era,
  GetPromptResult,
  Icon,
  ImageContent,
  Implementation,
  ListRootsResult,
  LogLevel,
  PromptMessage,
  ReadResourceResult,
  RequestHeaders,
  ResourceContents,
  ResourceLink,
  Root,
  SamplingContent,
  SamplingMessage,
  SamplingTool,
  TextContent,
  TextResourceContents,
  UrlRequest,
  UrlResult,
} from "./core/domain.js";
export { type InputRequest, type InputRequired, type Interim, inputRequired } from "./core/input-required.js";
export type { PromptValue } from "./core/prompt-result.js";
export type { Resolve, Resolver } from "./core/resolver.js";
export { McpError, ResourceNotFound } from "./errors.js";
export type { ResourceValue } from "./core/resource-result.js";
export type { JsonObject, JsonValue } from "./json.js";
