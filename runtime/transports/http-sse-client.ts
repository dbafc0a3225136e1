/**
 * A client's side of the transport that came before Streamable HTTP: one event stream for everything that the server says, and an
 * address, which its first event names, for everything that the client says (specification 2024-11-05: "HTTP with SSE").
 */

import { messageOf } from "../errors.js";
import type { HttpWire } from "./http-client.js";
import { parseMessage, type Receiver, type Wire } from "./wire.js";

export class HttpSseWire implements Wire {
  readonly kind = "duplex";
  readonly #stream: HttpWire;
  readonly #posts: HttpWire;

  private constructor(stream: HttpWire, posts: HttpWire) {
    this.#stream = stream;
    this.#posts = posts;
  }

  /**
   * Opens the stream and waits for its first event. A stream that ends is the end of its session: it is not taken up again.
   *
   * @param wireTo - makes the wires to both addresses.
   * @throws HttpError when there is no such stream; Error for one that does not begin as it must, or leads to another origin.
   */
  static async open(url: URL, wireTo: (url: URL) => HttpWire, waitMs: number): Promise<HttpSseWire> {
    const stream = wireTo(url);
    try {
      const endpoint = await new Promise<URL>((resolve, reject) => {
        const fail = (reason: string): void => reject(new Error(`The event stream ${reason}.`));
        AbortSignal.timeout(waitMs).addEventListener("abort", () => fail("named no endpoint in time"));
        const first = (type: string, data: string): void => {
          if (type === "endpoint") resolve(new URL(data, url));
        };
        stream.listen({}, undefined, first).then(({ ended }) => {
          const end = (): void => {
            fail("ended before it named an endpoint");
            stream.receiver?.closed("The server's event stream ended.");
          };
          ended.then(end, end);
        }, reject);
      });
      if (endpoint.origin !== url.origin) throw new Error(`The server's endpoint is on another origin, ${endpoint.origin}.`);
      return new HttpSseWire(stream, wireTo(endpoint));
    } catch (thrown) {
      await stream.close();
      throw thrown;
    }
  }

  get receiver(): Receiver | undefined {
    return this.#stream.receiver;
  }

  set receiver(receiver: Receiver | undefined) {
    this.#stream.receiver = receiver;
  }

  send(text: string): undefined {
    this.#posts.send(text).catch((thrown) => {
      const message = parseMessage(text);
      const id = message?.kind === "request" ? message.id : undefined;
      this.receiver?.fault(`a message could not be sent: ${messageOf(thrown)}`, id);
    });
  }

  async close(): Promise<void> {
    await this.#stream.close();
    await this.#posts.close();
  }
}
