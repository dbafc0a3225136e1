/** A client of a legacy server: the handshake, then requests; questions come in as requests of the server. */

import type { Implementation, LogLevel } from "../../core/domain.js";
import { readImplementation } from "../../core/implementation.js";
import { messageOf } from "../../errors.js";
import { type Fields, isFields, own } from "../../json.js";
import { notificationText, type RpcNotification } from "../../jsonrpc/message.js";
import { longestTimer } from "../../jsonrpc/patience.js";
import type { Wire } from "../../transports/wire.js";
import { type ChangeListener, changeIn, type Subscription, type SubscriptionFilter } from "../changes.js";
import type { CallOptions, ClientSession, RoundEnd, RoundInput, SessionOptions } from "../client-session.js";
import { Requests, type Send } from "../requests.js";
import { LegacyAnswers } from "./client-answers.js";
import { LegacySubscriptions } from "./client-subscriptions.js";
import { LegacyWire } from "./client-wire.js";
import { legacyVersions, newestLegacy } from "./versions.js";

const closed = "The connection was closed.";

export class LegacyClient implements ClientSession {
  readonly era = "legacy";
  readonly #options: SessionOptions;
  readonly #wire: LegacyWire;
  readonly #requests: Requests;
  readonly #answers: LegacyAnswers;
  readonly #subscriptions: LegacySubscriptions;
  readonly #pinned: string | undefined;
  #logLevel: LogLevel | undefined;
  #shaken: Fields = {};

