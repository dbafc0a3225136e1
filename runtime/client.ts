/** Connecting to a server of either generation. */

import type { Implementation, LogLevel } from "./core/domain.js";
import { Answering, type Callbacks } from "./eras/answering.js";
import { type Client, SessionClient } from "./eras/client.js";
import type { ClientSession } from "./eras/client-session.js";
import { type Mode, openSession, type Target } from "./eras/detect.js";
import { EraMemory } from "./eras/era-memory.js";
import { type Listeners, Notices } from "./eras/notices.js";
import { Outputs } from "./eras/outputs.js";
import { ResponseCache, type ResponseStore } from "./eras/response-cache.js";
import { orAborted } from "./jsonrpc/aborting.js";
import type { Given, Server } from "./server.js";
import { type Fetch, HttpWire } from "./transports/http-client.js";
import { HttpSseWire } from "./transports/http-sse-client.js";
import { channelPair } from "./transports/memory.js";
import { served } from "./transports/served.js";
import type { Command } from "./transports/spawn.js";
import { ChannelWire, type Wire } from "./transports/wire.js";

export type {
  CallToolResult,
  Change,
  ContentBlock,
  Era,
  GetPromptResult,
  Implementation,
  LogLevel,
  PromptMessage,
  ReadResourceResult,
  ResourceContents,
} from "./core/domain.js";
export { fitForm } from "./core/flat-form.js";
export { ResultError, ToolError } from "./core/result-errors.js";
export type {
  Callbacks,
  ElicitAnswer,
  ElicitationCallback,
  ElicitationMode,
  ElicitParams,
  FormParams,
  QuestionContext,
  RootsCallback,
  SamplingCallback,
  UrlParams,
} from "./eras/answering.js";
export type { ChangeListener, Subscription, SubscriptionEnd, SubscriptionFilter } from "./eras/changes.js";
export type { Client } from "./eras/client.js";
export type { CallOptions, InterimResult, Progress, RoundInput } from "./eras/client-session.js";
export type { Mode } from "./eras/detect.js";
export { RoundLimitError } from "./eras/modern/client-rounds.js";
export type { Listeners, LogMessage, ServerMessage } from "./eras/notices.js";
export type {
  Completion,
  CompletionTarget,
  PromptDescription,
  ResourceDescription,
  ResourceTemplateDescription,
  ToolDescription,
} from "./eras/operations.js";
export { ResponseStore } from "./eras/response-cache.js";
export { McpError } from "./errors.js";
export { TimeoutError } from "./jsonrpc/peer.js";
export { type Fetch, HttpError } from "./transports/http-client.js";
export type { Command } from "./transports/spawn.js";

/** A server's URL, a command that starts one (on Node), or a server in this process. */
export type ConnectTarget = URL | Command | Server<never>;

/** The callbacks serve both generations; registering one is declaring its capability. Listeners declare nothing. */
export interface ConnectOptions extends Callbacks, Listeners {
  /** "auto" unless given: modern first, legacy when the server is older. */
  readonly mode?: Mode;
  /** Who this client says it is. */
  readonly clientInfo?: Implementation;
  /** More headers for every HTTP request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Another `fetch`, for instance over a connection pool or one that adds credentials. */
  readonly fetch?: Fetch;
  /** How long the server may take for one request, in milliseconds, not counting the time in which a person answers; 60,000 unless given. */
  readonly timeoutMs?: number;
  /** Gives up connecting: what was opened for it is closed. Once connected, it has no say. */
  readonly signal?: AbortSignal;
  /** How often one call may ask for more input; 10 unless given. */
  readonly maxRounds?: number;
  /**
   * "checked" unless given: a result is checked against the output schema of its tool. What a schema says in words that are not
   * understood here never refuses one.
   */
  readonly toolResults?: "checked" | "as they are";
  /** The application state of a server in this process: what its functions find in `ctx.app`. */
  readonly app?: unknown;
  /** Which log messages the server may send; none from a modern server unless given. */
  readonly logLevel?: LogLevel;
  /**
   * Responses are cached as long as a modern server says unless this is "off". Those that the server calls public can be shared
   * between clients through one `ResponseStore`; private ones never leave their connection.
   */
  readonly cache?: "off" | ResponseStore;
}

