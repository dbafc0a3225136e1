/** Where the runtime tells the operator what the other side must not see. */

export interface Log {
  warn(message: string): void;
  error(message: string, thrown: unknown): void;
}

/** Standard error, one line a message. Values that came over the wire never go here unquoted: callers name, they do not echo. */
export const stderrLog: Log = {
  warn: (message) => console.error(`mcp-gen: ${message}`),
  error: (message, thrown) => console.error(`mcp-gen: ${message}:`, thrown),
};
