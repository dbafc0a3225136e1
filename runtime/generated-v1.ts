/** The one door that emitted code uses. Re-exports only; a breaking change adds `generated-v2.ts` beside it. */

export type { CallOptions, CallToolResult, ConnectTarget, GetPromptResult, ReadResourceResult } from "./client.js";
export type { Agree } from "./core/agree.js";
export {
  type Completions,
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineTool,
  type ToolAnnotations,
} from "./core/app.js";
export { accepted, type Call } from "./core/call.js";
export { defineForm, type Form } from "./core/form.js";
export { isDate, isDateTime, isEmail, isHostname, isIpv4, isIpv6, isTime, isUri, isUuid } from "./core/formats.js";
export type { InputRequired } from "./core/input-required.js";
export { Problems } from "./core/problems.js";
export { promptResult } from "./core/prompt-result.js";
export {
  firstFit,
  isMultipleOf,
  isOneOf,
  isUnique,
  keyPath,
  noArguments,
  readBytes,
  readDate,
  readItems,
  readTuple,
  readUrl,
  withoutGaps,
} from "./core/readers.js";
export { resourceResult } from "./core/resource-result.js";
export { contentResult, emptyResult, rawResult, serialized, structuredResult, textResult } from "./core/results.js";
export { exactlyOne, fits, isAnyOf } from "./core/schema-checks.js";
export { expandUri } from "./core/uri-template.js";
export { type Fields, isFields, own } from "./json.js";
export { defineServer } from "./server.js";
export {
  checkedOf,
  connectStub,
  contentOf,
  type FormAnswer,
  type FormQuestion,
  resultOf,
  type Stub,
  type StubOptions,
  structuredOf,
  textOf,
  textsOf,
  type UrlAnswer,
  type UrlQuestion,
} from "./stub.js";
