/** Our client drives servers that were written on the official SDKs. */

import type { Mode } from "@mcp-gen/runtime/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, Ending, Profile } from "./driver.js";
import { type Official, serveOfficial } from "./official-servers.js";
import { connectOurs } from "./ours.js";
import { connected, profilesOver } from "./play.js";
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

/** What the official servers make of a question that the client did not say it can answer. */
function unanswerable({ era }: Cell, key: string, mode: "form" | "url"): Ending {
  if (era === "legacy") return { isError: true, text: `Client does not support ${mode} elicitation.` };
  const message = `Cannot request input '${key}' (elicitation/create): the request's client capabilities do not declare the required capability`;
  return { error: { code: -32021, message, data: { requiredCapabilities: { elicitation: { [mode]: {} } } } } };
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
    ending: (cell) => unanswerable(cell, "form", "form"),
  },
  {
    title: "a link and a client that takes forms only",
    profile: "forms",
    tool: "link",
    ending: (cell) => unanswerable(cell, "auth", "url"),
  },
  {
    title: "arguments that don't fit",
    profile: "all",
    tool: "greet",
    args: { name: 7 },
    ending: () => ({ isError: true, text: expect.stringContaining("Invalid arguments for tool greet") as string }),
  },
  {
    title: "an unknown tool",
    profile: "all",
    tool: "nothing",
    ending: ({ sdk }) =>
      sdk === "v1"
        ? { isError: true, text: "MCP error -32602: Tool nothing not found" }
        : { error: { code: -32602, message: "Tool nothing not found" } },
  },
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
    describe(`${cell.mode} client, ${cell.sdk} server (${cell.eras}), ${transport}`, () => {
      let served: Served;
      beforeAll(async () => {
        served = await serveOfficial(cell, transport);
      });
      afterAll(() => served.close());

      const profiles = profilesOver(transport);
      const driver = connected(profiles, (profile) => connectOurs(served.target, profile, cell.mode));

      test("agrees on the era and lists the tools", async () => {
        const { client } = driver("none");
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
      });

      for (const profile of profiles) {
        describe(`with ${profile} declared`, () => {
          for (const one of cases) {
            if (one.profile !== profile || (one.sdk ?? cell.sdk) !== cell.sdk) continue;
            test(one.title, async () => {
              const client = driver(profile);
              client.answers.push(...(one.answers ?? []));
              expect(await client.call(one.tool, one.args ?? {})).toEqual(one.ending(cell));
              expect(client.asked.map((question) => question.message)).toEqual(one.asked ?? []);
            });
          }
        });
      }
    });
  }
}

interface Mismatch extends Official {
  readonly mode: Mode;
  readonly refusal: Readonly<Record<Transport, object>>;
}

/** What a client is told that insists on an era which the server does not speak. */
const mismatches: readonly Mismatch[] = [
  ...(["v1", "v2"] as const).map(
    (sdk): Mismatch => ({
      sdk,
      eras: "legacy",
      mode: "modern",
      refusal: { http: { name: "HttpError", status: 400 }, stdio: { name: "McpError", code: -32601 } },
    }),
  ),
  {
    sdk: "v2",
    eras: "modern",
    mode: "legacy",
    refusal: {
      http: { name: "McpError", code: -32022, data: { supported: ["2026-07-28"], requested: "2025-11-25" } },
      stdio: { name: "McpError", code: -32022, data: { supported: ["2026-07-28"], requested: "2025-11-25" } },
    },
  },
];

for (const transport of ["http", "stdio"] as const satisfies Transport[]) {
  for (const one of mismatches) {
    test(`${one.mode} client, ${one.sdk} server of the ${one.eras} era alone, ${transport}: refused`, async () => {
      const served = await serveOfficial(one, transport);
      await expect(connectOurs(served.target, "none", one.mode)).rejects.toMatchObject(one.refusal[transport]);
      await served.close();
    });
  }
}

test.each(["legacy", "modern"] as const)("%s client, v2 server without sessions, http", async (mode) => {
  const served = await serveOfficial({ sdk: "v2", eras: "stateless" }, "http");
  const { client, call, close } = await connectOurs(served.target, "all", mode);
  expect(client.protocolVersion).toBe(newest[mode]);
  expect(await call("greet", { name: "Ada" })).toEqual({ text: `Hello, Ada! (${mode})` });
  await close();
  await served.close();
});
