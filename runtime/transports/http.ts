/** HTTP as the eras see it: one exchange, whatever server it came through. Knows no JSON-RPC and no MCP. */

import type { RequestHeaders } from "../core/domain.js";

/** One request and the reply to it. Exactly one of `send` and `stream` is called. */
export interface Exchange {
  readonly method: string;
  /** The path of the address, as the client sent it. */
  readonly path: string;
  /** The body, when something in front has read it: a parsed value, a text or bytes. Undefined when it is still to be read. */
  readonly parsed: unknown;
  /** The value of a request header, by its lower-case name. */
  header(name: string): string | undefined;
  /** The body as text. @throws BodyTooLarge before more than `limit` bytes are kept; BodyNotText when it is not UTF-8. */
  body(limit: number): Promise<string>;
  /** Whether the other side went away before the reply was complete. */
  readonly isGone: boolean;
  /** Calls back when the other side goes away before the reply is complete. */
  onGone(listener: () => void): void;
  /** Puts more headers on the reply, whatever that will be. */
  addHeaders(headers: Readonly<Record<string, string>>): void;
  /** Sends a whole reply. */
  send(status: number, headers: Readonly<Record<string, string>>, body?: string): void;
  /** Begins a reply that comes in pieces. */
  stream(status: number, headers: Readonly<Record<string, string>>): ReplyStream;
}

export interface ReplyStream {
  write(text: string): void;
  end(): void;
}

/** The headers of most replies. */
export const jsonType = { "content-type": "application/json" } as const;

export class BodyTooLarge extends Error {}
export class BodyNotText extends Error {}

/** More than this is not kept for a client that reads a stream too slowly: its connection ends. In bytes. */
export const mostUnread = 16 * 1024 * 1024;

/** The request's headers for the code of users, who may write names in any case. */
export function headersOf(exchange: Exchange): RequestHeaders {
  return { get: (name) => exchange.header(name.toLowerCase()) };
}

type MediaType = "application/json" | "text/event-stream";

interface Accepted {
  readonly header: string;
  readonly json: boolean;
  readonly stream: boolean;
  /** Whether the client would rather have a stream: it gives it more weight, or names it first. */
  readonly ratherStream: boolean;
}

const anything: Accepted = { header: "", json: true, stream: true, ratherStream: false };

/** Clients send the same few headers over and over: the last one is read once. */
let lastAccepted = anything;

/** Whether the Accept header takes a media type; order, case and wildcards never matter, a missing header takes all (decision W2). */
export function accepts(exchange: Exchange, type: MediaType): boolean {
  const { json, stream } = accepted(exchange);
  return type === "application/json" ? json : stream;
}

/** Whether the client would rather have an event stream where it could have either. */
export function prefersStream(exchange: Exchange): boolean {
  return accepted(exchange).ratherStream;
}

function accepted(exchange: Exchange): Accepted {
  const header = exchange.header("accept")?.trim() ?? "";
  if (header === "") return anything;
  if (lastAccepted.header !== header) {
    const ranges = header.split(",").map(readRange);
    const json = weightOf(ranges, "application/json");
    const stream = weightOf(ranges, "text/event-stream");
    const first = ranges.find(({ range }) => range === "application/json" || range === "text/event-stream");
    const ratherStream = stream > json || (stream === json && stream > 0 && first?.range === "text/event-stream");
    lastAccepted = { header, json: json > 0, stream: stream > 0, ratherStream };
  }
  return lastAccepted;
}

interface MediaRange {
  readonly range: string;
  /** From 0, which refuses, to 1. */
  readonly weight: number;
}

function readRange(part: string): MediaRange {
  const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
  const q = parameters.map((parameter) => /^q=([01](?:\.\d*)?)$/.exec(parameter)?.[1]).find((value) => value !== undefined);
  return { range, weight: Math.min(1, Number(q ?? 1)) };
}

/** The most specific range that fits decides, so that `text/event-stream;q=0` holds against a wildcard (RFC 9110, 12.5.1). */
function weightOf(ranges: readonly MediaRange[], type: MediaType): number {
  for (const candidate of [type, `${type.split("/")[0]}/*`, "*/*"]) {
    const found = ranges.filter(({ range }) => range === candidate);
    if (found.length > 0) return Math.max(...found.map(({ weight }) => weight));
  }
  return 0;
}
