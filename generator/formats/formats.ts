/** The formats for programs: each prints a report as one text. */
import { printGithub } from "./github.js";
import { printJson, printNdjson } from "./json.js";
import { printJunit } from "./junit.js";
import type { FormatName, ProseFormat } from "./names.js";
import { printPlain } from "./plain.js";
import type { Report } from "./report.js";
import { printSarif } from "./sarif.js";

/** `version` is mcp-gen's own. */
export const printers: Readonly<Record<Exclude<FormatName, ProseFormat>, (report: Report, version: string) => string>> = {
  plain: printPlain,
  json: printJson,
  ndjson: printNdjson,
  github: printGithub,
  sarif: printSarif,
  junit: printJunit,
};
