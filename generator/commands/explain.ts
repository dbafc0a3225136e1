/** mcp-gen explain <code>: the rule behind a diagnostic, and its reason. */
import { catalogue, isCode } from "../diagnostics.js";
import { nearestName } from "../names.js";
import { printExplanation } from "../print-diagnostics.js";
import { exitCodes, type Terminal } from "./terminal.js";

export function runExplain(given: string, terminal: Terminal): number {
  const code = given.toUpperCase();
  if (isCode(code)) {
    terminal.output(printExplanation(code));
    return exitCodes.fine;
  }
  const nearest = nearestName(code, Object.keys(catalogue));
  terminal.error(`mcp-gen: there is no diagnostic ${given}.${nearest === null ? "" : ` Did you mean ${nearest}?`}`);
  return exitCodes.usage;
}
