/** What may be typed next for an argument (specification: server/utilities/completion). */

import type { Completer } from "./app.js";

/** At most 100 values; `total` counts all that there are. */
export interface Completion {
  readonly values: readonly string[];
  readonly total: number;
  readonly hasMore: boolean;
}

const mostValues = 100;

/** @param settled - the other arguments, as far as they are known. An argument without a completer has nothing to offer. */
export async function completion(
  completer: Completer | undefined,
  typed: string,
  settled: Readonly<Record<string, string>>,
): Promise<Completion> {
  const all =
    completer === undefined
      ? []
      : typeof completer === "function"
        ? await completer(typed, settled)
        : beginning(completer, typed);
  return { values: all.slice(0, mostValues), total: all.length, hasMore: all.length > mostValues };
}

/** Those of a list that begin with what was typed, whatever the case. */
function beginning(values: readonly string[], typed: string): string[] {
  const start = typed.toLowerCase();
  return values.filter((value) => value.toLowerCase().startsWith(start));
}
