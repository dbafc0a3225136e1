/** `--format json` and `ndjson`: one document, or one record a line as a stream wants them. Fields are only ever added. */
import { changesIn, countsIn, findingsIn, type Report } from "./report.js";

const diagnosticRecords = (report: Report): object[] =>
  findingsIn(report).map(({ code, severity, message, help, place, related, notes }) => ({
    code,
    severity,
    message,
    help,
    ...(place ?? { file: null }),
    related: related.map(({ text, place: at }) => ({ text, ...at })),
    notes,
  }));

const fileRecords = (report: Report): object[] => changesIn(report).map(({ file, change, state }) => ({ file, change, state }));

const contractRecords = ({ projects }: Report): readonly object[] => projects.flatMap(({ contract }) => contract ?? []);

const summaryOf = (report: Report): object => ({ command: report.command, exit: report.exit, ...countsIn(report) });

export function printJson(report: Report): string {
  const document = {
    formatVersion: 1,
    ...summaryOf(report),
    diagnostics: diagnosticRecords(report),
    files: fileRecords(report),
    ...(report.command === "diff" && { contract: contractRecords(report) }),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

export const printNdjson = (report: Report): string =>
  [
    ...diagnosticRecords(report).map((each) => ({ type: "diagnostic", ...each })),
    ...fileRecords(report).map((each) => ({ type: "file", ...each })),
    ...contractRecords(report).map((each) => ({ type: "change", ...each })),
    { type: "summary", formatVersion: 1, ...summaryOf(report) },
  ]
    .map((each) => `${JSON.stringify(each)}\n`)
    .join("");
