/** The form of a question, for what draws forms. */
import { type FormLike, isObject } from "../answer/field.js";
import type { AskedOnPath } from "./inspection.js";

/** Null for a question without one. */
export function formOf({ requestedSchema }: Pick<AskedOnPath, "requestedSchema">): FormLike | null {
  if (requestedSchema === null) return null;
  const { properties, required } = requestedSchema;
  return {
    properties: isObject(properties) ? properties : {},
    required: Array.isArray(required) ? required.map(String) : [],
  };
}
