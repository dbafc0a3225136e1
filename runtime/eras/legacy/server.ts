/** Serves legacy requests of one session at a time: the handshake, and what may follow it. */

import { type Awaitable, either } from "../../core/awaitable.js";
import { Cancel } from "../../core/cancel.js";
import type { LogLevel, RequestHeaders } from "../../core/domain.js";
import { readImplementation } from "../../core/implementation.js";
import { isLogLevel, logLevels } from "../../core/log-level.js";
import { INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, McpError, METHOD_NOT_FOUND } from "../../errors.js";
import { isFields, own } from "../../json.js";
import { errorText, type RpcNotification, type RpcRequest, resultText } from "../../jsonrpc/message.js";
import { complete } from "../completing.js";
import type { Serving } from "../era.js";
import { capabilitiesOf, listMethods, type Offered, offeredBy, runMethods } from "../offered.js";
import { PreparedLists } from "../prepared-lists.js";
import { type Listener, Reporting } from "../reporting.js";
import { notFound, refusedState, targets, type Writer } from "../target.js";
import { writerFor } from "./content.js";
import { handshakeResult, listResult } from "./lists.js";
import { tellChange } from "./notices.js";
import { runToEnd } from "./run.js";
import type { Handshake, LegacySession, Line } from "./session.js";
import { featuresOf, legacyVersions, newestLegacy, RESOURCE_NOT_FOUND } from "./versions.js";

/** Sessions keep what the client declares, so it has to be short; in characters. */
const longestHandshake = 65_536;

/** Sessions keep what the client subscribes to: no more than this. */
const mostSubscribed = 1000;

/** Clients that never said what they want get everything: the specification leaves it to the server (2025-11-25: logging). */
const usualLogLevel = "debug";

/** A request, whose session it belongs to, and the ways back. */
interface Incoming {
  readonly request: RpcRequest;
  readonly session: LegacySession;
  readonly line: Line;
  readonly cancel: Cancel;
}

type Method = (incoming: Incoming) => Awaitable<string>;

export class LegacyServer {
  readonly #serving: Serving;
  readonly #offered: Offered;
  readonly #lists: PreparedLists;
  readonly #handshakes: ReadonlyMap<string, string>;
  readonly #writers: ReadonlyMap<string, Writer>;
  readonly #methods: ReadonlyMap<string, Method>;

