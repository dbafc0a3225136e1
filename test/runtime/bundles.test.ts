/** What a browser or an edge runtime gets: bundles without a module of Node, that run where code can't be made from strings. */

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bundles-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** One file for browsers, and the modules that it is made of. */
async function bundle(source: string): Promise<{ readonly code: string; readonly modules: readonly string[] }> {
  const entry = join(folder, `entry-${Math.random().toString(36).slice(2)}.mjs`);
  await writeFile(entry, source.replaceAll("@mcp-gen/runtime", join(root, "node_modules/@mcp-gen/runtime")));
  const built = await build({
    root,
    configFile: false,
    logLevel: "silent",
    resolve: { conditions: ["browser", "module", "default"] },
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry, formats: ["es"], fileName: "bundle" },
      rolldownOptions: { onwarn: () => {}, output: { codeSplitting: false } },
    },
  });
  const [output] = (Array.isArray(built) ? built : [built]) as {
    output: { code: string; moduleIds: string[]; imports: string[]; dynamicImports: string[] }[];
  }[];
  const [chunk, ...others] = output?.output ?? [];
  if (chunk === undefined || others.length > 0) throw new Error("expected one chunk");
  return { code: chunk.code, modules: [...chunk.moduleIds, ...chunk.imports, ...chunk.dynamicImports] };
}

const specifier = (module: string): string => module.replace(/^__vite-browser-external:?/, "");
const builtins = (modules: readonly string[]): string[] =>
  modules.filter((module) => module.includes("browser-external") || isBuiltin(specifier(module)));

test("the measure measures: the entry for Node needs modules of Node", async () => {
  const { code, modules } = await bundle('export * from "@mcp-gen/runtime/dist/node.js";');
  expect([...builtins(modules), ...(code.match(/browser-external/g) ?? [])]).not.toEqual([]);
});

test.each(["index", "server", "client", "generated-v1"])(
  "%s pulls in no module of Node, and nothing but the runtime",
  async (name) => {
    const { code, modules } = await bundle(`export * from "@mcp-gen/runtime/dist/${name}.js";`);
    expect(modules.length).toBeGreaterThan(2);
    expect(builtins(modules)).toEqual([]);
    const text = code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    const words = /browser-external|\brequire\(|["']node:|\bprocess\.[a-z]\w*|\bBuffer\.\w+|\beval\(|\bnew Function\b/g;
    expect(text.match(words)).toBeNull();
  },
);

test("a bundled server answers in both eras, asks and streams where strings are no code", async () => {
  const { code } = await bundle(`
    import { connect } from "@mcp-gen/runtime/dist/client.js";
    import { defineForm, defineServer, defineTool, textResult } from "@mcp-gen/runtime/dist/generated-v1.js";
    import { toFetchHandler } from "@mcp-gen/runtime/dist/server.js";
    const form = defineForm({
      model: "Confirm",
      requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
      check: () => {},
    });
    const server = defineServer({
      name: "edge",
      version: "1",
      tools: [
        defineTool({
          name: "ask",
          description: "Ask.",
          inputSchema: { type: "object", properties: {} },
          handle: async (call) => {
            const answer = await call.context({ ok: form }).elicit("ok", "Sure?");
            return textResult(answer.action + " " + answer.data?.ok);
          },
        }),
      ],
    });
    export async function play() {
      const handler = toFetchHandler(server);
      const told = [];
      for (const mode of ["legacy", "modern"]) {
        const client = await connect(new URL("http://localhost/mcp"), {
          mode,
          fetch: (url, init) => handler(new Request(url, init)),
          elicitation: () => ({ action: "accept", content: { ok: true } }),
        });
        told.push(client.protocolVersion, (await client.callTool("ask")).content[0].text);
        await client.close();
      }
      handler.close();
      return told;
    }
  `);
  const file = join(folder, "edge.mjs");
  await writeFile(file, `${code}\nif (process.argv[2] === "run") console.log(JSON.stringify(await play()));\n`);
  const { stdout } = await promisify(execFile)(process.execPath, ["--disallow-code-generation-from-strings", file, "run"]);
  expect(JSON.parse(stdout)).toEqual(["2025-11-25", "accept true", "2026-07-28", "accept true"]);
});
