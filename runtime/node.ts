/** Node's own ways to serve: standard input and output, and `node:http`. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { DuplexOptions } from "./eras/era.js";
import { HttpEndpoint, type HttpOptions } from "./eras/http-endpoint.js";
import type { Given, Needs, Server } from "./server.js";
import { nodeCipher } from "./transports/node-cipher.js";
import { listen, nodeListener, shut } from "./transports/node-http.js";
import { served } from "./transports/served.js";
import { claimStdout, leaveMs, StdioChannel } from "./transports/stdio.js";

export { claimStdout } from "./transports/stdio.js";

export interface StdioOptions extends DuplexOptions {
  /**
   * What becomes of the process once the client has closed standard input: "exit", unless given, leaves the application a
   * second to close what it has open, and then ends it, whatever timers still run. "stay" leaves that to the application.
   */
  readonly afterwards?: "exit" | "stay";
}

/**
 * Serves on standard input and output, both generations of the protocol at once. Settles when the client has closed standard
 * input and everything is written. Standard output belongs to the protocol from here on: call `claimStdout` before modules
 * load that print.
 */
export async function serveStdio<State>(server: Server<State>, ...[options]: Given<State, StdioOptions>): Promise<void> {
  claimStdout();
  const channel = new StdioChannel();
  server[served](channel, { cipher: nodeCipher, ...options });
  await channel.done;
  await channel.close(); // the input may still be open: when the output broke first
  if (options?.afterwards !== "stay") setTimeout(() => process.exit(), leaveMs).unref();
}

/** Streams end with a last message: so long it may take to be sent. */
const farewellMs = 500;

export interface HttpServing {
  /** The address of the endpoint. */
  readonly url: string;
  /** Stops listening, ends sessions and waiting calls, closes connections. */
  close(): Promise<void>;
}

/**
 * Serves one endpoint over HTTP, both generations of the protocol at once; every other path is 404.
 *
 * @param options.port - 0 takes a free port.
 * @param options.host - the address to listen on; 127.0.0.1 unless given (decision W10).
 * @param options.path - `/mcp` unless given.
 * @throws the system's error when the port can't be had.
 */
export async function serveHttp<State>(
  server: Server<State>,
  options: HttpOptions & Needs<State> & { readonly port: number; readonly host?: string; readonly path?: string },
): Promise<HttpServing> {
  const { port, host = "127.0.0.1", path = "/mcp" } = options;
  const endpoint = new HttpEndpoint(server, { cipher: nodeCipher, ...options });
  const handler = nodeListener((exchange) => endpoint.handle(exchange));
  const { server: http, origin } = await listen(
    (request, response) => {
      const { url = "" } = request;
      const asked = url === path ? url : (url.split("?", 1)[0] as string);
      if (asked === path || endpoint.describesItselfAt(asked)) handler(request, response);
      else response.writeHead(404).end();
    },
    port,
    host,
  );
  return {
    url: `${origin}${path}`,
    close: () => {
      endpoint.close();
      return shut(http, farewellMs);
    },
  };
}

export interface NodeHandler {
  /** `body` is the request's, where a framework has read it and keeps it elsewhere than in `request.body`. */
  (request: IncomingMessage, response: ServerResponse, body?: unknown): void;
  /** Ends sessions and gives up calls that wait for answers. */
  close(): void;
}

/**
 * A listener for `node:http` and what is built on it, whether the body has been read in front or not. It takes every path that
 * it is mounted on; with `protectedResource` it has to be mounted on the well-known address too.
 */
export function toNodeHandler<State>(server: Server<State>, ...[options]: Given<State, HttpOptions>): NodeHandler {
  const endpoint = new HttpEndpoint(server, { cipher: nodeCipher, ...options });
  return Object.assign(
    nodeListener((exchange) => endpoint.handle(exchange)),
    { close: () => endpoint.close() },
  );
}
