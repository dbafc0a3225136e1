/** Serves legacy requests of one session at a time: the handshake, and what may follow it. */

import { Cancel } from "../../core/cancel.js";
import { readImplementation } from "../../core/implementation.js";
import { INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, McpError, METHOD_NOT_FOUND } from "../../errors.js";
import { type Fields, isFields, own } from "../../json.js";
import { errorText, type RpcNotification, type RpcRequest, resultText } from "../../jsonrpc/message.js";
import type { Serving } from "../era.js";
import { findTool, readCallParams, refusedState, writeResult } from "../tool-call.js";
import { runToEnd } from "./run.js";
import type { Handshake, LegacySession, Line } from "./session.js";
import { featuresOf, legacyVersions, newestLegacy } from "./versions.js";
import { callResult, listResult } from "./wire.js";

/** Sessions keep what the client declares, so it has to be short; in characters. */
const longestHandshake = 65_536;

type Method = (request: RpcRequest, session: LegacySession, line: Line, cancel: Cancel) => string | Promise<string>;

export class LegacyServer {
  readonly #serving: Serving;
  readonly #lists = new Map<string, string>();
  readonly #methods: ReadonlyMap<string, Method>;

  constructor(serving: Serving) {
    this.#serving = serving;
    this.#methods = new Map<string, Method>([
      ["initialize", (request, session) => this.#initialize(request.params, session)],
      ["ping", () => "{}"],
      ["tools/list", (_request, session) => this.#list(shaken(session).version)],
      ["tools/call", (request, session, line, cancel) => this.#call(request.params, session, line, cancel)],
    ]);
  }

  /** The reply, or undefined when the request was cancelled and gets none. Never rejects. */
  async handle(request: RpcRequest, session: LegacySession, line: Line): Promise<string | undefined> {
    const { id } = request;
    const cancel = new Cancel();
    session.running.set(id, cancel);
    try {
      const method = this.#methods.get(request.method);
      if (method === undefined) throw new McpError(METHOD_NOT_FOUND, "Method not found", { method: request.method });
      const result = await method(request, session, line, cancel);
      return cancel.aborted ? undefined : resultText(id, result);
    } catch (thrown) {
      if (cancel.aborted) return undefined;
      if (thrown instanceof McpError) return errorText(id, thrown.code, thrown.message, thrown.data);
      this.#serving.log.error(`${request.method} failed`, thrown);
      return errorText(id, INTERNAL_ERROR, "Internal error");
    } finally {
      session.running.delete(id);
    }
  }

  /** Notifications get no reply; those that mean nothing here are dropped. */
  notice(notification: RpcNotification, session: LegacySession): void {
    if (notification.method !== "notifications/cancelled") return;
    const id = own(notification.params, "requestId");
    if (typeof id === "string" || typeof id === "number") session.running.get(id)?.abort("the client cancelled the call");
  }

  #initialize(params: Fields, session: LegacySession): string {
    const requested = own(params, "protocolVersion");
    if (typeof requested !== "string") throw new McpError(INVALID_PARAMS, "initialize needs a protocolVersion.");
    if (JSON.stringify(params).length > longestHandshake) throw new McpError(INVALID_PARAMS, "The handshake is too long.");
    if (session.handshake !== undefined) throw new McpError(INVALID_REQUEST, "This connection is initialized already.");
    const capabilities = own(params, "capabilities");
    const version = legacyVersions.includes(requested) ? requested : newestLegacy;
    session.shake({
      version,
      clientInfo: readImplementation(own(params, "clientInfo")),
      capabilities: isFields(capabilities) ? capabilities : {},
    });
    const { app } = this.#serving;
    return JSON.stringify({
      protocolVersion: version,
      capabilities: { tools: {} },
      serverInfo: { name: app.name, version: app.version, title: featuresOf(version).structured ? app.title : undefined },
      instructions: app.instructions,
    });
  }

  #list(version: string): string {
    let list = this.#lists.get(version);
    if (list === undefined) {
      list = listResult(this.#serving.app, version);
      this.#lists.set(version, list);
    }
    return list;
  }

  async #call(params: Fields, session: LegacySession, line: Line, cancel: Cancel): Promise<string> {
    const handshake = shaken(session);
    const { name, input } = readCallParams(params);
    const tool = findTool(this.#serving.offering, name, session.auth);
    if ((own(params, "requestState") ?? undefined) !== undefined) throw refusedState(); // this era mints none
    const serving = this.#serving;
    const outcome = await runToEnd({ tool, input, serving, session, handshake, line, cancel });
    return writeResult(name, outcome, (done) => callResult(tool, done, featuresOf(handshake.version)), serving.log);
  }
}

function shaken(session: LegacySession): Handshake {
  if (session.handshake === undefined) throw new McpError(INVALID_REQUEST, "Send initialize first.");
  return session.handshake;
}
