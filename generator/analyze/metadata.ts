/** The tags of a tool, prompt or resource that are data for clients and for the application: icons, scopes, `_meta`, annotations. */
import type { ts } from "../compiler.js";
import type { IconModel, Json, OfferKind, PromptModel } from "../model.js";
import type { Doc, Tag } from "./jsdoc.js";
import type { Scope } from "./scope.js";

/** The kinds that a tag says something about; it is an error on the others. */
const kindsOfTags: Readonly<Record<string, readonly OfferKind[]>> = {
  readOnly: ["tool"],
  destructive: ["tool"],
  idempotent: ["tool"],
  openWorld: ["tool"],
  mimeType: ["resource"],
  size: ["resource"],
  audience: ["resource"],
  priority: ["resource"],
  lastModified: ["resource"],
  completes: ["prompt", "resource"],
};

/** One value of a tag, or what it should have been. */
type Read<T> = { readonly value: T } | { readonly expected: string };

/** The values of every tag of that name; a fault is reported at its tag. */
export function tagValues<T>(scope: Scope, doc: Doc, file: ts.SourceFile, name: string, read: (text: string) => Read<T>): T[] {
  return doc.tags
    .filter((tag) => tag.name === name)
    .flatMap((tag) => {
      const found = read(tag.text);
      if ("value" in found) return [found.value];
      scope.report("MG1109", tagSpan(scope, file, tag), { tag: name, text: tag.text, expected: found.expected });
      return [];
    });
}

export const tagSpan = (scope: Scope, file: ts.SourceFile, { name, start }: Pick<Tag, "name" | "start">) =>
  scope.spanOf(file, start, start + name.length + 1);

export function readMetadata(
  scope: Scope,
  kind: OfferKind,
  doc: Doc,
  file: ts.SourceFile,
): Pick<PromptModel, "icons" | "scopes" | "meta"> {
  for (const tag of doc.tags) {
    const kinds = Object.hasOwn(kindsOfTags, tag.name) ? (kindsOfTags[tag.name] ?? []) : [kind];
    if (kinds.includes(kind)) continue;
    scope.report("MG4002", tagSpan(scope, file, tag), { tag: tag.name, kind, kinds: kinds.join(" or a ") });
  }
  return {
    icons: tagValues(scope, doc, file, "icon", readIcon),
    scopes: [...new Set(tagValues(scope, doc, file, "scope", readScope))],
    meta: Object.fromEntries(tagValues(scope, doc, file, "meta", readMeta)),
  };
}

/** `src [mimeType] [sizes...] [light|dark]`. */
function readIcon(text: string): Read<IconModel> {
  const [src = "", ...rest] = text.split(/\s+/);
  const isMimeType = (word: string): boolean => /^[\w.+-]+\/[\w.+-]+$/.test(word);
  const isSize = (word: string): boolean => /^([1-9]\d*x[1-9]\d*|any)$/.test(word);
  const isTheme = (word: string): word is "light" | "dark" => word === "light" || word === "dark";
  const mimeTypes = rest.filter(isMimeType);
  const themes = rest.filter(isTheme);
  const sizes = rest.filter(isSize);
  const isUri = /^(https?:\/\/|data:)\S+$/.test(src) && URL.canParse(src);
  if (!isUri || mimeTypes.length > 1 || themes.length > 1 || mimeTypes.length + themes.length + sizes.length < rest.length) {
    return { expected: "an http, https or data URI, then perhaps a MIME type, sizes such as 48x48 or any, and light or dark" };
  }
  return { value: { src, mimeType: mimeTypes[0] ?? null, sizes, theme: themes[0] ?? null } };
}

/** One scope-token (RFC 6749, section 3.3). */
const readScope = (text: string): Read<string> =>
  /^[!#-[\]-~]+$/.test(text) ? { value: text } : { expected: "one scope, without spaces, quotes and backslashes" };

/** A key and a JSON value (specification: basic, "_meta"). */
function readMeta(text: string): Read<readonly [string, Json]> {
  const [, key = "", json = ""] = /^(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const label = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
  const isKey = new RegExp(`^(?:${label}(?:\\.${label})*/)?(?:[A-Za-z0-9](?:[\\w.-]*[A-Za-z0-9])?)?$`).test(key) && key !== "";
  if (!isKey) return { expected: "a key such as com.example/color, then a JSON value" };
  const second = key.includes("/") ? key.split("/")[0]?.split(".")[1] : undefined;
  const isReserved = ["progressToken", "traceparent", "tracestate", "baggage"].includes(key);
  if (isReserved || second === "modelcontextprotocol" || second === "mcp") {
    return { expected: "a key that the protocol does not keep for itself" };
  }
  try {
    return { value: [key, JSON.parse(json) as Json] };
  } catch {
    return { expected: "a key such as com.example/color, then a JSON value" };
  }
}
