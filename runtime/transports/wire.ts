/** How a client's messages travel: over a channel, or as HTTP exchanges. Knows no method of MCP. */

import type { Channel } from "../jsonrpc/channel.js";
import { type Malformed, type Message, type RequestId, readMessage } from "../jsonrpc/message.js";

export interface SendOptions {
  /** HTTP only: more request headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** HTTP only: ends the exchange. */
  readonly signal?: AbortSignal | undefined;
  /** HTTP only: hears the reply's headers before its body is read. */
  readonly onHeaders?: (header: (name: string) => string | null) => void;
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
  /** Sends one message. Over HTTP, a promise that settles when the exchange is over. */
  send(text: string, options?: SendOptions): Promise<void> | undefined;
  /**
   * Listens for what the server sends of its own accord (HTTP's GET). Settles when it is known whether the server does so, and
   * `ended` when that stream is over; undefined when the server has none.
   */
  listen?(headers: Readonly<Record<string, string>>): Promise<{ readonly ended: Promise<void> } | undefined>;
  /** Tells the server that a session is over (HTTP's DELETE). */
  end?(headers: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

/** Hands one text to the receiver as the message that it is. */
export function deliver(text: string, receiver: Receiver | undefined): void {
  let message: Message | Malformed;
  try {
    message = readMessage(JSON.parse(text));
  } catch {
    receiver?.fault("the server sent something that is not JSON");
    return;
  }
  if (message.kind === "malformed") {
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
      (text) => deliver(text, this.receiver),
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
