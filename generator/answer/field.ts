/** The fields of a form as a person sees them, and what a person typed as the value of one. The schema is a stranger's. */

/** What a field of a form can hold. */
export type Value = string | number | boolean | readonly string[];

export type FieldKind = "text" | "number" | "yes-no" | "choice" | "choices";

export interface FieldChoice {
  readonly value: string;
  readonly title: string;
}

export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: FieldKind;
  /** Empty but for the two kinds of choice. */
  readonly choices: readonly FieldChoice[];
  readonly required: boolean;
  /** The value when nothing is given; undefined without one. */
  readonly preset: Value | undefined;
  /** The keywords, as they came. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The part of a form's schema that is looked at. */
export interface FormLike {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

export function fieldsOf({ properties, required = [] }: FormLike): FormField[] {
  return Object.entries(properties).map(([name, given]) => {
    const schema = isObject(given) ? given : {};
    const choices = choicesOf(schema) ?? (isObject(schema.items) ? choicesOf(schema.items) : null) ?? [];
    return {
      name,
      title: typeof schema.title === "string" ? schema.title : name,
      description: typeof schema.description === "string" ? schema.description : "",
      kind: kindOf(schema, choices),
      choices,
      required: required.includes(name),
      preset: schema.default as Value | undefined,
      schema,
    };
  });
}

/** What a person typed, as a value of the field; a text that no value can be made of is kept, for the check to refuse. */
export function readTyped({ kind, choices }: FormField, typed: string): Value {
  const text = typed.trim();
  if (kind === "number") return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : typed;
  if (kind === "yes-no") return /^(y|yes|true)$/i.test(text) ? true : /^(n|no|false)$/i.test(text) ? false : typed;
  if (kind === "choice") return choose(choices, text);
  if (kind === "choices") return text === "" ? [] : text.split(",").map((part) => choose(choices, part.trim()));
  return typed;
}

/** By number, value or title; a value goes first, since it may look like a number. */
function choose(choices: readonly FieldChoice[], text: string): string {
  const exact = choices.find(({ value }) => value === text);
  if (exact !== undefined) return exact.value;
  const counted = /^\d+$/.test(text) ? choices[Number(text) - 1] : undefined;
  const lower = text.toLowerCase();
  const named = choices.find(({ value, title }) => title.toLowerCase() === lower || value.toLowerCase() === lower);
  return (counted ?? named)?.value ?? text;
}

function kindOf(schema: Readonly<Record<string, unknown>>, choices: readonly FieldChoice[]): FieldKind {
  if (schema.type === "array") return "choices";
  if (choices.length > 0) return "choice";
  if (schema.type === "number" || schema.type === "integer") return "number";
  return schema.type === "boolean" ? "yes-no" : "text";
}

/** `enum` with or without `enumNames`, and titled constants; null for a schema without choices. */
function choicesOf(schema: Readonly<Record<string, unknown>>): FieldChoice[] | null {
  if (Array.isArray(schema.enum)) {
    const titles = Array.isArray(schema.enumNames) ? schema.enumNames : [];
    return schema.enum.map((value, index) => ({ value: String(value), title: String(titles[index] ?? value) }));
  }
  const titled = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(titled) || !titled.every((each) => isObject(each) && Object.hasOwn(each, "const"))) return null;
  return titled.map((each: Record<string, unknown>) => ({ value: String(each.const), title: String(each.title ?? each.const) }));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
