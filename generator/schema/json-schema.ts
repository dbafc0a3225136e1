/** TypeModel -> JSON Schema 2020-12: closed objects, inlined, `required` always, keywords in the order of their table. */
import type { Json, KeywordSet, ObjectType, PropertyModel, TypeModel } from "../model.js";
import { titleCase } from "../names.js";
import { keywords as table } from "./keywords.js";

export type Schema = { readonly [key: string]: Json };

export function jsonSchema(type: TypeModel): Schema {
  const { keywords } = type;
  switch (type.kind) {
    case "string":
    case "boolean":
    case "null":
      return { type: type.kind, ...emitted(keywords) };
    case "number":
      return { type: keywords.integer === true ? "integer" : "number", ...emitted(keywords) };
    case "choice":
      return choiceSchema(
        type.choices.map(({ value }) => value),
        keywords,
      );
    case "array":
      return { type: "array", ...notes(keywords), items: jsonSchema(type.items), ...constraints(keywords) };
    case "object":
      return objectSchema(type);
    case "union":
      return nullable(type.members, keywords);
  }
}

export function objectSchema({ properties, keywords }: Pick<ObjectType, "properties" | "keywords">): Schema {
  return {
    type: "object",
    ...notes(keywords),
    properties: Object.fromEntries(properties.map(({ name, type }) => [name, jsonSchema(type)])),
    required: requiredNames(properties),
    additionalProperties: false,
    ...constraints(keywords),
  };
}

/** The schema of a form: nothing but type, properties and required at its root (decision Q1), and a title on every field (Q2). */
export function formSchema({ properties }: ObjectType): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(properties.map(({ name, type }) => [name, fieldSchema(name, type)])),
    required: requiredNames(properties),
  };
}

function fieldSchema(name: string, type: TypeModel): Schema {
  const titled: TypeModel = { ...type, keywords: { title: titleCase(name), ...type.keywords } };
  const { keywords } = titled;
  if (titled.kind === "choice")
    return { type: "string", ...notes(keywords), ...formChoices(titled.choices, "oneOf"), ...constraints(keywords) };
  if (titled.kind === "array" && titled.items.kind === "choice") {
    const items = formChoices(titled.items.choices, "anyOf");
    return {
      type: "array",
      ...notes(keywords),
      items: "enum" in items ? { type: "string", ...items } : items,
      ...constraints(keywords),
    };
  }
  return jsonSchema(titled);
}

/** Titles need one entry for each choice; without any the plain list is what every client understands. */
function formChoices(
  choices: readonly { readonly value: Json; readonly title: string | null }[],
  keyword: "oneOf" | "anyOf",
): Schema {
  if (choices.every(({ title }) => title === null)) return { enum: choices.map(({ value }) => value) };
  return { [keyword]: choices.map(({ value, title }) => ({ const: value, title: title ?? titleCase(String(value)) })) };
}

function choiceSchema(values: readonly (string | number | boolean | null)[], keywords: KeywordSet): Schema {
  const types = [...new Set(values.map((value) => (value === null ? "null" : typeof value)))];
  const [type] = types;
  const list: Schema = values.length === 1 ? { const: values[0] ?? null } : { enum: values };
  return { type: types.length === 1 && type !== undefined ? type : types, ...notes(keywords), ...list, ...constraints(keywords) };
}

/** The schema of the one member that is not null, with null allowed besides. */
function nullable(members: readonly TypeModel[], outer: KeywordSet): Schema {
  const main = members.find(({ kind }) => kind !== "null");
  if (main === undefined) return { type: "null", ...emitted(outer) };
  const both: TypeModel = { ...main, keywords: { ...main.keywords, ...outer } };
  if (both.kind === "choice") return choiceSchema([...both.choices.map(({ value }) => value), null], both.keywords);
  const schema = jsonSchema(both);
  return { ...schema, type: [schema.type ?? "object", "null"] };
}

const requiredNames = (properties: readonly PropertyModel[]): string[] =>
  properties.filter(({ required }) => required).map(({ name }) => name);

const pick = (keywords: KeywordSet, wanted: (tag: string) => boolean): Schema =>
  Object.fromEntries(
    table.flatMap(({ tag, emitted: isEmitted }) => {
      const value = keywords[tag];
      return isEmitted && wanted(tag) && value !== undefined ? [[tag, value] as const] : [];
    }),
  );

const isNote = (tag: string): boolean => tag === "title" || tag === "description";
const emitted = (keywords: KeywordSet): Schema => pick(keywords, () => true);
const notes = (keywords: KeywordSet): Schema => pick(keywords, isNote);
const constraints = (keywords: KeywordSet): Schema => pick(keywords, (tag) => !isNote(tag));
