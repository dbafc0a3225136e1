/** The emitted code of a fixture, built and imported: its reader, its schema and its forms. */
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { diskHost } from "../../generator/host.js";
import type { Problems } from "../../runtime/dist/core/problems.js";
import { buildFolder, fixtures, writeText } from "./harness.js";

export type Fields = Record<string, unknown>;
export type Schema = Readonly<Record<string, unknown>>;
export type Reader = (input: Fields, problems: Problems) => unknown;
export interface Form {
  readonly requestedSchema: { readonly properties: Readonly<Record<string, Schema>> };
  check(answer: Fields, problems: Problems): void;
}
export interface Emitted {
  readonly reader: Reader;
  readonly inputSchema: Schema;
  readonly forms: Form[];
  readonly handle: (call: unknown) => Promise<unknown>;
}

/** What the emitted handler hands to the runtime: its reader, its schema and its forms. */
export async function emittedIn(folder: string, fixture: string, tool: string): Promise<Emitted> {
  const project = join(folder, fixture);
  cpSync(join(fixtures, "tools", fixture, "input"), project, { recursive: true });
  writeText(join(project, "tsconfig.json"), JSON.stringify({ extends: join(fixtures, "tools/tsconfig.json") }));
  if (!existsSync(join(project, "mcp"))) {
    const { files, text } = await buildFolder(project, diskHost);
    if (files === null) throw new Error(text);
  }
  const module = (await import(/* @vite-ignore */ join(project, "mcp/tools", `${tool}.ts`))) as Readonly<
    Record<string, { inputSchema: Schema; handle(call: unknown): Promise<unknown> }>
  >;
  const definition = Object.values(module)[0];
  if (definition === undefined) throw new Error(`${tool} exports nothing.`);
  let reader: Reader | null = null;
  const forms: Form[] = [];
  const call = {
    read: (given: Reader) => {
      reader = given;
      return {};
    },
    context: (given: Readonly<Record<string, Form>>) => forms.push(...Object.values(given)),
    value: async (_key: string, form: Form) => forms.push(form),
    ready: async () => {
      throw new Error("stop here");
    },
  };
  await definition.handle(call).catch(() => undefined);
  if (reader === null) throw new Error(`${tool} reads nothing.`);
  return { reader, inputSchema: definition.inputSchema, forms, handle: definition.handle };
}
