/** Serving: a server definition, and the fetch handler that serves it anywhere. Node's own ways stand in `./node`. */

import type { App } from "./core/app.js";
import { serveChannel } from "./eras/duplex.js";
import type { ServeOptions } from "./eras/era.js";
import { HttpEndpoint, type HttpOptions } from "./eras/http-endpoint.js";
import type { Channel } from "./jsonrpc/channel.js";
import { fetchHandler } from "./transports/fetch-handler.js";
import { served } from "./transports/served.js";

export type { App, Tool, ToolAnnotations } from "./core/app.js";
export type { Log } from "./core/log.js";
export type { StateCodec } from "./core/state-codec.js";
export { rememberUsedStates, type UsedStates } from "./core/used-states.js";
export type { ServeOptions } from "./eras/era.js";
export type { HttpOptions } from "./eras/http-endpoint.js";

/** A server that can be served over any transport, or connected to in the same process. */
export interface Server extends App {
  /** How a client in the same process opens a channel. */
  readonly [served]: (channel: Channel, options?: ServeOptions) => () => void;
}

/** @throws Error when two tools have one name. */
export function defineServer(app: App): Server {
  return Object.freeze({ ...app, [served]: (channel: Channel, options?: ServeOptions) => serveChannel(app, channel, options) });
}

export interface FetchHandler {
  (request: Request): Promise<Response>;
  /** Ends sessions and gives up calls that wait for answers. */
  close(): void;
}

/**
 * A handler of the Fetch standard for one MCP endpoint, both generations of the protocol at once. Requests must name a
 * loopback host unless `allowedHosts` says otherwise.
 */
export function toFetchHandler(server: Server, options: HttpOptions = {}): FetchHandler {
  const endpoint = new HttpEndpoint(server, options);
  return Object.assign(
    fetchHandler((exchange) => endpoint.handle(exchange)),
    { close: () => endpoint.close() },
  );
}
