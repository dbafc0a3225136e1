/** G06: texts that would become code if a template let them. Built-in templates, ejected ones, and blocks that wrap. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@mcp-gen/runtime/client";
import type { Server } from "@mcp-gen/runtime/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyze } from "../../generator/analyze/analyze.js";
import { readingHost } from "../../generator/host.js";
import { load } from "../../generator/load.js";
import type { Model } from "../../generator/model.js";
import type { Options } from "../../generator/options.js";
import { plan } from "../../generator/plan.js";
import { render } from "../../generator/render.js";
import { overridable } from "../../generator/templating/blocks.js";
import { checkTemplates } from "../../generator/templating/check-templates.js";
import { stamped } from "../../generator/templating/stamp.js";
import { builtInFiles, readTemplateSet } from "../../generator/templating/template-files.js";
import type { TemplateSet } from "../../generator/templating/template-set.js";
import { fixtures, optionsOf, root, templates, writeText } from "../generator/harness.js";

const atoms = [
  "*/",
  "/*",
  "//",
  "`",
  `\${x}`,
  `\${process.exit(1)}`,
  '"',
  "'",
  "\\",
  "\\u0041",
  "\u2028",
  "\u2029",
  "</script>",
  "<!--",
  "-->",
  "#!/usr/bin/env node",
  "\u{E0041}\u{E007F}",
  "\u202E",
  "\u2066",
  "\u200B",
  "\uFEFF",
  "\n",
  "\r\n",
  "\t",
  "\0",
  "{{name}}",
  "{{{name}}}",
  "{{> handle}}",
  "\uFDD0",
  "\uFDD1",
  "\uD800",
  "__proto__",
  "constructor",
  "@tool",
  "| a |",
  "-->",
  " plain words ",
  "é",
  "😀",
];

/** Numbers that are the same in every run. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

let folder = "";
let options: Options;
let model: Model;
beforeAll(async () => {
  mkdirSync(join(root, "dist"), { recursive: true });
  folder = mkdtempSync(join(root, "dist/hostile-"));
  cpSync(join(fixtures, "templates/logging/src"), join(folder, "src"), { recursive: true });
  rmSync(join(folder, "src/mcp"), { recursive: true });
  writeText(join(folder, "mcp-gen.config.json"), JSON.stringify({ name: "hostile", version: "1.0.0" }));
  writeText(join(folder, "tsconfig.json"), JSON.stringify({ extends: join(fixtures, "templates/tsconfig.json") }));
  const read = (await optionsOf(folder)).value;
  const loaded = read === null ? null : load(read, readingHost, null).value;
  if (read === null || loaded === null) throw new Error("The project of this test cannot be read.");
  options = read;
  model = analyze(loaded).value;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The model with other words wherever a user's words stand. */
function hostile(words: () => string): Model {
  const change = (value: unknown, key = ""): unknown => {
    if (key === "description" || key === "title") return words();
    if (Array.isArray(value)) return value.map((each) => change(each));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner, name)]));
  };
  const changed = change(model) as Model;
  const questions = Object.fromEntries(
    Object.entries(changed.questions).map(([id, question]) => {
      const properties = question.form.properties.map((property) =>
        property.type.kind === "choice"
          ? {
              ...property,
              type: {
                ...property.type,
                choices: ["a", "b"].map((end) => ({ value: words() + end, title: words(), member: null })),
              },
            }
          : property,
      );
      return [id, { ...question, form: { ...question.form, properties } }];
    }),
  );
  return { ...changed, questions };
}

