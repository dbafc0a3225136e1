/**
 * TypeModel -> JSON Schema 2020-12: objects as closed as their types, inlined but for types that contain themselves,
 * `required` always, keywords in the order of their table.
 */
import type {
  Definition,
  Definitions,
  FunctionModel,
  Json,
  KeywordSet,
  ObjectType,
  PropertyModel,
  StringType,
  TypeModel,
} from "../model.js";
import { NameScope, titleCase } from "../names.js";
import { allowsNull, discriminatorOf } from "./alternatives.js";
import { argumentsOf } from "./arguments.js";
import { patternsOf } from "./describe.js";
import { keywords as table } from "./keywords.js";

export type Schema = { readonly [key: string]: Json };

export interface SchemaOptions {
  readonly definitions: Definitions;
  /** Every property is required, and one that may be absent allows null instead. */
  readonly strict: boolean;
}

const plain: SchemaOptions = { definitions: {}, strict: false };

interface Made {
  readonly strict: boolean;
  readonly schema: Schema;
  /** The definitions that it refers to, by id. */
  readonly used: readonly (readonly [string, Definition | undefined])[];
}

/** The list, the manifest, the client and the tool's own file say the same of one type: its schema is made once. */
const made = new WeakMap<object, Made>();

function once(of: object, { strict, definitions }: SchemaOptions, make: () => readonly [Schema, Writer | null]): Schema {
  const known = made.get(of);
  if (known?.strict === strict && known.used.every(([id, each]) => definitions[id] === each)) return known.schema;
  const [schema, writer] = make();
  made.set(of, { strict, schema, used: (writer?.references() ?? []).map((id) => [id, definitions[id]] as const) });
  return schema;
}

/** The schema of a whole value. */
export const jsonSchema = (type: TypeModel, options: SchemaOptions = plain): Schema =>
  once(type, options, () => wholeSchema(type, options));

function wholeSchema(type: TypeModel, options: SchemaOptions): [Schema, Writer] {
  const writer = new Writer(options);
  // The root itself is written out, so that its `type` can be read where hosts look for it.
  const definition = type.kind === "reference" ? options.definitions[type.id] : undefined;
  const root =
    definition === undefined ? type : { ...definition.type, keywords: { ...definition.type.keywords, ...type.keywords } };
  return [writer.finished(writer.schema(root)), writer];
}

/** The schema of a tool's arguments: always an object at its root (decision P16). */
export const argumentsSchema = ({ parameters }: Pick<FunctionModel, "parameters">, options: SchemaOptions = plain): Schema =>
  once(parameters, options, () => wholeArguments(parameters, options));

function wholeArguments(parameters: FunctionModel["parameters"], options: SchemaOptions): [Schema, Writer | null] {
  const raw = parameters.find((each) => each.kind === "schema");
  if (raw !== undefined) return [raw.schema, null];
  const whole = parameters.find((each) => each.kind === "options")?.whole ?? null;
  const writer = new Writer(options);
  if (whole === null) {
    const own = { properties: argumentsOf({ parameters }), rest: [], keywords: {} };
    return [writer.finished(writer.object(own)), writer];
  }
  const schema = writer.schema(whole);
  return [writer.finished({ type: "object", ...schema }), writer];
}

/** The schema of a form: nothing but type, properties and required at its root (decision Q1), and a title on every field (Q2). */
export function formSchema({ properties }: ObjectType): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(properties.map(({ name, type }) => [name, fieldSchema(name, type)])),
    required: requiredNames(properties),
  };
}

class Writer {
  readonly #options: SchemaOptions;
  readonly #names = new Map<string, string>();
  readonly #scope = new NameScope();
  readonly #defs = new Map<string, Schema>();

  constructor(options: SchemaOptions) {
    this.#options = options;
  }

