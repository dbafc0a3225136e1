/** One exported function with `@prompt` -> PromptModel. */
import type { PromptModel } from "../model.js";
import type { Analysis } from "./analysis.js";
import { readCompletions } from "./completions.js";
import type { FoundFunction } from "./functions.js";
import type { Tag } from "./jsdoc.js";
import { readOffer } from "./offer.js";
import { checkResult, checkTextArguments } from "./text-offer.js";

const results = "a text, content, a message, several of these, or a GetPromptResult";

/** Null when something about the function itself was reported. */
export function readPrompt(analysis: Analysis, found: FoundFunction, tag: Tag): PromptModel | null {
  const given = tag.text.split(/\s/)[0] ?? "";
  const offer = readOffer(analysis, found, { kind: "prompt", tag, given }, (offering, whole) =>
    checkResult(offering, whole, "PromptValue", results),
  );
  if (offer === null || !checkTextArguments(offer.offering, offer.common)) return null;
  return { kind: "prompt", ...offer.common, completions: readCompletions(offer.offering, offer.common) };
}
