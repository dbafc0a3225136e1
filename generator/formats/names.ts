/** The names that `--format` takes; formats.ts has what stands behind them. Apart from it, so that help needs no printer. */
export const formatNames = ["pretty", "plain", "json", "ndjson", "github", "sarif", "junit"] as const;

/** Prose for a person, on standard error. */
export type ProseFormat = "pretty";

export type FormatName = (typeof formatNames)[number];
