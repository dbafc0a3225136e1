/** One change of a contract, and how much it asks of those who use it. */

/**
 * breaking: a client that works with the old contract may fail with the new one. risky: it goes on, and something means
 * something else. safe: nothing that it relies on has changed.
 */
export type Level = "breaking" | "risky" | "safe";

export interface ContractChange {
  readonly level: Level;
  /** What it is about: `tool book_table`. */
  readonly subject: string;
  /** What has changed, and what follows from it. */
  readonly text: string;
  /** The source file that declares the subject, relative to the project; null when the manifest names none. */
  readonly source: string | null;
}

/** What a rule finds, before it is known what it is about. */
export type Found = Pick<ContractChange, "level" | "text">;
