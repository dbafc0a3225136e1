/** What a call tells its client on the way: log messages and progress, while the request that asked for them is being served. */

import { shownCaller } from "../core/caller.js";
import type { Cancel } from "../core/cancel.js";
import type { Auth, Change, LogLevel, RequestHeaders } from "../core/domain.js";
import { isLogLevel, logLevels, reaches } from "../core/log-level.js";
import type { Surroundings } from "../core/surroundings.js";
import { type Fields, isFields, own } from "../json.js";
import { notificationText, type RequestId, type RpcRequest } from "../jsonrpc/message.js";
import type { Serving } from "./era.js";

/** How one request is told something. */
export interface Listener {
  readonly request: RpcRequest;
  /** Nothing may follow once the request is cancelled. */
  readonly cancel: Cancel;
  /** Puts a notification before the reply. */
  send(text: string): void;
  /** The least severe log message that is wanted now; undefined for none. */
  leastLevel(): LogLevel | undefined;
  /** Whether progress may come with a text. */
  readonly hasProgressText: boolean;
  closeStream(): void;
  readonly headers: RequestHeaders | undefined;
}

/** The surroundings of a call. A call that goes on in another request turns to that one's listener. */
export class Reporting implements Surroundings {
  readonly auth: Auth | undefined;
  readonly #serving: Serving;
  #listener: Listener;
  #hasEnded = false;
  #done = Number.NEGATIVE_INFINITY;

  constructor(serving: Serving, listener: Listener, auth: Auth | undefined) {
    this.#serving = serving;
    this.#listener = listener;
    this.auth = shownCaller(auth);
  }

  get app(): unknown {
    return this.#serving.state;
  }

  get headers(): RequestHeaders | undefined {
    return this.#listener.headers;
  }

  get requestId(): RequestId {
    return this.#listener.request.id;
  }

  get meta(): Fields | undefined {
    const meta = own(this.#listener.request.params, "_meta");
    return isFields(meta) ? meta : undefined;
  }

  /** Goes on in another request. */
  turnTo(listener: Listener): void {
    this.#listener = listener;
    this.#hasEnded = false;
    this.#done = Number.NEGATIVE_INFINITY;
  }

  /** The reply is there: nothing may follow. */
  end(): void {
    this.#hasEnded = true;
  }

  get #isOver(): boolean {
    return this.#hasEnded || this.#listener.cancel.aborted;
  }

  /** @throws TypeError for a level that there is not. */
  log(level: LogLevel, data: unknown, logger: string | undefined): void {
    if (!isLogLevel(level)) throw new TypeError(`log: the level must be one of ${logLevels.join(", ")}.`);
    const least = this.#listener.leastLevel();
    if (least === undefined || !reaches(level, least)) return;
    this.#tell("notifications/message", {
      level,
      ...(logger !== undefined && { logger }),
      data: data === undefined ? null : data,
    });
  }

  /** What does not grow is dropped: clients must be able to rely on it (specification: progress). */
  progress(done: number, total: number | undefined, message: string | undefined): void {
    const progressToken = this.meta === undefined ? undefined : own(this.meta, "progressToken");
    if (typeof progressToken !== "string" && !Number.isSafeInteger(progressToken)) return;
    if (!Number.isFinite(done) || done <= this.#done || this.#isOver) return;
    this.#done = done;
    this.#tell("notifications/progress", {
      progressToken,
      progress: done,
      ...(total !== undefined && Number.isFinite(total) && { total }),
      ...(message !== undefined && this.#listener.hasProgressText && { message }),
    });
  }

  changed(change: Change): void {
    this.#serving.offering.changes.publish(change);
  }

  closeStream(): void {
    if (!this.#isOver) this.#listener.closeStream();
  }

  #tell(method: string, params: object): void {
    if (this.#isOver) return;
    let text: string;
    try {
      text = notificationText(method, params);
    } catch (thrown) {
      this.#serving.log.error("a message for the client can't be written as JSON", thrown);
      return;
    }
    this.#listener.send(text);
  }
}
