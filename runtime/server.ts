/** Serving: a server definition, and the fetch handler that serves it anywhere. Node's own ways stand in `./node`. */

import type { App } from "./core/app.js";
import { type ListName, Offering, offering } from "./core/offering.js";
import { serveChannel } from "./eras/duplex.js";
import type { DuplexOptions } from "./eras/era.js";
import { HttpEndpoint, type HttpOptions } from "./eras/http-endpoint.js";
import type { Channel } from "./jsonrpc/channel.js";
import { fetchHandler } from "./transports/fetch-handler.js";
import { served } from "./transports/served.js";

export type { App, Tool, ToolAnnotations } from "./core/app.js";
export type { Log } from "./core/log.js";
export type { StateCodec } from "./core/state-codec.js";
export { rememberUsedStates, type UsedStates } from "./core/used-states.js";
export type { CorsOptions } from "./eras/cors.js";
export type { DuplexOptions, ServeOptions } from "./eras/era.js";
export type { HttpOptions } from "./eras/http-endpoint.js";
export { type EventLimits, type EventStore, memoryEvents, type StreamEvent } from "./eras/legacy/events.js";
export type { SessionOptions } from "./eras/legacy/sessions.js";
export type { Authenticate, AuthRefusal, AuthRequest, ProtectedResource } from "./transports/authorization.js";

declare const state: unique symbol;

/** A server that can be served over any transport, or connected to in the same process. `State` is what its functions take as `ctx.app`. */
export interface Server<State = unknown> extends App {
  /** How a client in the same process opens a channel. */
  readonly [served]: (channel: Channel, options?: DuplexOptions) => () => void;
  readonly [offering]: Offering;
  /** Only a type: servers that want a state are told apart from those that don't. */
  readonly [state]?: (state: State) => void;
  /** Tells every client that listens that a list is not what it was. */
  listChanged(list: ListName): void;
  /** Tells every client that subscribed to a resource that its contents are not what they were. */
  resourceUpdated(uri: string): void;
  /**
   * Hides or shows something while the server runs: what is hidden is neither listed nor found. Clients that listen hear of it.
   *
   * @param key - the name of a tool or prompt, the address of a resource, the text of a template.
   * @throws RangeError when the server has nothing of that name.
   */
  setAvailable(list: ListName, key: string, available: boolean): void;
}

/** @throws Error when two tools or prompts have one name, or two resources one address. */
export function defineServer<State = unknown>(app: App): Server<State> {
  const offered = new Offering(app);
  const server: Server<State> = {
    ...app,
    [offering]: offered,
    [served]: (channel, options) => serveChannel(server, channel, options),
    listChanged: (list) => offered.changes.publish({ list }),
    resourceUpdated: (uri) => offered.changes.publish({ uri }),
    setAvailable: (list, key, available) => offered.setAvailable(list, key, available),
  };
  return Object.freeze(server);
}

/** What serving a server takes besides its options: the state that its functions find in `ctx.app`, when they want one. */
export type Needs<State> = unknown extends State ? unknown : [State] extends [never] ? unknown : { readonly app: State };

/** Options that may be left out unless they have to bring the state. */
export type Given<State, Options> = unknown extends Needs<State> ? [options?: Options] : [options: Options & Needs<State>];

export interface FetchHandler {
  /** `body` is the request's, where something in front has read it. */
  (request: Request, body?: unknown): Promise<Response>;
  /** Ends sessions and gives up calls that wait for answers. */
  close(): void;
}

/**
 * A handler of the Fetch standard for one MCP endpoint, both generations of the protocol at once. Requests must name a
 * loopback host unless `allowedHosts` says otherwise.
 */
export function toFetchHandler<State>(server: Server<State>, ...[options = {}]: Given<State, HttpOptions>): FetchHandler {
  const endpoint = new HttpEndpoint(server, options);
  return Object.assign(
    fetchHandler((exchange) => endpoint.handle(exchange)),
    { close: () => endpoint.close() },
  );
}
