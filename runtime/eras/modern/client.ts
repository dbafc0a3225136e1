/** A client of a modern server: every request says everything itself; questions come as results, answered in further rounds. */

import type { Implementation, LogLevel } from "../../core/domain.js";
import { readImplementation } from "../../core/implementation.js";
import { INVALID_PARAMS, McpError } from "../../errors.js";
import { type Fields, isFields, own } from "../../json.js";
import { firstOf, type LinkedSignal } from "../../jsonrpc/aborting.js";
import { notificationText, type RequestId, type RpcNotification } from "../../jsonrpc/message.js";
import { HttpError } from "../../transports/http-client.js";
import type { Wire } from "../../transports/wire.js";
import { type ChangeListener, changeIn, type Subscription, type SubscriptionFilter } from "../changes.js";
import type { CallOptions, ClientSession, RoundEnd, RoundInput, SessionOptions } from "../client-session.js";
import { pages } from "../listing.js";
import { toolList } from "../operations.js";
import { Requests, type Send } from "../requests.js";
import { inRounds, readRoundEnd } from "./client-rounds.js";
import { ModernSubscriptions } from "./client-subscriptions.js";
import { SeenTools } from "./client-tools.js";
import { encodedHeader } from "./header-value.js";
import { HEADER_MISMATCH, headerNames, metaKeys, modernVersions } from "./versions.js";

const closed = "The connection was closed.";

export class ModernClient implements ClientSession {
  readonly era = "modern";
  readonly protocolVersion: string;
  readonly #wire: Wire;
  readonly #options: SessionOptions;
  readonly #requests: Requests;
  readonly #tools: SeenTools;
  readonly #subscriptions: ModernSubscriptions;
  readonly #closing = new AbortController();
  #logLevel: LogLevel | undefined;
  #discovered: Fields = {};

