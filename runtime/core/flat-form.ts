/**
 * An answer against the schema of a form that somebody else's server sent: defaults filled in, problems told. Keywords that
 * are not known here are left to the server, since older ones send more than the grammar of forms has.
 */

import { type Fields, isFields, own } from "../json.js";
import type { FormSchema } from "./domain.js";
import { isDate, isDateTime, isEmail, isUri } from "./formats.js";
import { Problems } from "./problems.js";
import { type Format, mayFit } from "./schema-check.js";

const formats: ReadonlyMap<unknown, Format> = new Map([
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
    if (value !== undefined || required.includes(field)) mayFit(property, value, field, problems, formats);
  }
  return { content: filled, problems };
}
