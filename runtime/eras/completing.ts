/** Completes arguments of prompts and templates, alike in both eras (specification: server/utilities/completion). */

import type { Completions } from "../core/app.js";
import { type Completion, completion } from "../core/completion.js";
import type { Auth } from "../core/domain.js";
import type { Offering } from "../core/offering.js";
import { INVALID_PARAMS, McpError } from "../errors.js";
import { type Fields, isFields, own } from "../json.js";
import { unknown } from "./target.js";

/** @throws McpError -32602 for params that are none, and for prompts, templates and arguments that do not exist. */
export async function complete(
  params: Fields,
  offering: Offering,
  auth: Auth | undefined,
): Promise<{ readonly completion: Completion }> {
  const { complete: completions, argumentNames } = referred(own(params, "ref"), offering, auth);
  const argument = own(params, "argument");
  const name = isFields(argument) ? own(argument, "name") : undefined;
  const value = isFields(argument) ? own(argument, "value") : undefined;
  if (typeof name !== "string" || typeof value !== "string") {
    throw new McpError(INVALID_PARAMS, "completion/complete needs an argument with a name and a value, both strings.");
  }
  if (!argumentNames.includes(name)) throw unknown("argument", name);
  const completer = completions !== undefined && Object.hasOwn(completions, name) ? completions[name] : undefined;
  return { completion: await completion(completer, value, settledOf(params)) };
}

interface Referred {
  readonly complete?: Completions | undefined;
  readonly argumentNames: readonly string[];
}

function referred(ref: unknown, offering: Offering, auth: Auth | undefined): Referred {
  const type = isFields(ref) ? own(ref, "type") : undefined;
  if (isFields(ref) && type === "ref/prompt") {
    const name = own(ref, "name");
    const prompt = typeof name === "string" ? offering.prompt(name, auth) : undefined;
    if (prompt === undefined) throw unknown("prompt", String(name));
    return { complete: prompt.complete, argumentNames: prompt.arguments.map((argument) => argument.name) };
  }
  if (isFields(ref) && type === "ref/resource") {
    const uri = own(ref, "uri");
    const template = typeof uri === "string" ? offering.template(uri, auth) : undefined;
    if (template === undefined) throw unknown("resource template", String(uri));
    return { complete: template.complete, argumentNames: template.variables };
  }
  throw new McpError(INVALID_PARAMS, "completion/complete needs a ref of type ref/prompt or ref/resource.");
}

/** What is settled already; only texts under their own names count. */
function settledOf(params: Fields): Record<string, string> {
  const context = own(params, "context");
  const given = isFields(context) ? own(context, "arguments") : undefined;
  const settled = Object.create(null) as Record<string, string>;
  for (const [key, value] of Object.entries(isFields(given) ? given : {})) if (typeof value === "string") settled[key] = value;
  return settled;
}
