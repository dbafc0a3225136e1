/** Paths in error messages: text known at build time, and expressions that the emitted code fills in. */
import { isIdentifier } from "../names.js";
import { printString } from "../print.js";

export type Path = readonly (string | { readonly expression: string })[];

export const propertyPath = (path: Path, name: string): Path => {
  if (path.length === 0) return [name];
  return [...path, isIdentifier(name) ? `.${name}` : `[${JSON.stringify(name)}]`];
};

export const itemPath = (path: Path, index: string): Path => [...path, "[", { expression: index }, "]"];

/** The path as an expression of the emitted code. */
export function printPath(path: Path): string {
  const [first] = path;
  if (path.length === 1 && typeof first === "object") return first.expression;
  if (path.every((part) => typeof part === "string")) return printString(path.join(""));
  const parts = path.map((part) => (typeof part === "string" ? templateText(part) : `\${${part.expression}}`));
  return `\`${parts.join("")}\``;
}

const templateText = (text: string): string =>
  printString(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("`", "\\`").replaceAll("${", "\\${");
