/** What a command sees of the process, and the exit codes (decision P22). */
import type { Style } from "../formats/style.js";

export interface Terminal {
  readonly cwd: string;
  /** Results go here, and nothing else. */
  readonly output: (text: string) => void;
  /** Everything said to a person. */
  readonly error: (text: string) => void;
  /** One line that is replaced by the next one, on a terminal only; null takes it away. */
  readonly progress: (text: string | null) => void;
  /** How text for a person looks on standard error. */
  readonly style: Style;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const exitCodes = {
  fine: 0,
  /** The sources have errors. */
  sources: 1,
  /** Usage or configuration. */
  usage: 2,
  /** Generated files are not what would be written. */
  stale: 3,
  /** The contract changed in a way that breaks clients. */
  breaking: 4,
  /** A fault of mcp-gen itself. */
  internal: 70,
} as const;

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Colours where somebody can see them; NO_COLOR and FORCE_COLOR (no-color.org, force-color.org) have the last word, a flag before them. */
export function styleOf(stream: Stream, environment: Terminal["environment"], flag: boolean | undefined): Style {
  const isTerminal = stream.isTTY === true;
  const { NO_COLOR = "", FORCE_COLOR = "", TERM = "" } = environment;
  const forced = FORCE_COLOR !== "" && FORCE_COLOR !== "0";
  const colour = flag ?? (NO_COLOR !== "" ? false : forced || (isTerminal && TERM !== "dumb" && FORCE_COLOR !== "0"));
  return { colour, width: isTerminal && (stream.columns ?? 0) > 0 ? (stream.columns ?? null) : null };
}
