/** Exchanges over `node:http`, without a detour through Request and Response objects. */

import { isUtf8 } from "node:buffer";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { BodyNotText, BodyTooLarge, type Exchange, mostUnread, type ReplyStream } from "./http.js";

/** A request as frameworks on `node:http` hand it on: mounted below a path, with the body read already. */
type Incoming = IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown };

/** `body` is what a framework has read and keeps elsewhere; Express's `next`, which comes in its place, is none. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse, body?: unknown) => void;

/** Turns something that answers exchanges into a listener for `node:http`, Express and their kin. */
export function nodeListener(handle: (exchange: Exchange) => void): NodeListener {
  return (request, response, body) => {
    handle(new NodeExchange(request, response, typeof body === "function" ? undefined : body));
  };
}

const carried: unique symbol = Symbol("exchange");

/** A response that knows its exchange, so that one listener serves all. */
type Carrying = ServerResponse & { [carried]?: NodeExchange };

class NodeExchange implements Exchange {
  readonly method: string;
  readonly #request: Incoming;
  readonly #response: Carrying;
  readonly #body: unknown;
  /** Who hears of it when the connection is lost: hardly ever more than the reader of the body and then the reply. */
  #lost: (() => void)[] | undefined;

  constructor(request: Incoming, response: ServerResponse, body: unknown) {
    this.method = request.method ?? "GET";
    this.#request = request;
    this.#response = response;
    this.#body = body;
    this.#response[carried] = this;
    response.on("error", ignore); // a client that is gone shows through `isGone`
    response.on("close", closed);
  }

  get path(): string {
    const { originalUrl, url } = this.#request;
    return (originalUrl ?? url ?? "/").split("?", 1)[0] as string;
  }

  /** A parser that did not touch the body leaves an empty object beside it (Express 4): that is no body. */
  get parsed(): unknown {
    const body = this.#body ?? this.#request.body;
    if (this.#request.readableDidRead) return body;
    return typeof body === "object" && body !== null && Object.keys(body).length === 0 ? undefined : body;
  }

  get isGone(): boolean {
    return this.#response.destroyed && !this.#response.writableFinished;
  }

  onGone(listener: () => void): void {
    if (this.isGone) return listener();
    this.#lost ??= [];
    this.#lost.push(listener);
  }

  /** The connection is over, or the exchange is. */
  close(): void {
    if (this.#lost === undefined || this.#response.writableFinished) return;
    for (const listener of this.#lost.splice(0)) listener();
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  body(limit: number): Promise<string> {
    if (Number(this.header("content-length") ?? 0) > limit) return this.#tooLarge();
    return new Promise((resolve, reject) => {
      const parts: Buffer[] = [];
      let length = 0;
      this.#request.on("data", (bytes: Buffer) => {
        length += bytes.length;
        if (length <= limit) parts.push(bytes);
        else resolve(this.#tooLarge());
      });
      this.#request.on("end", () => {
        const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
        if (isUtf8(bytes)) resolve(bytes.toString("utf8"));
        else reject(new BodyNotText());
      });
      this.onGone(() => reject(new Error("the client is gone")));
    });
  }

  addHeaders(headers: Readonly<Record<string, string>>): void {
    for (const name in headers) this.#response.setHeader(name, headers[name] as string);
  }

  send(status: number, headers: Readonly<Record<string, string>>, body = ""): void {
    const response = this.#response;
    if (response.destroyed) return;
    const length = Buffer.byteLength(body);
    const head: Record<string, string | number> = {}; // filled by hand: a spread costs ten times as much
    for (const name in headers) head[name] = headers[name] as string;
    if (length > 0 || (status !== 202 && status !== 204)) head["content-length"] = length;
    response.writeHead(status, head);
    const { socket } = response;
    if (length === 0 || socket === null || this.#request.httpVersionMajor !== 1) return void response.end(body);
    // Head and body in one write: what `end(body)` does costs a second, empty one.
    socket.cork();
    response.write(body);
    socket.uncork();
    response.end();
  }

  stream(status: number, headers: Readonly<Record<string, string>>): ReplyStream {
    const response = this.#response;
    response.writeHead(status, headers);
    let gathered = "";
    let isGathering = true;
    /** What is written in one turn goes out in one piece, the first time together with the head. */
    const flush = (): void => {
      const text = gathered;
      gathered = "";
      isGathering = false;
      if (response.destroyed || response.writableEnded) return;
      if (text === "") response.flushHeaders();
      else response.write(text);
    };
    process.nextTick(flush);
    return {
      write: (text) => {
        gathered += text;
        if (response.writableLength + gathered.length > mostUnread) response.destroy();
        if (isGathering) return;
        isGathering = true;
        process.nextTick(flush);
      },
      end: () => {
        if (!response.destroyed) response.end(gathered);
        gathered = "";
      },
    };
  }

  /** What is still on its way is not read; the connection ends with the reply. */
  #tooLarge(): Promise<never> {
    this.#response.setHeader("connection", "close");
    this.#request.removeAllListeners("data").resume();
    return Promise.reject(new BodyTooLarge());
  }
}

function ignore(): void {}

function closed(this: Carrying): void {
  this[carried]?.close();
}

export interface Listening {
  readonly server: Server;
  /** Where it listens, without a path. */
  readonly origin: string;
}

const keepAliveMs = 60_000;

/** Listens with a handler; port 0 takes a free one. @throws the system's error, such as EADDRINUSE. */
export async function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
  host: string,
): Promise<Listening> {
  const { createServer } = await import("node:http"); // a server on standard input and output does not need it
  // Clients keep connections for their next call: opening one costs more than the call.
  const server = createServer({ keepAliveTimeout: keepAliveMs }, listener);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      const bound = typeof address === "object" && address !== null ? address.port : port;
      resolve({ server, origin: `http://${host.includes(":") ? `[${host}]` : host}:${bound}` });
    });
  });
}

/** Stops listening and closes every connection: at once when nothing is being answered on it, the others after some time. */
export function shut(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const sweeping = setInterval(() => server.closeIdleConnections(), 10);
    const limit = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(sweeping);
      clearTimeout(limit);
      resolve();
    });
  });
}
