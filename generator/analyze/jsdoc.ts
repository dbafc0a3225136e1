/**
 * Doc comments, read from the raw text. TypeScript's own reader ends a description at any `@` and does not attach a
 * comment in `{ /** text *\/ a: string }` at all, so neither its descriptions nor its tags can be relied on.
 */
import { ts } from "../compiler.js";
import { isConstraint, keywordTags } from "../schema/keywords.js";

export interface Tag {
  readonly name: string;
  /** Everything behind the name up to the next tag, trimmed. */
  readonly text: string;
  /** Offset of the `@` in the file. */
  readonly start: number;
}

export interface Doc {
  readonly description: string;
  readonly tags: readonly Tag[];
  /** Offset of the comment in the file. */
  readonly start: number;
}

/** Tags that mean something to mcp-gen on a function. */
export const functionTags = (
  "tool prompt resource title param returns readOnly destructive idempotent openWorld mimeType size audience priority lastModified " +
  "completes icon scope meta"
).split(" ");

/** Every tag that mcp-gen knows: these alone may also stand in the middle of a one-line comment. */
export const knownTags: ReadonlySet<string> = new Set([...functionTags, ...keywordTags]);

/** Tags of JSDoc and TSDoc that mean nothing here and are no slip of the pen. */
export const standardTags: ReadonlySet<string> = new Set(
  (
    "abstract access alpha arg argument async augments author beta callback category class classdesc constant constructor copyright " +
    "decorator defaultvalue desc enum event eventProperty exception experimental export exports extends external " +
    "file fileoverview fires function generator global group hidden hideconstructor ignore implements import inheritDoc inheritdoc " +
    "inner instance interface internal kind label lends license link linkcode linkplain listens member memberof method mixes mixin " +
    "module name namespace override overload package packageDocumentation private privateRemarks prop property protected " +
    "public readonly remarks requires return satisfies sealed see since static summary template this throws todo tutorial type " +
    "typedef typeParam typeparam var variation version virtual yield yields"
  ).split(" "),
);

const noDoc: Doc = { description: "", tags: [], start: 0 };

/** A property of a shared type is met again with every tool that has the type. */
const read = new WeakMap<ts.Node, Doc>();

/** The doc comment of a declaration: the last one before it. */
export function docOf(node: ts.Node): Doc {
  const known = read.get(node);
  if (known !== undefined) return known;
  const doc = readDoc(node);
  read.set(node, doc);
  return doc;
}

function readDoc(node: ts.Node): Doc {
  const file = node.getSourceFile();
  const { text } = file;
  const owner = ownerOf(node);
  const start = owner.getStart(file);
  const leading = ts.getLeadingCommentRanges(text, owner.pos) ?? [];
  // A comment on the line of the opening brace or of the comma before counts as the trailing comment of that token. It is
  // ours only when our node stands on the same line: else it speaks about what is before it.
  const trailing = (ts.getTrailingCommentRanges(text, owner.pos) ?? []).filter(
    ({ end }) => !text.slice(end, start).includes("\n"),
  );
  const comment = [...trailing, ...leading].filter(({ pos }) => isDocAt(text, pos)).at(-1);
  return comment === undefined ? noDoc : parseDoc(text.slice(comment.pos, comment.end), comment.pos);
}

/** The node that the comment of a declaration stands before. */
function ownerOf(node: ts.Node): ts.Node {
  const isOnly = ts.isVariableDeclaration(node) && ts.isVariableDeclarationList(node.parent);
  return isOnly && ts.isVariableStatement(node.parent.parent) ? node.parent.parent : node;
}

const isDocAt = (text: string, pos: number): boolean => text.startsWith("/**", pos) && !text.startsWith("/**/", pos);

