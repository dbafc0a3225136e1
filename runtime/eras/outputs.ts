/** Structured results against the output schemas of their tools (specification: server/tools, "Output Schema"). */

import type { CallToolResult } from "../core/domain.js";
import { Problems } from "../core/problems.js";
import { ResultError } from "../core/result-errors.js";
import { mayFit, unknownDialect } from "../core/schema-check.js";
import { messageOf } from "../errors.js";
import { type Fields, isFields } from "../json.js";
import { orAborted } from "../jsonrpc/aborting.js";
import type { ClientSession } from "./client-session.js";
import { wholeList } from "./listing.js";
import type { Notices } from "./notices.js";
import { type ToolDescription, toolList } from "./operations.js";

/** A result has come already: it does not wait longer for a list than this, in milliseconds. */
const longestListMs = 10_000;

export class Outputs {
  readonly #session: ClientSession;
  readonly #notices: Notices;
  readonly #timeoutMs: number;
  /** By tool; undefined for one without a schema, or of which the server does not tell. */
  readonly #schemas = new Map<string, Fields | undefined>();
  #listing: Promise<void> | undefined;

  /** @param timeoutMs - what any request of this client may take. */
  constructor(session: ClientSession, notices: Notices, timeoutMs: number) {
    this.#session = session;
    this.#notices = notices;
    this.#timeoutMs = Math.min(timeoutMs || longestListMs, longestListMs);
  }

  learn(tools: readonly ToolDescription[]): void {
    for (const { name, outputSchema } of tools) this.#schemas.set(name, isFields(outputSchema) ? outputSchema : undefined);
  }

  /**
   * The result, unchanged. Tools that were not seen yet are listed first; errors are not checked.
   *
   * @throws ResultError for a result that certainly breaks the schema of its tool.
   */
  async checked(name: string, result: CallToolResult, signal?: AbortSignal): Promise<CallToolResult> {
    if (result.isError === true || !isFields(this.#session.serverCapabilities.tools)) return result;
    const isNew = !this.#schemas.has(name);
    if (isNew) await this.#list(name, false, signal);
    let fault = this.#faultOf(name, result);
    if (fault !== undefined && !isNew) {
      await this.#list(name, true, signal); // the tool may be another by now
      fault = this.#faultOf(name, result);
    }
    if (fault !== undefined) throw new ResultError(fault, result);
    return result;
  }

  #faultOf(name: string, result: CallToolResult): string | undefined {
    const schema = this.#schemas.get(name);
    if (schema === undefined) return undefined;
    if (result.structuredContent === undefined) return "The server sent no structured content.";
    const dialect = unknownDialect(schema);
    if (dialect !== undefined) {
      this.#notices.fault(`a result was not checked: its output schema is written in ${JSON.stringify(dialect.slice(0, 100))}`);
      return undefined;
    }
    const problems = new Problems();
    if (mayFit(schema, result.structuredContent, "result", problems)) return undefined;
    return `The server's result does not fit its output schema:\n${problems}`;
  }

  /** Lists the tools, once for all who wait. A list that can't be had leaves the results of this tool as they are. */
  async #list(name: string, reload: boolean, signal: AbortSignal | undefined): Promise<void> {
    this.#listing ??= this.#read(reload).finally(() => {
      this.#listing = undefined;
    });
    try {
      await (signal === undefined ? this.#listing : orAborted(this.#listing, signal));
    } catch (thrown) {
      signal?.throwIfAborted();
      this.#schemas.delete(name);
      this.#notices.fault(`a result was not checked: the tools could not be listed: ${messageOf(thrown)}`);
    }
    if (!this.#schemas.has(name)) this.#schemas.set(name, undefined);
  }

  async #read(reload: boolean): Promise<void> {
    const tools = await wholeList(this.#session, toolList, { reload, timeoutMs: this.#timeoutMs }, this.#notices);
    this.#schemas.clear();
    this.learn(tools);
  }
}
