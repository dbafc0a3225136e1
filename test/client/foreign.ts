/** What the tests of clients for other servers share: the fixtures, clients made from texts, and emitted clients as running code. */

import { join } from "node:path";
import type { Client, ConnectTarget } from "@mcp-gen/runtime/client";
import { printSnapshot, readSnapshot, type Snapshot, snapshotFile } from "../../generator/client/snapshot.js";
import { snapshotInput } from "../../generator/client/snapshot-input.js";
import { planClient } from "../../generator/plan.js";
import { render } from "../../generator/render.js";
import { builtInSet } from "../../generator/templating/template-files.js";
import { fixtures, foldersIn, readText, templates } from "../generator/harness.js";

export const folder = join(fixtures, "clients");
export const cases: readonly string[] = foldersIn(folder);

export function described(given: unknown, name: string | null = null): Snapshot {
  const read = readSnapshot(given, name);
  if (typeof read === "string") throw new Error(read);
  return read.snapshot;
}

export const listIn = (name: string): unknown => JSON.parse(readText(join(folder, name, "tools-list.json")) ?? "");

/** The files that `mcp-gen client` writes. */
export async function filesOf(snapshot: Snapshot): Promise<ReadonlyMap<string, string>> {
  const client = render(await planClient(snapshotInput(snapshot)), builtInSet(templates));
  return new Map([...client.value.map(({ path, text }) => [path, text] as const), [snapshotFile, printSnapshot(snapshot)]]);
}

/** An emitted client: its methods by their names, those of prompts and resources below. */
export type Methods = Readonly<Record<string, (args?: unknown) => Promise<unknown>>>;
export interface Emitted {
  readonly client: Client;
  close(): Promise<void>;
  readonly prompts: Methods;
  readonly resources: Methods;
}

type Connect = (target: ConnectTarget, options: object) => Promise<Emitted & Methods>;

/** What an emitted file exports, whatever it calls it. */
export async function importClient(file: string): Promise<Connect> {
  const module = (await import(file)) as Readonly<Record<string, { connect: Connect }>>;
  const [exported] = Object.values(module);
  if (exported === undefined) throw new Error(`${file} exports nothing.`);
  return (target, options) => exported.connect(target, options);
}