/** Reads one comment, from its slashes to its slashes. `start` is its offset in the file. */
export function parseDoc(comment: string, start: number): Doc {
  const inner = comment.slice(3, -2).replace(/\*+$/, "");
  const tags = inner.includes("\n") ? tagsOfLines(inner) : tagsOfLine(inner);
  const ends = [...tags.slice(1).map(({ at }) => at), inner.length];
  return {
    description: plain(inner.slice(0, tags[0]?.at ?? inner.length)),
    tags: tags.map(({ name, at }, index) => ({
      name,
      text: plain(inner.slice(at + 1 + name.length, ends[index])),
      start: start + 3 + at,
    })),
    start,
  };
}

interface Found {
  readonly name: string;
  readonly at: number;
}

/** In a comment of several lines a tag starts a line, and code blocks hold none. */
function tagsOfLines(inner: string): Found[] {
  const found: Found[] = [];
  let fenced = false;
  let at = 0;
  for (const line of inner.split("\n")) {
    const [, lead = "", rest = ""] = /^(\s*\*?\s*)(.*)$/s.exec(line) ?? [];
    if (rest.startsWith("```")) fenced = !fenced;
    const name = /^@([A-Za-z]\w*)(?=[\s{]|$)/.exec(rest)?.[1];
    if (name !== undefined && !fenced) found.push({ name, at: at + lead.length });
    at += line.length + 1;
  }
  return found;
}

function tagsOfLine(inner: string): Found[] {
  const found: Found[] = [];
  for (const match of inner.matchAll(/(^|\s)@([A-Za-z]\w*)(?=[\s{]|$)/g)) {
    const [, lead = "", name = ""] = match;
    const at = match.index + lead.length;
    if (knownTags.has(name) || inner.slice(0, at).trim() === "") found.push({ name, at });
  }
  return found;
}

/** The text of some lines without the stars before them. */
const plain = (text: string): string =>
  text
    .split("\n")
    .map((line, index) => (index === 0 ? line : line.replace(/^\s*\* ?/, "")).trimEnd())
    .join("\n")
    .trim();

/** Every doc comment in a file that has a given tag, wherever it stands, strings excluded. */
export function commentsWith(file: ts.SourceFile, tag: string): Doc[] {
  return [...file.text.matchAll(/\/\*\*[\s\S]*?\*\//g)]
    .filter((match) => match[0].includes(`@${tag}`) && isTrivia(file, match.index))
    .map((match) => parseDoc(match[0], match.index))
    .filter((doc) => doc.tags.some(({ name }) => name === tag));
}

/** Whether an offset lies between tokens, and not in a string, a template or a regular expression. */
function isTrivia(file: ts.SourceFile, offset: number): boolean {
  let node: ts.Node = file;
  for (;;) {
    const child: ts.Node | undefined = ts.forEachChild(node, (each) =>
      each.getStart(file) <= offset && offset < each.end ? each : undefined,
    );
    if (child === undefined) break;
    node = child;
  }
  return !(ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node));
}

/** What `@param` says about one parameter: its text, and the constraint tags in it or right behind it. */
export interface ParamDoc {
  /** `path`, or `options.depth`. */
  readonly name: string;
  readonly text: string;
  readonly tags: readonly Tag[];
  /** Offset of the tag in the file. */
  readonly start: number;
}

export function paramDocs(doc: Doc): ParamDoc[] {
  const found: (ParamDoc & { tags: Tag[] })[] = [];
  let open: Tag[] | null = null;
  for (const tag of doc.tags) {
    if (tag.name === "param") {
      const [, name = "", said = ""] =
        /^(?:\{[^}]*\}\s*)?\[?([\w$]+(?:\.[\w$]+)*)[^\s]*\s*(?:-\s*)?([\s\S]*)$/.exec(tag.text) ?? [];
      const inner = tagsOfLine(said).filter((each) => isConstraint(each.name));
      const ends = [...inner.slice(1).map(({ at }) => at), said.length];
      open = inner.map(({ name: inside, at }, index) => ({
        name: inside,
        text: plain(said.slice(at + 1 + inside.length, ends[index])),
        start: tag.start,
      }));
      found.push({ name, text: plain(said.slice(0, inner[0]?.at ?? said.length)), tags: open, start: tag.start });
    } else if (open !== null && isConstraint(tag.name)) open.push(tag);
    else open = null;
  }
  return found;
}
