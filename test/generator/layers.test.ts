import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow, root } from "./harness.js";

const folder = join(root, "generator");
const files = filesBelow(folder).filter((file) => file.endsWith(".ts"));

const imports = files.flatMap((file) =>
  [...readFileSync(join(folder, file), "utf8").matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, module = ""]) => ({
    file,
    module,
  })),
);

const importersOf = (pattern: RegExp): string[] =>
  [...new Set(imports.filter(({ module }) => pattern.test(module)).map(({ file }) => file))].sort();

describe("the layers of the generator", () => {
  it("are all looked at", () => {
    expect(files.length).toBeGreaterThan(40);
    expect(imports.length).toBeGreaterThan(100);
  });

  it("ts-morph is loaded in one place", () => {
    const loading = files.filter((file) => /["']@?ts-morph/.test(readFileSync(join(folder, file), "utf8")));
    expect(loading.sort()).toEqual(["cache/generator-hash.ts", "compiler.ts"]);
  });

  it("the compiler is used only by what loads, the analysis, the comparison of code, the parser of outputs, and the hooks that serve runs with", () => {
    const allowed =
      /^(load|parsed-files|tsconfig|same-code|templating\/compiler|analyze\/[\w-]+|commands\/typescript-hooks)\.ts$/;
    const using = imports.filter(({ file, module }) => join(dirname(file), module) === "compiler.js").map(({ file }) => file);
    expect(using.filter((file) => !allowed.test(file))).toEqual([]);
  });

  it("handlebars is used in one place", () => expect(importersOf(/^handlebars/)).toEqual(["templating/language.ts"]));

  it("the disk is touched only by host", () => expect(importersOf(/^node:fs/)).toEqual(["host.ts"]));

  it("json-schema-to-typescript is used only for the types of clients", () =>
    expect(importersOf(/^json-schema-to-typescript/)).toEqual(["plan/client-types.ts"]));

  it("yargs is used only by the command line", () => expect(importersOf(/^yargs/)).toEqual(["cli.ts"]));

  it("what reads configurations and looks for files is used in one place each", () => {
    expect(importersOf(/^jiti/)).toEqual(["config/load.ts"]);
    expect(importersOf(/^tinyglobby/)).toEqual(["host.ts"]);
    expect(importersOf(/^chokidar/)).toEqual(["commands/watcher.ts"]);
  });

  it("nobody imports the user's compiler", () => expect(importersOf(/^typescript/)).toEqual([]));

  it("the process belongs to the command line and its commands", () => {
    const users = files.filter((file) => /\bprocess\.|\bconsole\./.test(readFileSync(join(folder, file), "utf8")));
    expect(users.filter((file) => !/^(cli|commands\/[\w-]+)\.ts$/.test(file))).toEqual([]);
  });

  it("stages do not import each other: only the pipeline knows their order", () => {
    const stages = ["load", "analyze/analyze", "check", "plan", "render", "format", "write", "pipeline"];
    const crossing = imports.filter(
      ({ file, module }) =>
        file !== "pipeline.ts" &&
        !file.startsWith("commands/") &&
        stages.some((stage) => module.endsWith(`/${stage}.js`)) &&
        !isType(file, module),
    );
    expect(crossing).toEqual([]);
  });

  it("what a stage is made of is used by that stage only", () => {
    const within = (part: string): string[] =>
      imports.filter(({ file, module }) => module.includes(`/${part}/`) && !file.startsWith(`${part}/`)).map(({ file }) => file);
    expect([...new Set(within("analyze"))]).toEqual(["pipeline.ts"]);
    expect([...new Set(within("plan"))].sort()).toEqual(["inspect/inspection.ts", "list-entry.ts", "manifest.ts", "plan.ts"]);
    expect([...new Set(within("commands"))].sort()).toEqual(["cli.ts"]);
  });

  it("files stay small", () => {
    const lengths = files.map((file) => ({ file, lines: readFileSync(join(folder, file), "utf8").split("\n").length }));
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
  });

  it("every file says what it is for", () => {
    expect(files.filter((file) => !readFileSync(join(folder, file), "utf8").startsWith("/**"))).toEqual([]);
  });
});

/** A type of another file is no dependency at run time. */
function isType(file: string, module: string): boolean {
  const text = readFileSync(join(folder, file), "utf8");
  const name = module.slice(module.lastIndexOf("/"));
  return new RegExp(`import type \\{[^}]*\\} from "[^"]*${name.replaceAll(".", "\\.")}"`).test(text);
}
