/** The subscriptions that are open: streams of change notices, each as long as its request (specification: patterns/subscriptions). */

import type { Auth, Change } from "../../core/domain.js";
import { INVALID_PARAMS, INVALID_REQUEST, McpError } from "../../errors.js";
import { type Fields, isFields, own } from "../../json.js";
import { notificationText, type RpcRequest } from "../../jsonrpc/message.js";
import type { Serving } from "../era.js";
import { type Offered, offeredBy } from "../offered.js";
import type { ResultWriter } from "./results.js";
import type { Frame } from "./server.js";
import { metaKeys } from "./versions.js";

/** What a client wants to hear of, and of that what it will. */
interface Filter {
  readonly toolsListChanged?: true;
  readonly promptsListChanged?: true;
  readonly resourcesListChanged?: true;
  readonly resourceSubscriptions?: readonly string[];
}

const mostAddresses = 1000;

export class Subscriptions {
  readonly #serving: Serving;
  readonly #offered: Offered;
  readonly #writer: ResultWriter;
  /** What ends each of them. */
  readonly #open = new Set<() => void>();

  constructor(serving: Serving, writer: ResultWriter) {
    this.#serving = serving;
    this.#offered = offeredBy(serving.app);
    this.#writer = writer;
  }

  /** Settles with the result when the server ends the subscription, rejects when the client does. */
  async listen({ id, params }: RpcRequest, frame: Frame): Promise<string> {
    const { cancel, auth } = frame;
    if (frame.send === undefined) {
      throw new McpError(
        INVALID_REQUEST,
        "subscriptions/listen is answered with an event stream: let Accept take text/event-stream.",
      );
    }
    const agreed = this.#agreed(readFilter(params), auth);
    if (this.#open.size >= this.#serving.maxSubscriptions) {
      throw new McpError(INVALID_REQUEST, "Too many subscriptions are open here: end others or try again later.");
    }
    cancel.throwIfAborted();
    const _meta = { [metaKeys.subscriptionId]: id };
    const send = (method: string, more: object): void => frame.send?.(notificationText(method, { _meta, ...more }));
    send("notifications/subscriptions/acknowledged", { notifications: agreed });
    return new Promise((resolve, reject) => {
      const unsubscribe = this.#serving.offering.changes.subscribe((change) => tell(change, agreed, send));
      const end = (): void => {
        over();
        resolve(this.#writer.write("complete", {}, _meta));
      };
      const unlisten = cancel.onAbort(() => {
        over();
        reject(new Error("the client ended the subscription"));
      });
      const over = (): void => {
        unsubscribe();
        unlisten();
        this.#open.delete(end);
      };
      this.#open.add(end);
    });
  }

  /** Ends all of them, with a result each. */
  close(): void {
    for (const end of [...this.#open]) end();
  }

  /** What the server has no notices for is left out, and so are resources that it does not have, or not for this caller. */
  #agreed(filter: Filter, auth: Auth | undefined): Filter {
    const { tools, prompts, resources } = this.#offered;
    const { offering } = this.#serving;
    const addresses = (filter.resourceSubscriptions ?? []).filter((uri) => offering.resource(uri, auth) !== undefined);
    return {
      ...(filter.toolsListChanged && tools && { toolsListChanged: true }),
      ...(filter.promptsListChanged && prompts && { promptsListChanged: true }),
      ...(filter.resourcesListChanged && resources && { resourcesListChanged: true }),
      ...(addresses.length > 0 && { resourceSubscriptions: addresses }),
    };
  }
}

function tell(change: Change, agreed: Filter, send: (method: string, more: object) => void): void {
  if ("uri" in change) {
    if (agreed.resourceSubscriptions?.includes(change.uri)) send("notifications/resources/updated", { uri: change.uri });
  } else if (agreed[`${change.list}ListChanged`] === true) send(`notifications/${change.list}/list_changed`, {});
}

/** @throws McpError -32602 for a filter that is none. Kinds of notice that are not known here are ignored. */
function readFilter(params: Fields): Filter {
  const filter = own(params, "notifications");
  if (!isFields(filter)) throw new McpError(INVALID_PARAMS, "subscriptions/listen needs notifications, an object.");
  const wants = (key: string): { readonly [key: string]: true } => {
    const value = own(filter, key) ?? false;
    if (typeof value !== "boolean") throw new McpError(INVALID_PARAMS, `notifications.${key} must be true or false.`);
    return value ? { [key]: true } : {};
  };
  const addresses = own(filter, "resourceSubscriptions") ?? [];
  const fits = Array.isArray(addresses) && addresses.length <= mostAddresses && addresses.every((uri) => typeof uri === "string");
  if (!fits)
    throw new McpError(
      INVALID_PARAMS,
      `notifications.resourceSubscriptions must be a list of at most ${mostAddresses} addresses.`,
    );
  return {
    ...wants("toolsListChanged"),
    ...wants("promptsListChanged"),
    ...wants("resourcesListChanged"),
    resourceSubscriptions: addresses as readonly string[],
  };
}
