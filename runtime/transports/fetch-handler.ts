/** Exchanges over the Fetch standard's Request and Response: for every runtime that serves with them. */

import { type Awaitable, andThen } from "../core/awaitable.js";
import { BodyNotText, BodyTooLarge, type Exchange, mostUnread, type ReplyStream } from "./http.js";

/** Turns something that answers exchanges into a fetch handler; `body` is what something in front has read already. */
export function fetchHandler(
  handle: (exchange: Exchange) => Awaitable<void>,
): (request: Request, body?: unknown) => Promise<Response> {
  return (request, body) =>
    new Promise((resolve) => {
      // A request whose sender is gone gets no reply; its promise must settle all the same.
      void andThen(handle(new FetchExchange(request, resolve, body)), () => resolve(new Response(null, { status: 499 })));
    });
}

class FetchExchange implements Exchange {
  readonly method: string;
  readonly #request: Request;
  readonly #reply: (response: Response) => void;
  readonly #headers: Record<string, string> = {};
  readonly #listeners: (() => void)[] = [];
  readonly parsed: unknown;
  isGone = false;

  constructor(request: Request, reply: (response: Response) => void, body: unknown) {
    this.method = request.method;
    this.parsed = body;
    this.#request = request;
    this.#reply = reply;
    if (request.signal.aborted) this.isGone = true;
    else request.signal.addEventListener("abort", () => this.#leave());
  }

  get path(): string {
    return new URL(this.#request.url).pathname;
  }

  onGone(listener: () => void): void {
    if (this.isGone) listener();
    else this.#listeners.push(listener);
  }

  /** A Request that was not received over a socket has no Host header: its URL says it. */
  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? (name === "host" ? new URL(this.#request.url).host : undefined);
  }

  async body(limit: number): Promise<string> {
    if (Number(this.header("content-length") ?? 0) > limit) throw new BodyTooLarge();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const decode = (bytes?: Uint8Array): string => {
      try {
        return decoder.decode(bytes, { stream: bytes !== undefined });
      } catch {
        throw new BodyNotText();
      }
    };
    const parts: string[] = [];
    let length = 0;
    for await (const bytes of this.#request.body ?? []) {
      length += bytes.byteLength;
      if (length > limit) throw new BodyTooLarge();
      parts.push(decode(bytes));
    }
    return parts.join("") + decode();
  }

  addHeaders(headers: Readonly<Record<string, string>>): void {
    Object.assign(this.#headers, headers);
  }

  send(status: number, headers: Readonly<Record<string, string>>, body?: string): void {
    this.#reply(new Response(body ?? null, { status, headers: { ...headers, ...this.#headers } }));
  }

  stream(status: number, headers: Readonly<Record<string, string>>): ReplyStream {
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const leave = (): void => {
      controller = undefined;
      this.#leave();
    };
    const source = {
      start: (started: ReadableStreamDefaultController<Uint8Array>): void => {
        controller = started;
      },
      cancel: leave,
    };
    const body = new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: mostUnread }));
    this.#reply(new Response(body, { status, headers: { ...headers, ...this.#headers } }));
    return {
      write: (text) => {
        if ((controller?.desiredSize ?? 0) < 0) {
          controller?.error(new Error("the client reads too slowly"));
          leave();
        }
        controller?.enqueue(encoder.encode(text));
      },
      end: () => {
        controller?.close();
        controller = undefined;
      },
    };
  }

  #leave(): void {
    this.isGone = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}
