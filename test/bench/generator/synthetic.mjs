// Projects of any number of tools with varied types, ten tools a file, the same text every time.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const shared = `export enum Priority {
  Low = "low",
  Normal = "normal",
  High = "high",
}
export type Id = string;
export interface Page {
  /** Zero-based offset. */
  offset: number;
  /** @maximum 200 */
  limit: number;
}
export interface Paged<T> {
  items: T[];
  total: number;
  next?: Page;
}
export interface Address {
  street: string;
  city: string;
  zip?: string;
  at?: number[];
}
export interface Person {
  id: Id;
  name: string;
  age?: number;
  address?: Address;
  tags: string[];
}
export interface TreeNode {
  id: Id;
  label: string;
  children?: TreeNode[];
}
export type Filter =
  | { kind: "equal"; field: string; value: string | number | boolean | null }
  | { kind: "range"; field: string; from?: number; to?: number }
  | { kind: "all" | "any"; parts: Filter[] };
`;

const kinds = [
  "string",
  "number",
  "boolean",
  "Person",
  "string | null",
  "Priority",
  "number[]",
  "Filter",
  '"a" | "b" | "c"',
  "Date",
  "Paged<Person>",
  "Record<string, number>",
  "Id",
  'Pick<Person, "id" | "name">',
  "string[]",
  "TreeNode",
  'Omit<Person, "address">',
  "Partial<Address>",
  "Address & { note?: string }",
  "Page",
  "Record<string, Address>",
  "Person | Address",
  "readonly Person[]",
];
const results = [
  "{ ok: boolean; id: Id }",
  "Paged<Person>",
  '{ status: "done"; value: number } | { status: "failed"; reason: string }',
  'Omit<Person, "tags"> & { score: number }',
  "{ nodes: TreeNode[] }",
];
const words = ["path", "name", "count", "owner", "filter", "flags", "page", "mode", "target", "depth", "query"];
const tags = { string: "\n   * @minLength 1\n   * @maxLength 80", number: "\n   * @minimum 0\n   * @maximum 100" };

function property(tool, index) {
  const kind = kinds[(tool * 7 + index * 5) % kinds.length];
  const word = words[(tool + index) % words.length];
  const constraints = tool % 2 === 0 ? (tags[kind] ?? "") : "";
  const optional = (tool + index) % 3 === 0 ? "?" : "";
  return `  /**\n   * The ${word} of tool ${tool}.${constraints}\n   */\n  ${word}${optional}: ${kind};\n`;
}

function tool(number) {
  const properties = Array.from({ length: 2 + (number % 5) }, (_, index) => property(number, index)).join("");
  const nested =
    number % 3 === 0
      ? `  options?: { dryRun?: boolean; retries: number; inner: { a: string; b?: ${kinds[number % 23]} } };\n`
      : "";
  return `
/** Arguments of tool ${number}. */
export interface Tool${number}Arguments {
${properties}${nested}}

export type Tool${number}Result = ${results[number % results.length]};

/**
 * Tool ${number}: does thing ${number} to its target.
 * @tool
 */
export async function tool${number}(args: Tool${number}Arguments): Promise<Tool${number}Result> {
  const seen = Object.keys(args)
    .map((key) => key.toUpperCase())
    .filter((key) => key.length > ${number % 9});
  if (seen.length > 3) throw new Error(\`tool ${number}: \${seen.join(", ")}\`);
  return JSON.parse("null");
}
`;
}

const imported = `type Address, type Filter, type Id, type Page, type Paged, type Person, Priority, type TreeNode`;
const tsconfig = {
  compilerOptions: {
    strict: true,
    target: "es2022",
    lib: ["es2022"],
    module: "nodenext",
    types: [],
    skipLibCheck: true,
    noEmit: true,
    experimentalDecorators: true,
  },
  include: ["src"],
};

/** What the peers have to be told about one file of tools: its name and the numbers of its tools. */
const filesOf = (tools) =>
  Array.from({ length: Math.ceil(tools / 10) }, (_, index) => ({
    name: `tools${String(index).padStart(3, "0")}`,
    numbers: Array.from({ length: Math.min(10, tools - index * 10) }, (_, of) => index * 10 + of),
  }));

/** Writes a project into an empty folder. @returns the path of its first file of tools. */
export function writeProject(folder, tools) {
  rmSync(folder, { recursive: true, force: true });
  const put = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  put("package.json", `{ "name": "synthetic", "version": "1.0.0", "type": "module", "private": true }\n`);
  put("tsconfig.json", `${JSON.stringify(tsconfig, null, 2)}\n`);
  put("src/shared.ts", shared);
  for (const { name, numbers } of filesOf(tools)) {
    put(`src/${name}.ts`, `import { ${imported} } from "./shared.js";\n${numbers.map(tool).join("")}`);
    put(`tsoa/${name}.ts`, controller(name, numbers));
    put(`typia/${name}.ts`, calls(name, numbers));
  }
  put("typia/tsconfig.json", `{ "extends": "../tsconfig.json", "include": ["."] }\n`);
  put(
    "tsoa.json",
    JSON.stringify({
      entryFile: "src/shared.ts",
      controllerPathGlobs: ["tsoa/*.ts"],
      spec: { outputDirectory: "tsoa", specVersion: 3 },
    }),
  );
  return join(folder, "src/tools000.ts");
}

const typesOf = (numbers) => numbers.flatMap((number) => [`type Tool${number}Arguments`, `type Tool${number}Result`]).join(", ");

/** tsoa reads controllers. */
function controller(name, numbers) {
  const methods = numbers.map(
    (number) =>
      `  @Post("tool${number}")\n  public async tool${number}(@Body() args: Tool${number}Arguments): Promise<Tool${number}Result> {\n    return tool${number}(args);\n  }\n`,
  );
  const functions = numbers.map((number) => `tool${number}`).join(", ");
  return `import { Body, Controller, Post, Route } from "tsoa";
import { ${typesOf(numbers)}, ${functions} } from "../src/${name}.js";

@Route("${name}")
export class ${name} extends Controller {
${methods.join("")}}
`;
}

/** typia replaces calls by what it makes of their type. */
function calls(name, numbers) {
  const lines = numbers.map(
    (number) => `export const tool${number} = typia.json.schemas<[Tool${number}Arguments, Tool${number}Result]>();\n`,
  );
  return `import typia from "typia";\nimport { ${typesOf(numbers)} } from "../src/${name}.js";\n\n${lines.join("")}`;
}

/** The names of the types that a schema generator is asked for, by file. */
export const typesIn = (tools) =>
  filesOf(tools).map(({ name, numbers }) => ({
    file: `src/${name}.ts`,
    types: numbers.flatMap((number) => [`Tool${number}Arguments`, `Tool${number}Result`]),
  }));
