/** The doc tags of a value -> keywords, checked against the type that they stand on. */
import type { ts } from "../compiler.js";
import type { Json, KeywordSet, Span, TypeModel } from "../model.js";
import { nearestName } from "../names.js";
import { describeType } from "../schema/describe.js";
import { fits } from "../schema/fits.js";
import { keywordOf, keywords, readKeyword } from "../schema/keywords.js";
import { type Doc, knownTags, standardTags, type Tag } from "./jsdoc.js";
import type { Scope } from "./scope.js";

interface Commented {
  readonly path: string;
  readonly file: ts.SourceFile;
  /** The comment stands on a field of a form. */
  readonly isQuestion?: boolean;
}

/** `type` with what the comment says about it. A tag on an array or on `| null` means the whole. */
export function withDoc(scope: Scope, type: TypeModel, doc: Doc, at: Commented): TypeModel {
  const found = new Map<string, Json>();
  const remark = doc.tags.find(({ name }) => name === "deprecated")?.text ?? "";
  const description = [doc.description, remark === "" ? "" : `Deprecated: ${remark}`].filter((text) => text !== "").join("\n\n");
  if (description !== "") found.set("description", description);
  return withTags(scope, withKeywords(type, Object.fromEntries(found)), doc.tags, at);
}

/** `type` with the keywords of some tags, checked against it and against each other. */
export function withTags(scope: Scope, type: TypeModel, tags: readonly Tag[], at: Commented): TypeModel {
  const found = new Map<string, { readonly value: Json; readonly tag: Tag }>();
  const examples: Json[] = [];
  const spanOf = (tag: Tag): Span => scope.spanOf(at.file, tag.start, tag.start + tag.name.length + 1);
  for (const tag of tags) {
    const keyword = keywordOf(tag.name);
    if (keyword === null) continue;
    if (!keyword.inArguments && at.isQuestion !== true) {
      scope.report("MG1108", spanOf(tag), { tag: tag.name, path: at.path, kinds: "fields of questions", type: "none" });
      continue;
    }
    const target = targetOf(type, keyword.kinds);
    if (keyword.kinds !== null && !keyword.kinds.includes(target.kind)) {
      const kinds = keyword.kinds.map((kind) => `${kind}s`).join(" and ");
      scope.report("MG1108", spanOf(tag), { tag: tag.name, path: at.path, kinds, type: describeType(target) });
      continue;
    }
    const read = readKeyword(keyword, tag.text, target.kind);
    // An example may also be a story with code in it, for people: then it is none for the schema.
    if (keyword.tag === "examples") {
      if ("value" in read && fits(type, read.value, scope.types.definitions)) examples.push(read.value);
    } else if ("expected" in read) {
      scope.report("MG1109", spanOf(tag), { tag: tag.name, text: tag.text, expected: read.expected });
    } else found.set(keyword.tag, { value: read.value, tag });
  }
  const added = Object.fromEntries([...found].map(([name, { value }]) => [name, value] as const));
  const described = withKeywords(type, examples.length === 0 ? added : { ...added, examples });
  for (const [name, { tag }] of found) {
    const against = contradiction(targetOf(described, keywordOf(name)?.kinds ?? null).keywords, name);
    if (against !== null) scope.report("MG1114", spanOf(tag), { path: at.path, tag: tag.name, against });
  }
  const preset = found.get("default");
  if (preset !== undefined && !fits(described, preset.value, scope.types.definitions)) {
    const facts = { path: at.path, value: JSON.stringify(preset.value), expected: describeType(described) };
    scope.report("MG1110", spanOf(preset.tag), facts);
  }
  return described;
}

/** The bound that a keyword leaves no value with; null when there is room. */
function contradiction(keywords: KeywordSet, name: string): string | null {
  for (const [low, high, open] of bounds) {
    if (name !== low && name !== high) continue;
    const [least, most] = [keywords[low], keywords[high]];
    if (typeof least !== "number" || typeof most !== "number") continue;
    if (least > most || (open && least === most)) return name === low ? high : low;
  }
  return null;
}

/** Lower and upper bounds that belong together, and whether equal ones leave nothing. */
const bounds: readonly (readonly [string, string, boolean])[] = [
  ["minimum", "maximum", false],
  ["minimum", "exclusiveMaximum", true],
  ["exclusiveMinimum", "maximum", true],
  ["exclusiveMinimum", "exclusiveMaximum", true],
  ["minLength", "maxLength", false],
  ["minItems", "maxItems", false],
];

/** Adds keywords, the new ones winning; constraints go to those members of a union that they constrain. */
export function withKeywords(type: TypeModel, added: KeywordSet): TypeModel {
  if (Object.keys(added).length === 0) return type;
  if (type.kind !== "union") return { ...type, keywords: merged(type.keywords, added) };
  const [constraints, notes] = [{} as Record<string, Json>, {} as Record<string, Json>];
  for (const [name, value] of Object.entries(added)) (keywordOf(name)?.kinds === null ? notes : constraints)[name] = value;
  const forKind = (kind: TypeModel["kind"]): KeywordSet =>
    Object.fromEntries(Object.entries(constraints).filter(([name]) => keywordOf(name)?.kinds?.includes(kind)));
  return {
    ...type,
    members: type.members.map((member) => withKeywords(member, member.kind === "union" ? constraints : forKind(member.kind))),
    keywords: merged(type.keywords, notes),
  };
}

/** In the order of the table, so that the order of the tags in a comment is of no consequence. */
function merged(before: KeywordSet, added: KeywordSet): KeywordSet {
  const all: KeywordSet = { ...before, ...added };
  const inOrder: Record<string, Json> = {};
  for (const { tag } of keywords) {
    const value = all[tag];
    if (value !== undefined) inOrder[tag] = value;
  }
  return inOrder;
}

/** What a tag speaks about: in a union, the first member of a kind that it is for, else the first. */
function targetOf(type: TypeModel, kinds: readonly TypeModel["kind"][] | null): TypeModel {
  if (type.kind !== "union") return type;
  const members = type.members.filter(({ kind }) => kind !== "null");
  return members.find(({ kind }) => kinds?.includes(kind)) ?? members[0] ?? type;
}

/** Warns of tags that look like a slip. */
export function checkTags(scope: Scope, doc: Doc, file: ts.SourceFile): void {
  for (const { name, start } of doc.tags) {
    if (knownTags.has(name) || standardTags.has(name)) continue;
    const nearest = nearestName(name, [...knownTags]);
    if (nearest !== null) scope.report("MG1012", scope.spanOf(file, start, start + name.length + 1), { tag: name, nearest });
  }
}
