/** What the sources of tools import: annotations, questions, content and errors. */

export type { DateOnly, DateTime, Email, Integer, Uri } from "./core/aliases.js";
export type { Context } from "./core/context.js";
export type {
  Annotations,
  AudioContent,
  BlobResourceContents,
  CallToolResult,
  ClientCapabilities,
  ContentBlock,
  ElicitationResult,
  EmbeddedResource,
  Era,
  ImageContent,
  Implementation,
  ResourceLink,
  TextContent,
  TextResourceContents,
  UrlResult,
} from "./core/domain.js";
export { type Elicit, elicit } from "./core/elicit.js";
export type { Resolve, Resolver } from "./core/resolver.js";
export { McpError } from "./errors.js";
export type { JsonObject, JsonValue } from "./json.js";
