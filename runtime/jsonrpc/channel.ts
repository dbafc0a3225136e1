/** A lasting two-way pipe of message texts (a *duplex*): a child process, a pair in memory, standard input and output. */
export interface Channel {
  /**
   * Sends one message, a single JSON text without a line break. One that `mayWait` may go out together with what else is sent
   * in the same turn of the event loop; it never falls behind a later message.
   */
  send(text: string, mayWait?: boolean): void;
  /**
   * Sets who gets incoming texts and who hears of the end. Called once, before anything arrives. A promise from `receive` is
   * the work that a text causes: a channel that ends may give it a moment. `silent` hears, on channels that can be half
   * closed, that nothing will arrive any more although something can still be sent.
   */
  open(
    receive: (text: string) => void | Promise<void>,
    closed: (reason: string) => void,
    silent?: (reason: string) => void,
  ): void;
  /** Ends the pipe; settles when the other side is gone. */
  close(): Promise<void>;
}
