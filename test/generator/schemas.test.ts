import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { fixtures, foldersIn, readText } from "./harness.js";

interface Manifest {
  readonly tools: readonly { readonly name: string; readonly inputSchema: object; readonly outputSchema?: object }[];
  readonly questions: Readonly<
    Record<string, { readonly requestedSchema: { readonly properties: Readonly<Record<string, object>> } }>
  >;
}

const manifests = [
  ...foldersIn(join(fixtures, "tools")).map((name) => join(fixtures, "tools", name, "expected/mcp.manifest.json")),
  ...foldersIn(join(fixtures, "projects")).map((name) => join(fixtures, "projects", name, "src/mcp/mcp.manifest.json")),
].flatMap((file) => {
  const text = readText(file);
  // Schemas written by hand are as their authors want them; raw-schema.test.ts holds them.
  const isByHand = (inputSchema: object): boolean => "$schema" in inputSchema || file.includes("/raw-schema/");
  if (text === null) return [];
  const whole = JSON.parse(text) as Manifest;
  const tools = whole.tools.filter(({ inputSchema }) => !isByHand(inputSchema));
  return tools.length === 0 ? [] : [{ file: file.slice(fixtures.length + 1), manifest: { ...whole, tools } }];
});

function ajv(): Ajv2020 {
  const instance = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, strictTuples: false });
  instance.addVocabulary(["x-mcp-header", "enumNames"]);
  (addFormats as unknown as (ajv: Ajv2020) => void)(instance);
  return instance;
}

describe("emitted schemas", () => {
  it("are there", () => expect(manifests.length).toBeGreaterThan(9));

  it.each(manifests)("$file compiles in Ajv's strict mode", ({ manifest }) => {
    for (const { inputSchema, outputSchema } of manifest.tools) {
      expect(ajv().compile(inputSchema)).toBeTypeOf("function");
      if (outputSchema !== undefined) expect(ajv().compile(outputSchema)).toBeTypeOf("function");
    }
    for (const { requestedSchema } of Object.values(manifest.questions)) {
      expect(ajv().compile(requestedSchema)).toBeTypeOf("function");
      expect(Object.keys(requestedSchema).sort()).toEqual(["properties", "required", "type"]);
      for (const field of Object.values(requestedSchema.properties)) expect(field).toHaveProperty("title");
    }
    expect(manifest.tools.length).toBeGreaterThan(0);
  });

  it("say of every object which other keys it takes, and always say what is required", () => {
    const open: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== "object" || value === null) return;
      const schema = value as Readonly<Record<string, unknown>>;
      if (typeof schema.properties === "object" && !Array.isArray(schema.properties) && "type" in schema) {
        const isSaid = schema.additionalProperties === false || typeof schema.additionalProperties === "object";
        if (!isSaid || !Array.isArray(schema.required)) open.push(path);
      }
      for (const [key, inner] of Object.entries(schema)) visit(inner, `${path}.${key}`);
    };
    for (const { file, manifest } of manifests)
      for (const tool of manifest.tools) visit(tool.inputSchema, `${file} ${tool.name}`);
    expect(open).toEqual([]);
  });
});
