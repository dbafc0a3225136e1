/** The second judge: Ajv on the emitted schema, with the runtime's own formats where they are stricter or know more. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as runtimeFormats from "../../runtime/dist/core/formats.js";
import type { Schema } from "./corpus.js";

const checks: Readonly<Record<string, (text: string) => boolean>> = {
  date: runtimeFormats.isDate,
  "date-time": runtimeFormats.isDateTime,
  email: runtimeFormats.isEmail,
  uri: runtimeFormats.isUri,
};

/** What ajv-formats takes and the runtime does not, or the other way round: the texts that show it, by format. */
export const formatDifferences: Readonly<
  Record<string, { readonly looser: readonly string[]; readonly stricter: readonly string[] }>
> = {
  // `looser`: ajv-formats alone takes it. `stricter`: the runtime alone takes it.
  date: { looser: [], stricter: [] },
  "date-time": { looser: ["2025-12-26 19:30:00Z"], stricter: [] },
  email: { looser: [`${"a".repeat(65)}@example.com`], stricter: ["ada@localhost", "a..b@example.com"] },
  uri: { looser: [], stricter: ["a:é"] },
};

export function plainAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictTuples: false,
    strictRequired: false,
    ownProperties: true,
  });
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  return ajv;
}

function ourAjv(): Ajv2020 {
  const ajv = plainAjv();
  for (const [name, validate] of Object.entries(checks)) ajv.addFormat(name, { type: "string", validate });
  // 2020-12 makes contentEncoding a note that nobody checks. Readers decode it, so they do.
  ajv.removeKeyword("contentEncoding");
  ajv.addKeyword({
    keyword: "contentEncoding",
    type: "string",
    validate: (_schema: unknown, text: string) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
  });
  return ajv;
}

export const runtimeCheck = (format: string, text: string): boolean => checks[format]?.(text) ?? false;

export type Verdict = (value: unknown) => boolean;

/** One for all: an instance compiles its meta-schemas first, which takes longer than most schemas. */
export const ours = ourAjv();

export function compiled(ajv: Ajv2020, schema: unknown): Verdict {
  const validate: ValidateFunction = ajv.compile(schema as Schema);
  return (value) => validate(value) === true;
}
