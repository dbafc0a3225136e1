/** Server-sent events, written and read (HTML standard, section 9.2). */

export const streamHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** One event whose data is a single line, which a JSON text is. */
export function event(data: string): string {
  return `event: message\ndata: ${data}\n\n`;
}

/** A line that says nothing and keeps proxies from closing an idle stream. */
export const comment = ": waiting\n\n";

/** Reads the data of each event from pieces of text that may break anywhere. */
export class EventReader {
  #line = "";
  #data: string[] = [];
  #endedInReturn = false;

  /** The events that this piece completes. */
  push(piece: string): string[] {
    let text = piece;
    if (this.#endedInReturn && text.startsWith("\n")) text = text.slice(1);
    if (text !== "") this.#endedInReturn = text.endsWith("\r");
    const lines = (this.#line + text).split(/\r\n|\r|\n/);
    this.#line = lines.pop() ?? "";
    return lines.flatMap((line) => this.#take(line) ?? []);
  }

  #take(line: string): string | undefined {
    if (line === "") {
      const data = this.#data.join("\n");
      this.#data = [];
      return data === "" ? undefined : data; // an event without data only carries an id
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") this.#data.push(value);
    return undefined;
  }
}
