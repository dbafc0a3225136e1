/** The severities of log messages and their order (RFC 5424, as the specification takes it over). */

import type { LogLevel } from "./domain.js";

/** From the least to the most severe. */
export const logLevels: readonly LogLevel[] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

export function isLogLevel(value: unknown): value is LogLevel {
  return (logLevels as readonly unknown[]).includes(value);
}

/** Whether a message is at least as severe as what is asked for. */
export function reaches(level: LogLevel, least: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(least);
}
