/** TypeModel -> the interfaces that the emitted code declares for itself. Equal objects share one. */
import type { ChoiceType, ObjectType, PropertyModel, Reference, TypeModel } from "../model.js";
import { type NameScope, pascalCase } from "../names.js";
import { printKey, printString } from "../print.js";

export interface Member {
  readonly name: string;
  /** The key as it is printed, with `?` where the property may be missing. */
  readonly key: string;
  readonly doc: string;
  readonly type: string;
}

export interface Interface {
  readonly name: string;
  readonly members: readonly Member[];
}

export class Interfaces {
  readonly declared: Interface[] = [];
  readonly #names = new Map<string, string>();
  readonly #scope: NameScope;
  readonly #enumeration: (reference: Reference) => string;

  /** `enumeration` imports an enum and gives its name in the file. */
  constructor(scope: NameScope, enumeration: (reference: Reference) => string) {
    this.#scope = scope;
    this.#enumeration = enumeration;
  }

  /** The name of the interface of an object, declared on first use. */
  declare(type: Pick<ObjectType, "name" | "properties">, wish: string): string {
    const identity = identityOf(type);
    const known = this.#names.get(identity);
    if (known !== undefined) return known;
    const name = this.#scope.take(pascalCase(type.name ?? wish));
    this.#names.set(identity, name);
    return this.declareAs(name, type.properties, true);
  }

  /** Declares an interface under a name that is already taken for it. */
  declareAs(name: string, properties: readonly PropertyModel[], documented: boolean): string {
    const index = this.declared.push({ name, members: [] }) - 1;
    const members = properties.map((property) => this.#member(property, documented));
    this.declared[index] = { name, members };
    return name;
  }

  #member({ name, type, optional, undefinable }: PropertyModel, documented: boolean): Member {
    const filled = type.keywords.default !== undefined;
    const { description } = type.keywords;
    const text = this.#type(type, name);
    return {
      name,
      key: printKey(name) + (optional && !filled ? "?" : ""),
      doc: documented && typeof description === "string" ? description : "",
      type: undefinable && !filled ? `${text} | undefined` : text,
    };
  }

  #choice({ choices, enumeration, members }: ChoiceType): string {
    if (enumeration === null) return choices.map(({ value }) => printConstant(value)).join(" | ");
    const name = this.#enumeration(enumeration);
    return members === null ? name : members.map((member) => `${name}.${member}`).join(" | ");
  }

  #type(type: TypeModel, wish: string): string {
    switch (type.kind) {
      case "choice":
        return this.#choice(type);
      case "array": {
        const items = this.#type(type.items, `${wish} item`);
        const array = items.includes(" ") ? `(${items})[]` : `${items}[]`;
        return type.readonly ? `readonly ${array}` : array;
      }
      case "object":
        return this.declare(type, wish);
      case "union":
        return type.members.map((member) => this.#type(member, wish)).join(" | ");
      default:
        return type.kind;
    }
  }
}

const printConstant = (value: string | number | boolean): string =>
  typeof value === "string" ? printString(value) : String(value);

/** Two objects are the same when name and properties are, whatever is said about them where they are used. */
export const identityOf = ({ name, properties }: Pick<ObjectType, "name" | "properties">): string =>
  JSON.stringify([name, properties]);
