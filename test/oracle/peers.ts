/**
 * Compares our schemas with those that another program made of the same types, by what they accept and reject:
 *
 *   npm run compile && node --import ./test/oracle/register.mjs test/oracle/peers.ts <folder> [names.json]
 *
 * The folder has one folder a case, with main.ts and schema.json. The type is the one that the schema refers to, else what
 * names.json (case -> type) says, else MyObject. Whether objects are closed is left aside. Downloads nothing, keeps nothing.
 */
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { foldersIn, readText, writeText } from "../generator/harness.js";
import { buildCases, type Schema, workFolder } from "./corpus.js";
import { type Json, show } from "./json.js";
import { randomFrom, seedOf } from "./random.js";
import { valuesFor } from "./values.js";
import { opened } from "./wire.js";

const [folder, namesFile] = process.argv.slice(2);
if (folder === undefined) throw new Error("Usage: peers.ts <folder> [names.json]");
const names = (namesFile === undefined ? {} : JSON.parse(readFileSync(namesFile, "utf8"))) as Record<string, string>;
const count = Number(process.env.ORACLE_VALUES ?? 300);
const seed = Number(process.env.ORACLE_SEED ?? 1);

const read = (name: string, file: string): string => readText(join(folder, name, file)) ?? "";

/** What is compared: the type of a case or, where its schema has several, each that main.ts declares. */
interface Unit {
  readonly name: string;
  readonly type: string;
  readonly theirs: Schema;
}

const units: ReadonlyMap<string, Unit> = new Map(
  foldersIn(folder)
    .filter((name) => ["main.ts", "schema.json"].every((file) => existsSync(join(folder, name, file))))
    .flatMap(unitsOf)
    .map((unit, index) => [`unit${index}`, unit]),
);

function unitsOf(name: string): Unit[] {
  const schema = JSON.parse(read(name, "schema.json")) as Schema;
  const { $ref, type, properties, definitions = {} } = schema;
  const root = typeof $ref === "string" ? decodeURIComponent($ref.replace("#/definitions/", "")) : undefined;
  const only = names[name] ?? root ?? (type !== undefined || properties !== undefined ? "MyObject" : undefined);
  if (only !== undefined) return [{ name, type: only, theirs: schema }];
  const declared = Object.keys(definitions as object).filter((each) => /^[A-Z]\w*$/i.test(each) && isDeclared(name, each));
  return declared.map((each) => ({ name, type: each, theirs: { ...schema, $ref: `#/definitions/${each}` } }));
}

function isDeclared(name: string, type: string): boolean {
  return new RegExp(`\\b(interface|class|type|enum|namespace|module) ${type}\\b(?!<)`).test(read(name, "main.ts"));
}

function unitOf(id: string): Unit {
  const unit = units.get(id);
  if (unit === undefined) throw new Error(`${id} is no unit.`);
  return unit;
}

const title = (id: string): string => `${unitOf(id).name} (${unitOf(id).type})`;