  private constructor(wire: Wire, version: string, options: SessionOptions) {
    this.protocolVersion = version;
    this.#wire = wire;
    this.#options = options;
    this.#logLevel = options.logLevel;
    this.#tools = new SeenTools(options.notices);
    this.#requests = new Requests(options.timeoutMs, {
      // Over HTTP the end of the exchange says it; a duplex has to be told.
      abandoned: (requestId, reason) => {
        if (wire.kind === "duplex") wire.send(notificationText("notifications/cancelled", { requestId, reason }));
      },
    });
    const { peer } = this.#requests;
    const hooks = {
      listen: (params: Fields, opened: (id: RequestId) => void, signal: AbortSignal) =>
        this.#send("subscriptions/listen", params, { signal, timeoutMs: 0 }, opened),
      finish: (id: RequestId) => void peer.settle({ kind: "result", id, result: {} }),
      missed: options.cache === undefined ? () => {} : options.cache.changed.bind(options.cache),
      fault: (reason: string) => options.notices.fault(reason),
      reopens: wire.kind === "http",
    };
    this.#subscriptions = new ModernSubscriptions(hooks, options.timeoutMs);
  }

  /** Asks the server what it is. @throws what the server or the wire says instead. */
  static async discover(wire: Wire, version: string, options: SessionOptions, timeoutMs: number): Promise<ModernClient> {
    const client = new ModernClient(wire, version, options);
    const { peer } = client.#requests;
    wire.receiver = {
      message: (message) => {
        if (message.kind === "notification") client.#notice(message);
        else if (message.kind === "request") options.notices.fault("a modern server must not send requests; one was dropped");
        else if (!peer.settle(message)) options.notices.fault("the server sent a reply that nobody waits for");
      },
      fault: (reason, id) => {
        options.notices.fault(reason);
        if (id !== undefined) peer.fail(id, new Error(reason));
      },
      closed: (reason) => peer.close(reason),
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
    const inMeta = isFields(meta) ? own(meta, metaKeys.serverInfo) : undefined;
    return readImplementation(inMeta ?? own(this.#discovered, "serverInfo"));
  }

  get serverCapabilities(): Fields {
    const capabilities = own(this.#discovered, "capabilities");
    return isFields(capabilities) ? capabilities : {};
  }

  get instructions(): string | undefined {
    const instructions = own(this.#discovered, "instructions");
    return typeof instructions === "string" ? instructions : undefined;
  }

  request(method: string, params: Fields, options: CallOptions = {}): Promise<Fields> {
    return this.#cached(method, params, options, async () => {
      const end = readRoundEnd(method, await this.#send(method, params, options));
      if ("interim" in end) throw new Error(`The server asked for input in answer to ${method}, which is not valid there.`);
      return end.result;
    });
  }

  /** Questions are answered by the callbacks, all of a round at once, and the request is repeated with the answers. */
  interact(method: string, params: Fields, options: CallOptions = {}): Promise<Fields> {
    const { answering, maxRounds } = this.#options;
    let linked: LinkedSignal | undefined;
    const link = (): AbortSignal => {
      linked ??= firstOf(this.#closing.signal, options.signal);
      return linked.signal;
    };
    return this.#cached(method, params, options, async (mustNotKeep) => {
      const once = (round: RoundInput): Promise<RoundEnd> => {
        if (round.inputResponses !== undefined || round.requestState !== undefined) mustNotKeep();
        return this.interactOnce(method, params, round, options);
      };
      return inRounds({ target: nameOf(params) ?? method, maxRounds, answering, signal: link, once });
    }).finally(() => linked?.release());
  }

  async interactOnce(method: string, params: Fields, round: RoundInput, options: CallOptions = {}): Promise<RoundEnd> {
    const request = { ...params, ...round };
    try {
      return readRoundEnd(method, await this.#send(method, request, options));
    } catch (thrown) {
      if (this.#wire.kind !== "http" || method !== toolCall || !isMismatch(thrown)) throw thrown;
    }
    await this.#learnTools(options);
    return readRoundEnd(method, await this.#send(method, request, options));
  }

  subscribe(filter: SubscriptionFilter, listener: ChangeListener, options: CallOptions = {}): Promise<Subscription> {
    return this.#subscriptions.open(filter, listener, options);
  }

  /** This era has no such request: the level goes along with every other one. */
  async setLogLevel(level: LogLevel): Promise<void> {
    this.#logLevel = level;
  }

  /** This era has no ping: a discovery says as much. */
  async ping(options: CallOptions = {}): Promise<void> {
    await this.request("server/discover", {}, options);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error(closed));
    this.#subscriptions.close();
    this.#requests.peer.close(closed);
    await this.#wire.close();
  }

  /** A response from the cache, or one that is fetched and kept, unless `fetch` says that it must not be. */
  async #cached(
    method: string,
    params: Fields,
    options: CallOptions,
    fetch: (mustNotKeep: () => void) => Promise<Fields>,
  ): Promise<Fields> {
    const { cache } = this.#options;
    const found = options.reload === true ? undefined : cache?.find(method, params);
    if (found !== undefined) return found;
    let keep = cache?.expecting(method, params);
    try {
      const fetched = await fetch(() => {
        keep = undefined;
      });
      const result = method === toolList.method && this.#wire.kind === "http" ? this.#tools.usable(fetched) : fetched;
      keep?.(result);
      return result;
    } catch (thrown) {
      const isExpired = Object.hasOwn(params, "cursor") && thrown instanceof McpError && thrown.code === INVALID_PARAMS;
      if (isExpired) cache?.forgetList(method);
      throw thrown;
    }
  }

  /** Reads the list of tools anew, for the headers that their arguments need by now. */
  async #learnTools({ signal }: CallOptions): Promise<void> {
    const options = { reload: true, ...(signal !== undefined && { signal }) };
    for await (const _page of pages(this, toolList, options, this.#options.notices));
  }

  #notice({ method, params }: RpcNotification): void {
    if (method === "notifications/cancelled") return this.#subscriptions.cancelled(own(params, "requestId"));
    const change = changeIn(method, params);
    if (change !== undefined) this.#options.cache?.changed(change);
    this.#options.notices.notification(method, params, () => {
      if (method === "notifications/progress") this.#requests.progress(params);
      else this.#subscriptions.notice(method, params, change);
    });
  }

  #send(method: string, params: Fields, options: CallOptions, opened?: (id: RequestId) => void): Promise<Fields> {
    const { logLevel = this.#logLevel } = options;
    const _meta = {
      ...(isFields(params._meta) ? params._meta : {}),
      ...(logLevel !== undefined && { [metaKeys.logLevel]: logLevel }),
      ...options.meta,
      [metaKeys.protocolVersion]: this.protocolVersion,
      [metaKeys.clientInfo]: this.#options.clientInfo,
      [metaKeys.clientCapabilities]: this.#options.answering.capabilities,
    };
    const name = nameOf(params);
    const headers = {
      ...(method === toolCall && this.#tools.headersFor(params)),
      [headerNames.version]: this.protocolVersion,
      [headerNames.method]: method,
      ...(named.has(method) && name !== undefined && { [headerNames.name]: encodedHeader(name) }),
    };
    const send: Send = (text, id, exchange) => {
      opened?.(id);
      return this.#wire.send(text, { headers, exchange });
    };
    return this.#requests.request(method, { ...params, _meta }, send, options);
  }
}

const toolCall = "tools/call";

/** The methods whose target a header mirrors. */
const named = new Set([toolCall, "prompts/get", "resources/read"]);

function nameOf(params: Fields): string | undefined {
  const name = own(params, "name") ?? own(params, "uri");
  return typeof name === "string" ? name : undefined;
}

function isMismatch(thrown: unknown): boolean {
  const error = thrown instanceof HttpError ? thrown.error : thrown instanceof McpError ? thrown : undefined;
  return error?.code === HEADER_MISMATCH;
}

/** Which of our versions a server speaks that refused the one we named; undefined when the error is another or none is shared. */
export function sharedVersion(error: { readonly data?: unknown }): string | undefined {
  const supported = isFields(error.data) ? error.data.supported : undefined;
  if (!Array.isArray(supported)) return undefined;
  return [...modernVersions].reverse().find((version) => supported.includes(version));
}
