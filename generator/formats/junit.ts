/** `--format junit`: the XML that CI servers read. Errors are failures; a run without findings is one test that passed. */
import type { Finding } from "./findings.js";
import { findingsIn, type Report } from "./report.js";

export function printJunit(report: Report): string {
  const findings = findingsIn(report);
  const failures = findings.filter(({ severity }) => severity === "error").length;
  const tests = Math.max(1, findings.length);
  const cases = findings.length === 0 ? [`    <testcase classname="mcp-gen" name="${report.command}"/>`] : findings.map(testcase);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites name="mcp-gen" tests="${tests}" failures="${failures}" errors="0">`,
    `  <testsuite name="mcp-gen ${report.command}" tests="${tests}" failures="${failures}" errors="0" skipped="0">`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testcase({ code, severity, message, help, place, related, notes }: Finding): string {
  const at = place === null ? "mcp-gen" : `${place.file}:${place.line}:${place.column}`;
  const details = [
    ...(place === null ? [] : [at]),
    message,
    ...related.map(({ text, place: { file, line, column } }) => `${text} (${file}:${line}:${column})`),
    ...notes,
    `help: ${help}`,
  ].join("\n");
  const inside =
    severity === "error"
      ? `<failure type="${code}" message="${xml(message)}">${xml(details)}</failure>`
      : `<system-out>${xml(details)}</system-out>`;
  return `    <testcase classname="${xml(place?.file ?? "mcp-gen")}" name="${xml(`${code} ${at}`)}">${inside}</testcase>`;
}

/** Text for XML 1.0, which has no way to write most control characters. */
const xml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what has to go.
    .replaceAll(
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
      "\uFFFD",
    )
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
