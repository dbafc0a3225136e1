/** The shape of one entry of the catalogue. */

export type Facts = Readonly<Record<string, string>>;

export interface Entry<F extends Facts> {
  readonly severity: "error" | "warning";
  /** One sentence: what is wrong, with the names of the source. */
  readonly message: (facts: F) => string;
  /** What to do about it. May have several lines. */
  readonly help: (facts: F) => string;
  /** What `mcp-gen explain` prints: the rule and its reason. */
  readonly explanation: string;
}

export const entry = <F extends Facts>(value: Entry<F>): Entry<F> => value;
