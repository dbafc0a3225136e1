/**
 * An answer against the schema of a form that somebody else's server sent: defaults filled in, problems told. Keywords that
 * are not known here are left to the server, since older ones send more than the grammar of forms has.
 */

import { type Fields, isFields, own } from "../json.js";
import type { FormSchema } from "./domain.js";
import { isDate, isDateTime, isEmail, isUri } from "./formats.js";
import { Problems } from "./problems.js";

const formats: ReadonlyMap<unknown, { readonly is: (text: string) => boolean; readonly words: string }> = new Map([
  ["date", { is: isDate, words: "a date such as 2025-12-26" }],
  ["date-time", { is: isDateTime, words: "a date and time such as 2025-12-26T18:00:00Z" }],
  ["email", { is: isEmail, words: "an e-mail address" }],
  ["uri", { is: isUri, words: "a URI" }],
]);

/** The content with defaults filled in, and what does not fit; `problems` is empty when all does. */
export function fitForm(schema: FormSchema, content: Fields): { readonly content: Fields; readonly problems: Problems } {
  const problems = new Problems();
  const filled: Fields = { ...content };
  const properties = isFields(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [field, property] of Object.entries(properties)) {
    if (!isFields(property)) continue;
    if (own(filled, field) === undefined && property.default !== undefined) filled[field] = structuredClone(property.default);
    const value = own(filled, field);
    if (value !== undefined || required.includes(field)) checkField(field, property, value, problems);
  }
  return { content: filled, problems };
}

function checkField(field: string, schema: Fields, value: unknown, problems: Problems): void {
  const choices = choicesOf(schema);
  if (choices !== undefined) {
    if (!choices.includes(value)) problems.notOneOf(field, choices as string[], value);
  } else if (schema.type === "string") checkText(field, schema, value, problems);
  else if (schema.type === "number" || schema.type === "integer") checkNumber(field, schema, value, problems);
  else if (schema.type === "boolean") {
    if (typeof value !== "boolean") problems.expected(field, "true or false", value);
  } else if (schema.type === "array") checkList(field, schema, value, problems);
}

function choicesOf(schema: Fields): readonly unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  const titled = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(titled) || !titled.every((choice) => isFields(choice) && Object.hasOwn(choice, "const"))) return undefined;
  return titled.map((choice: Fields) => choice.const);
}

function checkText(field: string, schema: Fields, value: unknown, problems: Problems): void {
  if (typeof value !== "string") return problems.expected(field, "a string", value);
  const length = [...value].length;
  const format = formats.get(schema.format);
  if (typeof schema.minLength === "number" && length < schema.minLength) {
    problems.expected(field, `a string of at least ${schema.minLength} characters`, value);
  } else if (typeof schema.maxLength === "number" && length > schema.maxLength) {
    problems.expected(field, `a string of at most ${schema.maxLength} characters`, value);
  } else if (format !== undefined && !format.is(value)) problems.expected(field, format.words, value);
}

function checkNumber(field: string, schema: Fields, value: unknown, problems: Problems): void {
  const isWhole = schema.type === "integer";
  if (typeof value !== "number" || (isWhole && !Number.isInteger(value))) {
    return problems.expected(field, isWhole ? "an integer" : "a number", value);
  }
  if (typeof schema.minimum === "number" && value < schema.minimum) problems.expected(field, `${schema.minimum} or more`, value);
  if (typeof schema.maximum === "number" && value > schema.maximum) problems.expected(field, `${schema.maximum} or less`, value);
}

function checkList(field: string, schema: Fields, value: unknown, problems: Problems): void {
  if (!Array.isArray(value)) return problems.expected(field, "a list of choices", value);
  const choices = isFields(schema.items) ? choicesOf(schema.items) : undefined;
  value.forEach((item, index) => {
    if (choices !== undefined && !choices.includes(item)) problems.notOneOf(`${field}[${index}]`, choices as string[], item);
  });
  if (typeof schema.minItems === "number" && value.length < schema.minItems) {
    problems.expected(field, `at least ${schema.minItems} choices`, value);
  }
  if (typeof schema.maxItems === "number" && value.length > schema.maxItems) {
    problems.expected(field, `at most ${schema.maxItems} choices`, value);
  }
}
