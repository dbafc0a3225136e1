/**
 * Whether two texts of a generated file differ in formatting only, so that a formatter in the user's project and mcp-gen
 * leave each other in peace. The compiler is loaded when two texts differ, and not before.
 */
import type { ts } from "./compiler.js";

/** `path` tells the language by its ending. */
export async function sameCode(path: string, a: string, b: string): Promise<boolean> {
  const [left, right] = [a, b].map((text) => text.replaceAll("\r\n", "\n")) as [string, string];
  if (left === right) return true;
  if (path.endsWith(".json")) return sameJson(left, right);
  if (!/\.[mc]?ts$/.test(path)) return false;
  const { ts } = await import("./compiler.js");
  const parts = [left, right].map((text) => shape(ts, path, text)) as [string[], string[]];
  return parts[0].length === parts[1].length && parts[0].every((part, index) => part === parts[1][index]);
}

function sameJson(a: string, b: string): boolean {
  try {
    return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
  } catch {
    return false;
  }
}

/** The syntax tree in words: kinds, names and values, and the words of comments. */
function shape(compiler: typeof ts, path: string, text: string): string[] {
  const file = compiler.createSourceFile(path, text, compiler.ScriptTarget.Latest, true);
  const parts: string[] = [];
  const commented = new Set<number>();
  const comments = (position: number): void => {
    compiler.forEachLeadingCommentRange(text, position, (start, end) => {
      if (commented.has(start)) return;
      commented.add(start);
      parts.push(`comment ${text.slice(start, end).replaceAll(/\s*\n[\s*]*/g, "\n")}`);
    });
  };
  const visit = (node: ts.Node): void => {
    comments(node.pos);
    if (node.kind === compiler.SyntaxKind.ParenthesizedExpression || node.kind === compiler.SyntaxKind.ParenthesizedType) {
      compiler.forEachChild(node, visit);
      return;
    }
    // A key is the same with quotes and without.
    if (isNamed(compiler, node)) parts.push(`key ${node.text}`);
    else {
      const leaf = compiler.isLiteralExpression(node) || compiler.isTemplateLiteralToken(node);
      parts.push(`${node.kind}${leaf ? ` ${node.text}` : ""}`);
    }
    compiler.forEachChild(node, visit);
    parts.push("end");
  };
  visit(file);
  return parts;
}

function isNamed(compiler: typeof ts, node: ts.Node): node is ts.Identifier | ts.StringLiteral | ts.PrivateIdentifier {
  if (compiler.isIdentifier(node) || compiler.isPrivateIdentifier(node)) return true;
  if (!compiler.isStringLiteral(node)) return false;
  const { parent } = node;
  return "name" in parent && parent.name === node;
}
