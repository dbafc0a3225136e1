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
  /** Sends a whole reply. */
  send(status: number, headers: Readonly<Record<string, string>>, body?: string): void;
  /** Begins a reply that comes in pieces. */
  stream(status: number, headers: Readonly<Record<string, string>>): ReplyStream;
}

export interface ReplyStream {
  write(text: string): void;
  end(): void;
}

export class BodyTooLarge extends Error {}
export class BodyNotText extends Error {}

/** More than this is not kept for a client that reads a stream too slowly: its connection ends. In bytes. */
export const mostUnread = 16 * 1024 * 1024;

/** The request's headers for the code of users, who may write names in any case. */
export function headersOf(exchange: Exchange): RequestHeaders {
  return { get: (name) => exchange.header(name.toLowerCase()) };
}

type MediaType = "application/json" | "text/event-stream";

/** Clients send the same few headers over and over: the last one is read once. */
let lastAccept: { readonly header: string; readonly json: boolean; readonly stream: boolean } | undefined;

/** Whether the Accept header takes a media type; order, case and wildcards never matter, a missing header takes all (decision W2). */
export function accepts(exchange: Exchange, type: MediaType): boolean {
  const header = exchange.header("accept");
  if (header === undefined || header.trim() === "") return true;
  if (lastAccept?.header !== header) {
    lastAccept = { header, json: takes(header, "application/json"), stream: takes(header, "text/event-stream") };
  }
  return type === "application/json" ? lastAccept.json : lastAccept.stream;
}

/** The most specific range that fits decides, so that `text/event-stream;q=0` holds against a wildcard (RFC 9110, 12.5.1). */
function takes(header: string, type: MediaType): boolean {
  const ranges = header.split(",").map((part) => {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    return { range, refused: parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) };
  });
  for (const candidate of [type, `${type.split("/")[0]}/*`, "*/*"]) {
    const found = ranges.filter(({ range }) => range === candidate);
    if (found.length > 0) return found.some(({ refused }) => !refused);
  }
  return false;
}
