/** A client of a legacy server: the handshake, then requests; questions come in as requests of the server. */

import type { CallToolResult, Implementation } from "../../core/domain.js";
import { readImplementation } from "../../core/implementation.js";
import { INTERNAL_ERROR, McpError, METHOD_NOT_FOUND, messageOf } from "../../errors.js";
import { type Fields, isFields, own } from "../../json.js";
import { orAborted } from "../../jsonrpc/aborting.js";
import {
  errorText,
  notificationText,
  type RequestId,
  type RpcNotification,
  type RpcRequest,
  resultText,
} from "../../jsonrpc/message.js";
import { Peer } from "../../jsonrpc/peer.js";
import type { Wire } from "../../transports/wire.js";
import { type CallOptions, type ClientSession, type RoundInput, readCallResult, type SessionOptions } from "../client-session.js";
import { headerNames, legacyVersions, newestLegacy } from "./versions.js";

/** How long the server's own stream may take to stand, and how long after its end it is opened again. */
const listenMs = 1_000;

export class LegacyClient implements ClientSession {
  readonly era = "legacy";
  readonly #wire: Wire;
  readonly #options: SessionOptions;
  readonly #peer: Peer;
  /** The questions of the server that are being answered. */
  readonly #answering = new Map<RequestId, AbortController>();
  #session: string | undefined;
  #shaken: Fields = {};
  #version = newestLegacy;
  #closed = false;

  private constructor(wire: Wire, options: SessionOptions) {
    this.#wire = wire;
    this.#options = options;
    this.#peer = new Peer({
      abandoned: (requestId, reason) => {
        if (this.#shaken.protocolVersion !== undefined) void this.#tell("notifications/cancelled", { requestId, reason }); // never for initialize
      },
    });
  }

  /** Shakes hands. @throws what the server or the wire says instead, or when no revision is shared. */
  static async initialize(wire: Wire, options: SessionOptions): Promise<LegacyClient> {
    const client = new LegacyClient(wire, options);
    wire.receiver = {
      message: (message) => {
        if (message.kind === "result" || message.kind === "failure") client.#peer.settle(message);
        else if (message.kind === "request") void client.#serve(message);
        else client.#notice(message);
      },
      fault: (reason, id) => {
        options.report(reason);
        if (id !== undefined) client.#peer.fail(id, new Error(reason));
      },
      closed: (reason) => client.#peer.close(reason),
    };
    const params = {
      protocolVersion: newestLegacy,
      capabilities: options.answering.capabilities,
      clientInfo: options.clientInfo,
    };
    const shaken = await client.request("initialize", params);
    const version = own(shaken, "protocolVersion");
    if (typeof version !== "string" || !legacyVersions.includes(version)) {
      throw new Error(`The server wants to speak ${JSON.stringify(version)}; this client speaks ${legacyVersions.join(", ")}.`);
    }
    client.#shaken = shaken;
    client.#version = version;
    await client.#tell("notifications/initialized", {});
    if (client.#session !== undefined) await client.#listen();
    return client;
  }

  get protocolVersion(): string {
    return this.#version;
  }

  get serverInfo(): Implementation | undefined {
    return readImplementation(own(this.#shaken, "serverInfo"));
  }

  get serverCapabilities(): Fields {
    const capabilities = own(this.#shaken, "capabilities");
    return isFields(capabilities) ? capabilities : {};
  }

  get instructions(): string | undefined {
    const instructions = own(this.#shaken, "instructions");
    return typeof instructions === "string" ? instructions : undefined;
  }

  request(method: string, params: Fields, options: CallOptions = {}): Promise<Fields> {
    const { signal, timeoutMs = this.#options.timeoutMs } = options;
    return this.#peer.request(method, params, (text) => this.#send(text), { signal, timeoutMs });
  }

  async callTool(name: string, args: Fields, options: CallOptions = {}): Promise<CallToolResult> {
    return readCallResult(await this.request("tools/call", { name, arguments: args }, options));
  }

  /** This era has no rounds: the questions of a call arrive as requests and are answered by the callbacks. */
  callToolOnce(name: string, args: Fields, _round: RoundInput, options: CallOptions = {}): Promise<CallToolResult> {
    return this.callTool(name, args, options);
  }

  rootsChanged(): Promise<void> {
    return this.#tell("notifications/roots/list_changed", {});
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#peer.close("The connection was closed.");
    for (const controller of this.#answering.values()) controller.abort(new Error("the connection was closed"));
    if (this.#session !== undefined) await this.#wire.end?.(this.#headers()).catch(() => {}); // a server that is gone needs no goodbye
    await this.#wire.close();
  }

  /**
   * Opens the stream on which a session may hear of things beside its calls (specification 2025-11-25: basic/transports,
   * "Listening for Messages from the Server"). Both generations of the official SDK put questions there that belong to a call.
   * A call that is sent before the stream stands would lose them, so the handshake waits for it, but not for ever.
   */
  async #listen(): Promise<void> {
    const again = (): void => {
      if (this.#closed) return;
      const timer = setTimeout(() => this.#closed || void this.#listen(), listenMs);
      (timer as { unref?: () => void }).unref?.();
    };
    const standing = this.#wire.listen?.(this.#headers()).then(
      (stream) => void stream?.ended.then(again, again),
      () => {}, // a server that is gone: the next call will tell
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, listenMs);
    });
    await Promise.race([standing, waited]);
    clearTimeout(timer);
  }

  /** Answers a request of the server; the clocks of our own requests stand still meanwhile. */
  async #serve(request: RpcRequest): Promise<void> {
    const controller = new AbortController();
    this.#answering.set(request.id, controller);
    const { signal } = controller;
    try {
      const reply = await this.#peer.patiently(() => orAborted(this.#reply(request, signal), signal));
      await this.#deliver(reply, "an answer");
    } catch {
      // Not wanted any more: the callback heard of it through its signal.
    } finally {
      this.#answering.delete(request.id);
    }
  }

  async #reply({ id, method, params }: RpcRequest, signal: AbortSignal): Promise<string> {
    try {
      if (method === "ping") return resultText(id, "{}");
      return resultText(id, JSON.stringify(await this.#options.answering.answer(method, params, signal)));
    } catch (thrown) {
      if (thrown instanceof McpError)
        return errorText(id, thrown.code, thrown.message, thrown.code === METHOD_NOT_FOUND ? { method } : thrown.data);
      return errorText(id, INTERNAL_ERROR, messageOf(thrown));
    }
  }

  #notice({ method, params }: RpcNotification): void {
    const id = method === "notifications/cancelled" ? own(params, "requestId") : undefined;
    if (typeof id === "string" || typeof id === "number")
      this.#answering.get(id)?.abort(new Error("the server does not wait for the answer any more"));
  }

  #tell(method: string, params: object): Promise<void> {
    return this.#deliver(notificationText(method, params), method);
  }

  /** Sends what gets no reply; a failure is reported, since nobody waits for it. */
  async #deliver(text: string, what: string): Promise<void> {
    try {
      await this.#send(text);
    } catch (reason) {
      this.#options.report(`${what} could not be sent: ${messageOf(reason)}`);
    }
  }

  #send(text: string): Promise<void> | undefined {
    return this.#wire.send(text, {
      headers: this.#headers(),
      onHeaders: (header) => {
        this.#session ??= header(headerNames.session) ?? undefined;
      },
    });
  }

  #headers(): Record<string, string> {
    if (this.#shaken.protocolVersion === undefined) return {};
    return { [headerNames.version]: this.#version, ...(this.#session !== undefined && { [headerNames.session]: this.#session }) };
  }
}