function setOf(own: ReadonlyMap<string, string>): TemplateSet {
  const path = (name: string): string => `${options.project}/${options.templates}/${name}.hbs`;
  const texts = new Map([...own].map(([name, text]) => [path(name), text]));
  const host = {
    read: (file: string) => texts.get(file) ?? null,
    list: (at: string) => {
      const prefix = at.endsWith("/") ? at : `${at}/`;
      const parts = [...texts.keys()].filter((file) => file.startsWith(prefix)).map((file) => file.slice(prefix.length));
      const names = [...new Set(parts.map((part) => part.split("/")[0] ?? ""))];
      return names.map((name) => {
        const isDirectory = parts.some((part) => part.startsWith(`${name}/`));
        return { name, isDirectory, isFile: !isDirectory, isSymlink: false };
      });
    },
  };
  const { value, diagnostics } = readTemplateSet(options, templates, host);
  expect(diagnostics).toEqual([]);
  if (value === null) throw new Error("There are no templates.");
  expect(checkTemplates(value)).toEqual([]);
  expect(value.own.size + value.extras.length).toBe(own.size);
  return value;
}

const defaults = overridable(builtInFiles(templates));
const wrapping = new Map([
  [
    "tool/banner",
    "{{> @partial-block}}\n// {{comment tool.description}} {{kebab tool.description}}\n/* {{comment tool.description}} */\n",
  ],
  [
    "tool/members",
    "{{> @partial-block}}\n  _meta: { {{prop description}}: {{str description}}, {{ident description}}: {{json description}}, {{camel name}}: 1 },\n",
  ],
  [
    "tool/body",
    "    void [{{str name}}, {{literal description}}, {{json ../tool}}];\n{{> @partial-block}}\n".replace(
      "{{json ../tool}}",
      "{{json this}}",
    ),
  ],
  ["extra/docs", "---\nout: docs/{{snake tool.name}}.md\nper: tool\n---\n# {{md tool.description}}\n{{tool.description}}\n"],
  [
    "extra/code",
    "---\nout: words.ts\nper: project\n---\nexport const words = {{json tools}} as const;\n{{#each tools}}\n{{jsdoc description}}export type {{pascal name}} = {{type inputSchema}};\n{{/each}}\n",
  ],
  ["extra/data", "---\nout: words.json\nper: project\n---\n{{json tools}}\n"],
]);
const sets: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  "the built-in templates": new Map(),
  "ejected templates": new Map([...defaults].map(([name, text]) => [name, stamped(name, text)])),
  "blocks and outputs of one's own": wrapping,
};

describe.each(Object.entries(sets))("%s", (name, own) => {
  it("make code that says what was said, whatever was said", { timeout: 120_000 }, async () => {
    const set = setOf(own);
    const next = sequence(name.length);
    const seen = new Set<string>();
    for (let round = 0; round < 40; round++) {
      const words = (): string => {
        const many = round < atoms.length ? 1 : 1 + next(4);
        const said =
          round < atoms.length ? [atoms[round] ?? ""] : Array.from({ length: many }, () => atoms[next(atoms.length)] ?? "");
        for (const each of said) seen.add(each);
        return `w${said.join("")}`;
      };
      const said = hostile(words);
      const { value: files, diagnostics } = render((await plan(said, options, ".js")).value, set);
      expect(diagnostics, JSON.stringify(said.offers.map(({ description }) => description))).toEqual([]);
      expect(files.length).toBeGreaterThan(3);
      const out = join(folder, `src/mcp-${name.replaceAll(/\W/g, "-")}-${round}`); // a module is imported once
      for (const { path, text } of files) writeText(join(out, path), text);
      const data = files.find(({ path }) => path === "words.json");
      if (data !== undefined) {
        const tools = JSON.parse(data.text) as readonly { readonly description: string }[];
        expect(new Set(tools.map(({ description }) => description))).toEqual(
          new Set(said.offers.map(({ description }) => description)),
        );
      }
      const { server } = (await import(/* @vite-ignore */ join(out, "server.ts"))) as { readonly server: Server };
      const client = await connect(server);
      const tools = await client.listTools();
      await client.close();
      for (const offer of said.offers) {
        const listed = tools.find((tool) => tool.name === offer.name);
        expect(listed?.description).toBe(offer.description);
      }
      expect(tools.length).toBe(said.offers.length);
    }
    for (const atom of atoms) expect(seen).toContain(atom);
  });
});
