/** Our client drives servers that were written on the official SDKs. */

import type { Mode } from "@mcp-gen/runtime/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, Ending, Profile, Question } from "./driver.js";
import { type Official, serveOfficial } from "./official-servers.js";
import { connectOurs } from "./ours.js";
import { connected } from "./play.js";
import type { Served, Transport } from "./projects.js";

type Era = "legacy" | "modern";

interface Cell extends Official {
  readonly mode: Mode;
  /** The era that the connection ends up in. */
  readonly era: Era;
}

const cells: readonly Cell[] = [
  { sdk: "v2", eras: "both", mode: "legacy", era: "legacy" },
  { sdk: "v2", eras: "both", mode: "modern", era: "modern" },
  { sdk: "v2", eras: "both", mode: "auto", era: "modern" },
  { sdk: "v2", eras: "modern", mode: "auto", era: "modern" },
  { sdk: "v2", eras: "legacy", mode: "auto", era: "legacy" },
  { sdk: "v1", eras: "legacy", mode: "legacy", era: "legacy" },
  { sdk: "v1", eras: "legacy", mode: "auto", era: "legacy" },
];

interface Case {
  readonly title: string;
  readonly profile: Profile;
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly answers?: readonly Answer[];
  readonly asked?: readonly string[];
  /** Which servers have the tool; both unless given. */
  readonly sdk?: Official["sdk"];
  ending(cell: Cell): Ending;
}

function asks(tool: string, message: string, answers: Readonly<Record<string, Answer>>, texts: readonly string[]): Case[] {
  return Object.entries(answers).map(([title, answer], index) => ({
    title: `${tool}: ${title}`,
    profile: "all",
    tool,
    answers: [answer],
    asked: [message],
    ending: () => ({ text: texts[index] ?? "" }),
  }));
}

const name = { username: "ada", plan: "pro" };
const named: Record<string, Answer> = {
  accept: { action: "accept", content: name },
  "accept with what is required": { action: "accept", content: { username: "ada" } },
  decline: { action: "decline" },
  cancel: { action: "cancel" },
};
const nameTexts = ["registered ada (pro)", "registered ada (free)", "registration: decline", "registration: cancel"];

const cases: readonly Case[] = [
  {
    title: "a call without questions",
    profile: "none",
    tool: "greet",
    args: { name: "Ada" },
    ending: ({ era }) => ({ text: `Hello, Ada! (${era})` }),
  },
  {
    title: "a question that the client can't answer",
    profile: "none",
    tool: "register",
    ending: () => ({}),
  },
  {
    title: "a link and a client that takes forms only",
    profile: "forms",
    tool: "link",
    ending: () => ({}),
  },
  { title: "arguments that don't fit", profile: "all", tool: "greet", args: { name: 7 }, ending: () => ({}) },
  { title: "an unknown tool", profile: "all", tool: "nothing", ending: () => ({}) },
  ...asks("register", "Who are you?", named, nameTexts),
  ...asks("register_aside", "Who are you?", named, nameTexts).map((one): Case => ({ ...one, sdk: "v1" })),
  ...asks(
    "link",
    "Sign in to link the account.",
    { accept: { action: "accept" }, decline: { action: "decline" }, cancel: { action: "cancel" } },
    ["link: accept", "link: decline", "link: cancel"],
  ),
  {
    title: "two questions in one round and one in the next",
    profile: "all",
    sdk: "v2",
    tool: "trip",
    answers: [
      { action: "accept", content: { place: "Rome" } },
      { action: "accept", content: { rider: "Ada" } },
      { action: "accept", content: { day: "Monday" } },
    ],
    asked: ["Where to?", "Who rides?", "When?"],
    ending: () => ({ text: "Ada to Rome on Monday" }),
  },
];

const newest = { legacy: "2025-11-25", modern: "2026-07-28" } as const;

for (const transport of ["http", "stdio"] as const satisfies Transport[]) {
  for (const cell of cells) {
    describe(`${cell.mode} client, ${cell.sdk} server of ${cell.eras} eras, ${transport}`, () => {
      let served: Served;
      beforeAll(async () => {
        served = await serveOfficial(cell, transport);
      });
      afterAll(() => served.close());

      test("agrees on the era and lists the tools", async () => {
        const { client, close } = await connectOurs(served.target, "none", cell.mode);
        const tools = await client.listTools();
        expect(client.era).toBe(cell.era);
        expect(client.protocolVersion).toBe(newest[cell.era]);
        expect(client.serverInfo).toEqual({ name: cell.sdk === "v1" ? "official-1" : "official-2", version: "1.0.0" });
        expect(client.instructions).toBe("Be kind.");
        expect(tools.map((tool) => tool.name)).toEqual([
          "greet",
          "register",
          ...(cell.sdk === "v1" ? ["register_aside", "link"] : ["link", "trip"]),
        ]);
        await close();
      });

      for (const profile of ["none", "forms", "all"] as const) {
        describe(`with ${profile} declared`, () => {
          const client = connected(() => connectOurs(served.target, profile, cell.mode));
          for (const one of cases) {
            if (one.profile !== profile || (one.sdk ?? cell.sdk) !== cell.sdk) continue;
            test(one.title, async () => {
              client().answers.push(...(one.answers ?? []));
              expect(await client().call(one.tool, one.args ?? {})).toEqual(one.ending(cell));
              expect(client().asked.map((question: Question) => question.message)).toEqual(one.asked ?? []);
            });
          }
        });
      }
    });
  }
}
