/** What a command found, before it is printed: the same for every format. */

import type { Diagnostic } from "../diagnostics.js";
import type { ContractChange } from "../diff/change.js";
import { shownIn } from "../manifest.js";
import type { FileChange } from "../write.js";
import { type Finding, findingsOf, type Sources } from "./findings.js";

export interface ProjectReport {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
  /** What to call the generated folder. */
  readonly out: string;
  /** What was done to its files, or would have been. Null when there was an error. */
  readonly changes: readonly FileChange[] | null;
  /** What changed for clients; only a comparison of contracts has it. */
  readonly contract?: readonly ContractChange[];
}

export interface Report {
  readonly command: "build" | "check" | "dry-run" | "diff";
  readonly exit: number;
  readonly projects: readonly ProjectReport[];
}

export const findingsIn = ({ projects }: Report): Finding[] =>
  projects.flatMap(({ diagnostics, sources }) => findingsOf(diagnostics, sources));

export interface ChangedFile extends Omit<FileChange, "path"> {
  readonly file: string;
}

export const changesIn = ({ projects }: Report): ChangedFile[] =>
  projects.flatMap(({ changes, out }) => (changes ?? []).map(({ path, ...rest }) => ({ file: shownIn(out, path), ...rest })));

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
}

export function countsIn({ projects }: Report): Counts {
  const all = projects.flatMap(({ diagnostics }) => diagnostics);
  const errors = all.filter(({ severity }) => severity === "error").length;
  return { errors, warnings: all.length - errors };
}
