/** Whether an answer fits its form, field by field: the runtime's own check, so that what is sent is what servers take. */
import type { fitForm } from "@mcp-gen/runtime/client";
import type { FormLike, Value } from "./field.js";

/** The runtime's check of a form. */
export type Fits = typeof fitForm;

/** What is wrong with one field's value; null when nothing is. */
export function faultOf(fits: Fits, form: FormLike, name: string, value: Value | undefined): string | null {
  const schema = {
    type: "object",
    properties: { [name]: form.properties[name] },
    required: form.required?.includes(name) === true ? [name] : [],
  } as Parameters<Fits>[0];
  const { problems } = fits(schema, value === undefined ? {} : { [name]: value });
  if (problems.none) return null;
  const line = problems.toString().split("\n")[0] ?? "";
  if (value === undefined) return "This is needed.";
  const what = /: expected (.*?)(?:, received [^"]*)?$/.exec(line)?.[1] ?? line.slice(line.indexOf(": ") + 2);
  const shown = what.replace(/^an array of (at \w+ \d+ )?elements/, "$1choices"); // a form has no other arrays
  return what.startsWith("one of ") ? "Choose one of these." : `This has to be ${shown}.`;
}
