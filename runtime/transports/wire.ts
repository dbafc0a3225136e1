/** How a client's messages travel: over a channel, or as HTTP exchanges. Knows no method of MCP. */

import type { Channel } from "../jsonrpc/channel.js";
import { type Malformed, type Message, type RequestId, readMessage } from "../jsonrpc/message.js";

export interface SendOptions {
  /** HTTP only: more request headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** HTTP only: ends the exchange. */
  readonly signal?: AbortSignal | undefined;
  /** HTTP only: the same, where the wire may fire it too: when it closes. It saves a second controller for each call. */
  readonly exchange?: AbortController | undefined;
  /** HTTP only: hears the reply's headers before its body is read. */
  readonly onHeaders?: (header: (name: string) => string | null) => void;
  /** HTTP only: a status that is the transport's matter, whatever the body says. */
  readonly refusal?: number;
}

/** Where an event stream that is over can be taken up again. */
export interface StreamEnd {
  readonly lastEventId: string | undefined;
  /** How long to wait before, in milliseconds, if the server said it. */
  readonly retryMs: number | undefined;
}

export interface Receiver {
  message(message: Message): void;
  /** Something arrived that is no message; the id is that of the request that it was meant to answer, if it can be told. */
  fault(reason: string, id?: RequestId): void;
  closed(reason: string): void;
}

export interface Wire {
  readonly kind: "duplex" | "http";
  /** Whom incoming messages go to; set before anything is sent, and again when another era takes over. */
  receiver: Receiver | undefined;
  /** Sends one message. Over HTTP, a promise that settles when the exchange is over, with where it ended if it was a stream. */
  send(text: string, options?: SendOptions): Promise<StreamEnd | undefined> | undefined;
  /**
   * Opens a stream of what the server sends of its own accord, or the rest of one (HTTP's GET). Settles when it stands, and
   * `ended` when it is over. @throws HttpError when the server gives none.
   */
  listen?(headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<{ readonly ended: Promise<StreamEnd> }>;
  /** Tells the server that a session is over (HTTP's DELETE). */
  end?(headers: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

/** The message that a text is; undefined for what is not JSON. */
export function parseMessage(text: string): Message | Malformed | undefined {
  try {
    return readMessage(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Hands over what came as the message that it is. */
export function deliver(message: Message | Malformed | undefined, receiver: Receiver | undefined): void {
  if (message === undefined) receiver?.fault("the server sent something that is not JSON");
  else if (message.kind === "malformed") {
    receiver?.fault(`the server sent an invalid message: ${message.reason}`, message.seems === "reply" ? message.id : undefined);
  } else receiver?.message(message);
}

export class ChannelWire implements Wire {
  readonly kind = "duplex";
  receiver: Receiver | undefined;
  readonly #channel: Channel;
  /** Why the channel is closed, once it is. */
  #closed: string | undefined;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.open(
      (text) => deliver(parseMessage(text), this.receiver),
      (reason) => {
        this.#closed = reason;
        this.receiver?.closed(reason);
      },
    );
  }

  /** @throws Error once the channel is closed: nobody would answer. */
  send(text: string): undefined {
    if (this.#closed !== undefined) throw new Error(this.#closed);
    this.#channel.send(text);
  }

  close(): Promise<void> {
    return this.#channel.close();
  }
}
