/** Texts compared and merged line by line: yours, what it came from, and what that has become. */
import { diff3Merge, diffIndices } from "node-diff3";

export interface Merge {
  /** Null when both changed the same lines. */
  readonly text: string | null;
  /** The lines that both changed, with marks as git has them. */
  readonly conflicts: string;
}

/** Where the default is kept that a template was ejected from, beside the templates. */
export const originFile = (name: string): string => `.origins/${name}.hbs`;

export function merge(mine: string, origin: string, latest: string): Merge {
  const [a, o, b] = [mine, origin, latest].map((text) => text.split("\n")) as [string[], string[], string[]];
  const parts = diff3Merge(a, o, b, { excludeFalseConflicts: true });
  const conflicts = parts.flatMap(({ conflict }) =>
    conflict === undefined
      ? []
      : [
          ["<<<<<<< yours", ...conflict.a, "||||||| before", ...conflict.o, "=======", ...conflict.b, ">>>>>>> mcp-gen"].join(
            "\n",
          ),
        ],
  );
  if (conflicts.length > 0) return { text: null, conflicts: `${conflicts.join("\n\n")}\n` };
  return { text: parts.flatMap(({ ok }) => ok ?? []).join("\n"), conflicts: "" };
}

/** The changes from one text to another, without the lines around them; empty for equal texts. */
export function unified(before: string, after: string): string {
  const hunks = diffIndices(before.split("\n"), after.split("\n"));
  return hunks
    .map(({ buffer1: [from, many], buffer1Content, buffer2: [to, more], buffer2Content }) =>
      [
        `@@ -${from + 1},${many} +${to + 1},${more} @@`,
        ...buffer1Content.map((line) => `-${line}`),
        ...buffer2Content.map((line) => `+${line}`),
      ].join("\n"),
    )
    .join("\n");
}
