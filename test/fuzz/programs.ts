/** Random little servers: tools whose parameters are filled by one to five resolvers that depend on each other at random. */

import { randomFrom } from "./random.js";

/** What the programs share; `runs` counts bodies. */
const support = `import { type Elicit, type ElicitationResult, elicit } from "@mcp-gen/runtime";

export interface M {
  v: string;
}

export const runs = new Map<string, number>();

export function ran(name: string): void {
  runs.set(name, (runs.get(name) ?? 0) + 1);
}

export function percentOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((hash ^ (hash >>> 13)) >>> 0) % 100;
}

export function show(value: M | ElicitationResult<M>): string {
  if ("v" in value) return value.v;
  return value.action === "accept" ? \`+\${value.data.v}\` : value.action;
}

/** Computes, asks or fails, as its inputs will have it. */
export function decide(text: string, asking: number): M | Elicit<M> {
  const percent = percentOf(text);
  if (percent >= 97) throw new Error(\`broken \${text}\`);
  return percent < asking ? elicit(\`\${text}?\`) : { v: String(percent) };
}
`;

export interface Program {
  readonly tool: string;
  readonly source: string;
}

export function program(index: number, seed: number): Program {
  const random = randomFrom(seed + index * 7919);
  const below = (limit: number): number => Math.floor(random() * limit);
  const count = 1 + below(5);
  const wish = (name: string): string =>
    random() < 0.3 ? `Resolve<ElicitationResult<M>, typeof ${name}>` : `Resolve<M, typeof ${name}>`;
  const tool = `t${index}`;
  const resolvers = Array.from({ length: count }, (_, at) => {
    const dependencies = Array.from({ length: at }, (_unused, on) => on).filter(() => random() < 0.4);
    const parameters = dependencies.map((on) => `d${on}: ${wish(`${tool}r${on}`)}`);
    if (random() < 0.7) parameters.push("seed: string");
    const shown = [
      ...dependencies.map((on) => `\${show(d${on})}`),
      ...(parameters.includes("seed: string") ? ["$" + "{seed}"] : []),
    ];
    const asking = [0, 60, 95][below(3)] ?? 60;
    return `export function ${tool}r${at}(${parameters.join(", ")}): M | Elicit<M> {
  return decide(\`${tool}r${at} ${shown.join(" ")}\`, ${asking});
}
`;
  });
  const taken = Array.from({ length: count }, (_, at) => at).filter((at) => at === count - 1 || random() < 0.6);
  const parameters = ["seed: string", ...taken.map((at) => `p${at}: ${wish(`${tool}r${at}`)}`)];
  const source = `${resolvers.join("\n")}
/** Random program ${index}. @tool ${tool} */
export function ${tool}(${parameters.join(", ")}): string {
  ran("${tool}");
  return [seed, ${taken.map((at) => `show(p${at})`).join(", ")}].join("|");
}
`;
  return { tool, source };
}

/** The files of a project that holds the programs, a handful in each. */
export function projectFiles(programs: readonly Program[]): ReadonlyMap<string, string> {
  const files = new Map([["src/support.ts", support]]);
  const head = `import type { Elicit, ElicitationResult, Resolve } from "@mcp-gen/runtime";
import { decide, type M, ran, show } from "./support.js";

`;
  for (let at = 0; at < programs.length; at += 10) {
    const sources = programs.slice(at, at + 10).map(({ source }) => source);
    files.set(`src/programs${at}.ts`, head + sources.join("\n"));
  }
  files.set("mcp-gen.config.json", JSON.stringify({ name: "fuzz", version: "1.0.0" }));
  files.set(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { module: "nodenext", target: "es2022", strict: true, types: ["node"] } }),
  );
  return files;
}
