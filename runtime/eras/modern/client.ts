/** A client of a modern server: every request complete in itself, questions answered between rounds. */

import type { CallToolResult, Implementation } from "../../core/domain.js";
import { readImplementation } from "../../core/implementation.js";
import type { McpError } from "../../errors.js";
import { type Fields, isFields, own } from "../../json.js";
import { orAborted } from "../../jsonrpc/aborting.js";
import { notificationText, type RequestId } from "../../jsonrpc/message.js";
import { Peer } from "../../jsonrpc/peer.js";
import type { Wire } from "../../transports/wire.js";
import {
  type CallOptions,
  type ClientSession,
  type InterimResult,
  type RoundInput,
  readCallResult,
  type SessionOptions,
} from "../client-session.js";
import { encodedHeader } from "./header-value.js";
import { headerNames, metaKeys, modernVersions } from "./versions.js";

/** A server that keeps asking. */
export class RoundLimitError extends Error {
  constructor(target: string, rounds: number) {
    super(`${target} asked for more input after ${rounds} rounds of answers; the call was given up.`);
    this.name = "RoundLimitError";
  }
}

const backOffMs = [50, 100, 200, 250];

export class ModernClient implements ClientSession {
  readonly era = "modern";
  readonly protocolVersion: string;
  readonly #wire: Wire;
  readonly #options: SessionOptions;
  readonly #peer: Peer;
  readonly #closing = new AbortController();
  #discovered: Fields = {};

