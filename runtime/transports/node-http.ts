/** Exchanges over `node:http`, without a detour through Request and Response objects. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { BodyTooLarge, type Exchange, type ReplyStream } from "./http.js";

/** Turns something that answers exchanges into a listener for `node:http`, Express and their kin. */
export function nodeListener(
  handle: (exchange: Exchange) => Promise<void>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    void handle(new NodeExchange(request, response));
  };
}

class NodeExchange implements Exchange {
  readonly method: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.method = request.method ?? "GET";
    this.#request = request;
    this.#response = response;
    response.on("error", () => {}); // a client that is gone shows through `isGone`
  }

  get isGone(): boolean {
    return this.#response.destroyed && !this.#response.writableFinished;
  }

  onGone(listener: () => void): void {
    if (this.isGone) return listener();
    this.#response.once("close", () => {
      if (!this.#response.writableFinished) listener();
    });
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
      this.#request.on("end", () => resolve(Buffer.concat(parts).toString("utf8")));
      this.#request.on("error", reject);
    });
  }

  send(status: number, headers: Readonly<Record<string, string>>, body = ""): void {
    const length = Buffer.byteLength(body);
    this.#response.writeHead(status, length === 0 && status === 202 ? headers : { ...headers, "content-length": String(length) });
    this.#response.end(body);
  }

  stream(status: number, headers: Readonly<Record<string, string>>): ReplyStream {
    const response = this.#response;
    response.writeHead(status, headers);
    response.flushHeaders();
    return {
      write: (text) => {
        if (!response.destroyed) response.write(text);
      },
      end: () => response.end(),
    };
  }

  /** What is still on its way is not read; the connection ends with the reply. */
  #tooLarge(): Promise<never> {
    this.#response.setHeader("connection", "close");
    this.#request.removeAllListeners("data").resume();
    return Promise.reject(new BodyTooLarge());
  }
}

export interface Listening {
  readonly server: Server;
  /** Where it listens, without a path. */
  readonly origin: string;
}

/** Listens with a handler; port 0 takes a free one. @throws the system's error, such as EADDRINUSE. */
export function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
  host: string,
): Promise<Listening> {
  const server = createServer(listener);
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
