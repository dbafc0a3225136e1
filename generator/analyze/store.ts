/** The types that were read already, and those that turned out to contain themselves. */
import type { ts } from "../compiler.js";
import type { Definition, Definitions, TypeModel } from "../model.js";

/** What a client sends, or what it is sent: a type may differ (toJSON), and so may what is refused. */
export type Direction = "in" | "out";

interface Open {
  readonly id: string;
  readonly name: string;
  recursive: boolean;
  /** How many references had been given out when the type was opened. */
  readonly before: number;
}

export class TypeStore {
  /** Types without a reference below them mean the same in every tool. */
  readonly #shared = new Map<ts.Type, Map<Direction, TypeModel>>();
  /** Where a recursion is cut depends on where it is entered, so such types are read anew for each tool. */
  #own = new Map<ts.Type, TypeModel>();
  readonly #open = new Map<ts.Type, Open>();
  readonly #definitions: Record<string, Definition> = {};
  readonly #round: number;
  #owner = "";
  #count = 0;
  #given = 0;
  /** Since the last `begin`, a type's toJSON was read in its place. */
  viaToJson = false;

  constructor(round: number) {
    this.#round = round;
  }

  get definitions(): Definitions {
    return this.#definitions;
  }

  /** Starts one root: the arguments or the result of a tool. */
  begin(owner: string): void {
    this.#owner = owner;
    this.#own = new Map();
    this.viaToJson = false;
  }

  known(type: ts.Type, direction: Direction): TypeModel | undefined {
    return this.#shared.get(type)?.get(direction) ?? this.#own.get(type);
  }

  /** A reference to a type that is being read; null when it is not. */
  reference(type: ts.Type): { readonly model: TypeModel; readonly name: string; readonly first: boolean } | null {
    const open = this.#open.get(type);
    if (open === undefined) return null;
    const first = !open.recursive;
    open.recursive = true;
    this.#given++;
    return { model: { kind: "reference", id: open.id, keywords: {} }, name: open.name, first };
  }

  open(type: ts.Type, name: string): void {
    this.#count++;
    this.#open.set(type, {
      id: `${this.#owner}#${this.#round === 0 ? "" : `${this.#round}.`}${this.#count}`,
      name,
      recursive: false,
      before: this.#given,
    });
  }

  /** What stands for the type from now on. `shareable` is false when the place had a say in the model. */
  close(type: ts.Type, direction: Direction, model: TypeModel | null, shareable: boolean): TypeModel | null {
    const open = this.#open.get(type);
    this.#open.delete(type);
    if (open === undefined || model === null) return model;
    if (open.recursive) this.#definitions[open.id] = { name: open.name, type: model };
    const closed: TypeModel = open.recursive ? { kind: "reference", id: open.id, keywords: {} } : model;
    if (this.#given !== open.before) this.#own.set(type, closed);
    else if (shareable) {
      const known = this.#shared.get(type) ?? new Map<Direction, TypeModel>();
      this.#shared.set(type, known.set(direction, closed));
    }
    return closed;
  }
}
