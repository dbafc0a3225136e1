/** Clients that speak an older revision get what its words can say (decision Q16). */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Driver, Ending, Question, Target } from "./driver.js";
import { connected } from "./play.js";
import { type Project, type Served, serve, type Transport } from "./projects.js";
import { connectV1 } from "./sdk-v1.js";
import { connectV2 } from "./sdk-v2.js";

const sdks = {
  "official client 1": (target: Target, version: string) => connectV1(target, "all", version),
  "official client 2": (target: Target, version: string) => connectV2(target, "all", { negotiation: "legacy", version }),
};

const versions = ["2025-06-18", "2025-03-26", "2024-11-05"] as const;
type Version = (typeof versions)[number];

interface Case {
  readonly title: string;
  readonly project: Project;
  readonly call: readonly [tool: string, args: Readonly<Record<string, unknown>>];
  readonly answer: Readonly<Record<string, string | boolean>>;
  /** What each revision makes of it; a question that it can't put is refused. */
  ending(version: Version): Ending;
  /** The question, where one is put. */
  readonly asked?: Question;
}

function unspoken(question: string, version: Version, what: "links" | "questions"): Ending {
  const message = `The question '${question}' can't be put: protocol ${version} has no ${what}. A newer client can answer it.`;
  return { error: { code: -32600, message } };
}

const forms = (question: string, text: string) => (version: Version) =>
  version === "2025-06-18" ? { text } : unspoken(question, version, "questions");

const cases: readonly Case[] = [
  {
    title: "a form",
    project: "bistro",
    call: ["book_table", { date: "2025-12-25", partySize: 2 }],
    answer: { acceptAlternative: true },
    ending: forms("book_table.alternative", "Booked a table for 2 on 2025-12-26."),
    asked: {
      message: "No tables for 2 on 2025-12-25. Would you like to try another date?",
      requestedSchema: {
        type: "object",
        properties: {
          acceptAlternative: { type: "boolean", title: "Accept Alternative", description: "Try another date?" },
          date: { type: "string", title: "Date", description: "Alternative date (YYYY-MM-DD)", format: "date" },
        },
        required: ["acceptAlternative"],
      },
    },
  },
  {
    title: "a resolver's form",
    project: "files",
    call: ["delete_folder", { path: "/srv/project" }],
    answer: { ok: false },
    ending: forms("delete_folder.confirm", "kept the folder"),
    asked: {
      message: "/srv/project has 2 file(s). Delete anyway?",
      requestedSchema: { type: "object", properties: { ok: { type: "boolean", title: "Ok" } }, required: ["ok"] },
    },
  },
  {
    title: "a link",
    project: "bistro",
    call: ["pay_deposit", { bookingId: "b7" }],
    answer: {},
    ending: (version) => unspoken("pay_deposit.url", version, version === "2025-06-18" ? "links" : "questions"),
  },
  {
    title: "a notice that an errand is done is kept back",
    project: "bistro",
    call: ["confirm_deposit", { bookingId: "b7" }],
    answer: {},
    ending: () => ({ text: "Deposit received for booking b7." }),
  },
  {
    title: "a list as a result",
    project: "library",
    call: ["client_features", {}],
    answer: {},
    ending: (version) => {
      const features = ["elicitation", "sampling", "roots"];
      return { text: JSON.stringify(features), ...(version === "2025-06-18" && { structured: { result: features } }) };
    },
  },
];

/** A revision is spoken alike over every transport: over stdio, where each client costs a process, one of each suffices. */
const runs: readonly { transport: Transport; projects: readonly Project[]; versions: readonly Version[] }[] = [
  { transport: "http", projects: ["files", "bistro", "library"], versions },
  { transport: "stdio", projects: ["bistro"], versions: ["2025-06-18"] },
];

for (const { transport, projects, versions } of runs) {
  for (const project of projects) {
    describe(`${project} over ${transport}`, () => {
      let served: Served;
      beforeAll(async () => {
        served = await serve(project, transport);
      });
      afterAll(() => served.close());
      for (const version of versions) {
        for (const [sdk, connect] of Object.entries(sdks)) {
          describe(`${sdk} in ${version}`, () => plays(version, project, () => connect(served.target, version)));
        }
      }
    });
  }
}

function plays(version: Version, project: Project, connect: () => Promise<Driver>): void {
  const connection = connected(["all"], connect);
  const client = (): Driver => connection("all");
  test("agrees on the revision and lists what it knows", async () => {
    expect(client().protocolVersion).toBe(version);
    for (const tool of await client().listTools()) {
      expect(tool.outputSchema !== undefined).toBe(version === "2025-06-18" && tool.name === "client_features");
      expect(tool.annotations !== undefined).toBe(version !== "2024-11-05" && tool.name === "delete_folder");
    }
  });
  for (const { title, project: of, call, answer, ending, asked } of cases) {
    if (of !== project) continue;
    test(title, async () => {
      client().answers.push({ action: "accept", content: answer });
      const expected = ending(version);
      expect(await client().call(...call)).toEqual(expected);
      const isPut = asked !== undefined && expected.error === undefined;
      expect(client().asked).toMatchObject(isPut ? [asked] : []);
      expect(client().completed).toEqual([]);
    });
  }
}
