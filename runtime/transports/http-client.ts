/** A client's messages as HTTP exchanges: one POST a message, replies as JSON or as an event stream. */

import { isFields } from "../json.js";
import { type RpcFailure, readMessage } from "../jsonrpc/message.js";
import { EventReader } from "./sse.js";
import { deliver, type Receiver, type SendOptions, type Wire } from "./wire.js";

/** The part of `fetch` that is used, so that another one can be handed in. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** A reply that HTTP itself calls a failure and that is no JSON-RPC reply to the request. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: string;
  /** The JSON-RPC error in the body, if it holds one. */
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined;

  constructor(status: number, body: string) {
    const error = errorIn(body)?.error;
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

/** Refused credentials are the transport's matter, whatever the body says. */
const unauthorized = new Set([401, 403]);

export class HttpWire implements Wire {
  readonly kind = "http";
  receiver: Receiver | undefined;
  readonly #url: URL;
  readonly #fetch: Fetch;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #closing = new AbortController();

  constructor(url: URL, fetcher: Fetch, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#fetch = fetcher;
    this.#headers = headers;
  }

  async send(text: string, options: SendOptions = {}): Promise<void> {
    const signals = [this.#closing.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const response = await this.#fetch(this.#url, {
      method: "POST",
      headers: {
        ...this.#headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...options.headers,
      },
      body: text,
      signal: AbortSignal.any(signals),
    });
    options.onHeaders?.((name) => response.headers.get(name));
    const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type === "text/event-stream" && response.ok) return this.#stream(response);
    const body = await response.text();
    if (response.ok && body.trim() === "") return;
    const isReply = response.ok || (errorIn(body)?.id !== undefined && !unauthorized.has(response.status));
    if (isReply) return deliver(body, this.receiver);
    throw new HttpError(response.status, body);
  }

  async listen(headers: Readonly<Record<string, string>>): Promise<{ readonly ended: Promise<void> } | undefined> {
    const response = await this.#fetch(this.#url, {
      method: "GET",
      headers: { ...this.#headers, accept: "text/event-stream", ...headers },
      signal: this.#closing.signal,
    });
    const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (response.ok && type === "text/event-stream") return { ended: this.#stream(response) };
    await response.body?.cancel();
    return undefined;
  }

  async end(headers: Readonly<Record<string, string>>): Promise<void> {
    const signal = AbortSignal.timeout(goodbyeMs);
    const response = await this.#fetch(this.#url, { method: "DELETE", headers: { ...this.#headers, ...headers }, signal });
    await response.body?.cancel();
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("The connection was closed."));
  }

  async #stream(response: Response): Promise<void> {
    const events = new EventReader();
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      for (const data of events.push(decoder.decode(bytes, { stream: true }))) deliver(data, this.receiver);
    }
  }
}

/** The error reply that a body holds; its id says which request it answers, if it says it. */
function errorIn(body: string): RpcFailure | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const message = readMessage(isFields(value) && value.id === null ? { ...value, id: undefined } : value);
    return message.kind === "failure" ? message : undefined;
  } catch {
    return undefined;
  }
}
