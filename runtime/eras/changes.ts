/** What a server may tell about itself while it runs: lists that changed, resources that have other contents. */

import type { Change } from "../core/domain.js";
import { type Fields, isFields, own } from "../json.js";

/** Of which changes a client wants to hear (specification: SubscriptionFilter). */
export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  /** The URIs of resources whose contents matter. */
  readonly resourceSubscriptions?: readonly string[];
}

export type ChangeListener = (change: Change) => void;

/** Why a subscription is over: the client or the server ended it, or the connection was lost for good. */
export interface SubscriptionEnd {
  readonly by: "client" | "server" | "loss";
  /** What the connection was lost of. */
  readonly error?: unknown;
}

export interface Subscription {
  /** What the server agreed to tell. */
  readonly granted: SubscriptionFilter;
  /** Settles when no more changes will be told; never rejects. */
  readonly ended: Promise<SubscriptionEnd>;
  close(): Promise<void>;
}

const lists = { toolsListChanged: "tools", promptsListChanged: "prompts", resourcesListChanged: "resources" } as const;
const listKeys = Object.keys(lists) as (keyof typeof lists)[];

/** The change that a notification tells of, if it tells of one. */
export function changeIn(method: string, params: Fields): Change | undefined {
  if (method === "notifications/resources/updated") {
    const uri = own(params, "uri");
    return typeof uri === "string" ? { uri } : undefined;
  }
  const key = listKeys.find((one) => method === `notifications/${lists[one]}/list_changed`);
  return key === undefined ? undefined : { list: lists[key] };
}

/** Whether a filter lets a change through. An update may be of a part of the resource that was named. */
export function matches(filter: SubscriptionFilter, change: Change): boolean {
  if ("uri" in change) return (filter.resourceSubscriptions ?? []).some((uri) => isWithin(change.uri, uri));
  return listKeys.some((key) => lists[key] === change.list && filter[key] === true);
}

/** Whether `uri` is `whole` or stands below it. */
export function isWithin(uri: string, whole: string): boolean {
  return uri === whole || uri.startsWith(whole.endsWith("/") ? whole : `${whole}/`);
}

/** Every change that a filter lets through, for when nobody knows what happened. */
export function changesOf(filter: SubscriptionFilter): Change[] {
  return [
    ...listKeys.filter((key) => filter[key] === true).map((key) => ({ list: lists[key] })),
    ...(filter.resourceSubscriptions ?? []).map((uri) => ({ uri })),
  ];
}

/** A filter as a server sent it; what makes no sense in it is left out. */
export function readFilter(value: unknown): SubscriptionFilter {
  if (!isFields(value)) return {};
  const uris = own(value, "resourceSubscriptions");
  return {
    ...Object.fromEntries(listKeys.filter((key) => own(value, key) === true).map((key) => [key, true])),
    ...(Array.isArray(uris) && { resourceSubscriptions: uris.filter((uri) => typeof uri === "string") }),
  };
}
