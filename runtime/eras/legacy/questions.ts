/** The legacy form of questions, as each revision knows it. */

import type { Ask, FormSchema } from "../../core/domain.js";
import { INVALID_REQUEST, McpError } from "../../errors.js";
import type { JsonObject } from "../../json.js";
import { type Features, featuresOf } from "./versions.js";

/** A question as a request. @throws McpError when the revision has no words for it (decision Q16). */
export function askRequest(ask: Ask, version: string): { readonly method: string; readonly params: object } {
  const has = featuresOf(version);
  const _meta = { "mcp-gen/question": ask.name };
  if (ask.mode === "roots") return { method: "roots/list", params: { _meta } };
  if (ask.mode === "sample") {
    const usesTools = ask.params.tools !== undefined || ask.params.toolChoice !== undefined;
    if (usesTools && !has.samplingTools) throw unspoken(ask, version, "tools for the client's model");
    return { method: "sampling/createMessage", params: { ...ask.params, _meta } };
  }
  return { method: "elicitation/create", params: elicitation(ask, has, version, _meta) };
}

function elicitation(ask: Ask & { mode: "form" | "url" }, has: Features, version: string, _meta: object): object {
  if (!has.forms) throw unspoken(ask, version, "questions");
  if (ask.mode === "url") {
    if (!has.urls) throw unspoken(ask, version, "links");
    return { mode: "url", message: ask.message, url: ask.url, elicitationId: ask.elicitationId, _meta };
  }
  if (has.richForms) return { mode: "form", message: ask.message, requestedSchema: ask.requestedSchema, _meta };
  return { message: ask.message, requestedSchema: plainForm(ask, ask.requestedSchema, version), _meta };
}

function unspoken(ask: Ask, version: string, what: string): McpError {
  return new McpError(
    INVALID_REQUEST,
    `The question '${ask.name}' can't be put: protocol ${version} has no ${what}. A newer client can answer it.`,
  );
}

/** A form in the words of 2025-06-18: titled choices as enum with enumNames, defaults only of booleans. */
function plainForm(ask: Ask, schema: FormSchema, version: string): FormSchema {
  const properties = Object.entries(schema.properties).map(([field, property]) => {
    if (property.type === "array") throw unspoken(ask, version, `choices of several, which the field '${field}' is`);
    const { default: preset, oneOf, ...rest } = property;
    const choices = Array.isArray(oneOf) ? (oneOf as readonly JsonObject[]) : undefined;
    return [
      field,
      {
        ...rest,
        ...(choices !== undefined && {
          enum: choices.map((choice) => choice.const ?? null),
          enumNames: choices.map((choice) => choice.title ?? null),
        }),
        ...(typeof preset === "boolean" && { default: preset }),
      },
    ] as const;
  });
  return { type: "object", properties: Object.fromEntries(properties), required: schema.required };
}
