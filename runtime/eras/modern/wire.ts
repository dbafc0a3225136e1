/** The modern form of results and questions (specification: schema 2026-07-28). */

import type { App } from "../../core/app.js";
import type { Ask, Done } from "../../core/domain.js";
import { metaKeys } from "./versions.js";

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

/** Writes results for one server: what is the same in each is made into text once. */
export class ResultWriter {
  readonly #serverInfo: object;
  readonly #tail: string;

  constructor(app: App) {
    const { name, version, title } = app;
    this.#serverInfo = { name, version, ...(title !== undefined && { title }) };
    this.#tail = `,"_meta":${JSON.stringify({ [metaKeys.serverInfo]: this.#serverInfo })}}`;
  }

  /** A result with the members of `body`, which has no `_meta`. */
  write(resultType: "complete" | "input_required", body: object): string {
    const members = JSON.stringify(body).slice(1, -1);
    return `{"resultType":"${resultType}"${members === "" ? "" : `,${members}`}${this.#tail}`;
  }

  callResult(done: Done): string {
    const body = {
      content: done.content,
      structuredContent: done.isError === true ? undefined : done.structured?.value,
      isError: done.isError,
    };
    if (done._meta === undefined) return this.write("complete", body);
    return JSON.stringify({ resultType: "complete", ...body, _meta: { ...done._meta, [metaKeys.serverInfo]: this.#serverInfo } });
  }
}

/** How long a client may keep a list, in milliseconds: a server's tools change only when it is deployed anew. */
const listTtlMs = 60_000;

export function listBody(app: App): object {
  const tools = app.tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
  }));
  return { tools, ttlMs: listTtlMs, cacheScope: "public" };
}

export function discoverBody(app: App, supportedVersions: readonly string[]): object {
  return {
    supportedVersions,
    capabilities: { tools: {} },
    instructions: app.instructions,
    ttlMs: listTtlMs,
    cacheScope: "public",
  };
}