/** The schemas of one side of a tool a case, and why the others have none. */
async function ours(side: "argument" | "result", wanted: readonly string[]): Promise<[Map<string, Schema>, Map<string, string>]> {
  const project = workFolder("peers");
  try {
    for (const id of wanted) {
      const { name, type } = unitOf(id);
      cpSync(join(folder ?? "", name), join(project, id), { recursive: true });
      const signature = side === "argument" ? `(value: ${type}): string` : `(): ${type}`;
      // A tool's types name its enums, and cases seldom export theirs.
      const text = read(name, "main.ts").replace(/^((?:const )?enum )/gm, "export $1");
      writeText(join(project, id, "main.ts"), text);
      const tool = `/** A case. @tool ${id} */\nexport function peerTool${signature} {\n  throw new Error();\n}\n`;
      const [head = ""] = type.split(/[.<]/);
      const isLocal = isDeclared(name, head);
      if (isLocal) writeText(join(project, id, "main.ts"), `${text}\n${tool}`);
      else writeText(join(project, id, "peer-tool.ts"), `import type { ${head} } from "./main.js";\n\n${tool}`);
    }
    writeText(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
    const { files, refused } = await buildCases(project, wanted, undefined, "");
    const manifest = files.find(({ path }) => path === "mcp.manifest.json")?.text ?? `{ "tools": [] }`;
    const { tools } = JSON.parse(manifest) as {
      readonly tools: readonly { name: string; inputSchema: Schema; outputSchema?: Schema }[];
    };
    const schemas = new Map<string, Schema>();
    for (const { name, inputSchema, outputSchema } of tools) {
      const { value } = inputSchema.properties as { readonly value?: Schema };
      const $defs = inputSchema.$defs === undefined ? {} : { $defs: inputSchema.$defs };
      const schema = side === "result" ? outputSchema : { ...value, ...$defs };
      if (schema !== undefined) schemas.set(name, schema);
    }
    return [schemas, new Map(refused)];
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

const options = {
  target: "es2022",
  module: "nodenext",
  strict: true,
  types: ["node"],
  skipLibCheck: true,
  experimentalDecorators: true,
};

const [schemas, refusals] = await ours("argument", [...units.keys()]);
// What no client can send may still be what a tool returns.
const [results, stillRefused] = await ours("result", [...refusals.keys()]);
for (const [name, schema] of results) schemas.set(name, schema);
const asResult = [...refusals].filter(([name]) => !stillRefused.has(name));

const lax = { strict: false, validateFormats: false, ownProperties: true, logger: false } as const;
const differing: string[] = [];
const unreadable: string[] = [];
let values = 0;
for (const [id, schema] of schemas) {
  const { theirs } = unitOf(id);
  try {
    const [mine, peer] = [opened(schema) as Schema, opened(theirs) as Schema];
    const random = randomFrom(seedOf(title(id), seed));
    const given = [mine, peer].flatMap((each) =>
      valuesFor({ schema: each, words: [], random, count: count / 2, objectsOnly: false }),
    );
    const [ajv, old] = [new Ajv2020(lax).compile(mine), new Ajv(lax).compile(peer)];
    values += given.length;
    const unequal = given.filter((value: Json) => ajv(value) !== old(value));
    // Both closed, a pattern of keys and an index signature may say the same that they do not say when open.
    const [closed, oldClosed] = [new Ajv2020(lax).compile(schema), new Ajv(lax).compile(theirs)];
    const closedUnequal = given.filter((value: Json) => closed(value) !== oldClosed(value));
    if (unequal.length > 0 && closedUnequal.length > 0) {
      const shown = unequal
        .slice(0, 3)
        .map((value) => `    ${show(value).slice(0, 200)}  ours ${ajv(value)}, theirs ${old(value)}`);
      differing.push([`  ${title(id)}: ${unequal.length} of ${given.length}`, ...shown].join("\n"));
    }
  } catch (error) {
    unreadable.push(`  ${title(id)}: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  }
}
const compared = schemas.size - unreadable.length;
const reason = (text: string): string => /error (MG\d+: .*)/.exec(text)?.[1] ?? text.split("\n")[0] ?? "";
console.log(`Neither as argument nor as result (${stillRefused.size}):`);
for (const [name, text] of stillRefused) console.log(`  ${title(name)}: ${reason(text)}`);
console.log(`Only as result (${asResult.length}):`);
for (const [name, text] of asResult) console.log(`  ${title(name)}: ${reason(text)}`);
console.log(`Not comparable (${unreadable.length}):\n${unreadable.join("\n")}`);
console.log(`Different (${differing.length}):\n${differing.join("\n")}`);
console.log(
  `Same verdicts: ${compared - differing.length} of ${compared} (${((100 * (compared - differing.length)) / compared).toFixed(1)} %), ${values} values.`,
);
