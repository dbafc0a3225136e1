/** Standard input and output as a channel, and the guard that keeps everything else off standard output. */

import type { Channel } from "../jsonrpc/channel.js";
import { keepChildrenOff } from "./child-output.js";
import { LineReader } from "./lines.js";

/** The longest line that is taken, in characters (decision W9). */
const longestLine = 10 * 1024 * 1024;

type Write = typeof process.stdout.write;
let protocolWrite: Write | undefined;

/**
 * Takes standard output for the protocol: from now on `console.log` and everything else that writes there goes to standard
 * error, also what child processes write that would share it. Call it before modules of the user load, for they may print while
 * they load.
 */
export function claimStdout(): void {
  if (protocolWrite !== undefined) return;
  protocolWrite = process.stdout.write.bind(process.stdout) as Write;
  process.stdout.write = process.stderr.write.bind(process.stderr) as Write;
  keepChildrenOff();
  process.stderr.on("error", () => {}); // whoever started this may not want to read it
}

/** Together with what is left to the application these stay under the five seconds that a closed input leaves (decision W9). */
const finishMs = 2_000;
const flushMs = 2_000;
export const leaveMs = 900;

export class StdioChannel implements Channel {
  /** Settles when the other side has closed standard input or broken the pipe, and what was sent is flushed. */
  readonly done: Promise<void>;
  readonly #write: Write;
  #working = 0;
  #rested: () => void = () => {};
  #finish: () => void = () => {};
  #flushed: () => void = () => {};
  #unflushed = 0;
  /** Replies of this turn: they go out in one write, which costs as much as a call does. */
  #gathered = "";
  #ended = false;

  constructor() {
    claimStdout();
    this.#write = protocolWrite as Write;
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  send(text: string, mayWait = false): void {
    if (this.#ended) return;
    const isFirst = this.#gathered === "";
    this.#gathered += `${text}\n`;
    if (isFirst) this.#unflushed += 1;
    if (!mayWait) this.#writeOut();
    else if (isFirst) process.nextTick(this.#writeOut);
  }

  readonly #writeOut = (): void => {
    if (this.#gathered === "") return;
    const text = this.#gathered;
    this.#gathered = "";
    this.#write(text, this.#written);
  };

  readonly #written = (): void => {
    this.#unflushed -= 1;
    if (this.#unflushed === 0) this.#flushed();
  };

  open(
    receive: (text: string) => void | Promise<void>,
    closed: (reason: string) => void,
    silent: (reason: string) => void = () => {},
  ): void {
    const lines = new LineReader(longestLine, () =>
      console.error(`mcp-gen: a line of more than ${longestLine} characters was dropped`),
    );
    const end = async (reason: string): Promise<void> => {
      if (this.#ended) return;
      closed(reason);
      await within(new Promise<void>((resolve) => (this.#unflushed === 0 ? resolve() : this.#whenFlushed(resolve))), flushMs);
      this.#ended = true;
      this.#finish();
    };
    process.stdin.on("data", (bytes: Buffer) => {
      for (const line of lines.push(bytes)) this.#track(receive(line));
    });
    // What was asked before the end of input is still answered, if that does not take long.
    process.stdin.on("end", () => {
      for (const line of lines.end()) this.#track(receive(line));
      silent("standard input was closed");
      void within(new Promise<void>((resolve) => (this.#working === 0 ? resolve() : this.#whenRested(resolve))), finishMs).then(
        () => end("standard input was closed"),
      );
    });
    process.stdin.on("error", () => void end("standard input failed"));
    process.stdout.on("error", () => void end("standard output was closed"));
  }

  async close(): Promise<void> {
    process.stdin.pause();
  }

  #track(work: void | Promise<void>): void {
    if (work === undefined) return;
    this.#working += 1;
    work.then(this.#worked, this.#worked);
  }

  readonly #worked = (): void => {
    this.#working -= 1;
    if (this.#working === 0) this.#rested();
  };

  #whenRested(then: () => void): void {
    this.#rested = then;
  }

  #whenFlushed(then: () => void): void {
    this.#flushed = then;
  }
}

/** Settles with the work or when the time is up. */
async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
