/** `--format github`: workflow commands, which GitHub shows as annotations on the changed lines. */
import { findingsIn, type Report } from "./report.js";

export const printGithub = (report: Report): string =>
  findingsIn(report)
    .map(({ code, severity, message, help, place, related, notes }) => {
      const at =
        place === null
          ? []
          : [
              `file=${property(place.file)}`,
              `line=${place.line}`,
              `endLine=${place.endLine}`,
              `col=${place.column}`,
              `endColumn=${place.endColumn}`,
            ];
      const lines = [
        message,
        ...related.map(({ text, place: { file, line, column } }) => `${text} (${file}:${line}:${column})`),
        ...notes,
        `help: ${help}`,
      ];
      return `::${severity} ${[...at, `title=${property(code)}`].join(",")}::${data(lines.join("\n"))}\n`;
    })
    .join("");

const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
