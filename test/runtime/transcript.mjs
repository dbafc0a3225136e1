/** Plays one side of a recorded connection, message by message: what the other side says must be what it said then. */

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

/** One message a line, under the side that said it: {"client": ...} or {"server": ...}. */
export function readTranscript(path) {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

export class Player {
  #steps;
  #side;
  #other;
  #at = 0;
  /** The other side's own request ids, by those in the transcript. */
  #ids = new Map();
  /** What the other side said where the transcript has a text that begins with "$". */
  #held = new Map();

  constructor(steps, side) {
    this.#steps = steps;
    this.#side = side;
    this.#other = side === "client" ? "server" : "client";
  }

  get rest() {
    return this.#steps.slice(this.#at);
  }

  /** What this side says before it hears anything more, in order. */
  next() {
    const messages = [];
    for (let step = this.#steps[this.#at]; step?.[this.#side] !== undefined; step = this.#steps[this.#at]) {
      this.#at += 1;
      const message = this.#filled(step[this.#side]);
      const isReply = message.method === undefined;
      messages.push(isReply && this.#ids.has(message.id) ? { ...message, id: this.#ids.get(message.id) } : message);
    }
    return messages;
  }

  /** Takes a message of the other side. @throws Error unless the transcript has it here. */
  hear(message) {
    const step = this.#steps[this.#at];
    const expected = step?.[this.#other];
    const differs = () =>
      new Error(`message ${this.#at + 1}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(message)}`);
    if (expected === undefined) throw differs();
    const isRequest = expected.method !== undefined && expected.id !== undefined;
    if (isRequest) this.#ids.set(expected.id, message.id);
    const alike = isRequest ? { ...message, id: expected.id } : message;
    if ((isRequest && message.id === undefined) || !isDeepStrictEqual(this.#noted(expected, alike), alike)) throw differs();
    this.#at += 1;
  }

  /** The expected value, with what was really said in the place of each "$name". */
  #noted(expected, said) {
    if (typeof expected === "string" && expected.startsWith("$") && typeof said === "string") {
      this.#held.set(expected, said);
      return said;
    }
    if (typeof expected !== "object" || expected === null || typeof said !== "object" || said === null) return expected;
    if (Array.isArray(expected)) return expected.map((item, index) => this.#noted(item, said[index]));
    return Object.fromEntries(
      Object.entries(expected).map(([key, value]) => [key, key.startsWith("$") ? value : this.#noted(value, said[key])]),
    );
  }

  #filled(value) {
    if (typeof value === "string") return this.#held.get(value) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.#filled(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#filled(item)]));
  }
}
