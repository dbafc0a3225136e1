/** The legacy form of results: content and contents in the words of each revision. */

import type { Tool } from "../../core/app.js";
import type { ContentBlock, Done, PromptDone, ResourceContents, ResourceDone } from "../../core/domain.js";
import { isFields, type JsonValue } from "../../json.js";
import type { Writer } from "../target.js";
import { annotationsFor, isWrapped } from "./lists.js";
import { type Features, featuresOf, newestLegacy, RESOURCE_NOT_FOUND } from "./versions.js";

/** How results are written at a revision. */
export function writerFor(version: string): Writer {
  const has = featuresOf(version);
  // The newest revision knows everything that a function can return.
  const block =
    version === newestLegacy
      ? (content: ContentBlock): object => content
      : (content: ContentBlock): object => blockFor(content, has);
  return {
    notFound: RESOURCE_NOT_FOUND,
    tool: (tool, done) =>
      JSON.stringify({
        content: done.content.map(block),
        structuredContent: has.structured && done.isError !== true ? structured(tool, done) : undefined,
        isError: done.isError,
        _meta: done._meta,
      }),
    prompt: ({ description, messages, _meta }: PromptDone) =>
      JSON.stringify({ description, messages: messages.map(({ role, content }) => ({ role, content: block(content) })), _meta }),
    resource: ({ contents, _meta }: ResourceDone) =>
      JSON.stringify({ contents: contents.map((one) => contentsFor(one, has)), _meta }),
  };
}

function structured(tool: Tool, done: Done): JsonValue | undefined {
  if (done.structured === undefined) return undefined;
  const { value } = done.structured;
  return isWrapped(tool) || !isFields(value) ? { result: value } : value;
}

/** What a revision has no words for becomes a text: the model is told all the same. */
function blockFor(block: ContentBlock, has: Features): object {
  const { _meta, annotations, ...rest } = block;
  const shown = { annotations: annotationsFor(annotations, has), _meta: has.links ? _meta : undefined };
  switch (block.type) {
    case "audio":
      return has.audio ? { ...rest, ...shown } : { type: "text", text: `[a sound of type ${block.mimeType}]`, ...shown };
    case "resource":
      return { type: "resource", resource: contentsFor(block.resource, has), ...shown };
    case "resource_link": {
      if (!has.links) return { type: "text", text: `${block.title ?? block.name}: ${block.uri}`, ...shown };
      return { ...rest, ...shown, icons: has.icons ? block.icons : undefined };
    }
    default:
      return { ...rest, ...shown };
  }
}

function contentsFor(contents: ResourceContents, has: Features): object {
  return has.links ? contents : { ...contents, _meta: undefined };
}