type StateOf<T> = [T] extends [Server<infer State>] ? State : unknown;

/**
 * Connects to a server; the same callbacks serve both generations.
 *
 * @throws when the server can't be reached or understood; the signal's reason when it aborts.
 */
export async function connect<T extends ConnectTarget>(
  target: T,
  ...[options = {}]: Given<StateOf<T>, ConnectOptions>
): Promise<Client> {
  const { mode = "auto", timeoutMs = 60_000, maxRounds = 10, cache, signal } = options;
  signal?.throwIfAborted();
  if (typeof target === "string") throw new TypeError("connect takes a URL, not a text: new URL(address).");
  const notices = new Notices(options);
  const address = target instanceof URL ? addressOf(target) : undefined;
  const opened: Wire[] = [];
  const opening = openSession(targetOf(target, address, options, opened), mode, {
    clientInfo: options.clientInfo ?? { name: "mcp-gen", version: "0.1.0" },
    answering: new Answering(options),
    notices,
    timeoutMs,
    maxRounds,
    logLevel: options.logLevel,
    cache: cache === "off" ? undefined : new ResponseCache(address ?? "", address === undefined ? undefined : cache),
  });
  const session = await (signal === undefined ? opening : orGivenUp(opening, opened, signal));
  const outputs = options.toolResults === "as they are" ? undefined : new Outputs(session, notices, timeoutMs);
  return new SessionClient(session, notices, outputs);
}

/** A `fetch` of one's own may lead to other servers under the same addresses: each has its own memory. */
const memories = new WeakMap<Fetch, EraMemory>();
const globalMemory = new EraMemory();

function memoryOf(fetcher: Fetch | undefined): EraMemory {
  if (fetcher === undefined) return globalMemory;
  const memory = memories.get(fetcher) ?? new EraMemory();
  memories.set(fetcher, memory);
  return memory;
}

/** One host may serve servers of either era on different paths. */
function addressOf(url: URL): string {
  return `${url.origin}${url.pathname}${url.search}`;
}

function targetOf(target: ConnectTarget, address: string | undefined, options: ConnectOptions, opened: Wire[]): Target {
  const memory = memoryOf(options.fetch);
  const kept = <W extends Wire>(wire: W): W => {
    opened.push(wire);
    return wire;
  };
  const open = async (): Promise<Wire> => {
    options.signal?.throwIfAborted();
    return target instanceof URL ? wireTo(target) : kept(await openChannel(target, options));
  };
  const wireTo = (url: URL): HttpWire =>
    kept(new HttpWire(url, options.fetch ?? ((to, init) => fetch(to, init)), options.headers ?? {}));
  if (!(target instanceof URL)) return { open, address, memory };
  return { open, openOldest: (waitMs) => HttpSseWire.open(target, wireTo, waitMs), address, memory };
}

/** The session, or the signal's reason; nothing that was opened outlives that. */
async function orGivenUp(opening: Promise<ClientSession>, opened: readonly Wire[], signal: AbortSignal): Promise<ClientSession> {
  try {
    return await orAborted(opening, signal);
  } catch (thrown) {
    if (signal.aborted) {
      for (const wire of opened) void wire.close();
      opening.then((session) => session.close()).catch(() => {}); // it came too late
    }
    throw thrown;
  }
}

async function openChannel(target: Exclude<ConnectTarget, URL>, options: ConnectOptions): Promise<Wire> {
  if ("command" in target) {
    const { spawnChannel } = await import("#spawn");
    return new ChannelWire(spawnChannel(target));
  }
  const [ours, theirs] = channelPair();
  target[served](theirs, { app: options.app });
  return new ChannelWire(ours);
}
