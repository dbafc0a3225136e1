/** `--format plain`: one line a finding, as grep and the problem matchers of editors want it. */
import { findingsIn, type Report } from "./report.js";

export const printPlain = (report: Report): string =>
  findingsIn(report)
    .map(({ code, severity, message, place }) => {
      const at = place === null ? "" : `${place.file}:${place.line}:${place.column}: `;
      return `${at}${severity} ${code}: ${message.replaceAll("\n", " ")}\n`;
    })
    .join("");
