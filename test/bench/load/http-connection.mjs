// One kept-alive HTTP connection on a bare socket, one request in flight, so that the driver costs less than what it drives.
// Reads bodies with a length and chunked event streams, and nothing else that a server might send.

import { connect } from "node:net";
import { StringDecoder } from "node:string_decoder";

const blankLine = Buffer.from("\r\n\r\n");

class Unanswered extends Error {
  message = "the server closed the connection without an answer";
}

export class HttpConnection {
  #port;
  #socket;
  #pending;
  #rest = Buffer.alloc(0);
  #head;

  static async open(port) {
    const connection = new HttpConnection();
    connection.#port = port;
    await connection.#connect();
    return connection;
  }

  /**
   * @param onEvent - gets the text of each server-sent event as it comes.
   * @returns status, header (a function of the lower-case name) and body, which is empty for an event stream.
   */
  async post(head, body, onEvent) {
    const text = `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    if (this.#socket.destroyed) await this.#connect();
    try {
      return await this.#exchange(text, onEvent);
    } catch (error) {
      // A server may end a connection that idled just when the next request is on its way; whoever keeps connections asks again.
      if (!(error instanceof Unanswered)) throw error;
      await this.#connect();
      return this.#exchange(text, onEvent);
    }
  }

  close() {
    this.#pending = undefined;
    this.#socket.destroy();
  }

  async #connect() {
    const socket = connect(this.#port, "127.0.0.1").setNoDelay(true);
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    this.#socket = socket;
    socket.on("error", () => {}); // it is closed next
    socket.on("close", () => {
      if (this.#socket === socket) this.#fail(this.#head === undefined ? new Unanswered() : new Error("the answer is not whole"));
    });
    socket.on("data", (bytes) => {
      try {
        this.#read(bytes);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  #exchange(text, onEvent) {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject, onEvent };
      this.#socket.write(text);
    });
  }

  #fail(error) {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(error);
  }

  #read(bytes) {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    if (this.#head === undefined) {
      const end = this.#rest.indexOf(blankLine);
      if (end < 0) return;
      this.#head = readHead(this.#rest.latin1Slice(0, end), this.#pending?.onEvent);
      this.#rest = this.#rest.subarray(end + 4);
    }
    const done = this.#head.isChunked ? this.#readChunks() : this.#readWhole();
    if (!done) return;
    const { status, header, body } = this.#head;
    const pending = this.#pending;
    this.#head = undefined;
    this.#pending = undefined;
    pending?.resolve({ status, header, body: body() });
  }

  #readWhole() {
    const { length, take } = this.#head;
    if (this.#rest.length < length) return false;
    take(this.#rest.subarray(0, length));
    this.#rest = this.#rest.subarray(length);
    return true;
  }

  #readChunks() {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end < 0) return false;
      const size = Number.parseInt(this.#rest.latin1Slice(0, end), 16);
      if (Number.isNaN(size)) throw new Error("the server sent a chunk without a size");
      if (this.#rest.length < end + 1 + size + 2) return false;
      this.#head.take(this.#rest.subarray(end + 1, end + 1 + size));
      this.#rest = this.#rest.subarray(end + 1 + size + 2);
      if (size === 0) return true;
    }
  }
}

function readHead(text, onEvent) {
  const lower = text.toLowerCase();
  const header = (name) => {
    const at = lower.indexOf(`\r\n${name}:`);
    if (at < 0) return undefined;
    const end = text.indexOf("\r\n", at + 2);
    return text.slice(at + name.length + 3, end < 0 ? undefined : end).trim();
  };
  const isEvents = header("content-type")?.startsWith("text/event-stream") === true;
  const decoder = new StringDecoder("utf8");
  let body = "";
  const take = (bytes) => {
    body += decoder.write(bytes);
    if (!isEvents) return;
    const events = body.split("\n\n");
    body = events.pop();
    for (const event of events) {
      const data = event.split("\n").filter((line) => line.startsWith("data:"));
      if (data.join("").length > "data: ".length) onEvent?.(data.map((line) => line.slice(5).trim()).join("\n"));
    }
  };
  return {
    status: Number(text.slice(9, 12)),
    header,
    isChunked: header("transfer-encoding") === "chunked",
    length: Number(header("content-length") ?? 0),
    take,
    body: () => (isEvents ? "" : body),
  };
}