  /** Ids of what was referred to. */
  references(): string[] {
    return [...this.#names.keys()];
  }

  /** The root with the definitions that it refers to. */
  finished(root: Schema): Schema {
    return this.#defs.size === 0 ? root : { ...root, $defs: Object.fromEntries(this.#defs) };
  }

  schema(type: TypeModel): Schema {
    const { keywords } = type;
    switch (type.kind) {
      case "string":
        return { type: "string", ...notes(keywords), ...patterns(type), ...constraints(keywords, "pattern") };
      case "boolean":
      case "null":
        return { type: type.kind, ...emitted(keywords) };
      case "number":
        return { type: keywords.integer === true ? "integer" : "number", ...emitted(keywords) };
      case "instance":
        return { type: "string", ...notes(keywords), ...instances[type.of], ...constraints(keywords) };
      case "unknown":
        // To TypeScript an array is an object too.
        return { ...(type.of === "object" && { type: ["object", "array"] }), ...emitted(keywords) };
      case "choice":
        return choiceSchema(
          type.choices.map(({ value }) => value),
          keywords,
        );
      case "array":
        return { type: "array", ...notes(keywords), items: this.schema(type.items), ...constraints(keywords) };
      case "tuple":
        return {
          type: "array",
          ...notes(keywords),
          ...(type.elements.length > 0 && { prefixItems: type.elements.map((each) => this.schema(each)) }),
          items: type.rest === null ? false : this.schema(type.rest),
          ...(type.least > 0 && { minItems: type.least }),
          ...(type.rest === null && { maxItems: type.elements.length }),
          ...constraints(keywords),
        };
      case "object":
        return this.object(type);
      case "reference":
        return { $ref: `#/$defs/${this.#reference(type.id)}`, ...emitted(keywords) };
      case "union":
        return this.#union(type.members, keywords);
    }
  }

  object({ properties, rest, keywords }: Pick<ObjectType, "properties" | "rest" | "keywords">): Schema {
    const { strict } = this.#options;
    const patterned = rest.filter(({ pattern }) => pattern !== null);
    const any = rest.find(({ pattern }) => pattern === null);
    return {
      type: "object",
      ...notes(keywords),
      properties: Object.fromEntries(properties.map((each) => [each.name, this.#property(each)])),
      required: strict ? properties.map(({ name }) => name) : requiredNames(properties),
      ...(patterned.length > 0 && {
        patternProperties: Object.fromEntries(patterned.map(({ pattern, type }) => [pattern, this.schema(type)])),
      }),
      additionalProperties: any === undefined ? false : this.schema(any.type),
      ...constraints(keywords),
    };
  }

  #property({ type, required }: PropertyModel): Schema {
    const { strict, definitions } = this.#options;
    if (!strict || required || allowsNull(type, definitions)) return this.schema(type);
    const members = type.kind === "union" ? type.members : [type];
    return this.#union([...members, { kind: "null", keywords: {} }], type.kind === "union" ? type.keywords : {});
  }

  #reference(id: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const definition = this.#options.definitions[id];
    const name = this.#scope.take((definition?.name ?? "Value").replace(/\W/g, "_"));
    this.#names.set(id, name);
    // In the order of their first use, whatever they refer to themselves.
    this.#defs.set(name, {});
    if (definition !== undefined) this.#defs.set(name, this.schema(definition.type));
    return name;
  }

  /** The schema of the one member that is not null, with null allowed besides; else the alternatives. */
  #union(members: readonly TypeModel[], outer: KeywordSet): Schema {
    const others = members.filter(({ kind }) => kind !== "null");
    const [main] = others;
    const isNullable = others.length < members.length;
    if (main === undefined) return { type: "null", ...emitted(outer) };
    if (others.length === 1) {
      const both: TypeModel = { ...main, keywords: { ...main.keywords, ...outer } };
      if (both.kind === "choice") return choiceSchema([...both.choices.map(({ value }) => value), null], both.keywords);
      const schema = this.schema(both);
      if (typeof schema.type === "string") return { ...schema, type: [schema.type, "null"] };
      if (Array.isArray(schema.type)) return { ...schema, type: [...schema.type, "null"] };
      if (both.kind === "unknown") return schema;
    }
    const alternatives = [...others.map((each) => this.schema(each)), ...(isNullable ? [{ type: "null" }] : [])];
    const isDiscriminated = discriminatorOf(others, this.#options.definitions) !== null;
    return { ...notes(outer), [isDiscriminated ? "oneOf" : "anyOf"]: alternatives, ...constraints(outer) };
  }
}

/** Bytes are held to their alphabet by a pattern too: contentEncoding alone is a remark that validators pass over. */
const instances: Readonly<Record<"Date" | "URL" | "Uint8Array", Schema>> = {
  Date: { format: "date-time" },
  URL: { format: "uri" },
  Uint8Array: {
    pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
    contentEncoding: "base64",
  },
};

function patterns(type: StringType): Schema {
  const [first, ...others] = patternsOf(type);
  if (first === undefined) return {};
  return { pattern: first, ...(others.length > 0 && { allOf: others.map((pattern) => ({ pattern })) }) };
}

function fieldSchema(name: string, type: TypeModel): Schema {
  const titled: TypeModel = { ...type, keywords: { title: titleCase(name), ...type.keywords } };
  const { keywords } = titled;
  if (titled.kind === "choice" && keywords.enumNames === true) {
    const values = titled.choices.map(({ value }) => value);
    const enumNames = titled.choices.map(({ value, title }) => title ?? titleCase(String(value)));
    return { type: "string", ...notes(keywords), enum: values, enumNames, ...constraints(keywords) };
  }
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

const requiredNames = (properties: readonly PropertyModel[]): string[] =>
  properties.filter(({ required }) => required).map(({ name }) => name);

const rows = table.filter(({ emitted: isEmitted }) => isEmitted);
const isNote = (tag: string): boolean => tag === "title" || tag === "description";
const noteRows = rows.filter(({ tag }) => isNote(tag));
const constraintRows = rows.filter(({ tag }) => !isNote(tag));

/** Most types have no keyword at all, so that is told first. */
function pick(keywords: KeywordSet, from: typeof rows, but?: string): Schema {
  const picked: Record<string, Json> = {};
  for (const _ in keywords) {
    for (const { tag, schema } of from) {
      const value = keywords[tag];
      if (value !== undefined && tag !== but) picked[schema] = value;
    }
    break;
  }
  return picked;
}

const emitted = (keywords: KeywordSet): Schema => pick(keywords, rows);
const notes = (keywords: KeywordSet): Schema => pick(keywords, noteRows);
const constraints = (keywords: KeywordSet, but?: string): Schema => pick(keywords, constraintRows, but);
