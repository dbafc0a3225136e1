/** A message of the one side or the other. */
// biome-ignore lint/suspicious/noExplicitAny: a message is whatever was said
export type Step = { readonly client?: any; readonly server?: any };

export function readTranscript(path: string): Step[];

export class Player {
  constructor(steps: readonly Step[], side: "client" | "server");
  readonly rest: readonly Step[];
  // biome-ignore lint/suspicious/noExplicitAny: a message is whatever was said
  next(): any[];
  hear(message: unknown): void;
}
