/** One exported function with `@tool` -> ToolModel. */
import { ts } from "../compiler.js";
import type { AnnotationName, ResultModel, ToolModel, TypeModel } from "../model.js";
import type { Analysis } from "./analysis.js";
import { type FoundFunction, returnedNode } from "./functions.js";
import type { Doc, Tag } from "./jsdoc.js";
import { isInterim, type Offering, readOffer, withoutInterim } from "./offer.js";
import type { Scope } from "./scope.js";
import { readType } from "./type.js";

/** Null when something about the function itself was reported. */
export function readTool(analysis: Analysis, found: FoundFunction, tag: Tag): ToolModel | null {
  const offer = readOffer(analysis, found, { kind: "tool", tag, given: tag.text.split(/\s/)[0] ?? "" }, readResult);
  if (offer === null) return null;
  const { common, result, offering } = offer;
  return {
    kind: "tool",
    ...common,
    annotations: readAnnotations(analysis.scope, offering.doc, found.node.getSourceFile()),
    result,
  };
}

const annotationTags: readonly (readonly [string, AnnotationName])[] = [
  ["readOnly", "readOnlyHint"],
  ["destructive", "destructiveHint"],
  ["idempotent", "idempotentHint"],
  ["openWorld", "openWorldHint"],
];

function readAnnotations(scope: Scope, doc: Doc, file: ts.SourceFile): ToolModel["annotations"] {
  const annotations: Partial<Record<AnnotationName, boolean>> = {};
  for (const [tag, annotation] of annotationTags) {
    const found = doc.tags.find(({ name }) => name === tag);
    if (found === undefined) continue;
    if (found.text === "" || found.text === "true") annotations[annotation] = true;
    else if (found.text === "false") annotations[annotation] = false;
    else {
      const span = scope.spanOf(file, found.start, found.start + tag.length + 1);
      scope.report("MG1109", span, { tag, text: found.text, expected: "nothing, true or false" });
    }
  }
  return annotations;
}

const contentTypes = new Set(["TextContent", "ImageContent", "AudioContent", "EmbeddedResource", "ResourceLink", "ContentBlock"]);

function readResult({ analysis, found, name: tool }: Offering, whole: ts.Type): ResultModel | null {
  const { scope } = analysis;
  const arms = (whole.isUnion() ? whole.types : [whole]).filter((arm) => !isInterim(scope, arm));
  const type = withoutInterim(scope, whole);
  if (type === null) return { kind: "empty" };
  const every = (flags: ts.TypeFlags): boolean => arms.every((arm) => (arm.flags & flags) !== 0);
  if (every(ts.TypeFlags.StringLike) && !every(ts.TypeFlags.EnumLike)) return { kind: "text" };
  if (every(ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return { kind: "empty" };
  const isContent = (each: ts.Type): boolean => contentTypes.has(scope.runtimeType(each) ?? "");
  const contents = (each: ts.Type): boolean => isContent(each) || (each.isUnion() && each.types.every(isContent));
  if (contents(type)) return { kind: "content", many: false };
  const [element] = scope.checker.isArrayType(type) ? scope.checker.getTypeArguments(type as ts.TypeReference) : [];
  if (element !== undefined && contents(element)) return { kind: "content", many: true };
  if (scope.runtimeType(type) === "CallToolResult") return { kind: "raw" };
  scope.types.begin(`${tool}.result`);
  const place = {
    path: `${tool}.result`,
    node: type === whole ? returnedNode(found.node) : undefined,
    at: found.name,
    direction: "out",
    omittable: false,
    depth: 0,
  } as const;
  const read = readType(scope, type, place);
  if (read !== null && looksRaw(read)) scope.report("MG1015", scope.span(returnedNode(found.node) ?? found.name), { tool });
  return read === null ? null : { kind: "structured", type: read, viaJson: scope.types.viaToJson };
}

const blockTypes = new Set(["text", "image", "audio", "resource", "resource_link"]);

/** `{ content: [{ type: "text", text }] }` is what handlers of other libraries return, and CallToolResult is its name. */
function looksRaw(type: TypeModel): boolean {
  if (type.kind === "union") return type.members.some(looksRaw);
  const content = type.kind === "object" ? type.properties.find(({ name }) => name === "content")?.type : undefined;
  const isBlock = (each: TypeModel): boolean => {
    if (each.kind === "union") return each.members.every(isBlock);
    const kind = each.kind === "object" ? each.properties.find(({ name }) => name === "type")?.type : undefined;
    return kind?.kind === "choice" && kind.choices.every(({ value }) => blockTypes.has(String(value)));
  };
  if (content?.kind === "array") return isBlock(content.items);
  return content?.kind === "tuple" && content.elements.length > 0 && content.elements.every(isBlock);
}
