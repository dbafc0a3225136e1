/** What a client declared that it can do, read without trusting the shape. */

import { type Fields, isFields, own } from "../json.js";
import type { Ask, ClientCapabilities } from "./domain.js";

/** True when every part of `wanted` was declared. A bare `elicitation: {}` means forms (specification: client/elicitation). */
export function declares(declared: Fields, wanted: ClientCapabilities): boolean {
  return covers(withForm(declared), wanted);
}

/** The capability without which a question must not be put. */
export function neededFor(ask: Ask): ClientCapabilities {
  return { elicitation: { [ask.mode]: {} } };
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
