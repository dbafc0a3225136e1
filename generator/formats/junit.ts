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
function xml(text: string): string {
  const written = Array.from(text, (character) => (isWritable(character.codePointAt(0) ?? 0) ? character : "\uFFFD")).join("");
  return written.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const isWritable = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  code >= 0x10000;
