/** Lists that come in pages (specification: server/utilities/pagination). */

import { INVALID_PARAMS, McpError } from "../errors.js";
import { type Fields, isFields, own } from "../json.js";
import type { CallOptions, ClientSession } from "./client-session.js";
import type { Notices } from "./notices.js";

/** What a list is made of. Types only vouch for what `fits` has seen; the rest is the server's word. */
export interface List<T> {
  readonly method: string;
  /** The key of the items in a page. */
  readonly key: string;
  readonly fits: (item: Fields) => boolean;
  /** Only a type. */
  readonly "~item"?: T;
}

const mostPages = 10_000;

/**
 * The pages of a list as they come. An item that is none is left out and told to the listeners.
 *
 * @throws Error for a list that is none, and for one that never ends: cursors are opaque, but the same one twice is a circle.
 */
export async function* pages<T>(
  session: ClientSession,
  list: List<T>,
  options: CallOptions,
  notices: Notices,
): AsyncGenerator<T[], void, undefined> {
  const seen = new Set<string>();
  for (let params: Fields = {}; ; ) {
    const page = await session.request(list.method, params, options);
    const items = own(page, list.key);
    if (!Array.isArray(items)) throw new Error(`The server's answer to ${list.method} holds no list of ${list.key}.`);
    const whole = items.filter((item): item is T => isFields(item) && list.fits(item));
    const broken = items.length - whole.length;
    if (broken > 0) notices.fault(`${list.method}: ${broken} of ${items.length} items are malformed and left out`);
    yield whole;
    const cursor = own(page, "nextCursor");
    if (typeof cursor !== "string") return; // an empty text is a cursor like any other
    if (seen.has(cursor)) throw new Error(`The server's answers to ${list.method} never end: it sent the same cursor twice.`);
    if (seen.size >= mostPages)
      throw new Error(`The server's answers to ${list.method} never end: ${mostPages} pages were read.`);
    seen.add(cursor);
    params = { cursor };
  }
}

/** All items, page after page. A cursor that came from a cached page may have expired: then the list is read anew, once. */
export async function wholeList<T>(session: ClientSession, list: List<T>, options: CallOptions, notices: Notices): Promise<T[]> {
  const items: T[] = [];
  let count = 0;
  try {
    for await (const page of pages(session, list, options, notices)) {
      items.push(...page);
      count += 1;
    }
    return items;
  } catch (thrown) {
    const isExpired = count > 0 && options.reload !== true && thrown instanceof McpError && thrown.code === INVALID_PARAMS;
    if (!isExpired) throw thrown;
    return wholeList(session, list, { ...options, reload: true }, notices);
  }
}
