/** What a command sees of the process, and the exit codes (decision P22). */
export interface Terminal {
  readonly cwd: string;
  /** Results go here, and nothing else. */
  readonly output: (text: string) => void;
  /** Everything said to a person. */
  readonly error: (text: string) => void;
}

export const exitCodes = {
  fine: 0,
  /** The sources have errors. */
  sources: 1,
  /** Usage or configuration. */
  usage: 2,
  /** Generated files are not what would be written. */
  stale: 3,
  /** A fault of mcp-gen itself. */
  internal: 70,
} as const;
