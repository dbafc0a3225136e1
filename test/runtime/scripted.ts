/** Servers that do exactly what a test says, however wrong: over HTTP, and as the other end of a duplex. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Client, type ConnectOptions, type ConnectTarget, connect } from "@mcp-gen/runtime/client";
import { served } from "../../runtime/dist/transports/served.js";

// biome-ignore lint/suspicious/noExplicitAny: a message is whatever the client sent
type Json = any;

/** Connects to a server that hears nothing but what a test asks: no result is checked, and no tool listed for that. */
export function connectPlainly(target: ConnectTarget, options: ConnectOptions = {}): Promise<Client> {
  return connect(target, { toolResults: "as they are", ...options });
}

/** One HTTP request as it came, and the ways to answer it. */
export interface Exchange {
  readonly verb: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body of a POST. */
  readonly body: Json;
  readonly method: string | undefined;
  /** True once the client has closed the exchange before its end. */
  readonly wasClosed: () => boolean;
  result(result: object, headers?: Record<string, string>): void;
  error(code: number, message: string, data?: unknown, status?: number): void;
  send(status: number, text?: string, headers?: Record<string, string>): void;
  stream(headers?: Record<string, string>): Stream;
}

export interface Stream {
  /** One event; `id` and `retry` where they are given. */
  event(message: object | string, extra?: { id?: string; retry?: number }): void;
  raw(text: string): void;
  end(): void;
  /** Breaks the connection off. */
  destroy(): void;
}

export interface Scripted {
  readonly url: URL;
  /** Everything that came, in order. */
  readonly seen: Exchange[];
  /** The methods of the POSTs, and the verbs of everything else. */
  readonly told: () => string[];
  close(): Promise<void>;
}

export async function scripted(answer: (exchange: Exchange) => unknown): Promise<Scripted> {
  const seen: Exchange[] = [];
  const http = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString();
    const exchange = exchangeOf(request.method ?? "", request.headers, text === "" ? undefined : JSON.parse(text), response);
    seen.push(exchange);
    await answer(exchange);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    seen,
    told: () => seen.map(({ verb, method }) => (verb === "POST" ? (method ?? "a reply") : verb)),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

function exchangeOf(verb: string, headers: IncomingHttpHeaders, body: Json, response: ServerResponse): Exchange {
  let wasClosed = false;
  response.once("close", () => {
    wasClosed = !response.writableFinished;
  });
  const send = (status: number, text = "", more: Record<string, string> = {}): void => {
    response.writeHead(status, more).end(text);
  };
  const json = (value: object, status = 200, more: Record<string, string> = {}): void =>
    send(status, JSON.stringify(value), { "content-type": "application/json", ...more });
  return {
    verb,
    headers,
    body,
    method: body?.method,
    wasClosed: () => wasClosed,
    send,
    result: (result, more) => json({ jsonrpc: "2.0", id: body.id, result }, 200, more),
    error: (code, message, data, status = 200) => json({ jsonrpc: "2.0", id: body.id, error: { code, message, data } }, status),
    stream: (more = {}) => {
      response.writeHead(200, { "content-type": "text/event-stream", ...more });
      response.flushHeaders();
      return {
        event: (message, { id, retry } = {}) => {
          const data = typeof message === "string" ? message : JSON.stringify(message);
          response.write(
            `${id === undefined ? "" : `id: ${id}\n`}${retry === undefined ? "" : `retry: ${retry}\n`}data: ${data}\n\n`,
          );
        },
        raw: (text) => void response.write(text),
        end: () => void response.end(),
        destroy: () => void response.destroy(),
      };
    },
  };
}

/** A server at the other end of a duplex: hears each message and may send at any time. */
export function scriptedDuplex(answer: (message: Json, send: (message: object | string) => void, close: () => void) => void): {
  readonly target: ConnectTarget;
  readonly seen: Json[];
  /** How often somebody connected. */
  readonly opened: () => number;
} {
  const seen: Json[] = [];
  let opened = 0;
  const target = {
    [served](channel: {
      send(text: string): void;
      open(receive: (text: string) => void, closed: () => void): void;
      close(): void;
    }) {
      opened += 1;
      const send = (message: object | string): void =>
        channel.send(typeof message === "string" ? message : JSON.stringify(message));
      channel.open(
        (text) => {
          const message = JSON.parse(text);
          seen.push(message);
          answer(message, send, () => channel.close());
        },
        () => {},
      );
    },
  };
  return { target: target as unknown as ConnectTarget, seen, opened: () => opened };
}

export const reply = (message: Json, result: object): object => ({ jsonrpc: "2.0", id: message.id, result });
export const failure = (message: Json, code: number, text = "no", data?: unknown): object => ({
  jsonrpc: "2.0",
  id: message.id,
  error: { code, message: text, data },
});
export const notice = (method: string, params: object = {}): object => ({ jsonrpc: "2.0", method, params });

export const discovery = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
  ttlMs: 0,
  cacheScope: "private",
};
export const shaken = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, logging: {} },
  serverInfo: { name: "scripted", version: "1" },
};
export const said = (text: string): object => ({ resultType: "complete", content: [{ type: "text", text }] });

/** Answers what every legacy server must: true when it did. Without a session id, the server has no sessions. */
export function handshake(exchange: Exchange, session?: string): boolean {
  const headers: Record<string, string> = session === undefined ? {} : { "mcp-session-id": session };
  if (exchange.method === "initialize") exchange.result(shaken, headers);
  else if (exchange.method?.startsWith("notifications/")) exchange.send(202);
  else if (exchange.verb === "GET") exchange.send(405);
  else if (exchange.verb === "DELETE") exchange.send(200);
  else return false;
  return true;
}
