/** Plays the cases in the cells of one SDK. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Case, cases, toolsOf } from "./cases.js";
import type { Driver, Profile, Target } from "./driver.js";
import { type Project, type Served, serve, type Transport } from "./projects.js";

/** One way for a client to reach a server. */
export interface Cell {
  readonly name: string;
  readonly transport: Transport;
  readonly era: "legacy" | "modern";
  /** The revision that has to be agreed on. */
  readonly version: string;
  /** The servers to be driven; all unless given. */
  readonly projects?: readonly Project[];
  connect(target: Target, profile: Profile): Promise<Driver>;
}

const projects: readonly Project[] = ["files", "bistro", "library"];
/** Over stdio every client costs a process, and what `forms` declares reads alike over every transport. */
export function profilesOver(transport: Transport): readonly Profile[] {
  return transport === "stdio" ? ["none", "all"] : ["none", "forms", "all"];
}

export function playAll(cells: readonly Cell[]): void {
  for (const cell of cells) {
    describe(`${cell.name} over ${cell.transport}`, () => {
      for (const project of cell.projects ?? projects) describe(project, () => play(cell, project));
    });
  }
}

function play(cell: Cell, project: Project): void {
  let served: Served;
  beforeAll(async () => {
    served = await serve(project, cell.transport);
  });
  afterAll(() => served.close());
  const played = cases.filter((one) => one.project === project);
  const used = profilesOver(cell.transport).filter((profile) => played.some((one) => one.profile === profile));
  const client = connected(used, (profile) => cell.connect(served.target, profile));
  lists(cell, project, () => client("all"));
  for (const profile of used) {
    describe(`a client that declares ${profile}`, () => {
      for (const one of played) {
        if (one.profile === profile) test(one.title, () => plays(cell, one, client(profile)));
      }
    });
  }
  if (project === "bistro") completes(cell, () => client("all"));
}

/** The clients of the enclosing group, one a profile, all connected at once; each test begins without questions. */
export function connected<D extends Driver>(
  used: readonly Profile[],
  connect: (profile: Profile) => Promise<D>,
): (profile: Profile) => D {
  const drivers = new Map<Profile, D>();
  beforeAll(async () => {
    await Promise.all(used.map(async (profile) => drivers.set(profile, await connect(profile))));
  });
  beforeEach(() => {
    for (const { answers, asked, completed } of drivers.values()) {
      for (const list of [answers, asked, completed]) list.length = 0;
    }
  });
  afterAll(async () => {
    await Promise.all([...drivers.values()].map((driver) => driver.close()));
  });
  return (profile) => {
    const driver = drivers.get(profile);
    if (driver === undefined) throw new Error(`no client that declares ${profile} is connected`);
    return driver;
  };
}

function lists(cell: Cell, project: Project, client: () => Driver): void {
  test("agrees on the revision and lists the tools", async () => {
    expect(client().protocolVersion).toBe(cell.version);
    const tools = await client().listTools();
    expect(tools.map((tool) => tool.name)).toEqual(toolsOf[project]);
    const inputSchemas = Object.fromEntries(tools.map((tool) => [tool.name, tool.inputSchema]));
    if (project === "files") {
      expect(inputSchemas.delete_folder).toEqual({
        type: "object",
        properties: { path: { type: "string", description: "The folder to delete." } },
        required: ["path"],
        additionalProperties: false,
      });
      expect(tools[0]?.annotations).toEqual({ destructiveHint: true });
    }
  });
}

async function plays(cell: Cell, one: Case, client: Driver): Promise<void> {
  client.answers.push(...(one.answers ?? []));
  const ending = await client.call(...one.call);
  expect(ending).toEqual(one.ending ?? one.endings?.[cell.era]);
  expect(client.asked).toEqual(one.asked ?? []);
  expect(client.answers).toEqual([]);
}

function completes(cell: Cell, client: () => Driver): void {
  test("hears of an errand that is done, where the revision has words for it", async () => {
    expect(await client().call("confirm_deposit", { bookingId: "b7" })).toEqual({ text: "Deposit received for booking b7." });
    expect(client().completed).toEqual(cell.era === "legacy" ? ["deposit-b7"] : []);
  });
}
