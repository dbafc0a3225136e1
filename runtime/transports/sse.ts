/** Server-sent events, written and read (HTML standard, section 9.2). */

export const streamHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** One event whose data is a single line, which a JSON text is. With an id, a client can come back for what follows it. */
export function event(data: string, id?: string): string {
  return id === undefined ? `event: message\ndata: ${data}\n\n` : `event: message\nid: ${id}\ndata: ${data}\n\n`;
}

/** An event that carries no message: an id to come back with, and how long to wait before that, in milliseconds. */
export function priming(id: string, retryMs: number): string {
  return `id: ${id}\nretry: ${retryMs}\ndata: \n\n`;
}

/** A line that says nothing and keeps proxies from closing an idle stream. */
export const comment = ": waiting\n\n";

/** Reads the data of each event from pieces of text that may break anywhere. Events of another type than "message" go to `other`. */
export class EventReader {
  readonly #other: ((type: string, data: string) => void) | undefined;
  /** The id of the last event that came whole; undefined as long as none had one. */
  lastEventId: string | undefined;
  /** How long to wait before the stream is taken up again, in milliseconds, if the server said it. */
  retryMs: number | undefined;
  /** How many characters of an event that is not whole yet are kept. */
  held = 0;
  /** The pieces of a line whose end has not come yet: joined once, however many there are. */
  #line: string[] = [];
  #data: string[] = [];
  #id: string | undefined;
  #type = "";
  #endedInReturn = false;

  constructor(other?: (type: string, data: string) => void) {
    this.#other = other;
  }

  /** The events that this piece completes. */
  push(piece: string): string[] {
    const text = this.#endedInReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
    if (piece !== "") this.#endedInReturn = text.endsWith("\r");
    const lines = text.split(/\r\n|\r|\n/);
    const rest = lines.pop() ?? "";
    const events = lines.flatMap((end) => {
      const line = this.#line.join("") + end;
      this.held += end.length;
      this.#line = [];
      return this.#take(line) ?? [];
    });
    if (rest !== "") this.#line.push(rest);
    this.held += rest.length;
    return events;
  }

  #take(line: string): string | undefined {
    if (line === "") {
      const data = this.#data.join("\n");
      const type = this.#type || "message";
      this.lastEventId = this.#id;
      this.#data = [];
      this.#type = "";
      this.held = 0;
      if (data === "") return undefined; // it only carries an id
      if (type === "message") return data;
      this.#other?.(type, data);
      return undefined;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#type = value;
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    else if (field === "retry" && /^\d{1,9}$/.test(value)) this.retryMs = Number(value);
    return undefined;
  }
}
