/** What surrounds a call besides its questions: the ways to tell the client something, and what the application knows of it. */

import type { Fields } from "../json.js";
import type { Auth, Change, LogLevel, RequestHeaders } from "./domain.js";

export interface Surroundings {
  /** A log message for the client; each era decides whether the client wants it. */
  log(level: LogLevel, data: unknown, logger: string | undefined): void;
  /** How far the call is; nothing when the client did not ask for it. */
  progress(done: number, total: number | undefined, message: string | undefined): void;
  /** Tells every client that listens. */
  changed(change: Change): void;
  /** Lets go of the connection that the call came on, where the client can fetch the result on another (2025-11-25 over HTTP). */
  closeStream(): void;
  /** Undefined where there is no HTTP request. */
  readonly headers: RequestHeaders | undefined;
  /** Undefined where nobody was authenticated. */
  readonly auth: Auth | undefined;
  /** The application state that serving was started with. */
  readonly app: unknown;
  /** The request's id and metadata as they came; of the round that runs now. */
  readonly requestId: string | number;
  readonly meta: Fields | undefined;
}