  private constructor(wire: Wire, version: string, options: SessionOptions) {
    this.protocolVersion = version;
    this.#wire = wire;
    this.#options = options;
    this.#peer = new Peer({
      // Over HTTP the end of the exchange says it; a duplex has to be told.
      abandoned: (requestId, reason) => {
        if (wire.kind === "duplex") wire.send(notificationText("notifications/cancelled", { requestId, reason }));
      },
    });
  }

  /** Asks the server what it is. @throws what the server or the wire says instead. */
  static async discover(wire: Wire, version: string, options: SessionOptions, timeoutMs: number): Promise<ModernClient> {
    const client = new ModernClient(wire, version, options);
    wire.receiver = {
      message: (message) => {
        if (message.kind === "result" || message.kind === "failure") client.#peer.settle(message);
        else if (message.kind === "request")
          options.report(`a modern server must not send requests; ${message.method} was dropped`);
      },
      fault: (reason, id) => {
        options.report(reason);
        if (id !== undefined) client.#peer.fail(id, new Error(reason));
      },
      closed: (reason) => client.#peer.close(reason),
    };
    client.#discovered = await client.#send("server/discover", {}, { timeoutMs });
    return client;
  }

  /** The versions that the server listed; empty when what it sent is no discovery. */
  get supportedVersions(): readonly string[] {
    const versions = own(this.#discovered, "supportedVersions");
    return Array.isArray(versions) ? versions.filter((version) => typeof version === "string") : [];
  }

  get serverInfo(): Implementation | undefined {
    const meta = own(this.#discovered, "_meta");
    return readImplementation(isFields(meta) ? own(meta, metaKeys.serverInfo) : own(this.#discovered, "serverInfo"));
  }

  get serverCapabilities(): Fields {
    const capabilities = own(this.#discovered, "capabilities");
    return isFields(capabilities) ? capabilities : {};
  }

  get instructions(): string | undefined {
    const instructions = own(this.#discovered, "instructions");
    return typeof instructions === "string" ? instructions : undefined;
  }

  async request(method: string, params: Fields, options: CallOptions = {}): Promise<Fields> {
    const result = await this.#send(method, params, options);
    const type = own(result, "resultType") ?? "complete"; // an older server leaves it out
    if (type !== "complete")
      throw new Error(`The server answered ${method} with the result type ${JSON.stringify(type)}, which is not valid there.`);
    return result;
  }

  /** Calls a tool; questions are answered by the callbacks, all of a round at once, and the call is repeated with the answers. */
  async callTool(name: string, args: Fields, options: CallOptions = {}): Promise<CallToolResult> {
    let round: RoundInput = {};
    let idle = 0;
    for (let rounds = 0; ; rounds += 1) {
      const result = await this.callToolOnce(name, args, round, options);
      if (!("resultType" in result)) return result;
      if (rounds >= this.#options.maxRounds) throw new RoundLimitError(name, this.#options.maxRounds);
      const { inputRequests, requestState } = result;
      const state = requestState === undefined ? {} : { requestState };
      if (Object.keys(inputRequests).length === 0) {
        await pause(backOffMs[Math.min(idle, backOffMs.length - 1)] ?? 0, options.signal);
        idle += 1;
        round = state;
      } else {
        idle = 0;
        round = { inputResponses: await this.#answers(inputRequests, options.signal), ...state };
      }
    }
  }

  async callToolOnce(
    name: string,
    args: Fields,
    round: RoundInput,
    options: CallOptions = {},
  ): Promise<CallToolResult | InterimResult> {
    const result = await this.#send("tools/call", { name, arguments: args, ...round }, options, name);
    const type = own(result, "resultType") ?? "complete";
    if (type === "complete") return readCallResult(result);
    if (type !== "input_required")
      throw new Error(`The server answered tools/call with the unknown result type ${JSON.stringify(type)}.`);
    return readInterim(result);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("The connection was closed."));
    this.#peer.close("The connection was closed.");
    await this.#wire.close();
  }

  /** The first refusal ends the call and tells the other callbacks that their answers are not wanted any more. */
  async #answers(requests: InterimResult["inputRequests"], signal: AbortSignal | undefined): Promise<Fields> {
    const controller = new AbortController();
    const signals = AbortSignal.any([controller.signal, this.#closing.signal, ...(signal === undefined ? [] : [signal])]);
    try {
      const answers = Object.entries(requests).map(async ([key, { method, params = {} }]) => {
        return [key, await this.#options.answering.answer(method, params, signals)] as const;
      });
      return Object.fromEntries(await orAborted(Promise.all(answers), signals));
    } catch (thrown) {
      controller.abort(thrown);
      throw thrown;
    }
  }

  #send(method: string, params: Fields, options: CallOptions, target?: string): Promise<Fields> {
    const { signal, timeoutMs = this.#options.timeoutMs } = options;
    const meta = isFields(params._meta) ? params._meta : {};
    const _meta = {
      ...meta,
      [metaKeys.protocolVersion]: this.protocolVersion,
      [metaKeys.clientInfo]: this.#options.clientInfo,
      [metaKeys.clientCapabilities]: this.#options.answering.capabilities,
    };
    const headers = {
      [headerNames.version]: this.protocolVersion,
      [headerNames.method]: method,
      ...(target !== undefined && { [headerNames.name]: encodedHeader(target) }),
    };
    const ending = new AbortController();
    const send = (text: string, _id: RequestId): Promise<void> | undefined =>
      this.#wire.send(text, { headers, signal: AbortSignal.any([ending.signal, ...(signal === undefined ? [] : [signal])]) });
    const reply = this.#peer.request(method, { ...params, _meta }, send, { signal, timeoutMs });
    reply.catch(() => ending.abort()); // a request that timed out ends its exchange
    return reply;
  }
}

/** Which of our versions a server speaks that refused the one we named; undefined when the error is another or none is shared. */
export function sharedVersion(error: McpError): string | undefined {
  const supported = isFields(error.data) ? error.data.supported : undefined;
  if (!Array.isArray(supported)) return undefined;
  return [...modernVersions].reverse().find((version) => supported.includes(version));
}

function readInterim(result: Fields): InterimResult {
  const requests = own(result, "inputRequests") ?? {};
  const requestState = own(result, "requestState");
  if (!isFields(requests) || (requestState !== undefined && typeof requestState !== "string")) {
    throw new Error("The server sent a malformed input_required result.");
  }
  if (requestState === undefined && Object.keys(requests).length === 0)
    throw new Error("The server asked for input without saying which.");
  const inputRequests = Object.entries(requests).map(([key, request]) => {
    const { method, params } = isFields(request) ? request : {};
    if (typeof method !== "string") throw new Error(`The server sent a malformed input request ${JSON.stringify(key)}.`);
    return [key, isFields(params) ? { method, params } : { method }] as const;
  });
  return { resultType: "input_required", inputRequests: Object.fromEntries(inputRequests), requestState };
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await (signal === undefined ? waited : orAborted(waited, signal));
  } finally {
    clearTimeout(timer);
  }
}
