/** `--format sarif`: SARIF 2.1.0 (OASIS), which code scanning services take. */
import { catalogue } from "../diagnostics.js";
import type { FoundPlace } from "./findings.js";
import { findingsIn, type Report } from "./report.js";

export function printSarif(report: Report, version: string): string {
  const findings = findingsIn(report);
  const rules = [...new Set(findings.map(({ code }) => code))].sort();
  const value = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "mcp-gen",
            semanticVersion: version,
            rules: rules.map((code) => ({
              id: code,
              fullDescription: { text: catalogue[code].explanation.trim().replaceAll(/\s*\n\s*/g, " ") },
              help: { text: `Run 'mcp-gen explain ${code}'.` },
              defaultConfiguration: { level: catalogue[code].severity },
            })),
          },
        },
        // Columns are counted as JavaScript and editors count them.
        columnKind: "utf16CodeUnits",
        invocations: [{ executionSuccessful: report.exit === 0, exitCode: report.exit }],
        results: findings.map(({ code, severity, message, help, place, related, notes }) => ({
          ruleId: code,
          ruleIndex: rules.indexOf(code),
          level: severity,
          message: { text: [message, ...notes, `help: ${help}`].join("\n") },
          ...(place !== null && { locations: [location(place)] }),
          ...(related.length > 0 && {
            relatedLocations: related.map(({ text, place: at }, index) => ({
              id: index + 1,
              ...location(at),
              message: { text },
            })),
          }),
        })),
      },
    ],
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

function location({ file, line, column, endLine, endColumn }: FoundPlace): object {
  const uri = file.split("/").map(encodeURIComponent).join("/");
  return {
    physicalLocation: {
      artifactLocation: { uri, uriBaseId: "%SRCROOT%" },
      region: { startLine: line, startColumn: column, endLine, endColumn },
    },
  };
}
