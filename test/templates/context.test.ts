import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { analyze } from "../../generator/analyze/analyze.js";
import { readingHost } from "../../generator/host.js";
import { load } from "../../generator/load.js";
import { plan } from "../../generator/plan.js";
import { overridable } from "../../generator/templating/blocks.js";
import { builtInHelpers } from "../../generator/templating/helper-rules.js";
import { blockHelpers } from "../../generator/templating/language.js";
import { type ContextSchema, Shapes } from "../../generator/templating/shape.js";
import { builtInFiles } from "../../generator/templating/template-files.js";
import { fixtures, foldersIn, isUpdating, optionsOf, readText, root, templates, writeText } from "../generator/harness.js";
import { contextSchema, exampleFor, examplesIn, helperTable, reference } from "./context.js";

const file = join(root, "templates/context-v1.schema.json");
const schema = contextSchema() as ContextSchema;
const views: Record<string, unknown[]> = {};

/** Fields, helpers and blocks of version 1 as they were first published: they stay. */
const published = readText(join(root, "test/templates/context-v1.txt")) ?? "";
const names = (): string[] =>
  [
    ...Object.entries(schema.$defs).flatMap(([name, { properties }]) =>
      Object.keys(properties ?? {}).map((field) => `${name}.${field}`),
    ),
    ...Object.keys(builtInHelpers).map((name) => `{{${name}}}`),
    ...[...overridable(builtInFiles(templates)).keys()].map((name) => `${name}.hbs`),
  ].sort();

beforeAll(async () => {
  const folders = ["tools", "prompts", "resources"].flatMap((kind) =>
    foldersIn(join(fixtures, kind)).map((name) => join(fixtures, kind, name, "input")),
  );
  for (const folder of [join(fixtures, "projects/bistro"), ...folders]) {
    const options = (await optionsOf(folder)).value;
    const loaded = options === null ? null : load(options, readingHost, null).value;
    if (options === null || loaded === null) throw new Error(folder);
    const { files, project: projectOf } = (await plan(analyze(loaded).value, options, ".js")).value;
    const project = projectOf();
    const all = [
      ...files.map(({ template, view }) => [template, view] as const),
      ["extra/project", project] as const,
      ...project.tools.map((tool) => ["extra/tool", { server: project.server, tool }] as const),
    ];
    for (const [name, view] of all) views[name] = [...(views[name] ?? []), view];
  }
}, 120_000);

/** A formatter makes the columns of tables even. */
const unformatted = (text: string): string =>
  text
    .replace(/ {2,}/g, " ")
    .replace(/-{3,}/g, "---")
    .replace(/\| (?=\|)/g, "|");

describe("the context, version 1", () => {
  it("has its JSON Schema beside the templates, made from the types", () => {
    if (isUpdating) writeText(file, `${JSON.stringify(schema, null, 2)}\n`);
    // Order counts, line breaks are the formatter's.
    expect(JSON.stringify(JSON.parse(readText(file) ?? ""))).toBe(JSON.stringify(schema));
  });

  it("is what templates really get, in every fixture", () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(schema, "context");
    for (const [name, list] of Object.entries(views)) {
      const { $ref } = schema.properties[name] as { readonly $ref: string };
      const validate = ajv.compile({ $ref: `context${$ref}` });
      for (const view of list) expect(validate(JSON.parse(JSON.stringify(view))), JSON.stringify(validate.errors)).toBe(true);
    }
    expect(Object.keys(views).sort()).toEqual(Object.keys(schema.properties).sort());
  });

  it("has its reference in the README, with an example of each field", () => {
    const readme = join(root, "templates/README.md");
    const examples = examplesIn(schema, views);
    for (const [name, made] of [
      ["helpers", helperTable(builtInHelpers)],
      ["context", reference(schema, examples)],
    ] as const) {
      const [start, end] = [`<!-- made by a test: ${name} -->\n`, `<!-- end of ${name} -->`];
      const text = readText(readme) ?? "";
      const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)];
      expect(to).toBeGreaterThan(from);
      if (isUpdating) writeText(readme, `${text.slice(0, from)}\n${made}\n${text.slice(to)}`);
      else expect(unformatted(text.slice(from, to))).toBe(unformatted(`\n${made}\n`));
    }
    const fields = Object.entries(schema.$defs).flatMap(([name, { properties }]) =>
      Object.keys(properties ?? {}).filter((field) => exampleFor(examples, name, field) === undefined),
    );
    expect(fields).toEqual([]);
  });

  it("keeps what was published: fields, helpers and blocks are only added", () => {
    if (published === "" && isUpdating) writeText(join(root, "test/templates/context-v1.txt"), `${names().join("\n")}\n`);
    const kept = (readText(join(root, "test/templates/context-v1.txt")) ?? "").trim().split("\n");
    expect(kept.length).toBeGreaterThan(100);
    expect(kept.filter((name) => !names().includes(name))).toEqual([]);
  });

  it("has no field with the name of a helper, which would hide it", () => {
    const fields = new Shapes(schema).allFields();
    expect([...Object.keys(builtInHelpers), ...blockHelpers].filter((name) => fields.has(name))).toEqual([]);
  });
});
