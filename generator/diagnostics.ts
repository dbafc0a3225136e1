/**
 * Diagnostics: the record, the catalogue of codes and the one way to make a record. Codes are permanent.
 * Knows no stage, no file and no terminal; print-diagnostics.ts makes text of them.
 */
import { contractCatalogue } from "./catalogue/contract.js";
import { generatedCatalogue } from "./catalogue/generated.js";
import { offerCatalogue } from "./catalogue/offers.js";
import { questionCatalogue } from "./catalogue/questions.js";
import { resolverCatalogue } from "./catalogue/resolvers.js";
import { setupCatalogue } from "./catalogue/setup.js";
import { templateCatalogue } from "./catalogue/templates.js";
import { toolCatalogue } from "./catalogue/tools.js";
import { typeCatalogue } from "./catalogue/types.js";
import type { Span } from "./model.js";

export type Severity = "error" | "warning";

export interface Note {
  readonly label: string;
  readonly text: string;
  /** A place that the text ends with, printed in brackets. */
  readonly span?: Span;
}

export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  /** Null for what has no place in a file, such as a missing configuration. */
  readonly span: Span | null;
  /** Printed on the underline's line: `text`, then the place. */
  readonly related: { readonly text: string; readonly span: Span } | null;
  readonly notes: readonly Note[];
  readonly help: string;
}

export const catalogue = {
  ...setupCatalogue,
  ...generatedCatalogue,
  ...contractCatalogue,
  ...toolCatalogue,
  ...typeCatalogue,
  ...questionCatalogue,
  ...resolverCatalogue,
  ...offerCatalogue,
  ...templateCatalogue,
} as const;

export type Code = keyof typeof catalogue;
type FactsOf<C extends Code> = Parameters<(typeof catalogue)[C]["message"]>[0];

export interface Details {
  readonly related?: { readonly text: string; readonly span: Span } | undefined;
  readonly notes?: readonly Note[] | undefined;
}

/** What a stage hands to the next: its value, and what it has to say. */
export interface Staged<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

export type Report = <C extends Code>(code: C, span: Span | null, facts: FactsOf<C>, details?: Details) => void;

export function diagnostic<C extends Code>(code: C, span: Span | null, facts: FactsOf<C>, details: Details = {}): Diagnostic {
  const entry = catalogue[code];
  // The entry's own builders take the facts of this very code: the generic index hides that from the compiler.
  const message = entry.message as (facts: FactsOf<C>) => string;
  const help = entry.help as (facts: FactsOf<C>) => string;
  return {
    code,
    severity: entry.severity,
    message: message(facts),
    span,
    related: details.related ?? null,
    notes: details.notes ?? [],
    help: help(facts),
  };
}

/** A list to report into. */
export function collector(): { readonly diagnostics: Diagnostic[]; readonly report: Report } {
  const diagnostics: Diagnostic[] = [];
  return {
    diagnostics,
    report: (code, span, facts, details) => {
      diagnostics.push(diagnostic(code, span, facts, details));
    },
  };
}

export const isCode = (text: string): text is Code => Object.hasOwn(catalogue, text);

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean => diagnostics.some((each) => each.severity === "error");

/** By file, line, column and code; one of each code at a place. What has no place comes first. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return [...diagnostics]
    .sort(
      (a, b) =>
        compare(a.span?.file ?? "", b.span?.file ?? "") ||
        (a.span?.line ?? 0) - (b.span?.line ?? 0) ||
        (a.span?.column ?? 0) - (b.span?.column ?? 0) ||
        compare(a.code, b.code),
    )
    .filter((each) => {
      const place = each.span === null ? each.message : `${each.span.file}:${each.span.line}:${each.span.column}`;
      const key = `${each.code} ${place}`;
      return seen.has(key) ? false : seen.add(key);
    });
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
