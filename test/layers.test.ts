/** Holds the walls of the runtime: who may import whom, and where the words of the protocol may stand (runtime/README.md). */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../runtime", import.meta.url));

const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.startsWith("dist") && !path.startsWith("node_modules"))
  .map((path) => path.replaceAll("\\", "/"))
  .sort();

const sources = new Map(files.map((path) => [path, readFileSync(join(root, path), "utf8")]));

interface Import {
  readonly from: string;
  readonly to: string;
}

const imports: readonly Import[] = files.flatMap((from) =>
  [...(sources.get(from) ?? "").matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, to = ""]) => ({
    from,
    to: to.startsWith(".")
      ? relative(root, join(root, dirname(from), to))
          .replace(/\.js$/, ".ts")
          .replaceAll("\\", "/")
      : to,
  })),
);

const spawnImport = "#spawn";

/** Bottom to top; a file may import from its own layer and from those below. */
const layers: readonly RegExp[] = [
  /^(json|errors)\.ts$/,
  /^(jsonrpc|core)\//,
  /^transports\//,
  /^eras\//,
  /^oauth\//,
  /^(index|server|client|node|jwt|oauth|oauth-node|testing)\.ts$/,
  /^stub\.ts$/,
  /^generated-v1\.ts$/,
];
const layerOf = (path: string): number => layers.findIndex((layer) => layer.test(path));
const allowed = (test: (edge: Import) => boolean): string[] =>
  imports.filter((edge) => !test(edge)).map(({ from, to }) => `${from} -> ${to}`);

test("there is something to hold", () => {
  expect(files.length).toBeGreaterThan(40);
  expect(imports.length).toBeGreaterThan(120);
});

test("every file belongs to a layer", () => {
  expect(files.filter((path) => layerOf(path) < 0)).toEqual([]);
});

test("nothing but the runtime itself and Node is imported, except by the OAuth client and by the check of tokens", () => {
  const optional = (from: string, to: string) =>
    (from.startsWith("oauth") && (to === "oauth4webapi" || to === "jose")) || (from === "jwt.ts" && to === "jose");
  expect(
    allowed(({ from, to }) => sources.has(to) || to.startsWith("node:") || to === spawnImport || optional(from, to)),
  ).toEqual([]);
  expect(allowed(({ to }) => to !== "jwt.ts")).toEqual([]);
});

test("the OAuth client is reached through its own entry alone, and knows neither era", () => {
  expect(allowed(({ from, to }) => !/^oauth(\/|\.ts$)/.test(to) || /^oauth(\/|\.ts$)/.test(from))).toEqual([]);
  expect(allowed(({ from, to }) => !(/^oauth(\/|\.ts$)/.test(from) && to.startsWith("eras/")))).toEqual([]);
});

test("imports never go upwards", () => {
  expect(allowed(({ from, to }) => !sources.has(to) || layerOf(to) <= layerOf(from))).toEqual([]);
});

test("the eras never import each other, and within eras/ only what stands beside the folders sees both", () => {
  expect(allowed(({ from, to }) => !(from.startsWith("eras/legacy/") && to.startsWith("eras/modern/")))).toEqual([]);
  expect(allowed(({ from, to }) => !(from.startsWith("eras/modern/") && to.startsWith("eras/legacy/")))).toEqual([]);
});

test("Node's modules are imported only where Node is named", () => {
  const node = /^(node|oauth-node|transports\/(node-http|node-cipher|stdio|spawn|child-output))\.ts$/;
  expect(allowed(({ from, to }) => !to.startsWith("node:") || node.test(from))).toEqual([]);
  // Types vanish; what is left may be reached only from ./node or through the conditional import.
  const nodeFile = /^transports\/(node-http|node-cipher|stdio|spawn|child-output)\.ts$/;
  const reaching = imports.filter(({ from, to }) => nodeFile.test(to) && from !== "node.ts" && !nodeFile.test(from));
  const typesOnly = reaching.filter(({ from }) =>
    /import type [^;]*spawn\.js"|export type [^;]*spawn\.js"/.test(sources.get(from) ?? ""),
  );
  expect(reaching.filter((edge) => !typesOnly.includes(edge))).toEqual([]);
});

test("methods, dates, error numbers and headers of the protocol stand only under eras/", () => {
  const words: readonly [string, RegExp][] = [
    [
      "a method",
      /"(initialize|ping|(tools|prompts|resources|sampling|roots|elicitation|server|subscriptions|completion|logging|notifications)\/[a-z_/]+)"/,
    ],
    ["a protocol date", /"20\d\d-\d\d-\d\d"/],
    ["an MCP error number", /-320(0\d|[1-9]\d)\b/],
    ["an MCP header", /"mcp-(?!gen)[a-z-]+"/i],
    ["a metadata key", /io\.modelcontextprotocol/],
  ];
  const found = [...sources]
    .filter(([path]) => !path.startsWith("eras/"))
    .flatMap(([path, text]) => words.filter(([, word]) => word.test(withoutComments(text))).map(([what]) => `${path}: ${what}`));
  expect(found).toEqual([]);
});

test("no cycle", () => {
  const runtimeImports = imports.filter(({ from, to }) => sources.has(to) && !onlyTypes(from, to));
  const cycle = findCycle(
    new Map(files.map((file) => [file, runtimeImports.filter(({ from }) => from === file).map(({ to }) => to)])),
  );
  expect(cycle).toEqual([]);
});

test("no barrel, no box for leftovers, no giant", () => {
  expect(files.filter((path) => /(^|\/)(utils?|helpers?|misc|common)(\/|\.ts$)/.test(path) || /\/index\.ts$/.test(path))).toEqual(
    [],
  );
  expect([...sources].filter(([, text]) => text.split("\n").length > 400).map(([path]) => path)).toEqual([]);
});

test("every file says what it is for", () => {
  expect([...sources].filter(([, text]) => !text.startsWith("/**")).map(([path]) => path)).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "");
}

/** Whether every import of `to` in `from` is of types alone. */
function onlyTypes(from: string, to: string): boolean {
  const name = to.split("/").at(-1)?.replace(/\.ts$/, ".js") ?? "";
  const statements = [...(sources.get(from) ?? "").matchAll(/(import|export)\s+(type\s+)?([^;]*?)\s*from\s*"([^"]+)"/g)].filter(
    ([, , , , path]) => path?.endsWith(`/${name}`),
  );
  return statements.every(
    ([, , type, names = ""]) => type !== undefined || namesOf(names).every((one) => one.startsWith("type ")),
  );
}

function namesOf(clause: string): string[] {
  return clause
    .replaceAll(/[{}]/g, "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle.length > 0) return cycle;
    }
    done.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
