/** Statements of the emitted handler, broken like a formatter would when they do not fit. */
import { lineWidth } from "../print.js";

/** `before` name(arguments) `after`, at a depth of `indent`, as whole lines. */
export function callLines(before: string, name: string, given: readonly string[], after: string, indent: number): string[] {
  const pad = " ".repeat(indent);
  const single = `${pad}${before}${name}(${given.join(", ")})${after}`;
  if (single.length <= lineWidth || given.length === 0) return [single];
  return [`${pad}${before}${name}(`, ...given.map((each) => `${pad}  ${each},`), `${pad})${after}`];
}

/** A statement that calls `outer` with the result of an inner call behind the arguments `given` and before those `after`. */
export function nestedCallLines(
  before: string,
  outer: string,
  given: readonly string[],
  inner: { readonly before: string; readonly name: string; readonly given: readonly string[] },
  indent: number,
  after: readonly string[] = [],
): string[] {
  const pad = " ".repeat(indent);
  const call = `${inner.before}${inner.name}(${inner.given.join(", ")})`;
  const single = `${pad}${before}${outer}(${[...given, call, ...after].join(", ")});`;
  if (single.length <= lineWidth) return [single];
  const arrow = /^(.*=>) (.*)$/.exec(inner.before);
  if (arrow !== null && after.length === 0) {
    const [, head = "", rest = ""] = arrow;
    const first = `${pad}${before}${outer}(${[...given, head].join(", ")}`;
    if (first.length <= lineWidth) return [first, ...callLines(rest, inner.name, inner.given, ",", indent + 2), `${pad});`];
  }
  return [
    `${pad}${before}${outer}(`,
    ...given.map((each) => `${pad}  ${each},`),
    ...callLines(inner.before, inner.name, inner.given, ",", indent + 2),
    ...after.map((each) => `${pad}  ${each},`),
    `${pad});`,
  ];
}
