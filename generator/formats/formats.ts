/** The formats that `--format` takes. */
import { printGithub } from "./github.js";
import { printJson, printNdjson } from "./json.js";
import { printJunit } from "./junit.js";
import { printPlain } from "./plain.js";
import type { Report } from "./report.js";
import { printSarif } from "./sarif.js";

/** `pretty` is not among them: it is prose, and goes to standard error. */
export const printers: Readonly<Record<string, (report: Report, version: string) => string>> = {
  plain: printPlain,
  json: printJson,
  ndjson: printNdjson,
  github: printGithub,
  sarif: printSarif,
  junit: printJunit,
};

export const formatNames: readonly string[] = ["pretty", ...Object.keys(printers)];
