/** The difference of two texts in lines, as `diff -u` shows it. */

export interface LineDiff {
  readonly added: number;
  readonly removed: number;
  /** Hunks with their headings and up to two lines around each change. */
  readonly lines: readonly string[];
}

type Step = readonly [sign: " " | "-" | "+", text: string];

const around = 2;
/** Beyond this many pairs of lines the middle is told as one block: an exact answer would take too long. */
const mostPairs = 4_000_000;

export function diffLines(before: string, after: string): LineDiff {
  const steps = compare(linesOf(before), linesOf(after));
  const changed = steps.flatMap(([sign], index) => (sign === " " ? [] : [index]));
  const shown = new Set(changed.flatMap((index) => Array.from({ length: 2 * around + 1 }, (_, near) => index - around + near)));
  const lines: string[] = [];
  let [oldLine, newLine] = [1, 1];
  let isOpen = false;
  for (const [index, [sign, text]] of steps.entries()) {
    if (shown.has(index)) {
      if (!isOpen) lines.push(`@@ -${oldLine} +${newLine} @@`);
      lines.push(`${sign} ${text}`.trimEnd());
    }
    isOpen = shown.has(index);
    if (sign !== "+") oldLine++;
    if (sign !== "-") newLine++;
  }
  const count = (wanted: string): number => steps.filter(([sign]) => sign === wanted).length;
  return { added: count("+"), removed: count("-"), lines };
}

function linesOf(text: string): string[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function compare(before: readonly string[], after: readonly string[]): Step[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const same = (lines: readonly string[]): Step[] => lines.map((line) => [" ", line]);
  return [
    ...same(before.slice(0, start)),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

/** By the longest common subsequence. */
function middle(before: readonly string[], after: readonly string[]): Step[] {
  const whole: Step[] = [...before.map((line): Step => ["-", line]), ...after.map((line): Step => ["+", line])];
  if (before.length === 0 || after.length === 0 || before.length * after.length > mostPairs) return whole;
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let a = before.length - 1; a >= 0; a--) {
    for (let b = after.length - 1; b >= 0; b--) {
      common[a * width + b] =
        before[a] === after[b]
          ? (common[(a + 1) * width + b + 1] ?? 0) + 1
          : Math.max(common[(a + 1) * width + b] ?? 0, common[a * width + b + 1] ?? 0);
    }
  }
  const steps: Step[] = [];
  let [a, b] = [0, 0];
  while (a < before.length || b < after.length) {
    if (a < before.length && b < after.length && before[a] === after[b]) {
      steps.push([" ", before[a] ?? ""]);
      a++;
      b++;
    } else if (
      b >= after.length ||
      (a < before.length && (common[(a + 1) * width + b] ?? 0) >= (common[a * width + b + 1] ?? 0))
    ) {
      steps.push(["-", before[a++] ?? ""]);
    } else steps.push(["+", after[b++] ?? ""]);
  }
  return steps;
}
