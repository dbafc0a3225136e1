/**
 * Streams of changes (specification: basic/patterns/subscriptions). Each is one long request, known by the request's id. A stream
 * that drops is opened again; nobody knows what changed meanwhile, so everything that it tells of counts as changed then.
 */

import type { Change } from "../../core/domain.js";
import { McpError, messageOf } from "../../errors.js";
import { type Fields, isFields, own } from "../../json.js";
import type { RequestId } from "../../jsonrpc/message.js";
import { Patience } from "../../jsonrpc/patience.js";
import { pause } from "../../jsonrpc/pause.js";
import { TimeoutError } from "../../jsonrpc/peer.js";
import {
  type ChangeListener,
  changesOf,
  matches,
  readFilter,
  type Subscription,
  type SubscriptionEnd,
  type SubscriptionFilter,
} from "../changes.js";
import type { CallOptions } from "../client-session.js";
import { metaKeys } from "./versions.js";

export interface SubscriptionHooks {
  /** Sends the request; settles when the stream is over: with a result when the server ended it, else with what went wrong. */
  listen(params: Fields, opened: (id: RequestId) => void, signal: AbortSignal): Promise<Fields>;
  /** Makes a request end as if the server had sent its result. */
  finish(id: RequestId): void;
  /** Everything may have changed. */
  missed(change: Change): void;
  fault(reason: string): void;
  /** Whether a stream can be opened again after it dropped: not on a wire that is gone with it. */
  readonly reopens: boolean;
}

const firstBackOffMs = 250;
const longestBackOffMs = 30_000;
const mostAttempts = 10;

interface Stream {
  readonly filter: SubscriptionFilter;
  readonly listener: ChangeListener;
  readonly closing: AbortController;
  /** Hears what the server agrees to. */
  acknowledged: (granted: SubscriptionFilter) => void;
  /** Undefined until the server has acknowledged the stream. */
  granted: SubscriptionFilter | undefined;
  id: RequestId | undefined;
}

export class ModernSubscriptions {
  readonly #hooks: SubscriptionHooks;
  readonly #timeoutMs: number;
  readonly #streams = new Map<RequestId, Stream>();
  readonly #open = new Set<Stream>();

  constructor(hooks: SubscriptionHooks, timeoutMs: number) {
    this.#hooks = hooks;
    this.#timeoutMs = timeoutMs;
  }

  /** Settles when the server has acknowledged the stream. @throws McpError when it refuses, TimeoutError when it does neither. */
  async open(filter: SubscriptionFilter, listener: ChangeListener, options: CallOptions): Promise<Subscription> {
    options.signal?.throwIfAborted();
    const closing = new AbortController();
    const stream: Stream = { filter, listener, closing, acknowledged: () => {}, granted: undefined, id: undefined };
    this.#open.add(stream);
    const giveUp = (): void => closing.abort(options.signal?.reason);
    options.signal?.addEventListener("abort", giveUp);
    const { timeoutMs = this.#timeoutMs } = options;
    const patience = new Patience(timeoutMs, () => closing.abort(new TimeoutError("subscriptions/listen", timeoutMs)));
    const acknowledged = new Promise<void>((resolve) => {
      stream.acknowledged = () => resolve();
    });
    const ended = this.#run(stream);
    try {
      const first = await Promise.race([acknowledged, ended]);
      if (stream.granted === undefined) throw refusal(first, closing);
    } finally {
      patience.pause();
      options.signal?.removeEventListener("abort", giveUp);
    }
    const close = async (): Promise<void> => {
      closing.abort(new Error("The subscription was closed."));
      await ended;
    };
    return { granted: stream.granted, ended, close };
  }

  /** True when a notification belongs to a stream, and was handled. `change` is what it tells of. */
  notice(method: string, params: Fields, change: Change | undefined): void {
    const meta = own(params, "_meta");
    const id = isFields(meta) ? own(meta, metaKeys.subscriptionId) : undefined;
    const stream = this.#streams.get(id as RequestId);
    if (stream === undefined) return;
    if (method === "notifications/subscriptions/acknowledged") this.#acknowledge(stream, params);
    else if (stream.granted === undefined)
      this.#hooks.fault("the server told of a change before it acknowledged the subscription");
    else if (change !== undefined && isGranted(stream.granted, change)) this.#tell(stream, change);
  }

  /** The server takes a stream down (specification: basic/patterns/cancellation). */
  cancelled(id: unknown): void {
    if (this.#streams.has(id as RequestId)) this.#hooks.finish(id as RequestId);
  }

  close(): void {
    for (const { closing } of this.#open) closing.abort(new Error("The connection was closed."));
  }

  #acknowledge(stream: Stream, params: Fields): void {
    const isAgain = stream.granted !== undefined;
    stream.granted = readFilter(own(params, "notifications"));
    stream.acknowledged(stream.granted);
    if (!isAgain) return;
    for (const change of changesOf(stream.granted)) {
      this.#hooks.missed(change);
      this.#tell(stream, change);
    }
  }

  #tell({ listener }: Stream, change: Change): void {
    try {
      listener(change);
    } catch (thrown) {
      this.#hooks.fault(`a listener failed at a change: ${messageOf(thrown)}`);
    }
  }

  async #run(stream: Stream): Promise<SubscriptionEnd> {
    const { signal } = stream.closing;
    for (let attempts = 0; ; attempts += 1) {
      let isStanding = false;
      const settle = stream.acknowledged;
      stream.acknowledged = (granted) => {
        isStanding = true;
        settle(granted);
      };
      try {
        const opened = (id: RequestId): void => {
          stream.id = id;
          this.#streams.set(id, stream);
        };
        await this.#hooks.listen({ notifications: { ...stream.filter } }, opened, signal);
        return this.#over(stream, { by: "server" });
      } catch (thrown) {
        if (signal.aborted) return this.#over(stream, { by: "client" });
        if (isStanding) attempts = 0;
        const isLost = stream.granted === undefined || !this.#hooks.reopens || thrown instanceof McpError;
        if (isLost || attempts >= mostAttempts) return this.#over(stream, { by: "loss", error: thrown });
      } finally {
        stream.acknowledged = settle;
        if (stream.id !== undefined) this.#streams.delete(stream.id);
      }
      await pause(Math.min(firstBackOffMs * 2 ** attempts, longestBackOffMs), signal, false).catch(() => {});
    }
  }

  #over(stream: Stream, end: SubscriptionEnd): SubscriptionEnd {
    this.#open.delete(stream);
    return end;
  }
}

/** Why a stream was never acknowledged. */
function refusal(end: SubscriptionEnd | undefined | void, closing: AbortController): unknown {
  if (closing.signal.aborted) return closing.signal.reason;
  return end?.error ?? new Error("The server ended the subscription before it acknowledged it.");
}

/** An update may be of any resource that has to do with one of those that were named: the server knows. */
function isGranted(granted: SubscriptionFilter, change: Change): boolean {
  return "uri" in change ? (granted.resourceSubscriptions?.length ?? 0) > 0 : matches(granted, change);
}
