/** TypeModel -> the interfaces that the emitted code declares for itself. Equal objects share one. */
import type { ChoiceType, Definitions, ObjectType, PropertyModel, Reference, TupleType, TypeModel } from "../model.js";
import { isIdentifier, type NameScope, pascalCase } from "../names.js";
import { printKey, printString } from "../print.js";

export interface Member {
  readonly name: string;
  /** The key as it is printed, with `?` where the property may be missing. */
  readonly key: string;
  readonly doc: string;
  readonly typeText: string;
}

export interface Interface {
  readonly name: string;
  /** The text of a type that is no interface. */
  readonly alias: string | null;
  readonly members: readonly Member[];
}

export class Interfaces {
  readonly declared: Interface[] = [];
  readonly #names = new Map<string, string>();
  readonly #scope: NameScope;
  readonly #definitions: Definitions;
  readonly #enumeration: (reference: Reference) => string;

  /** `enumeration` imports an enum and gives its name in the file. */
  constructor(scope: NameScope, definitions: Definitions, enumeration: (reference: Reference) => string) {
    this.#scope = scope;
    this.#definitions = definitions;
    this.#enumeration = enumeration;
  }

  /** The name of the interface of an object, declared on first use. */
  declare(type: Pick<ObjectType, "name" | "properties" | "rest">, wish: string): string {
    const identity = identityOf(type);
    const known = this.#names.get(identity);
    if (known !== undefined) return known;
    const name = this.#scope.take(pascalCase(type.name ?? wish));
    this.#names.set(identity, name);
    return this.#declareAs(name, type);
  }

  /** Declares the arguments under the name that is taken for them: what is filled in is always there. */
  declareArguments(properties: readonly PropertyModel[]): void {
    const index = this.declared.push({ name: "Arguments", alias: null, members: [] }) - 1;
    const members = properties.map(({ name, type, optional, undefinable }) => {
      const filled = type.keywords.default !== undefined;
      // Without descriptions: what an argument means stands in the schema.
      return this.#member({ name, type, optional: optional && !filled, undefinable: undefinable && !filled, required: true }, "");
    });
    this.declared[index] = { name: "Arguments", alias: null, members };
  }

  /** Declares arguments that are more than a list of properties. */
  declareWhole(type: TypeModel): void {
    if (type.kind === "object") this.#declareAs("Arguments", type);
    else this.#declareAlias("Arguments", type, "Form");
  }

  type(type: TypeModel, wish: string): string {
    switch (type.kind) {
      case "string":
        return type.template?.text ?? "string";
      case "choice":
        return this.#choice(type);
      case "instance":
      case "unknown":
        return type.of;
      case "array": {
        const array = `${bracketed(this.type(type.items, `${wish} item`))}[]`;
        return type.readonly ? `readonly ${array}` : array;
      }
      case "tuple":
        return this.#tuple(type, wish);
      case "object": {
        const [any] = type.rest;
        const isRecord = type.properties.length === 0 && type.rest.length === 1 && any?.pattern === null;
        if (!isRecord) return this.declare(type, wish);
        const text = this.type(any.type, `${wish} item`);
        // Through Record an alias could not refer to itself.
        return JSON.stringify(any.type).includes('"kind":"reference"') ? `{ [key: string]: ${text} }` : `Record<string, ${text}>`;
      }
      case "union":
        return type.members.map((member) => this.type(member, wish)).join(" | ");
      case "reference":
        return this.#reference(type.id);
      default:
        return type.kind;
    }
  }

  #declareAs(name: string, { properties, rest }: Pick<ObjectType, "properties" | "rest">): string {
    const index = this.declared.push({ name, alias: null, members: [] }) - 1;
    const members = properties.map((property) => {
      const { description } = property.type.keywords;
      return this.#member(property, typeof description === "string" ? description : "");
    });
    const any = rest.find(({ pattern }) => pattern === null);
    if (any !== undefined)
      members.push({ name: "", key: "[key: string]", doc: "", typeText: this.type(any.type, `${name} item`) });
    this.declared[index] = { name, alias: null, members };
    return name;
  }

  #reference(id: string): string {
    const definition = this.#definitions[id];
    if (definition === undefined) return "unknown";
    // Arguments and result each have definitions of their own, which are often the same.
    const identity = JSON.stringify(definition).replaceAll(JSON.stringify(id), '"self"');
    const known = this.#names.get(identity);
    if (known !== undefined) return known;
    const name = this.#scope.take(pascalCase(definition.name));
    this.#names.set(identity, name);
    if (definition.type.kind === "object") this.#declareAs(name, definition.type);
    else this.#declareAlias(name, definition.type, name);
    return name;
  }

  #declareAlias(name: string, type: TypeModel, wish: string): void {
    const index = this.declared.push({ name, alias: "", members: [] }) - 1;
    this.declared[index] = { name, alias: this.type(type, wish), members: [] };
  }

  #member({ name, type, optional, undefinable }: PropertyModel, doc: string): Member {
    const text = this.type(type, name);
    return { name, key: printKey(name) + (optional ? "?" : ""), doc, typeText: undefinable ? `${text} | undefined` : text };
  }

  /** An enum whose members are all there goes by its own name. */
  #choice({ choices }: ChoiceType): string {
    const parts = choices.map(({ value, member }) => {
      if (member === null || member.enumeration === null) return printConstant(value);
      const { enumeration, within, name, siblings } = member;
      const id = JSON.stringify([enumeration, within]);
      const present = choices.filter((each) => JSON.stringify([each.member?.enumeration, each.member?.within]) === id).length;
      const printed = this.#enumeration(enumeration) + within;
      return present === siblings ? printed : printed + (isIdentifier(name) ? `.${name}` : `[${name}]`);
    });
    return [...new Set(parts)].join(" | ");
  }

  #tuple({ elements, least, rest, readonly }: TupleType, wish: string): string {
    const parts = elements.map((each, index) => {
      const text = this.type(each, `${wish} ${index + 1}`);
      return index < least ? text : `${bracketed(text)}?`;
    });
    if (rest !== null) parts.push(`...${bracketed(this.type(rest, `${wish} item`))}[]`);
    return `${readonly ? "readonly " : ""}[${parts.join(", ")}]`;
  }
}

const bracketed = (text: string): string =>
  /^\[[^\]]*\]$|^`[^`]*`$|^Record<[^<>]*>$/.test(text) || !text.includes(" ") ? text : `(${text})`;

const printConstant = (value: string | number | boolean): string =>
  typeof value === "string" ? printString(value) : String(value);

/** Two objects are the same when name, properties and keys are, whatever is said about them where they are used. */
export function identityOf({ name, properties, rest }: Pick<ObjectType, "name" | "properties" | "rest">): string {
  const known = identities.get(properties);
  if (known !== undefined && known.name === name && known.rest === rest) return known.identity;
  const identity = JSON.stringify([name, properties, rest]);
  identities.set(properties, { name, rest, identity });
  return identity;
}

/** A shared type is asked for in the file of every tool that has it. */
const identities = new WeakMap<object, { readonly name: unknown; readonly rest: unknown; readonly identity: string }>();
