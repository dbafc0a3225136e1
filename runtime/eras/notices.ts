/** What a server tells unasked, handed to the listeners of the user. */

import type { LogLevel } from "../core/domain.js";
import { messageOf } from "../errors.js";
import { type Fields, own } from "../json.js";

/** A log message of the server (specification: server/utilities/logging). `data` is anything that JSON can carry. */
export interface LogMessage {
  readonly level: LogLevel;
  readonly logger?: string;
  readonly data: unknown;
}

/** A notification as it came, or why something that came makes no sense and was dropped. */
export type ServerMessage =
  | { readonly kind: "notification"; readonly method: string; readonly params: Fields }
  | { readonly kind: "fault"; readonly reason: string };

export interface Listeners {
  /** Hears the log messages of the server; `logLevel` says which it may send. */
  readonly log?: (message: LogMessage) => void;
  /** Hears every notification except cancellations, after the listener of its kind, and of every fault on the wire. */
  readonly onMessage?: (message: ServerMessage) => void;
}

export class Notices {
  readonly #listeners: Listeners;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  /** @param first - the listener of this kind, when the era knows it; if it throws, the others don't hear of this notification. */
  notification(method: string, params: Fields, first?: () => void): void {
    try {
      first?.();
      if (method === "notifications/message") this.#log(params);
    } catch (thrown) {
      this.fault(`a listener failed at ${method}: ${messageOf(thrown)}`);
      return;
    }
    this.#tell({ kind: "notification", method, params });
  }

  /** Values of the server stand in `reason` only quoted and cut short. */
  fault(reason: string): void {
    this.#tell({ kind: "fault", reason });
  }

  #log(params: Fields): void {
    const level = own(params, "level");
    const logger = own(params, "logger");
    if (!isLogLevel(level)) return this.fault("the server sent a log message of an unknown level");
    this.#listeners.log?.({ level, ...(typeof logger === "string" && { logger }), data: own(params, "data") });
  }

  /** A listener that throws must not break the connection that it listens to. */
  #tell(message: ServerMessage): void {
    try {
      this.#listeners.onMessage?.(message);
    } catch {
      // It was told; that is all there is to do.
    }
  }
}

const logLevels = {
  debug: true,
  info: true,
  notice: true,
  warning: true,
  error: true,
  critical: true,
  alert: true,
  emergency: true,
} satisfies Record<LogLevel, true>;

export function isLogLevel(value: unknown): value is LogLevel {
  return typeof value === "string" && Object.hasOwn(logLevels, value);
}