  constructor(serving: Serving) {
    this.#serving = serving;
    this.#lists = new PreparedLists(serving, listResult);
    const offered = offeredBy(serving.app);
    this.#offered = offered;
    this.#handshakes = new Map(
      legacyVersions.map((version) => {
        const { completions: _later, ...older } = capabilitiesOf(offered);
        const capabilities = featuresOf(version).audio ? capabilitiesOf(offered) : older;
        return [version, handshakeResult(serving.app, version, capabilities)];
      }),
    );
    this.#writers = new Map(legacyVersions.map((version) => [version, writerFor(version)]));
    this.#methods = new Map(
      this.#table()
        .filter(([, , has]) => has !== false)
        .map(([name, method]) => [name, method]),
    );
  }

  /** The reply, or undefined when the request was cancelled and gets none. Never rejects. */
  handle(request: RpcRequest, session: LegacySession, line: Line): Awaitable<string | undefined> {
    const { id } = request;
    const cancel = new Cancel();
    session.running.set(id, cancel);
    return either(
      () => this.#start({ request, session, line, cancel }),
      (result) => {
        session.running.delete(id);
        return cancel.aborted ? undefined : resultText(id, result);
      },
      (thrown) => {
        session.running.delete(id);
        return cancel.aborted ? undefined : this.#failed(request, thrown);
      },
    );
  }

  #start(incoming: Incoming): Awaitable<string> {
    const { method } = incoming.request;
    const found = this.#methods.get(method);
    if (found === undefined) throw new McpError(METHOD_NOT_FOUND, "Method not found", { method });
    return found(incoming);
  }

  #failed({ id, method }: RpcRequest, thrown: unknown): string {
    if (thrown instanceof McpError) return errorText(id, thrown.code, thrown.message, thrown.data);
    this.#serving.log.error(`${method} failed`, thrown);
    return errorText(id, INTERNAL_ERROR, "Internal error");
  }

  /** Notifications get no reply; those that mean nothing here are dropped. */
  notice(notification: RpcNotification, session: LegacySession): void {
    if (notification.method !== "notifications/cancelled") return;
    const id = own(notification.params, "requestId");
    if (typeof id === "string" || typeof id === "number") session.running.get(id)?.abort("the client cancelled the call");
  }

  /** Every method, and whether this server has it; all revisions of the era have the same. */
  #table(): (readonly [string, Method, boolean?])[] {
    const { offering } = this.#serving;
    const has = this.#offered;
    return [
      ["initialize", (incoming) => this.#initialize(incoming)],
      ["ping", () => "{}"],
      ["logging/setLevel", (incoming) => setLevel(incoming)],
      ...listMethods.map(
        ([name, feature, kind]) =>
          [
            name,
            ({ request, session }: Incoming) => this.#lists.page(kind, shaken(session).version, request.params, session.auth),
            has[feature],
          ] as const,
      ),
      ...runMethods.map(([name, feature]) => [name, (incoming: Incoming) => this.#run(incoming), has[feature]] as const),
      [
        "completion/complete",
        async ({ request, session }) => {
          shaken(session);
          return JSON.stringify(await complete(request.params, offering, session.auth));
        },
        has.completions,
      ],
      ["resources/subscribe", (incoming) => this.#subscribe(incoming), has.resources],
      ["resources/unsubscribe", (incoming) => unsubscribe(incoming), has.resources],
    ];
  }

  #initialize({ request: { params }, session }: Incoming): string {
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
    const { changes } = this.#serving.offering;
    session.onClose(changes.subscribe((change) => tellChange(change, session, (list) => this.#offered[list])));
    return this.#handshakes.get(version) as string;
  }

  #run({ request, session, line, cancel }: Incoming): Promise<string> {
    const handshake = shaken(session);
    const serving = this.#serving;
    const read = targets.get(request.method) as NonNullable<ReturnType<typeof targets.get>>;
    const writer = this.#writers.get(handshake.version) as Writer;
    const target = read(request.params, serving.offering, session.auth, writer);
    if ((own(request.params, "requestState") ?? undefined) !== undefined) throw refusedState(); // this era mints none
    const surroundings = new Reporting(
      serving,
      new RequestListener(request, session, line, cancel, featuresOf(handshake.version).audio),
      session.auth,
    );
    return runToEnd({ target, serving, session, handshake, line, cancel, surroundings });
  }

  #subscribe({ request: { params }, session }: Incoming): string {
    shaken(session);
    const uri = own(params, "uri");
    if (typeof uri !== "string") throw new McpError(INVALID_PARAMS, "resources/subscribe needs a uri.");
    if (this.#serving.offering.resource(uri, session.auth) === undefined) throw notFound(uri, RESOURCE_NOT_FOUND);
    if (session.subscribed.size >= mostSubscribed && !session.subscribed.has(uri)) {
      throw new McpError(
        INVALID_REQUEST,
        `A session can subscribe to ${mostSubscribed} resources at most: unsubscribe from some first.`,
      );
    }
    session.subscribed.add(uri);
    return "{}";
  }
}

/** How a request is told something before its reply; once its own way is closed, on the session's. */
class RequestListener implements Listener {
  readonly request: RpcRequest;
  readonly cancel: Cancel;
  readonly hasProgressText: boolean;
  readonly #session: LegacySession;
  readonly #line: Line;

  constructor(request: RpcRequest, session: LegacySession, line: Line, cancel: Cancel, hasProgressText: boolean) {
    this.request = request;
    this.cancel = cancel;
    this.hasProgressText = hasProgressText;
    this.#session = session;
    this.#line = line;
  }

  get headers(): RequestHeaders | undefined {
    return this.#line.headers;
  }

  send(text: string): void {
    if (this.#line.blocked === undefined) this.#line.send(text);
    else this.#session.tell(text);
  }

  leastLevel(): LogLevel {
    return this.#session.logLevel ?? usualLogLevel;
  }

  closeStream(): void {
    this.#line.close?.();
  }
}

function unsubscribe({ request: { params }, session }: Incoming): string {
  shaken(session);
  const uri = own(params, "uri");
  if (typeof uri !== "string") throw new McpError(INVALID_PARAMS, "resources/unsubscribe needs a uri.");
  session.subscribed.delete(uri);
  return "{}";
}

function setLevel({ request: { params }, session }: Incoming): string {
  shaken(session);
  const level = own(params, "level");
  if (!isLogLevel(level)) throw new McpError(INVALID_PARAMS, `Unknown log level: there are ${logLevels.join(", ")}.`);
  session.logLevel = level;
  return "{}";
}

function shaken(session: LegacySession): Handshake {
  if (session.handshake === undefined) throw new McpError(INVALID_REQUEST, "Send initialize first.");
  return session.handshake;
}
