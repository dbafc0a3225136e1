/**
 * Who hears of which change on a legacy connection: changed lists are told to every client, and resources are subscribed to one
 * by one, for the whole connection (specification 2025-11-25: server/resources, "Subscriptions").
 */

import type { Change } from "../../core/domain.js";
import { messageOf } from "../../errors.js";
import { type Fields, isFields, own } from "../../json.js";
import {
  type ChangeListener,
  changesOf,
  matches,
  type Subscription,
  type SubscriptionEnd,
  type SubscriptionFilter,
} from "../changes.js";
import type { CallOptions } from "../client-session.js";

interface Open {
  readonly granted: SubscriptionFilter;
  readonly listener: ChangeListener;
  readonly end: (end: SubscriptionEnd) => void;
}

type Request = (method: string, params: Fields, options?: CallOptions) => Promise<unknown>;

export class LegacySubscriptions {
  readonly #request: Request;
  readonly #report: (reason: string) => void;
  readonly #open = new Set<Open>();
  /** How many subscriptions want a resource. */
  readonly #wanted = new Map<string, number>();

  constructor(request: Request, report: (reason: string) => void) {
    this.#request = request;
    this.#report = report;
  }

  /** @param capabilities - the server's: what it does not declare is not granted. @throws McpError for a resource that is refused. */
  async add(
    filter: SubscriptionFilter,
    capabilities: Fields,
    listener: ChangeListener,
    options?: CallOptions,
  ): Promise<Subscription> {
    const granted = grantedBy(capabilities, filter);
    const uris = granted.resourceSubscriptions ?? [];
    const taken: string[] = [];
    try {
      for (const uri of uris) {
        await this.#take(uri, options);
        taken.push(uri);
      }
    } catch (thrown) {
      await this.#release(taken);
      throw thrown;
    }
    let end: (end: SubscriptionEnd) => void = () => {};
    const ended = new Promise<SubscriptionEnd>((resolve) => {
      end = resolve;
    });
    const one: Open = { granted, listener, end };
    this.#open.add(one);
    const close = async (): Promise<void> => {
      if (!this.#open.delete(one)) return;
      await this.#release(uris);
      end({ by: "client" });
    };
    return { granted, ended, close };
  }

  changed(change: Change): void {
    for (const one of this.#open) if (matches(one.granted, change)) this.#tell(one, change);
  }

  /** A new session knows nothing of what the old one subscribed to, and nobody knows what changed between them. */
  async renewed(request: Request): Promise<void> {
    for (const uri of this.#wanted.keys()) {
      await request("resources/subscribe", { uri }).catch((thrown) => this.#report(failed("renewed", thrown)));
    }
    for (const one of this.#open) for (const change of changesOf(one.granted)) this.#tell(one, change);
  }

  end(end: SubscriptionEnd): void {
    for (const one of this.#open) one.end(end);
    this.#open.clear();
  }

  #tell({ listener }: Open, change: Change): void {
    try {
      listener(change);
    } catch (thrown) {
      this.#report(`a listener failed at a change: ${messageOf(thrown)}`);
    }
  }

  async #take(uri: string, options?: CallOptions): Promise<void> {
    const wanted = this.#wanted.get(uri) ?? 0;
    if (wanted === 0) await this.#request("resources/subscribe", { uri }, options);
    this.#wanted.set(uri, (this.#wanted.get(uri) ?? 0) + 1);
  }

  async #release(uris: readonly string[]): Promise<void> {
    for (const uri of uris) {
      const wanted = (this.#wanted.get(uri) ?? 1) - 1;
      if (wanted > 0) this.#wanted.set(uri, wanted);
      else {
        this.#wanted.delete(uri);
        await this.#request("resources/unsubscribe", { uri }).catch((thrown) => this.#report(failed("ended", thrown)));
      }
    }
  }
}

function failed(what: string, thrown: unknown): string {
  return `a resource subscription could not be ${what}: ${messageOf(thrown)}`;
}

function grantedBy(capabilities: Fields, filter: SubscriptionFilter): SubscriptionFilter {
  const has = (area: string, feature: string): boolean => {
    const declared = own(capabilities, area);
    return isFields(declared) && own(declared, feature) === true;
  };
  const uris = filter.resourceSubscriptions;
  return {
    ...(filter.toolsListChanged === true && has("tools", "listChanged") && { toolsListChanged: true }),
    ...(filter.promptsListChanged === true && has("prompts", "listChanged") && { promptsListChanged: true }),
    ...(filter.resourcesListChanged === true && has("resources", "listChanged") && { resourcesListChanged: true }),
    ...(uris !== undefined && has("resources", "subscribe") && { resourceSubscriptions: [...new Set(uris)] }),
  };
}
