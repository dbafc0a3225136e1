/** Connecting to a server of either generation. */

import type { CallToolResult, Era, Implementation } from "./core/domain.js";
import { Answering, type Callbacks } from "./eras/answering.js";
import type { CallOptions, ClientSession, InterimResult, RoundInput, ToolDescription } from "./eras/client-session.js";
import { type Mode, openSession } from "./eras/detect.js";
import { listTools } from "./eras/listing.js";
import type { Fields } from "./json.js";
import type { Server } from "./server.js";
import { type Fetch, HttpWire } from "./transports/http-client.js";
import { channelPair } from "./transports/memory.js";
import { served } from "./transports/served.js";
import type { Command } from "./transports/spawn.js";
import { ChannelWire, type Wire } from "./transports/wire.js";

export type { CallToolResult, ContentBlock, Era, Implementation } from "./core/domain.js";
export { fitForm } from "./core/flat-form.js";
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
export type { CallOptions, InterimResult, RoundInput, ToolDescription } from "./eras/client-session.js";
export type { Mode } from "./eras/detect.js";
export { RoundLimitError } from "./eras/modern/client.js";
export { McpError } from "./errors.js";
export { TimeoutError } from "./jsonrpc/peer.js";
export { HttpError } from "./transports/http-client.js";
export type { Command } from "./transports/spawn.js";

/** A server's URL, a command that starts one (on Node), or a server in this process. */
export type ConnectTarget = URL | Command | Server;

/** The callbacks serve both generations; registering one is declaring its capability. */
export interface ConnectOptions extends Callbacks {
  /** "auto" unless given: modern first, legacy when the server is older. */
  readonly mode?: Mode;
  /** Who this client says it is. */
  readonly clientInfo?: Implementation;
  /** More headers for every HTTP request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Another `fetch`, for instance over a connection pool. */
  readonly fetch?: Fetch;
  /** How long the server may take for one request, in milliseconds, not counting the time in which a person answers; 60,000 unless given. */
  readonly timeoutMs?: number;
  /** How often one call may ask for more input; 10 unless given. */
  readonly maxRounds?: number;
  /** Hears of messages that make no sense; they are dropped. */
  readonly onFault?: (reason: string) => void;
}

export interface Client {
  readonly era: Era;
  readonly protocolVersion: string;
  readonly serverInfo: Implementation | undefined;
  readonly serverCapabilities: Fields;
  readonly instructions: string | undefined;
  /** All tools of the server, page after page. */
  listTools(options?: CallOptions): Promise<ToolDescription[]>;
  /**
   * Calls a tool. A tool's own failure is a result with `isError`.
   *
   * @throws McpError for an error reply or a refused question, TimeoutError, RoundLimitError, HttpError.
   */
  callTool(name: string, args?: Fields, options?: CallOptions): Promise<CallToolResult>;
  /**
   * One round of a call, for a client that drives the rounds itself, perhaps across processes: a result, or what the server
   * needs to know (modern servers). Answer under the same keys and call again with the same arguments and the state.
   */
  callToolOnce(name: string, args?: Fields, round?: RoundInput, options?: CallOptions): Promise<CallToolResult | InterimResult>;
  /** Tells a legacy server that the roots are others now; a modern one asks anew each time. */
  rootsChanged(): Promise<void>;
  close(): Promise<void>;
}

/** Connects to a server; the same callbacks serve both generations. @throws when the server can't be reached or understood. */
export async function connect(target: ConnectTarget, options: ConnectOptions = {}): Promise<Client> {
  const { mode = "auto", timeoutMs = 60_000, maxRounds = 10 } = options;
  const session = await openSession(() => openWire(target, options), mode, {
    clientInfo: options.clientInfo ?? { name: "mcp-gen", version: "0.1.0" },
    answering: new Answering(options),
    timeoutMs,
    maxRounds,
    report: quietly(options.onFault),
  });
  return new SessionClient(session);
}

/** A listener that throws must not break the connection that it listens to. */
function quietly(listener: ((reason: string) => void) | undefined): (reason: string) => void {
  return (reason) => {
    try {
      listener?.(reason);
    } catch {
      // It was told; that is all there is to do.
    }
  };
}

async function openWire(target: ConnectTarget, options: ConnectOptions): Promise<Wire> {
  if (target instanceof URL)
    return new HttpWire(target, options.fetch ?? ((url, init) => fetch(url, init)), options.headers ?? {});
  if ("command" in target) {
    const { spawnChannel } = await import("#spawn");
    return new ChannelWire(spawnChannel(target));
  }
  const [ours, theirs] = channelPair();
  target[served](theirs);
  return new ChannelWire(ours);
}

class SessionClient implements Client {
  readonly #session: ClientSession;

  constructor(session: ClientSession) {
    this.#session = session;
  }

  get era(): Era {
    return this.#session.era;
  }

  get protocolVersion(): string {
    return this.#session.protocolVersion;
  }

  get serverInfo(): Implementation | undefined {
    return this.#session.serverInfo;
  }

  get serverCapabilities(): Fields {
    return this.#session.serverCapabilities;
  }

  get instructions(): string | undefined {
    return this.#session.instructions;
  }

  async listTools(options: CallOptions = {}): Promise<ToolDescription[]> {
    return listTools(this.#session, options);
  }

  callTool(name: string, args: Fields = {}, options: CallOptions = {}): Promise<CallToolResult> {
    return this.#session.callTool(name, args, options);
  }

  callToolOnce(
    name: string,
    args: Fields = {},
    round: RoundInput = {},
    options: CallOptions = {},
  ): Promise<CallToolResult | InterimResult> {
    return this.#session.callToolOnce(name, args, round, options);
  }

  async rootsChanged(): Promise<void> {
    await this.#session.rootsChanged?.();
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}
