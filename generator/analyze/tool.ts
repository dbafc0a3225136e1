/** One exported function with `@tool` -> ToolModel. */
import { ts } from "ts-morph";
import type { AnnotationName, ParameterModel, ResultModel, ToolModel } from "../model.js";
import { isLegalToolName, isPortableToolName, nearestName } from "../names.js";
import type { Analysis } from "./analysis.js";
import { isDestructured, readOptions } from "./destructured.js";
import { asksUrl, type FoundFunction, isGenerator, parametersOf, returnedNode, returnedType } from "./functions.js";
import { type Doc, docOf, paramDocs, type Tag } from "./jsdoc.js";
import { classify, isNamed, readArgument, readContext } from "./parameters.js";
import { readResolved } from "./resolver.js";
import type { Scope } from "./scope.js";
import { checkTags } from "./tags.js";
import { readType } from "./type.js";
import { buriedMarker, markerOf } from "./type-node.js";

/** Null when something about the function itself was reported. */
export function readTool(analysis: Analysis, found: FoundFunction, tag: Tag): ToolModel | null {
  const { scope } = analysis;
  const { node, name: identifier } = found;
  const file = node.getSourceFile();
  const doc = docOf(found.declaration);
  const functionName = identifier.text;
  const given = tag.text.split(/\s/)[0] ?? "";
  const name = given === "" ? functionName : given;
  const nameSpan = given === "" ? scope.span(identifier) : scope.spanOf(file, ...wordAfter(file.text, tag, given));
  checkTags(scope, doc, file);
  checkName(scope, name, nameSpan);
  if (found.overloaded) scope.report("MG1005", scope.span(identifier), { name: functionName });
  if (isGenerator(node)) scope.report("MG1006", scope.span(identifier), { name: functionName });
  const [typeParameter] = node.typeParameters ?? [];
  if (typeParameter !== undefined) scope.report("MG1010", scope.span(typeParameter), { name: functionName });
  if (doc.description === "") scope.report("MG1011", scope.span(identifier), { name });
  const reference = scope.exportedAs(found.symbol, file);
  if (reference === null)
    scope.report("MG1001", scope.span(identifier), { what: `'${functionName}', which is not exported by a name` });
  if (found.overloaded || typeParameter !== undefined) return null;
  const parameters = readParameters(analysis, found, name, doc);
  const result = isGenerator(node) ? null : readResult(scope, found, name);
  if (reference === null || result === null) return null;
  return {
    name,
    nameSpan,
    reference,
    span: scope.span(identifier),
    title: doc.tags.find((each) => each.name === "title")?.text ?? null,
    description: doc.description,
    annotations: readAnnotations(scope, doc, file),
    parameters,
    result,
    asksUrl: asksUrl(scope, node),
  };
}

function wordAfter(text: string, tag: Tag, word: string): [number, number] {
  const start = text.indexOf(word, tag.start + tag.name.length + 1);
  return [start, start + word.length];
}

function checkName(scope: Scope, name: string, span: ToolModel["span"]): void {
  if (!isLegalToolName(name)) scope.report("MG1002", span, { name });
  else if (!isPortableToolName(name)) scope.report("MG1003", span, { name });
}

function readParameters(analysis: Analysis, { node }: FoundFunction, tool: string, doc: Doc): ParameterModel[] {
  const { scope } = analysis;
  const parameters: ParameterModel[] = [];
  const given = parametersOf(node);
  const isArgument = (each: ts.ParameterDeclaration): boolean => each.type === undefined || markerOf(scope, each.type) === null;
  const alone = given.filter(isArgument).length === 1;
  scope.types.begin(tool);
  for (const parameter of given) {
    const { name } = parameter;
    if (parameter.dotDotDotToken !== undefined) {
      scope.report("MG1007", scope.span(parameter), { name: name.getText() });
      continue;
    }
    const what = classify(scope, parameter);
    if (what === null) continue;
    if (what === "argument" && isDestructured(parameter)) {
      const options = readOptions(scope, parameter, tool, doc, alone);
      if (options !== null) parameters.push(options);
      continue;
    }
    if (!isNamed(parameter)) {
      scope.report("MG1008", scope.span(name), {
        reason: "it has no name",
        way: "give it a name, and take it apart in the body.",
      });
      continue;
    }
    const { text } = parameter.name;
    if (what === "argument") {
      const property = readArgument(scope, parameter, tool, doc);
      if (property !== null) parameters.push({ kind: "argument", name: text, property, span: scope.span(name) });
    } else if (what.marker.name === "Resolve") {
      parameters.push(readResolved(analysis, parameter, what.marker, `tool ${tool}`));
    } else if (parameters.some(({ kind }) => kind === "context")) {
      scope.report("MG3007", scope.span(name), { name: text });
    } else {
      parameters.push(readContext(analysis, parameter, what.marker, `tool ${tool}`));
    }
  }
  const whole = parameters.some((each) => each.kind === "options" && each.whole !== null);
  if (!whole) checkParamTags(scope, given, parameters, doc, node.getSourceFile());
  return parameters;
}

function checkParamTags(
  scope: Scope,
  given: readonly ts.ParameterDeclaration[],
  parameters: readonly ParameterModel[],
  doc: Doc,
  file: ts.SourceFile,
): void {
  const names = given.filter(isNamed).map(({ name }) => name.text);
  const inner = parameters.flatMap((each) => (each.kind === "options" ? each.properties.map(({ name }) => name) : []));
  for (const { name, start } of paramDocs(doc)) {
    const [first = "", ...rest] = name.split(".");
    const last = rest.at(-1) ?? first;
    // The object of a pattern may be called anything, as in JSDoc.
    const isKnown =
      names.includes(first) || inner.includes(last) || (inner.length > 0 && rest.length === 0 && !names.includes(first));
    if (
      name === "" ||
      (isKnown && !(inner.length > 0 && rest.length === 0 && nearestName(first, inner) !== null && !inner.includes(first)))
    )
      continue;
    const [from, to] = wordAfter(file.text, { name: "param", text: "", start }, name);
    const known = [...names, ...inner];
    scope.report("MG1013", scope.spanOf(file, from, to), { name, nearest: nearestName(last, known) ?? "" });
  }
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

/** Null when something was reported. */
function readResult(scope: Scope, { node, name }: FoundFunction, tool: string): ResultModel | null {
  const annotation = returnedNode(node);
  const buried = node.type === undefined ? null : buriedMarker(scope, node.type, "the type of the result");
  if (buried !== null) {
    scope.report("MG3001", scope.span(buried.node), { marker: buried.name, where: "the type of the result" });
    return null;
  }
  const type = returnedType(scope, node);
  if (type === null) return null;
  const arms = type.isUnion() ? type.types : [type];
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
  const place = { path: `${tool}.result`, node: annotation, at: name, direction: "out", omittable: false, depth: 0 } as const;
  const read = readType(scope, type, place);
  return read === null ? null : { kind: "structured", type: read, viaJson: scope.types.viaToJson };
}
