/** From what a tool returned to what the era writes. Which of these a handler uses is decided at build time (decision P17). */

import type { JsonValue } from "../json.js";
import { base64 } from "./base64.js";
import type { CallToolResult, ContentBlock, Done } from "./domain.js";
import { refuseInterim } from "./input-required.js";

/** The result of a tool that returns a string. */
export function textResult(text: string): Done {
  refuseInterim(text);
  return { kind: "done", content: [{ type: "text", text }] };
}

/** The result of a tool that returns any other JSON value: the value itself and the same as text. */
export function structuredResult(value: unknown): Done {
  refuseInterim(value);
  const json = JSON.stringify(value);
  return { kind: "done", content: [{ type: "text", text: json ?? "null" }], structured: { value: value as JsonValue, json } };
}

/** A value as JSON writes it: dates and URLs as text, bytes in base64, whatever else has a toJSON by that. */
export function serialized(value: unknown): JsonValue {
  const text = JSON.stringify(value, function (this: unknown, key: string, written: unknown) {
    // A Buffer's own toJSON has run by now; the holder still has the bytes.
    const original = (this as Readonly<Record<string, unknown>>)[key];
    return original instanceof Uint8Array ? base64(original) : written;
  });
  return text === undefined ? null : (JSON.parse(text) as JsonValue);
}

/** The result of a tool that returns content blocks. */
export function contentResult(content: ContentBlock | readonly ContentBlock[]): Done {
  return { kind: "done", content: Array.isArray(content) ? content : [content as ContentBlock] };
}

/** The result of a tool that returns a whole CallToolResult. */
export function rawResult(result: CallToolResult): Done {
  const { content, structuredContent, isError, _meta } = result;
  return {
    kind: "done",
    content: content ?? [],
    ...(structuredContent !== undefined && { structured: { value: structuredContent } }),
    ...(isError !== undefined && { isError }),
    ...(_meta !== undefined && { _meta }),
  };
}

/** The result of a tool that returns nothing. */
export function emptyResult(_nothing: void): Done {
  return { kind: "done", content: [] };
}

/** A failed call that the model reads: never a protocol error, never structured content. */
export function errorResult(text: string): Done {
  return { kind: "done", content: [{ type: "text", text }], isError: true };
}
