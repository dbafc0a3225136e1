/** The modern form of questions (specification: schema 2026-07-28). */

import type { Ask } from "../../core/domain.js";

/** A question as an input request. The revision has no elicitationId. */
export function inputRequest(ask: Ask): object {
  const _meta = { "mcp-gen/question": ask.name };
  switch (ask.mode) {
    case "form":
      return {
        method: "elicitation/create",
        params: { mode: "form", message: ask.message, requestedSchema: ask.requestedSchema, _meta },
      };
    case "url":
      return { method: "elicitation/create", params: { mode: "url", message: ask.message, url: ask.url, _meta } };
    case "sample":
      return { method: "sampling/createMessage", params: { ...ask.params, _meta } };
    case "roots":
      return { method: "roots/list", params: { _meta } };
  }
}
