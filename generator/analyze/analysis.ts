/** What the analysis gathers on its way: each resolver and each question model is read once. */
import type { ts } from "../compiler.js";
import type { Note } from "../diagnostics.js";
import type { QuestionModel, ResolverModel } from "../model.js";
import type { Scope } from "./scope.js";

export interface Analysis {
  readonly scope: Scope;
  /** By id; null for one that could not be read (reported). */
  readonly questions: Map<string, QuestionModel | null>;
  /** The notes that faults of a question's model are told with: who asks. */
  readonly askers: Map<string, Note[]>;
  /** By id; null while it is being read and for one that could not be. */
  readonly resolvers: Map<string, ResolverModel | null>;
  /** The declared type of each by-name parameter of a resolver, to be compared with the tool's argument. */
  readonly named: Map<string, ReadonlyMap<string, { readonly type: ts.Type; readonly node: ts.Node }>>;
  /** Something was said of a resolver or a question, which is told with the first offer that has it. */
  isSharedFaulty: boolean;
}

export const newAnalysis = (scope: Scope): Analysis => ({
  scope,
  questions: new Map(),
  askers: new Map(),
  resolvers: new Map(),
  named: new Map(),
  isSharedFaulty: false,
});

/** Reads what several offers may have in common. */
export function readShared<T>(analysis: Analysis, read: () => T): T {
  const before = analysis.scope.said();
  const value = read();
  if (analysis.scope.said() > before) analysis.isSharedFaulty = true;
  return value;
}
