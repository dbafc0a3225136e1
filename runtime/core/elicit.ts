/** What a resolver returns when it has to ask. */

declare const asks: unique symbol;
const brand = Symbol.for("mcp-gen.elicit");

/** A question with the model T, made by `elicit`. The runtime puts it and hands the answer to the parameter. */
export interface Elicit<T> {
  /** Only a type: the model of the question. */
  readonly [asks]: T;
  readonly message: string;
}

/**
 * Asks the user for a T: return it from a resolver. The form is made from the interface T at build time, read from the
 * resolver's return type (`Confirm | Elicit<Confirm>`).
 *
 * @param message - What the user reads above the form.
 */
export function elicit<T>(message: string): Elicit<T> {
  const question = { message, [brand]: true };
  return question as unknown as Elicit<T>;
}

/** Whether a resolver's value is a question; holds across two copies of this package. */
export function isElicit(value: unknown): value is Elicit<unknown> {
  return typeof value === "object" && value !== null && brand in value;
}
