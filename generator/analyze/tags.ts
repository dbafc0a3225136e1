/** The doc tags of a value -> keywords, checked against the type that they stand on. */
import type { ts } from "ts-morph";
import type { Json, KeywordSet, TypeModel } from "../model.js";
import { nearestName } from "../names.js";
import { describeType } from "../schema/describe.js";
import { fits } from "../schema/fits.js";
import { keywordOf, keywords, readKeyword } from "../schema/keywords.js";
import { type Doc, knownTags, standardTags, type Tag } from "./jsdoc.js";
import type { Scope } from "./scope.js";

/** `type` with what the comment says about it. A tag on an array or on `| null` means the whole. */
export function withDoc(
  scope: Scope,
  type: TypeModel,
  doc: Doc,
  at: { readonly path: string; readonly file: ts.SourceFile },
): TypeModel {
  const target = constrained(type);
  const found = new Map<string, Json>();
  if (doc.description !== "") found.set("description", doc.description);
  let defaultTag: Tag | null = null;
  for (const tag of doc.tags) {
    const keyword = keywordOf(tag.name);
    if (keyword === null) continue;
    const span = scope.spanOf(at.file, tag.start, tag.start + tag.name.length + 1);
    if (keyword.kinds !== null && !keyword.kinds.includes(target.kind)) {
      const kinds = keyword.kinds.map((kind) => `${kind}s`).join(" and ");
      scope.report("MG1108", span, { tag: tag.name, path: at.path, kinds, type: describeType(target) });
      continue;
    }
    const read = readKeyword(keyword, tag.text, target.kind);
    if ("expected" in read) {
      scope.report("MG1109", span, { tag: tag.name, text: tag.text, expected: read.expected });
      continue;
    }
    found.set(keyword.tag, read.value);
    if (keyword.tag === "default") defaultTag = tag;
  }
  const described = withKeywords(type, Object.fromEntries(found));
  const value = found.get("default");
  if (defaultTag !== null && value !== undefined && !fits(described, value)) {
    const span = scope.spanOf(at.file, defaultTag.start, defaultTag.start + defaultTag.name.length + 1);
    scope.report("MG1110", span, { path: at.path, value: JSON.stringify(value), expected: describeType(described) });
  }
  return described;
}

/** Adds keywords, the new ones winning; constraints go to the member of a nullable type that they constrain. */
export function withKeywords(type: TypeModel, added: KeywordSet): TypeModel {
  if (Object.keys(added).length === 0) return type;
  if (type.kind !== "union") return { ...type, keywords: merged(type.keywords, added) };
  const [constraints, notes] = [{} as Record<string, Json>, {} as Record<string, Json>];
  for (const [name, value] of Object.entries(added)) (keywordOf(name)?.kinds === null ? notes : constraints)[name] = value;
  return {
    ...type,
    members: type.members.map((member) => (member.kind === "null" ? member : withKeywords(member, constraints))),
    keywords: merged(type.keywords, notes),
  };
}

/** In the order of the table, so that the order of the tags in a comment is of no consequence. */
function merged(before: KeywordSet, added: KeywordSet): KeywordSet {
  const all: KeywordSet = { ...before, ...added };
  return Object.fromEntries(keywords.flatMap(({ tag }) => (all[tag] === undefined ? [] : [[tag, all[tag]] as const])));
}

const constrained = (type: TypeModel): TypeModel =>
  type.kind === "union" ? (type.members.find(({ kind }) => kind !== "null") ?? type) : type;

/** Warns of tags that look like a slip. */
export function checkTags(scope: Scope, doc: Doc, file: ts.SourceFile): void {
  for (const { name, start } of doc.tags) {
    if (knownTags.has(name) || standardTags.has(name)) continue;
    const nearest = nearestName(name, [...knownTags]);
    if (nearest !== null) scope.report("MG1012", scope.spanOf(file, start, start + name.length + 1), { tag: name, nearest });
  }
}