  private constructor(wire: Wire, options: SessionOptions, pinned: string | undefined) {
    const report = (reason: string): void => options.notices.fault(reason);
    this.#options = options;
    this.#pinned = pinned;
    this.#logLevel = options.logLevel;
    this.#requests = new Requests(options.timeoutMs, {
      abandoned: (requestId, reason, method) => {
        // The handshake must not be cancelled (specification: basic/utilities/cancellation).
        if (method !== "initialize") void this.#tell("notifications/cancelled", { requestId, reason });
      },
    });
    const { peer } = this.#requests;
    this.#wire = new LegacyWire(wire, {
      renew: async () => {
        await this.#shakeHands();
        await this.#subscriptions.renewed((method, params) => this.#inHandshake(method, params));
      },
      waits: (id) => peer.waits(id),
      report,
    });
    this.#answers = new LegacyAnswers(options.answering, peer, (text) => this.#send(text, "an answer"));
    this.#subscriptions = new LegacySubscriptions((method, params, options) => this.request(method, params, options), report);
    wire.receiver = {
      message: (message) => {
        if (message.kind === "request") void this.#answers.serve(message);
        else if (message.kind === "notification") this.#notice(message);
        else if (!peer.settle(message)) report("the server sent a reply that nobody waits for");
      },
      fault: (reason, id) => {
        report(reason);
        if (id !== undefined) peer.fail(id, new Error(reason));
      },
      closed: (reason) => {
        peer.close(reason);
        this.#subscriptions.end({ by: "loss", error: new Error(reason) });
      },
    };
  }

  /**
   * Shakes hands. @throws what the server or the wire says instead, or when no revision is shared.
   *
   * @param pinned - the one revision that will do; any of the era unless given.
   */
  static async initialize(wire: Wire, options: SessionOptions, pinned?: string): Promise<LegacyClient> {
    const client = new LegacyClient(wire, options, pinned);
    await client.#shakeHands();
    return client;
  }

  get protocolVersion(): string {
    return String(own(this.#shaken, "protocolVersion"));
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
    const send: Send = (text, id, exchange) => this.#wire.send(text, { id, signal: exchange.signal, exchange });
    return this.#requests.request(method, withMeta(params, options.meta), send, options);
  }

  /** This era has no rounds: the questions of a call arrive as requests and are answered by the callbacks. */
  interact(method: string, params: Fields, options: CallOptions = {}): Promise<Fields> {
    return this.request(method, params, options);
  }

  async interactOnce(method: string, params: Fields, _round: RoundInput, options: CallOptions = {}): Promise<RoundEnd> {
    return { result: await this.request(method, params, options) };
  }

  subscribe(filter: SubscriptionFilter, listener: ChangeListener, options?: CallOptions): Promise<Subscription> {
    return this.#subscriptions.add(filter, this.serverCapabilities, listener, options);
  }

  async setLogLevel(level: LogLevel, options: CallOptions = {}): Promise<void> {
    await this.request("logging/setLevel", { level }, options);
    this.#logLevel = level;
  }

  async ping(options: CallOptions = {}): Promise<void> {
    await this.request("ping", {}, options);
  }

  rootsChanged(): Promise<void> {
    return this.#tell("notifications/roots/list_changed", {});
  }

  async close(): Promise<void> {
    this.#requests.peer.close(closed);
    this.#answers.close(closed);
    this.#subscriptions.end({ by: "client" });
    await this.#wire.close();
  }

  async #shakeHands(): Promise<void> {
    const params = {
      protocolVersion: this.#pinned ?? newestLegacy,
      capabilities: this.#options.answering.capabilities,
      clientInfo: this.#options.clientInfo,
    };
    const shaken = await this.#inHandshake("initialize", params);
    const version = own(shaken, "protocolVersion");
    const spoken = this.#pinned === undefined ? legacyVersions : [this.#pinned];
    if (typeof version !== "string" || !spoken.includes(version)) {
      const wanted = typeof version === "string" ? version.slice(0, 40) : version;
      throw new Error(`The server wants to speak ${JSON.stringify(wanted)}; this client speaks ${spoken.join(", ")}.`);
    }
    this.#shaken = shaken;
    this.#wire.agreed(version);
    const initialized = "notifications/initialized";
    await this.#deliver((signal) => this.#wire.sendInHandshake(notificationText(initialized, {}), { signal }), initialized);
    await this.#wire.listen();
    if (this.#logLevel !== undefined && isFields(own(this.serverCapabilities, "logging"))) {
      await this.#inHandshake("logging/setLevel", { level: this.#logLevel }).catch((thrown) => {
        this.#options.notices.fault(`the log level could not be set: ${messageOf(thrown)}`);
      });
    }
  }

  /** A request that must not wait for the handshake, because it is part of it. */
  #inHandshake(method: string, params: Fields): Promise<Fields> {
    const send: Send = (text, id, exchange) => this.#wire.sendInHandshake(text, { id, signal: exchange.signal, exchange });
    return this.#requests.request(method, params, send, {});
  }

  #notice({ method, params }: RpcNotification): void {
    if (method === "notifications/cancelled") return this.#answers.cancel(own(params, "requestId"));
    this.#options.notices.notification(method, params, () => {
      if (method === "notifications/progress") this.#requests.progress(params);
      const change = changeIn(method, params);
      if (change !== undefined) this.#subscriptions.changed(change);
    });
  }

  #tell(method: string, params: object): Promise<void> {
    return this.#send(notificationText(method, params), method);
  }

  #send(text: string, what: string): Promise<void> {
    return this.#deliver((signal) => this.#wire.send(text, { signal }), what);
  }

  /** Sends what gets no reply, though HTTP takes note of it; a failure is reported, since nobody waits for it. */
  async #deliver(send: (signal: AbortSignal) => Promise<void> | undefined, what: string): Promise<void> {
    try {
      await send(AbortSignal.timeout(Math.min(this.#options.timeoutMs || longestTimer, longestTimer)));
    } catch (reason) {
      this.#options.notices.fault(`${what} could not be sent: ${messageOf(reason)}`);
    }
  }
}

function withMeta(params: Fields, meta: Fields | undefined): Fields {
  return meta === undefined ? params : { ...params, _meta: { ...(isFields(params._meta) ? params._meta : {}), ...meta } };
}
