/** Standard input and output as a channel, and the guard that keeps everything else off standard output. */

import type { Channel } from "../jsonrpc/channel.js";
import { LineReader } from "./lines.js";

/** The longest line that is taken, in characters (decision W9). */
const longestLine = 10 * 1024 * 1024;
const closingGraceMs = 5_000;

type Write = typeof process.stdout.write;
let protocolWrite: Write | undefined;

/**
 * Takes standard output for the protocol: from now on `console.log` and everything else that writes there goes to standard
 * error. Call it before modules of the user load, for they may print while they load.
 */
export function claimStdout(): void {
  if (protocolWrite !== undefined) return;
  protocolWrite = process.stdout.write.bind(process.stdout) as Write;
  process.stdout.write = process.stderr.write.bind(process.stderr) as Write;
}

export interface StdioChannel extends Channel {
  /** Settles when the other side has closed standard input or broken the pipe, and what was sent is flushed. */
  readonly done: Promise<void>;
}

export function stdioChannel(): StdioChannel {
  claimStdout();
  const write = protocolWrite as Write;
  let finish: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let unflushed = 0;
  let ended = false;
  let flushed: () => void = () => {};
  const settleFlush = (): void => {
    unflushed -= 1;
    if (unflushed === 0) flushed();
  };
  const lines = new LineReader(longestLine, () =>
    console.error(`mcp-gen: a line of more than ${longestLine} characters was dropped`),
  );
  return {
    done,
    send(text) {
      if (ended) return;
      unflushed += 1;
      write(`${text}\n`, settleFlush);
    },
    open(receive, closed) {
      const end = async (reason: string): Promise<void> => {
        if (ended) return;
        ended = true;
        closed(reason);
        await waitFlushed();
        finish();
      };
      process.stdin.on("data", (bytes: Buffer) => {
        for (const line of lines.push(bytes)) receive(line);
      });
      // What was asked before the end of input is answered: its replies are under way within this turn or a short while.
      process.stdin.on("end", () => void settle().then(() => end("standard input was closed")));
      process.stdin.on("error", () => void end("standard input failed"));
      process.stdout.on("error", () => void end("standard output was closed"));
    },
    async close() {
      process.stdin.pause();
    },
  };

  /** Gives running calls a moment to finish before the end. */
  function settle(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, 50));
  }

  function waitFlushed(): Promise<void> {
    if (unflushed === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, closingGraceMs);
      flushed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
