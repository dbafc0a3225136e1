/** A client's messages as HTTP exchanges: one POST a message, replies as JSON or as an event stream. */

import { type LinkedSignal, onAbort } from "../jsonrpc/aborting.js";
import { EventReader } from "./sse.js";
import { deliver, parseMessage, type Receiver, type SendOptions, type StreamEnd, type Wire } from "./wire.js";

/** The part of `fetch` that is used, so that another one can be handed in. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** A reply that HTTP itself calls a failure and that is no JSON-RPC reply to the request. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: string;
  /** The JSON-RPC error in the body, if it holds one. */
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined;

  constructor(status: number, body: string) {
    const message = parseMessage(body);
    const error = message?.kind === "failure" ? message.error : undefined;
    const said = error?.message ?? body.slice(0, 500);
    super(`The server answered with HTTP ${status}${said === "" ? "" : `: ${said}`}`);
    this.name = "HttpError";
    this.status = status;
    this.body = body;
    this.error = error;
  }
}

/** A server that does not answer a goodbye is left without one. */
const goodbyeMs = 2_000;

/** No message of a server may be longer, in bytes or characters. */
const longestMessage = 64 * 1024 * 1024;

/** Refused credentials are the transport's matter, whatever the body says. */
const unauthorized = new Set([401, 403]);

const mostRedirects = 5;

export class HttpWire implements Wire {
  readonly kind = "http";
  receiver: Receiver | undefined;
  readonly #url: URL;
  readonly #fetch: Fetch;
  readonly #headers: Readonly<Record<string, string>>;
  #closed: Error | undefined;
  /** Those that go on. */
  readonly #exchanges = new Set<AbortController>();

  constructor(url: URL, fetcher: Fetch, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#fetch = fetcher;
    this.#headers = headers;
  }

  async send(text: string, options: SendOptions = {}): Promise<StreamEnd | undefined> {
    const { signal, release } = this.#begun(options.signal, options.exchange);
    try {
      return await this.#post(text, options, signal);
    } finally {
      release();
    }
  }

  /** An exchange ends with the signal, and when the connection is closed. */
  #begun(signal?: AbortSignal, exchange = new AbortController()): LinkedSignal {
    const end = (): void => exchange.abort(signal?.reason);
    const forget = signal && onAbort(signal, end);
    if (signal?.aborted) end();
    if (this.#closed !== undefined) exchange.abort(this.#closed);
    this.#exchanges.add(exchange);
    const release = (): void => {
      this.#exchanges.delete(exchange);
      forget?.();
    };
    return { signal: exchange.signal, release };
  }

  async #post(text: string, options: SendOptions, signal: AbortSignal): Promise<StreamEnd | undefined> {
    const response = await this.#request({
      method: "POST",
      headers: {
        ...this.#headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...options.headers,
      },
      body: text,
      signal,
    });
    options.onHeaders?.((name) => response.headers.get(name));
    if (response.ok && isStream(response)) return this.#stream(response);
    const body = await textOf(response);
    if (response.status === 202 || (response.ok && body.trim() === "")) return undefined; // what stands there is no message
    const isRefused = unauthorized.has(response.status) || response.status === options.refusal;
    const message = parseMessage(body);
    const isReply = message?.kind === "failure" ? message.id !== undefined && !isRefused : message !== undefined && response.ok;
    if (!isReply) throw new HttpError(response.status, body);
    deliver(message, this.receiver);
    if (!response.ok) throw new HttpError(response.status, body); // for who sent it, if the id in it is not theirs
    return undefined;
  }

  /** @param other - hears of events that carry no message, by their type. */
  async listen(
    headers: Readonly<Record<string, string>>,
    ending?: AbortSignal,
    other?: (type: string, data: string) => void,
  ): Promise<{ readonly ended: Promise<StreamEnd> }> {
    const { signal, release } = this.#begun(ending);
    try {
      const response = await this.#request({
        method: "GET",
        headers: { ...this.#headers, accept: "text/event-stream", ...headers },
        signal,
      });
      if (!response.ok || !isStream(response)) throw new HttpError(response.status, await textOf(response));
      return { ended: this.#stream(response, other).finally(release) };
    } catch (thrown) {
      release();
      throw thrown;
    }
  }

  async end(headers: Readonly<Record<string, string>>): Promise<void> {
    const signal = AbortSignal.timeout(goodbyeMs);
    const response = await this.#request({ method: "DELETE", headers: { ...this.#headers, ...headers }, signal });
    await response.body?.cancel();
  }

  async close(): Promise<void> {
    this.#closed = new Error("The connection was closed.");
    for (const exchange of this.#exchanges) exchange.abort(this.#closed);
  }

  /** Follows the redirections that repeat a request as it is, and only to the same host: headers may hold secrets. */
  async #request(init: RequestInit): Promise<Response> {
    for (let url = this.#url, redirects = 0; ; redirects += 1) {
      const response = await this.#fetch(url, { ...init, redirect: "manual" });
      const location = response.status === 307 || response.status === 308 ? response.headers.get("location") : null;
      if (location === null || !URL.canParse(location, url.href)) return response;
      const next = new URL(location, url);
      const isSameServer = next.origin === url.origin || (next.hostname === url.hostname && next.protocol === "https:");
      if (!isSameServer || redirects >= mostRedirects) return response;
      await response.body?.cancel();
      url = next;
    }
  }

  /** Reads a stream to its end. @throws what broke it off, unless it can be taken up again. */
  async #stream(response: Response, other?: (type: string, data: string) => void): Promise<StreamEnd> {
    const events = new EventReader(other);
    const decoder = new TextDecoder();
    try {
      for await (const bytes of response.body ?? []) {
        for (const data of events.push(decoder.decode(bytes, { stream: true }))) deliver(parseMessage(data), this.receiver);
        if (events.held > longestMessage) throw new RangeError(tooLong);
      }
    } catch (thrown) {
      if (events.lastEventId === undefined || this.#closed !== undefined || thrown instanceof RangeError) throw thrown;
    }
    return { lastEventId: events.lastEventId, retryMs: events.retryMs };
  }
}

const tooLong = `The server sent a message of more than ${longestMessage} bytes.`;

function isStream(response: Response): boolean {
  return response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() === "text/event-stream";
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  for await (const bytes of response.body ?? []) {
    length += bytes.length;
    if (length > longestMessage) throw new RangeError(tooLong);
    pieces.push(decoder.decode(bytes, { stream: true }));
  }
  return pieces.join("");
}
