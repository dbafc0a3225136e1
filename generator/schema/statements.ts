/** Statements of the emitted code, laid out as a formatter would. */
import { lineWidth } from "../print.js";

export interface Test {
  /** True when the value is wrong. */
  readonly bad: string;
  readonly report: string;
}

/** The tests as a chain of `if`, with what comes when all pass, under a guard. */
export function guarded(chain: readonly Test[], rest: readonly string[], indent: number, guard: readonly string[]): string[] {
  const [only] = chain;
  if (guard.length === 0 || (chain.length === 0 && rest.length === 0)) return chained(chain, rest, indent);
  if (chain.length === 1 && only !== undefined && rest.length === 0) {
    const bad = only.bad.includes(" || ") ? `(${only.bad})` : only.bad;
    return chained([{ ...only, bad: [...guard, bad].join(" && ") }], [], indent);
  }
  const pad = " ".repeat(indent);
  const [single = ""] = rest;
  const short = `${pad}if (${guard.join(" && ")}) ${single.trimStart()}`;
  if (chain.length === 0 && rest.length === 1 && fits(short) && !/^\s*(if|for)\b/.test(single)) return [short];
  return [
    `${pad}if (${guard.join(" && ")}) {`,
    ...chained(
      chain,
      rest.map((line) => `  ${line}`),
      indent + 2,
    ),
    `${pad}}`,
  ];
}

/** `rest` stands at the depth of the chain itself. */
export function chained(chain: readonly Test[], rest: readonly string[], indent: number): string[] {
  const pad = " ".repeat(indent);
  const lines = chain.flatMap(({ bad, report }, index) => {
    const head = `${pad}${index === 0 ? "" : "else "}if (${bad})`;
    return fits(`${head} ${report}`) ? [`${head} ${report}`] : [head, ...brokenCall(report, indent + 2)];
  });
  if (rest.length === 0 || chain.length === 0) return [...lines, ...rest];
  const [single = ""] = rest;
  const joined = `${pad}else ${single.trimStart()}`;
  return rest.length === 1 && fits(joined)
    ? [...lines, joined]
    : [...lines, `${pad}else {`, ...rest.map((line) => `  ${line}`), `${pad}}`];
}

/** A call on a line of its own, its arguments one a line when even that is too long. */
export function brokenCall(call: string, indent: number): string[] {
  const pad = " ".repeat(indent);
  const match = /^((?:return )?problems\.\w+)\((.*), ([\w.[\]"]+)\);$/s.exec(call);
  if (fits(pad + call) || match === null) return [pad + call];
  const [, name = "", middle = "", last = ""] = match;
  const split = middle.indexOf(", ");
  return [
    `${pad}${name}(`,
    `${pad}  ${middle.slice(0, split)},`,
    `${pad}  ${middle.slice(split + 2)},`,
    `${pad}  ${last},`,
    `${pad});`,
  ];
}

const fits = (line: string): boolean => line.length <= lineWidth;
