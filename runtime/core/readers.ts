/** The parts of emitted readers that are the same everywhere. */

import type { Fields } from "../json.js";
import type { Problems } from "./problems.js";

/** Reads the arguments of a tool that takes none. */
export function noArguments(input: Fields, problems: Problems): void {
  problems.noOthers(input, []);
}

export function isOneOf<T extends string | number | boolean | null>(value: unknown, choices: readonly T[]): value is T {
  return (choices as readonly unknown[]).includes(value);
}
