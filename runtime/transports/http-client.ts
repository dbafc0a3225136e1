/** A client's messages as HTTP exchanges: one POST a message, replies as JSON or as an event stream. */

import { isFields } from "../json.js";
import { EventReader } from "./sse.js";
import { deliver, type Receiver, type SendOptions, type Wire } from "./wire.js";

/** The part of `fetch` that is used, so that another one can be handed in. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** A reply that HTTP itself calls a failure and that holds no JSON-RPC error for the request. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(`The server answered with HTTP ${status}${body === "" ? "" : `: ${body.slice(0, 500)}`}`);
    this.name = "HttpError";
    this.status = status;
    this.body = body;
  }
}

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
    if (response.ok || (type === "application/json" && isFailureWithId(body))) return deliver(body, this.receiver);
    throw new HttpError(response.status, body);
  }

  async end(headers: Readonly<Record<string, string>>): Promise<void> {
    const response = await this.#fetch(this.#url, { method: "DELETE", headers: { ...this.#headers, ...headers } });
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

/** Whether a body holds an error reply that names its request; one that does not can only be told by its status. */
function isFailureWithId(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body);
    return isFields(value) && isFields(value.error) && value.id !== undefined && value.id !== null;
  } catch {
    return false;
  }
}
