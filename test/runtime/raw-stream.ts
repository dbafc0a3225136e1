/** Event streams read by hand: the fields of each event, comments, and connections that break when a test wants them to. */

import { type ClientRequest, request as httpRequest } from "node:http";

export interface RawEvent {
  readonly id?: string;
  readonly retry?: string;
  readonly data?: string;
  /** The data as JSON; undefined for an event without a message. */
  // biome-ignore lint/suspicious/noExplicitAny: messages of any shape are looked into
  readonly json?: any;
  readonly comment?: string;
}

export interface RawStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** All that has come so far. */
  readonly events: readonly RawEvent[];
  /** The events that carry a message, so far. */
  // biome-ignore lint/suspicious/noExplicitAny: messages of any shape are looked into
  readonly messages: any[];
  /** Waits for the next event that fits; those before it are skipped for good. */
  next(fits?: (event: RawEvent) => boolean): Promise<RawEvent>;
  /** Settles when the server has ended the stream. */
  readonly ended: Promise<void>;
  /** Breaks the connection. */
  abort(): void;
}

/** Opens a stream; a header of undefined is left out. */
export function openStream(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string | undefined>> = {},
  method = "POST",
): Promise<RawStream> {
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  const given = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
  return new Promise((resolve, reject) => {
    const request: ClientRequest = httpRequest(url, { method, headers: given, agent: false }, (response) => {
      const events: RawEvent[] = [];
      let rest = "";
      let read = 0;
      let wake = (): void => {};
      let over = false;
      const ended = new Promise<void>((settle) => {
        response.on("end", () => {
          if (rest !== "") events.push({ data: rest, json: parsed(rest) }); // a reply that is no stream
          over = true;
          wake();
          settle();
        });
      });
      response.setEncoding("utf8").on("data", (text: string) => {
        const blocks = (rest + text).split("\n\n");
        rest = blocks.pop() ?? "";
        events.push(...blocks.map(readEvent));
        wake();
      });
      response.on("error", () => {});
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        get messages() {
          return events.flatMap(({ json }) => (json === undefined ? [] : [json]));
        },
        async next(fits = ({ json }) => json !== undefined) {
          for (;;) {
            while (read < events.length) {
              const found = events[read++] as RawEvent;
              if (fits(found)) return found;
            }
            if (over) throw new Error(`the stream ended without it: ${JSON.stringify(events)}`);
            await new Promise<void>((woken) => (wake = woken));
          }
        },
        ended,
        abort: () => void request.destroy(),
      });
    });
    request.on("error", reject);
    request.end(method === "POST" ? JSON.stringify(body) : undefined);
  });
}

function readEvent(block: string): RawEvent {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    fields.set(name === "" ? "comment" : name, value);
  }
  const event = Object.fromEntries(fields) as { data?: string };
  return event.data === undefined || event.data === "" ? event : { ...event, json: parsed(event.data) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
