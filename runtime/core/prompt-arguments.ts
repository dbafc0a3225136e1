/** The arguments of a prompt: texts, and none that it does not know (specification: prompts, "Error Handling"). */

import type { Fields } from "../json.js";
import type { Prompt } from "./app.js";
import { Problems } from "./problems.js";

/** What is wrong with the arguments, one line a problem; undefined when nothing is. */
export function promptProblems(prompt: Prompt, input: Fields): string | undefined {
  const problems = new Problems();
  for (const { name, required } of prompt.arguments) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined ? required === true : typeof value !== "string") problems.expected(name, "a string", value);
  }
  problems.noOthers(
    input,
    prompt.arguments.map(({ name }) => name),
  );
  return problems.none ? undefined : `Invalid arguments for ${prompt.name}:\n${problems}`;
}
