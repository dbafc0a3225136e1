/** What a tool or resolver may ask of its surroundings: the parameter that is annotated `Context`. */

import type {
  Auth,
  ClientCapabilities,
  CreateMessageParams,
  CreateMessageResult,
  ElicitationResult,
  Era,
  Implementation,
  ListRootsResult,
  LogLevel,
  RequestHeaders,
  UrlRequest,
  UrlResult,
} from "./domain.js";

/**
 * The context of one call. `Asks` names the questions that a tool may put while it runs, each with its model:
 * `Context<{ alternative: AlternativeDate }>`. `State` is the application state that it needs: `Context<{}, Shop>`.
 */
export interface Context<Asks extends object = Record<never, never>, State = unknown> {
  /**
   * Asks the user with the form made from the model `Asks[key]` and waits for the answer (10 minutes unless configured).
   *
   * @throws an error result of the call when the answer does not fit the form, an McpError when the client can't be asked.
   */
  elicit<K extends keyof Asks & string>(key: K, message: string): Promise<ElicitationResult<Asks[K]>>;

  /** Asks the user to open a link: for what must not pass through the client, such as payments or sign-ins. */
  elicitUrl(request: UrlRequest): Promise<UrlResult>;

  /** Asks the client's model, where the client lets servers do so. @throws an McpError when it does not, or refuses. */
  sample(params: CreateMessageParams): Promise<CreateMessageResult>;

  /** The folders that the client works in. @throws an McpError when the client does not tell. */
  listRoots(): Promise<ListRootsResult>;

  /** Tells the client that the errand behind a link is done, where the protocol revision has such a notice (2025-11-25). */
  sendElicitComplete(elicitationId: string): Promise<void>;

  /** Sends a log message to the client, which gets those of the level that it asked for and above. `data` is any JSON value. */
  log(level: LogLevel, data: unknown, logger?: string): void;

  /** Tells how far the call is, when the client asked for it. `done` has to grow; `total` is in the same unit. */
  progress(done: number, total?: number, message?: string): void;

  /** Tells the clients that listen that a list of the server is not what it was. */
  listChanged(list: "tools" | "prompts" | "resources"): void;

  /** Tells the clients that subscribed to a resource that its contents are not what they were. */
  resourceUpdated(uri: string): void;

  /**
   * Lets go of the HTTP connection of this call; the client comes back for the result (specification 2025-11-25: transports,
   * "Polling"). Does nothing where the connection or the revision has no such way.
   */
  closeStream(): void;

  /** Whether the client declared all of these capabilities. A bare `elicitation: {}` in the declaration means forms. */
  checkClientCapability(capability: ClientCapabilities): boolean;

  /** Rounds by hand: the answers to the questions of `inputRequired`, as they came and unchecked; undefined in the first round. */
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined;
  /** Rounds by hand: the state that the round before left; undefined in the first. */
  readonly requestState: string | undefined;

  /** Aborts when the call is cancelled, the client is gone or the server shuts down. */
  readonly signal: AbortSignal;
  /** The headers of the HTTP request; undefined on other transports. */
  readonly headers: RequestHeaders | undefined;
  /** Who calls, as the application's `authenticate` said; undefined without it. */
  readonly auth: Auth | undefined;
  /** The application state that serving was started with. */
  readonly app: State;
  /** The request's `_meta` as it came, unchecked: trace context (`traceparent`) and whatever else the client sends along. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** The id of the request; of the round that runs now. */
  readonly requestId: string | number;
  readonly era: Era;
  readonly protocolVersion: string;
  /** Who the client says it is; not proven. */
  readonly clientInfo: Implementation | undefined;
  /** What the client declared that it can do, unchecked; `checkClientCapability` is the safe way to ask. */
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
}
