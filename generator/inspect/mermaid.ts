/** An inspection as a Mermaid flowchart: arguments and resolvers flow into the function; what is asked flows into who asks. */
import type { InspectedOffer, Inspection } from "./inspection.js";

export function mermaidOf({ offers }: Inspection): string {
  return ["flowchart LR", ...offers.flatMap(graph), ""].join("\n");
}

function graph(offer: InspectedOffer, index: number): string[] {
  const { kind, name, arguments: names, injected, questions } = offer;
  const own = `o${index}`;
  const resolvers = injected.filter(({ by }) => by === "resolver");
  const idOf = (path: string): string =>
    path === "" ? own : `${own}_r${resolvers.findIndex(({ parameter }) => parameter === path)}`;
  const lines = [
    `subgraph ${own}_all[${label(`${kind} ${name}`)}]`,
    `  ${own}[${label(offer.function.slice(offer.function.indexOf("#") + 1))}]`,
  ];
  for (const [at, argument] of names.entries()) {
    const id = `${own}_a${at}`;
    const readers = resolvers.filter(({ reads }) => reads.includes(argument)).map(({ parameter }) => parameter);
    lines.push(`  ${id}([${label(argument)}])`, ...["", ...readers].map((path) => `  ${id} --> ${idOf(path)}`));
  }
  for (const { parameter, resolver, usedBy } of resolvers) {
    const shown = resolver?.slice(resolver.indexOf("#") + 1) ?? parameter;
    lines.push(`  ${idOf(parameter)}[${label(shown)}]`);
    for (const user of usedBy) lines.push(`  ${idOf(parameter)} -->|${label(lastOf(parameter))}| ${idOf(user)}`);
  }
  for (const [at, { key, kind: what, path }] of questions.entries()) {
    const id = `${own}_q${at}`;
    lines.push(`  ${id}{{${label(`${what}${key === null ? "" : `: ${key}`}`)}}}`, `  ${id} -.->|answers| ${idOf(path)}`);
  }
  return [...lines, "end"].map((line) => `  ${line}`);
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

/** Mermaid knows no escape but entities. */
const label = (text: string): string => `"${text.replace(/[^\w .:-]/gu, (character) => `#${character.codePointAt(0)};`)}"`;
