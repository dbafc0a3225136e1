/** What a modern client over HTTP knows of the tools that it has seen listed: which of their arguments go along as headers. */

import { type Fields, isFields, own } from "../../json.js";
import type { Notices } from "../notices.js";
import { mirroredHeaders, type ParamHeaders, paramHeaders } from "./param-headers.js";

export class SeenTools {
  readonly #notices: Notices;
  readonly #seen = new Map<string, ParamHeaders>();

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  /** A page of tools without those whose headers are invalid: a client must not offer them (specification, "Schema Extension"). */
  usable(page: Fields): Fields {
    const tools = own(page, "tools");
    if (!Array.isArray(tools)) return page;
    return { ...page, tools: tools.filter((tool) => this.#learn(tool)) };
  }

  /** The headers of a call; none for a tool that was not listed yet. */
  headersFor(params: Fields): Record<string, string> {
    const { name, arguments: args } = params;
    const known = typeof name === "string" ? this.#seen.get(name) : undefined;
    return known !== undefined && "mirrored" in known && isFields(args) ? mirroredHeaders(known.mirrored, args) : {};
  }

  #learn(tool: unknown): boolean {
    if (!isFields(tool) || typeof tool.name !== "string" || !isFields(tool.inputSchema)) return true; // not this file's matter
    const read = paramHeaders(tool.inputSchema);
    this.#seen.set(tool.name, read);
    if ("mirrored" in read) return true;
    this.#notices.fault(`the tool ${JSON.stringify(tool.name.slice(0, 128))} was left out of the list: ${read.fault}`);
    return false;
  }
}
