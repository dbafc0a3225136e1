/** How the members of a union are told apart: by a property that each has for itself, else by their kinds in JSON. */
import type { Definitions, ObjectType, TypeModel } from "../model.js";

export type JsonKind = "string" | "number" | "boolean" | "null" | "array" | "object";

const everything: readonly JsonKind[] = ["string", "number", "boolean", "null", "array", "object"];

/** What a reference stands for. */
export function resolved(type: TypeModel, definitions: Definitions): TypeModel {
  let found = type;
  for (let steps = 0; found.kind === "reference" && steps < 10; steps++) {
    const definition = definitions[found.id];
    if (definition === undefined) break;
    found = definition.type;
  }
  return found;
}

/** The kinds of JSON that a type takes. */
export function kindsOf(type: TypeModel, definitions: Definitions): readonly JsonKind[] {
  const found = resolved(type, definitions);
  switch (found.kind) {
    case "instance":
      return ["string"];
    case "unknown":
      return found.of === "object" ? ["array", "object"] : everything;
    case "choice":
      return [...new Set(found.choices.map(({ value }) => typeof value as JsonKind))];
    case "tuple":
      return ["array"];
    case "union":
      return [...new Set(found.members.flatMap((member) => kindsOf(member, definitions)))];
    case "reference":
      return everything;
    default:
      return [found.kind];
  }
}

export interface Discriminator {
  readonly property: string;
  /** The constants of each member, in the order of the members. */
  readonly values: readonly (readonly (string | number | boolean)[])[];
}

/** The property whose constants tell the members apart; null when there is none. */
export function discriminatorOf(members: readonly TypeModel[], definitions: Definitions): Discriminator | null {
  const objects = members.map((member) => resolved(member, definitions));
  if (objects.length < 2 || !objects.every((each) => each.kind === "object")) return null;
  const all = objects as readonly ObjectType[];
  for (const { name: property } of all[0]?.properties ?? []) {
    const values = all.map((each) => constantsOf(each, property));
    if (!values.every((each) => each !== null)) continue;
    const flat = values.flat();
    if (new Set(flat).size === flat.length) return { property, values };
  }
  return null;
}

function constantsOf({ properties }: ObjectType, name: string): readonly (string | number | boolean)[] | null {
  const property = properties.find((each) => each.name === name);
  if (property?.required !== true || property.type.kind !== "choice") return null;
  return property.type.choices.map(({ value }) => value);
}

/** Whether null is one of the values of a type. */
export const allowsNull = (type: TypeModel, definitions: Definitions): boolean => kindsOf(type, definitions).includes("null");
