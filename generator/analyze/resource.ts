/** One exported function with `@resource` -> ResourceModel, its address or its template checked against its parameters. */
import type { ts } from "../compiler.js";
import type { Json, ResourceModel, Span, UriTemplate } from "../model.js";
import { nearestName } from "../names.js";
import { argumentsOf } from "../schema/arguments.js";
import { isAddress, parseUriTemplate, variablesOf } from "../uri-template.js";
import type { Analysis } from "./analysis.js";
import { readCompletions } from "./completions.js";
import type { FoundFunction } from "./functions.js";
import type { Doc, Tag } from "./jsdoc.js";
import { tagSpan, tagValues } from "./metadata.js";
import { type Common, readOffer, wordAfter } from "./offer.js";
import type { Scope } from "./scope.js";
import { checkResult, checkTextArguments } from "./text-offer.js";

const results = "a text, bytes, ResourceContents, several of these, or a ReadResourceResult";

/** Null when something about the function itself was reported. */
export function readResource(analysis: Analysis, found: FoundFunction, tag: Tag): ResourceModel | null {
  const { scope } = analysis;
  const file = found.node.getSourceFile();
  const [uri = "", given = ""] = tag.text.split(/\s+/);
  const uriSpan = uri === "" ? tagSpan(scope, file, tag) : scope.spanOf(file, ...wordAfter(file.text, tag, uri));
  const address = readAddress(scope, uri, uriSpan);
  const offer = readOffer(analysis, found, { kind: "resource", tag, given, behind: uri }, (offering, whole) =>
    checkResult(offering, whole, "ResourceValue", results),
  );
  if (offer === null) return null;
  const { common, offering } = offer;
  const size = readSize(scope, offering.doc, file, address?.template ?? null);
  const mimeType = tagValues(scope, offering.doc, file, "mimeType", readMimeType).at(-1) ?? null;
  const annotations = readAnnotations(scope, offering.doc, file);
  if (!checkTextArguments(offering, common) || address === null) return null;
  if (!checkVariables(scope, common, uri, uriSpan, address.template)) return null;
  const { template } = address;
  const completions = readCompletions(offering, common);
  return { kind: "resource", ...common, uri, uriSpan, template, mimeType, size, annotations, completions };
}

/** Null when it is neither an address nor a template, which is reported. */
function readAddress(scope: Scope, uri: string, span: Span): { readonly template: UriTemplate | null } | null {
  const fault = (reason: string): null => {
    scope.report("MG4005", span, { uri, reason });
    return null;
  };
  if (uri === "") return fault("");
  if (!/[{}]/.test(uri)) return isAddress(uri) ? { template: null } : fault("it is no absolute URI");
  const template = parseUriTemplate(uri);
  return "fault" in template ? fault(template.fault) : { template };
}

/** Each variable is an argument, and each argument a variable. */
function checkVariables(scope: Scope, common: Common, uri: string, uriSpan: Span, template: UriTemplate | null): boolean {
  const variables = template === null ? [] : variablesOf(template);
  const { name: resource, parameters } = common;
  const names = argumentsOf({ parameters }).map(({ name }) => name);
  const missing = variables.filter((variable) => !names.includes(variable));
  for (const variable of missing) {
    scope.report("MG4006", uriSpan, { variable, resource, nearest: nearestName(variable, names) ?? "" });
  }
  let fine = missing.length === 0;
  for (const parameter of parameters) {
    for (const { name } of argumentsOf({ parameters: [parameter] })) {
      if (variables.includes(name)) continue;
      scope.report("MG4007", parameter.span, { argument: name, uri });
      fine = false;
    }
  }
  return fine;
}

/** A template stands for many resources, which are not of one size. */
function readSize(scope: Scope, doc: Doc, file: ts.SourceFile, template: UriTemplate | null): number | null {
  const read = (text: string): { readonly value: number } | { readonly expected: string } => {
    if (template !== null) return { expected: "nothing: a template has no size" };
    return /^\d{1,15}$/.test(text) ? { value: Number(text) } : { expected: "a whole number of bytes" };
  };
  return tagValues(scope, doc, file, "size", read).at(-1) ?? null;
}

const readMimeType = (text: string): { readonly value: string } | { readonly expected: string } =>
  /^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w-]+=("[^"]*"|[\w.+-]+))*$/.test(text)
    ? { value: text }
    : { expected: "a MIME type such as text/markdown" };

/** Specification: resources, "Annotations". */
function readAnnotations(scope: Scope, doc: Doc, file: ts.SourceFile): Readonly<Record<string, Json>> {
  const audience = tagValues(scope, doc, file, "audience", (text) => {
    const words = text.split(/[\s,]+/);
    const isFine = words.every((word) => word === "user" || word === "assistant");
    return isFine ? { value: words } : { expected: "user, assistant, or both" };
  }).flat();
  const [priority] = tagValues(scope, doc, file, "priority", (text) => {
    const value = text === "" ? Number.NaN : Number(text);
    return value >= 0 && value <= 1 ? { value } : { expected: "a number from 0 to 1" };
  });
  const [lastModified] = tagValues(scope, doc, file, "lastModified", (text) => {
    const isDate =
      /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text));
    return isDate ? { value: text } : { expected: "a date and time such as 2025-01-12T15:00:58Z" };
  });
  return {
    ...(audience.length > 0 && { audience: [...new Set(audience)] }),
    ...(priority !== undefined && { priority }),
    ...(lastModified !== undefined && { lastModified }),
  };
}
