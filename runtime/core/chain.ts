/**
 * Objects that come and go by the thousand, such as the calls that run. Each carries its own links: coming and going allocates
 * nothing, where a set would be made anew every few calls.
 */

/** What can be in one chain at a time. */
export class Link {
  before: Link = this;
  after: Link = this;

  /** Whether it is in a chain. */
  get isLinked(): boolean {
    return this.after !== this;
  }

  /** Leaves the chain that it is in, if it is in one. */
  leave(): void {
    this.before.after = this.after;
    this.after.before = this.before;
    this.before = this;
    this.after = this;
  }
}

export class Chain<T extends Link> {
  readonly #ends = new Link();

  get first(): T | undefined {
    return this.#ends.after === this.#ends ? undefined : (this.#ends.after as T);
  }

  /** Puts one at the end. */
  add(link: T): void {
    const last = this.#ends.before;
    link.before = last;
    link.after = this.#ends;
    last.after = link;
    this.#ends.before = link;
  }

  /** All that are in it now, in the order of their coming. */
  list(): T[] {
    const all: T[] = [];
    for (let link = this.#ends.after; link !== this.#ends; link = link.after) all.push(link as T);
    return all;
  }
}
