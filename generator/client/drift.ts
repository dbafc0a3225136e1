/** What a server says now, compared with what its client was made from: in words where there are words for it, else in lines. */
import { compareContracts } from "../diff/contract.js";
import { diffLines } from "../diff/lines.js";
import { sorted } from "../manifest.js";
import type { Json } from "../model.js";
import { printSnapshot, type Snapshot } from "./snapshot.js";

/** Nobody reads more. */
const mostLines = 60;

/** Lines for a person; none when nothing has changed. The order of the keys of an object is no change. */
export function drift(before: Snapshot, now: Snapshot): string[] {
  const [old, current] = [before, now].map((each) => JSON.stringify(sorted(JSON.parse(printSnapshot(each)) as Json), null, 2));
  if (old === undefined || current === undefined || old === current) return [];
  const changes = compareContracts(before, now).map(({ level, subject, text }) => `${level.padEnd(8)} ${subject}: ${text}`);
  return limited(changes.length > 0 ? changes : diffLines(old, current).lines);
}

export const textDrift = (before: string, now: string): string[] =>
  before.replaceAll("\r\n", "\n") === now ? [] : limited(diffLines(before, now).lines);

const limited = (lines: readonly string[]): string[] =>
  lines.length <= mostLines ? [...lines] : [...lines.slice(0, mostLines), `... and ${lines.length - mostLines} more`];
