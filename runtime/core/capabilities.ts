/** What a client declared that it can do, read without trusting the shape. */

import { type Fields, isFields, own } from "../json.js";
import type { Ask, ClientCapabilities } from "./domain.js";

/** True when every part of `wanted` was declared. A bare `elicitation: {}` means forms (specification: client/elicitation). */
export function declares(declared: Fields, wanted: ClientCapabilities): boolean {
  return covers(withForm(declared), wanted);
}

/** The capability without which a question must not be put, and its name for people. */
export function neededFor(ask: Ask): { readonly capabilities: ClientCapabilities; readonly name: string } {
  if (ask.mode === "roots") return { capabilities: { roots: {} }, name: "roots" };
  if (ask.mode !== "sample") return { capabilities: { elicitation: { [ask.mode]: {} } }, name: `elicitation.${ask.mode}` };
  const usesTools = ask.params.tools !== undefined || ask.params.toolChoice !== undefined;
  return usesTools
    ? { capabilities: { sampling: { tools: {} } }, name: "sampling.tools" }
    : { capabilities: { sampling: {} }, name: "sampling" };
}

/** What is said when a client did not declare what a question needs; undefined when it did (decision Q7). */
export function missingFor(
  ask: Ask,
  declared: Fields,
): { readonly message: string; readonly requiredCapabilities: ClientCapabilities } | undefined {
  const { capabilities, name } = neededFor(ask);
  if (declares(declared, capabilities)) return undefined;
  const message = `The client did not declare the capability ${name}, which the question '${ask.name}' needs.`;
  return { message, requiredCapabilities: capabilities };
}

function withForm(declared: Fields): Fields {
  const elicitation = own(declared, "elicitation");
  if (!isFields(elicitation) || Object.hasOwn(elicitation, "form") || Object.hasOwn(elicitation, "url")) return declared;
  return { ...declared, elicitation: { ...elicitation, form: {} } };
}

function covers(declared: unknown, wanted: unknown): boolean {
  if (!isFields(wanted)) return wanted === undefined || declared === wanted;
  if (!isFields(declared)) return false;
  return Object.entries(wanted).every(([key, value]) => value === undefined || covers(own(declared, key), value));
}
