/** Lists as texts that are written once: for each revision, set of visible entries, and page (specification: server/utilities/pagination). */

import { holdsScope } from "../core/caller.js";
import type { Auth } from "../core/domain.js";
import type { Lists, Offering } from "../core/offering.js";
import { INVALID_PARAMS, McpError } from "../errors.js";
import { type Fields, own } from "../json.js";
import type { Serving } from "./era.js";

export type ListKind = keyof Lists;

/** One page, as an era writes it. */
export interface Page {
  readonly kind: ListKind;
  readonly version: string;
  readonly offers: readonly Lists[ListKind][];
  readonly nextCursor: string | undefined;
  /** Whether other callers may see another list. */
  readonly isPrivate: boolean;
}

/** The texts of one list by their cursors; the first page has none. */
type Pages = ReadonlyMap<string | undefined, string>;

/** Callers with other scopes see other lists; there are few such sets, but nobody promises it. */
const mostLists = 500;

export class PreparedLists {
  readonly #offering: Offering;
  readonly #pageSize: number;
  readonly #write: (page: Page) => string;
  readonly #lists = new Map<string, Pages>();
  #edition: number;

  constructor({ offering, pageSize }: Serving, write: (page: Page) => string) {
    this.#offering = offering;
    this.#edition = offering.edition;
    this.#pageSize = pageSize;
    this.#write = write;
  }

  /** @throws McpError -32602 for a cursor that was not given out. */
  page(kind: ListKind, version: string, params: Fields, auth: Auth | undefined): string {
    const cursor = own(params, "cursor") ?? undefined;
    const text = this.#pages(kind, version, auth).get(cursor as string | undefined);
    if (text === undefined) throw new McpError(INVALID_PARAMS, "Invalid cursor: begin again without one.");
    return text;
  }

  #pages(kind: ListKind, version: string, auth: Auth | undefined): Pages {
    if (this.#edition !== this.#offering.edition || this.#lists.size >= mostLists) {
      this.#edition = this.#offering.edition;
      this.#lists.clear();
    }
    const deciding = this.#offering.scopesOf(kind);
    const held = deciding.length === 0 ? "" : deciding.filter((scope) => holdsScope(auth, scope)).join(" ");
    const key = `${kind} ${version} ${held}`;
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const pages = this.#prepare(kind, version, auth, deciding.length > 0);
    this.#lists.set(key, pages);
    return pages;
  }

  #prepare(kind: ListKind, version: string, auth: Auth | undefined, isPrivate: boolean): Pages {
    const all = this.#offering.list(kind, auth);
    const size = Math.min(Math.ceil(this.#pageSize), Math.max(1, all.length));
    const pages = new Map<string | undefined, string>();
    for (let start = 0; start === 0 || start < all.length; start += size) {
      const end = start + size;
      const nextCursor = end < all.length ? cursorAt(kind, end) : undefined;
      const offers = all.slice(start, end);
      pages.set(start === 0 ? undefined : cursorAt(kind, start), this.#write({ kind, version, offers, nextCursor, isPrivate }));
    }
    return pages;
  }
}

/** Clients must not read it, and it is the same in every process that serves the same list. */
function cursorAt(kind: ListKind, start: number): string {
  return btoa(`${kind}:${start}`);
}
