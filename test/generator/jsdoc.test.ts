import { describe, expect, it } from "vitest";
import { paramDocs, parseDoc } from "../../generator/analyze/jsdoc.js";

const read = (comment: string): { description: string; tags: string[] } => {
  const { description, tags } = parseDoc(comment, 0);
  return { description, tags: tags.map(({ name, text }) => (text === "" ? name : `${name}: ${text}`)) };
};

describe("a doc comment", () => {
  it("on one line may carry known tags behind its text", () => {
    expect(read("/** Book a table. @tool book_table */")).toEqual({ description: "Book a table.", tags: ["tool: book_table"] });
    expect(read("/** @minimum 1 @integer */")).toEqual({ description: "", tags: ["minimum: 1", "integer"] });
  });

  it("on one line keeps what only looks like a tag", () => {
    expect(read("/** From @scope/pkg, ask me@tool.example or {@link tool}, not `@tool` nor @nobody. */")).toEqual({
      description: "From @scope/pkg, ask me@tool.example or {@link tool}, not `@tool` nor @nobody.",
      tags: [],
    });
  });

  it("of several lines has tags at the beginnings of lines only", () => {
    const comment =
      "/**\n * Text with @tool inside.\n * @scope/pkg starts this line.\n *\n * More.\n * @param a - one\n *   two\n * @custom\n */";
    expect(read(comment)).toEqual({
      description: "Text with @tool inside.\n@scope/pkg starts this line.\n\nMore.",
      tags: ["param: a - one\n  two", "custom"],
    });
  });

  it("has no tags in its code blocks", () => {
    expect(read("/**\n * Like so:\n * ```ts\n * @tool no\n * ```\n * @tool yes\n */").tags).toEqual(["tool: yes"]);
  });

  it("tells where a tag stands", () => {
    const comment = "/**\r\n * Text.\r\n * @tool name\r\n */";
    const [tag] = parseDoc(comment, 100).tags;
    expect(comment.slice((tag?.start ?? 0) - 100)).toMatch(/^@tool name/);
    expect(tag?.text).toBe("name");
  });

  it("may be empty", () => expect(read("/** */")).toEqual({ description: "", tags: [] }));
});

describe("@param", () => {
  const params = (comment: string): unknown[] =>
    paramDocs(parseDoc(comment, 0)).map(({ name, text, tags }) => [name, text, tags.map((tag) => `${tag.name}: ${tag.text}`)]);

  it("names a parameter or a property of one, and may carry constraints behind its text", () => {
    expect(
      params("/**\n * @param times - How often @integer @minimum 1\n * @param {string} options.path The path.\n */"),
    ).toEqual([
      ["times", "How often", ["integer: ", "minimum: 1"]],
      ["options.path", "The path.", []],
    ]);
  });

  it("owns the constraints that follow it, and nothing that a function may say itself", () => {
    const comment = "/**\n * @param n - Count.\n * @maximum 5\n * @default 3\n * @deprecated soon\n * @minimum 1\n */";
    expect(params(comment)).toEqual([["n", "Count.", ["maximum: 5", "default: 3"]]]);
  });

  it("in a comment of one line", () => {
    expect(params("/** Repeat. @tool repeat @param n - Count @integer */")).toEqual([["n", "Count", ["integer: "]]]);
  });
});
