/** Which server a command talks to, as it is given on the command line. */
import { UsageError } from "./usage-error.js";

export interface ServerCommand {
  readonly command: string;
  readonly args: string[];
}

/** The command behind `--`; null without one. */
export function commandOf([program, ...args]: readonly string[]): ServerCommand | null {
  return program === undefined ? null : { command: program, args };
}

/** Null: it is a path. @throws UsageError for what is no URL that can be connected to. */
export function urlOf(text: string): URL | null {
  if (/^https?:/i.test(text)) {
    if (!URL.canParse(text)) throw new UsageError(`'${text}' is no URL.`);
    return new URL(text);
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(text)) throw new UsageError(`'${text}': only http and https URLs are connected to.`);
  return null;
}

/** Lines of `Name: value`. */
export function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      if (at < 1) throw new UsageError("--header takes 'Name: value'.");
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}
