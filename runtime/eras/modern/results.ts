/** The modern form of results (specification: schema 2026-07-28). What is the same in each is made into text once. */

import type { App, Offer, Prompt, Resource, ResourceTemplate, Tool } from "../../core/app.js";
import type { Done, PromptDone, ResourceDone } from "../../core/domain.js";
import { INVALID_PARAMS } from "../../errors.js";
import type { JsonObject } from "../../json.js";
import type { Serving } from "../era.js";
import { capabilitiesOf, offeredBy } from "../offered.js";
import type { ListKind, Page } from "../prepared-lists.js";
import type { Writer } from "../target.js";
import type { Life } from "./invocation.js";
import { metaKeys } from "./versions.js";

export class ResultWriter {
  readonly #serving: Serving;
  readonly #serverInfo: object;
  readonly #tail: string;

  constructor(serving: Serving) {
    this.#serving = serving;
    this.#serverInfo = serverInfo(serving.app);
    this.#tail = `,"_meta":${JSON.stringify({ [metaKeys.serverInfo]: this.#serverInfo })}}`;
  }

  /** A result with the members of `body`, which has no `_meta`, and more metadata than the server's own when there is any. */
  write(resultType: ResultType, body: object, meta?: JsonObject): string {
    return this.writeText(resultType, JSON.stringify(body).slice(1, -1), meta);
  }

  /** @param members - the members of the result as JSON, without the braces. */
  writeText(resultType: ResultType, members: string, meta?: JsonObject): string {
    const tail =
      meta === undefined ? this.#tail : `,"_meta":${JSON.stringify({ ...meta, [metaKeys.serverInfo]: this.#serverInfo })}}`;
    return `{"resultType":"${resultType}"${members === "" ? "" : `,${members}`}${tail}`;
  }

  /** How the results of one run are written. */
  forRun(life: Life): Writer {
    return new RunWriter(this, this.#serving, life);
  }

  /** One page of a list. */
  list({ kind, offers, nextCursor, isPrivate }: Page): string {
    const entry = entries[kind] as (offer: Offer) => object;
    return this.write("complete", {
      [kind]: offers.map((offer) => entry(offer)),
      nextCursor,
      ttlMs: this.#serving.listTtlMs,
      cacheScope: isPrivate ? "private" : "public",
    });
  }

  discovery(supportedVersions: readonly string[]): string {
    const { app, listTtlMs } = this.#serving;
    const capabilities = capabilitiesOf(offeredBy(app));
    return this.write("complete", {
      supportedVersions,
      capabilities: { ...capabilities, extensions: app.extensions },
      instructions: app.instructions,
      ttlMs: listTtlMs,
      cacheScope: "public",
    });
  }
}

type ResultType = "complete" | "input_required";

/** Writes the result of one run. */
class RunWriter implements Writer {
  readonly notFound = INVALID_PARAMS;
  readonly #writer: ResultWriter;
  readonly #serving: Serving;
  readonly #life: Life;

  constructor(writer: ResultWriter, serving: Serving, life: Life) {
    this.#writer = writer;
    this.#serving = serving;
    this.#life = life;
  }

  tool(_tool: Tool, { content, structured, isError, _meta }: Done): string {
    const json = isError === true || structured === undefined ? undefined : (structured.json ?? JSON.stringify(structured.value));
    const members =
      `"content":${JSON.stringify(content)}` +
      (json === undefined ? "" : `,"structuredContent":${json}`) +
      (isError === undefined ? "" : `,"isError":${isError}`);
    return this.#writer.writeText("complete", members, _meta);
  }

  prompt({ description, messages, _meta }: PromptDone): string {
    return this.#writer.write("complete", { description, messages }, _meta);
  }

  resource({ contents, _meta }: ResourceDone): string {
    const { readTtlMs, readScope } = this.#serving;
    // What came about in rounds depends on answers, which no cache can know (caching, "Cache Key").
    const cache = this.#life.retried ? { ttlMs: 0, cacheScope: "private" } : { ttlMs: readTtlMs, cacheScope: readScope };
    return this.#writer.write("complete", { contents, ...cache }, _meta);
  }
}

function serverInfo({ name, version, title, description, websiteUrl, icons }: App): object {
  return { name, version, title, description, websiteUrl, icons };
}

const entries: { readonly [K in ListKind]: unknown } = { tools, prompts, resources, resourceTemplates };

const common = ({ name, title, description, icons, _meta }: Offer): object => ({ name, title, description, icons, _meta });

function tools(tool: Tool): object {
  const { inputSchema, outputSchema, annotations } = tool;
  return { ...common(tool), inputSchema, outputSchema, annotations };
}

function prompts(prompt: Prompt): object {
  const args = prompt.arguments.map(({ name, title, description, required }) => ({ name, title, description, required }));
  return { ...common(prompt), arguments: args };
}

function resources(resource: Resource): object {
  const { uri, mimeType, annotations, size } = resource;
  return { uri, ...common(resource), mimeType, annotations, size };
}

function resourceTemplates(template: ResourceTemplate): object {
  const { uriTemplate, mimeType, annotations } = template;
  return { uriTemplate, ...common(template), mimeType, annotations };
}
