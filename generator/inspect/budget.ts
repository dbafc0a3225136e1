/** Tells when the list of tools has outgrown what the configuration allows it. */
import { type Diagnostic, diagnostic } from "../diagnostics.js";
import type { Inspection } from "./inspection.js";

/** As many tools are named. */
const named = 3;

export function checkBudget({ toolsList, budget, offers }: Inspection): Diagnostic[] {
  if (budget === null || toolsList.tokens <= budget) return [];
  const largest = offers
    .filter(({ kind }) => kind === "tool")
    .sort((a, b) => b.size.bytes - a.size.bytes)
    .slice(0, named);
  const notes = largest.map(({ name, size }) => ({ label: "note", text: `${name} has about ${size.tokens} tokens.` }));
  const facts = { tokens: String(toolsList.tokens), bytes: String(toolsList.bytes), budget: String(budget) };
  return [diagnostic("MG0012", null, facts, { notes })];
}
