/** Exchanges over the Fetch standard's Request and Response: for every runtime that serves with them. */

import { BodyTooLarge, type Exchange, type ReplyStream } from "./http.js";

/** Turns something that answers exchanges into a fetch handler. */
export function fetchHandler(handle: (exchange: Exchange) => Promise<void>): (request: Request) => Promise<Response> {
  return (request) =>
    new Promise((resolve) => {
      // A request whose sender is gone gets no reply; its promise must settle all the same.
      void handle(new FetchExchange(request, resolve)).then(() => resolve(new Response(null, { status: 499 })));
    });
}

class FetchExchange implements Exchange {
  readonly method: string;
  readonly #request: Request;
  readonly #reply: (response: Response) => void;
  readonly #listeners: (() => void)[] = [];
  isGone = false;

  constructor(request: Request, reply: (response: Response) => void) {
    this.method = request.method;
    this.#request = request;
    this.#reply = reply;
    if (request.signal.aborted) this.isGone = true;
    else request.signal.addEventListener("abort", () => this.#leave());
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
    const decoder = new TextDecoder();
    const parts: string[] = [];
    let length = 0;
    for await (const bytes of this.#request.body ?? []) {
      length += bytes.byteLength;
      if (length > limit) throw new BodyTooLarge();
      parts.push(decoder.decode(bytes, { stream: true }));
    }
    return parts.join("") + decoder.decode();
  }

  send(status: number, headers: Readonly<Record<string, string>>, body?: string): void {
    this.#reply(new Response(body ?? null, { status, headers }));
  }

  stream(status: number, headers: Readonly<Record<string, string>>): ReplyStream {
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (started) => {
        controller = started;
      },
      cancel: () => {
        controller = undefined;
        this.#leave();
      },
    });
    this.#reply(new Response(body, { status, headers }));
    return {
      write: (text) => controller?.enqueue(encoder.encode(text)),
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
