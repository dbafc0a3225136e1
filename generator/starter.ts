/** What `mcp-gen init` puts into a folder. Pure: gets what is there, says what to add. */
import { titleCase } from "./names.js";
import { isRecord, type Raw } from "./options.js";

export interface Versions {
  /** Of mcp-gen and its runtime, which go together. */
  readonly own: string;
  /** Ranges of what the example is tested and checked with. */
  readonly typescript: string;
  readonly nodeTypes: string;
}

export interface StarterFile {
  readonly path: string;
  readonly text: string;
}

export const configFile = ({ name }: { readonly name: string }): StarterFile => ({
  path: "mcp-gen.config.ts",
  text: `import { defineConfig } from "mcp-gen";

export default defineConfig({
  title: ${JSON.stringify(titleCase(name))},
});
`,
});

export const tsconfigFile = ({ runner }: Testing): StarterFile => ({
  path: "tsconfig.json",
  text: `{
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",${runner === "node" ? '\n    "types": ["node"],' : ""}
    "strict": true,
    "skipLibCheck": true,
    "outDir": "dist"
  },
  "include": ["src"]
}
`,
});

/** How the example is tested: by Vitest where the project has it, else by Node itself, which needs no package. */
export interface Testing {
  readonly runner: "vitest" | "node";
  /** Of package.json, as npm runs it. */
  readonly script: string;
  readonly command: string;
  /** The file of the test. */
  readonly path: string;
}

const onNode = "node --import mcp-gen/register --test";

export function testingOf(manifest: Raw | null): Testing {
  const known = [...keysOf(manifest?.dependencies), ...keysOf(manifest?.devDependencies)];
  const path = "test/greet.test.ts";
  if (known.includes("vitest")) return { runner: "vitest", script: "test", command: "vitest run", path };
  const command = `${onNode} test/*.test.ts`;
  const there = isRecord(manifest?.scripts) ? manifest.scripts.test : undefined;
  if (there === undefined || there === command) return { runner: "node", script: "test", command, path };
  // Another runner takes files by their names, and must not take this one.
  return { runner: "node", script: "mcp:test", command: `${onNode} test/*.mcp.ts`, path: "test/greet.mcp.ts" };
}

const toolFile: StarterFile = {
  path: "src/greet.ts",
  text: `import { type Elicit, elicit, type Resolve } from "@mcp-gen/runtime";

export interface Name {
  /** What shall we call you? */
  name: string;
}

/** The user is asked; the model neither sees this nor can answer it. */
export function askName(): Elicit<Name> {
  return elicit("Who is to be greeted?");
}

/**
 * Greet the user by name.
 * @tool greet
 * @param greeting - The first word, such as Hello.
 */
export function greet(who: Resolve<Name, typeof askName>, greeting = "Hello"): string {
  return \`\${greeting}, \${who.name}!\`;
}
`,
};

function testFile({ runner, path }: Testing): StarterFile {
  const isNode = runner === "node";
  const equal = (actual: string, value: string): string =>
    isNode ? `assert.deepEqual(${actual}, ${value});` : `expect(${actual}).toEqual(${value});`;
  const client = `import { connect } from "@mcp-gen/runtime/client";\n`;
  const imports = isNode
    ? `import assert from "node:assert/strict";\nimport { test } from "node:test";\n${client}`
    : `${client}import { expect, test } from "vitest";\n`;
  return {
    path,
    text: `${imports}import { greet } from "../src/greet.js";
import { server } from "../src/mcp/server.js";

test("a tool is a function", () => {
  ${equal('greet({ name: "Ada" }, "Welcome")', '"Welcome, Ada!"')}
});

test("the user is asked for the name", async () => {
  const client = await connect(server, {
    elicitation: () => ({ action: "accept", content: { name: "Ada" } }),
  });
  const { content } = await client.callTool("greet", { greeting: "Welcome" });
  ${equal("content", '[{ type: "text", text: "Welcome, Ada!" }]')}
  await client.close();
});
`,
  };
}

export const exampleFiles = (testing: Testing): readonly StarterFile[] => [toolFile, testFile(testing)];

const scripts = {
  "mcp:build": "mcp-gen build",
  "mcp:check": "mcp-gen build --check",
  "mcp:dev": "mcp-gen dev",
};

export interface PackageChange {
  readonly text: string;
  /** What was added, such as `scripts.test`; empty when nothing was. */
  readonly added: readonly string[];
}

/** `before` is the package.json that is there; null without one. What it says stays as it is. */
export function packageJson(
  before: { readonly text: string; readonly value: Raw } | null,
  folder: string,
  versions: Versions,
  { runner, script, command }: Testing,
): PackageChange {
  const base: Raw = before?.value ?? { name: packageName(folder), version: "0.1.0", private: true, type: "module" };
  const runtime = { "@mcp-gen/runtime": `^${versions.own}` };
  const development = {
    ...(runner === "node" && { "@types/node": versions.nodeTypes }),
    "mcp-gen": `^${versions.own}`,
    typescript: versions.typescript,
  };
  const known = new Set([...keysOf(base.dependencies), ...keysOf(base.devDependencies)]);
  const missing = (wanted: Readonly<Record<string, string>>, there: ReadonlySet<string>): [string, string][] =>
    Object.entries(wanted).filter(([key]) => !there.has(key));
  const additions: readonly [section: string, entries: [string, string][]][] = [
    ["scripts", missing({ ...scripts, [script]: command }, new Set(keysOf(base.scripts)))],
    ["dependencies", missing(runtime, known)],
    ["devDependencies", missing(development, known)],
  ];
  const value: Record<string, unknown> = { ...base };
  for (const [section, entries] of additions) {
    const there = value[section];
    if (entries.length > 0) value[section] = { ...(isRecord(there) ? there : {}), ...Object.fromEntries(entries) };
  }
  const added = additions.flatMap(([section, entries]) => entries.map(([key]) => `${section}.${key}`));
  if (before !== null && added.length === 0) return { text: before.text, added };
  const indent = /^([ \t]+)"/m.exec(before?.text ?? "")?.[1] ?? "  ";
  const text = `${JSON.stringify(value, null, indent)}\n`;
  return { text: before?.text.includes("\r\n") === true ? text.replaceAll("\n", "\r\n") : text, added };
}

const keysOf = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : []);

/** A name that package managers take. */
const packageName = (folder: string): string =>
  folder
    .toLowerCase()
    .replace(/[^a-z0-9-~]+/g, "-")
    .replace(/^-+|-+$/g, "") || "server";
