/** From what a resource function returned to the contents of the resource. */

import { base64 } from "./base64.js";
import type { ReadResourceResult, ResourceContents, ResourceDone } from "./domain.js";
import { refuseInterim } from "./input-required.js";

/** What a resource function may return: text, bytes, contents, or the whole result. */
export type ResourceValue = string | Uint8Array | ResourceContents | readonly ResourceContents[] | ReadResourceResult;

/** @param uri - the address that was read; `mimeType` is the declared one, for text and bytes. */
export function resourceResult(uri: string, value: ResourceValue, mimeType?: string): ResourceDone {
  refuseInterim(value);
  if (typeof value === "string") return { kind: "done", contents: [{ uri, mimeType: mimeType ?? "text/plain", text: value }] };
  if (value instanceof Uint8Array)
    return { kind: "done", contents: [{ uri, mimeType: mimeType ?? "application/octet-stream", blob: base64(value) }] };
  if ("contents" in value) return { kind: "done", ...value };
  return { kind: "done", contents: Array.isArray(value) ? (value as readonly ResourceContents[]) : [value as ResourceContents] };
}
