/** One message a line, from pieces of text or bytes that may break anywhere (specification: basic/transports/stdio). */

/** Splits a stream of bytes into lines of text. A line over `limit` bytes is dropped whole and reported. */
export class LineReader {
  readonly #decoder = new TextDecoder();
  readonly #limit: number;
  readonly #tooLong: () => void;
  #parts: string[] = [];
  #length = 0;
  #skipping = false;

  constructor(limit: number, tooLong: () => void) {
    this.#limit = limit;
    this.#tooLong = tooLong;
  }

  /** The lines that this piece completes, without their ends; empty lines are left out. */
  push(bytes: Uint8Array): string[] {
    const pieces = this.#decoder.decode(bytes, { stream: true }).split("\n");
    const rest = pieces.pop() ?? "";
    const lines: string[] = [];
    for (const piece of pieces) {
      const line = this.#ended(piece);
      if (line !== undefined && line.trim() !== "") lines.push(line);
    }
    this.#keep(rest);
    return lines;
  }

  /** What came after the last line end, as a line of its own. */
  end(): string[] {
    return this.push(new TextEncoder().encode("\n"));
  }

  /** The line that a piece ends, without its end; undefined for one that is too long. */
  #ended(piece: string): string | undefined {
    let line: string | undefined = piece;
    // Most lines come whole.
    if (this.#length > 0 || this.#skipping || piece.length > this.#limit) {
      this.#keep(piece);
      line = this.#skipping ? undefined : this.#parts.join("");
      this.#reset();
    }
    return line?.endsWith("\r") ? line.slice(0, -1) : line;
  }

  #keep(piece: string): void {
    if (this.#skipping || piece === "") return;
    this.#length += piece.length;
    this.#parts.push(piece);
    if (this.#length <= this.#limit) return;
    this.#parts = [];
    this.#skipping = true;
    this.#tooLong();
  }

  #reset(): void {
    this.#parts = [];
    this.#length = 0;
    this.#skipping = false;
  }
}
