/** Two channels joined end to end in one process. */

import type { Channel } from "../jsonrpc/channel.js";

/** What one end sends the other receives, in order and never within the same turn. */
export function channelPair(): [Channel, Channel] {
  const left = new MemoryChannel();
  const right = new MemoryChannel();
  left.other = right;
  right.other = left;
  return [left, right];
}

class MemoryChannel implements Channel {
  other: MemoryChannel | undefined;
  #receive: ((text: string) => unknown) | undefined;
  #closed: ((reason: string) => void) | undefined;
  #early: string[] = [];
  #ended = false;

  send(text: string): void {
    const { other } = this;
    if (this.#ended || other === undefined) return;
    queueMicrotask(() => other.#take(text));
  }

  open(receive: (text: string) => unknown, closed: (reason: string) => void): void {
    this.#receive = receive;
    this.#closed = closed;
    for (const text of this.#early.splice(0)) receive(text);
  }

  async close(): Promise<void> {
    this.#end();
    if (this.other !== undefined) this.other.#end();
  }

  #take(text: string): void {
    if (this.#ended) return;
    if (this.#receive === undefined) this.#early.push(text);
    else this.#receive(text);
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#closed?.("the connection was closed");
  }
}
