/** What a test wants of a client, whichever SDK it comes from. */

export interface Answer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>>;
}

/** What a client declares that it can do. */
export type Profile = "none" | "forms" | "all";

export const capabilitiesOf = {
  none: {},
  forms: { elicitation: {} },
  all: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
} as const satisfies Record<Profile, object>;

export type Target = { readonly url: string } | { readonly command: string; readonly args: readonly string[] };

/** A question as the user of the client gets it. */
export interface Question {
  readonly message: string;
  readonly mode?: string | undefined;
  readonly url?: string | undefined;
  readonly requestedSchema?: unknown;
}

export interface Listed {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  readonly annotations?: object | undefined;
}

/** How a call ended: with a result, or with a JSON-RPC error. */
export interface Ending {
  readonly text?: string;
  readonly isError?: true;
  readonly structured?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A connected client. It answers questions with what `answers` holds, first come first served, and notes them down. */
export interface Driver {
  readonly protocolVersion: string | undefined;
  readonly answers: Answer[];
  readonly asked: Question[];
  /** The ids of the errands that the server reported as done. */
  readonly completed: string[];
  listTools(): Promise<Listed[]>;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<Ending>;
  close(): Promise<void>;
}

/** Takes the next answer; a question that no case expects is a failure of the client's callback. */
export function answerer(answers: Answer[], asked: Question[]): (question: Question) => Answer {
  return ({ message, mode, url, requestedSchema }) => {
    asked.push({ message, mode, url, requestedSchema });
    const answer = answers.shift();
    if (answer === undefined) throw new Error(`nobody expected the question: ${message}`);
    return answer;
  };
}

/** The ending that a client reports as a result. */
export function ended(result: Readonly<Record<string, unknown>>): Ending {
  const content = result.content as readonly { readonly type: string; readonly text?: string }[];
  return {
    text: content.map((block) => block.text ?? `[${block.type}]`).join("\n"),
    ...(result.isError === true && { isError: true }),
    ...(result.structuredContent !== undefined && { structured: result.structuredContent }),
  };
}

/** The ending that a client reports as a JSON-RPC error; anything else that it throws is a failure of the test. */
export function failed(thrown: unknown): Ending {
  if (!(thrown instanceof Error) || !("code" in thrown) || typeof thrown.code !== "number") throw thrown;
  const data = "data" in thrown ? thrown.data : undefined;
  const message = thrown.message.replace(/^MCP error -?\d+: /, "");
  return { error: { code: thrown.code, message, ...(data !== undefined && { data }) } };
}
