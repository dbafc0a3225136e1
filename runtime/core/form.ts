/** The forms that questions are made of: emitted once a model, used for every question that asks with it. */

import { type Fields, own } from "../json.js";
import type { FormSchema } from "./domain.js";
import type { Problems } from "./problems.js";

/** A question model: its schema on the wire and the emitted check of an answer. */
export interface Form<T> {
  readonly model: string;
  readonly requestedSchema: FormSchema;
  /** Reports everything in `answer` that the schema does not allow. Unknown fields are gone and defaults filled in by then. */
  check(answer: Fields, problems: Problems): void;
  /** Only a type: what an accepted answer holds. */
  readonly "~data"?: T;
}

/** Forms by the key under which a tool asks with them. */
export type Forms = Readonly<Record<string, Form<unknown>>>;

export function defineForm<T>(form: Form<T>): Form<T> {
  return form;
}

/** The fields of the form that an answer gave, and the defaults of those that it left out. */
export function filled(form: Form<unknown>, content: Fields): Fields {
  const answer: Fields = {};
  for (const [field, schema] of Object.entries(form.requestedSchema.properties)) {
    const given = own(content, field);
    if (given !== undefined) answer[field] = given;
    else if (schema.default !== undefined) answer[field] = structuredClone(schema.default);
  }
  return answer;
}
