/** The cases of another program's suite, each made a tool: what is compared in peers.ts. Knows nothing of verdicts. */
import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { foldersIn, readText, writeText } from "../generator/harness.js";
import { buildCases, type Schema, workFolder } from "./corpus.js";

/** What is compared: the type of a case or, where its schema has several, each that main.ts declares; or a function. */
export interface Unit {
  /** The name of its tool. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly title: string;
  readonly theirs: Schema;
  /** The type is that of a function, and the schema that of its arguments. */
  readonly isFunction: boolean;
  /** The source that has its tool. */
  readonly file: string;
}

export type Side = "argument" | "result";

/** Our schemas of one side, by unit, and where the sources lie. */
export interface Built {
  readonly project: string;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly refused: ReadonlyMap<string, string>;
}

export class Suite {
  readonly units: ReadonlyMap<string, Unit>;
  readonly #folder: string;

  /** `names` says the types of cases whose schema does not. */
  constructor(folder: string, names: Readonly<Record<string, string>>) {
    this.#folder = folder;
    const found = foldersIn(folder)
      .filter((name) => ["main.ts", "schema.json"].every((file) => existsSync(join(folder, name, file))))
      .flatMap((name) => this.#unitsOf(name, names[name] === "*" ? undefined : names[name]));
    this.units = new Map(found.map((unit, index) => [`unit${index}`, { ...unit, id: `unit${index}` }]));
  }

  #unitsOf(name: string, named: string | undefined): Omit<Unit, "id">[] {
    const schema = withoutIds(JSON.parse(this.#read(name, "schema.json"))) as Schema;
    const { $ref, type, properties, definitions = {} } = schema;
    const root = typeof $ref === "string" ? decodeURIComponent($ref.replace("#/definitions/", "")) : undefined;
    const only = named ?? root ?? (type !== undefined || properties !== undefined ? "MyObject" : undefined);
    const unit = (each: string, theirs: Schema): Omit<Unit, "id"> => ({
      name,
      type: each,
      title: `${name} (${each})`,
      theirs,
      isFunction: false,
      file: this.#isDeclared(name, headOf(each)) ? "main.ts" : "peer-tool.ts",
    });
    const taken = only === undefined ? undefined : argumentsIn((definitions as Record<string, Schema>)[only]);
    if (only !== undefined && taken !== undefined)
      return [{ ...unit(only, { ...taken, definitions: definitions as object }), isFunction: true, file: "main.ts" }];
    // A schema that holds nothing but definitions says nothing itself.
    const isHollow = Object.keys(schema).every((key) => key === "$schema" || key === "definitions");
    if (only !== undefined) return [unit(only, isHollow ? { ...schema, $ref: `#/definitions/${only}` } : schema)];
    return Object.keys(definitions as object)
      .filter((each) => /^[A-Z]\w*$/i.test(each) && this.#isDeclared(name, each))
      .map((each) => unit(each, { ...schema, $ref: `#/definitions/${each}` }));
  }

  /** The schemas of one side of a tool a unit, and why the others have none. The project is there until it is removed. */
  async build(side: Side, wanted: readonly string[]): Promise<Built> {
    const project = workFolder("peers");
    for (const id of wanted) this.#write(project, this.units.get(id), side);
    writeText(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
    // With `any` allowed there is more to compare.
    const { files, refused } = await buildCases(project, wanted, undefined, { allowAny: true });
    const manifest = files.find(({ path }) => path === "mcp.manifest.json")?.text ?? `{ "tools": [] }`;
    const { tools } = JSON.parse(manifest) as {
      readonly tools: readonly { name: string; inputSchema: Schema; outputSchema?: Schema }[];
    };
    const schemas = new Map<string, Schema>();
    for (const { name, inputSchema, outputSchema } of tools) {
      const { value } = inputSchema.properties as { readonly value?: Schema };
      const $defs = inputSchema.$defs === undefined ? {} : { $defs: inputSchema.$defs };
      const taken = this.units.get(name)?.isFunction === true ? inputSchema : { ...value, ...$defs };
      const schema = side === "result" ? outputSchema : taken;
      if (schema !== undefined) schemas.set(name, schema);
    }
    return { project, schemas, refused };
  }

  #write(project: string, unit: Unit | undefined, side: Side): void {
    if (unit === undefined) return;
    const { id, name, type, isFunction, file } = unit;
    const folder = join(project, id, "input");
    cpSync(join(this.#folder, name), folder, { recursive: true });
    // A tool's types name its enums, and cases seldom export theirs.
    const text = this.#read(name, "main.ts").replace(/^((?:const )?enum )/gm, "export $1");
    for (const [, sibling = ""] of text.matchAll(/from ["']\.\.\/([\w-]+)\//g))
      cpSync(join(this.#folder, sibling), join(project, id, sibling), { recursive: true });
    const main = join(folder, "main.ts");
    if (isFunction) {
      const declared = new RegExp(`^(?:export )?(?=(?:async )?(?:function|const) ${type}\\b)`, "m");
      writeText(main, text.replace(declared, `/** A case. @tool ${id} */\nexport `));
      return;
    }
    const signature = side === "argument" ? `(value: ${type}): string` : `(): ${type}`;
    const tool = `/** A case. @tool ${id} */\nexport function peerTool${signature} {\n  throw new Error();\n}\n`;
    writeText(main, text);
    const head = file === "main.ts" ? text : `import type { ${headOf(type)} } from "./main.js";\n`;
    writeText(join(folder, file), `${head}\n${tool}`);
  }

  #isDeclared(name: string, type: string): boolean {
    return new RegExp(`\\b(interface|class|type|enum|namespace|module) ${type}\\b(?!<)`).test(this.#read(name, "main.ts"));
  }

  #read(name: string, file: string): string {
    return readText(join(this.#folder, name, file)) ?? "";
  }

  /** All sources of a case in one text. */
  sourcesOf({ name }: Unit): string {
    const files = readdirSync(join(this.#folder, name)).filter((file) => file.endsWith(".ts"));
    return files.map((file) => this.#read(name, file)).join("\n");
  }
}

/** The names that draft 4 gives to schemas, which nothing refers to. */
function withoutIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutIds);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => key !== "id" || typeof value !== "string");
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutIds(value)] as const));
}

const headOf = (type: string): string => type.split(/[.<]/)[0] ?? "";

const argumentsIn = (schema: Schema | undefined): Schema | undefined =>
  (schema?.properties as { readonly namedArgs?: Schema } | undefined)?.namedArgs;

const options = {
  target: "es2022",
  module: "nodenext",
  strict: true,
  types: ["node"],
  skipLibCheck: true,
  experimentalDecorators: true,
};
