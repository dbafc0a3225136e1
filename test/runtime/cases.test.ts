/**
 * The black-box cases of resolvers, questions and state that no other test plays, by their numbers; `behaviours.ts` says where
 * the others are. First what a build says, then what a running server does.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Context, elicit, elicitUrl, inputRequired, listRoots, McpError, sample } from "@mcp-gen/runtime";
import { type Client, type ConnectOptions, connect, type ElicitParams, RoundLimitError } from "@mcp-gen/runtime/client";
import { type Call, defineForm, defineServer, defineTool, textResult } from "@mcp-gen/runtime/generated/v1";
import { serveHttp } from "@mcp-gen/runtime/node";
import type { ServeOptions, Server } from "@mcp-gen/runtime/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { server as observatory } from "../../fixtures/projects/observatory/src/mcp/server.js";
import { diskHost } from "../../generator/host.js";
import { Answering } from "../../runtime/dist/eras/answering.js";
import { serveChannel } from "../../runtime/dist/eras/duplex.js";
import { channelPair } from "../../runtime/dist/transports/memory.js";
import { nodeCipher } from "../../runtime/dist/transports/node-cipher.js";
import { type Built, buildFolder, root, writeText } from "../generator/harness.js";
import { serveHere, text } from "./matrix.js";
import { handshake, modern, type Raw, send } from "./raw-http.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** What is not there yet, and has to keep failing until it is: `behaviours.ts` has it as open. */
const known = test.fails;

/* ---- what a build says ---- */

const head = `import {
  type Context, type Elicit, elicit, type ElicitationResult, type Resolve, type Sample, sample,
} from "@mcp-gen/runtime";
export interface Sure { ok: boolean }
export interface Name { name: string }
export function askSure(): Sure | Elicit<Sure> { return elicit("Sure?"); }
`;

function project(files: Readonly<Record<string, string>>): string {
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist/cases-"));
  for (const [name, source] of Object.entries(files)) writeText(join(folder, `${name}.ts`), head + source);
  const compilerOptions = { module: "nodenext", target: "es2022", strict: true, types: ["node"] };
  writeText(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  return folder;
}

describe("sources that can't be built", () => {
  let built: Built;
  let folder = "";
  beforeAll(async () => {
    folder = project({
      loop: `export function again(it: Resolve<Sure, typeof again>): Sure { return it; }
/** Tool. @tool loop */
export function loop(x: Resolve<Sure, typeof again>): string { return String(x.ok); }`,

      pair: `export function a(it: Resolve<Sure, typeof b>): Sure { return it; }
export function b(it: Resolve<Sure, typeof a>): Sure { return it; }
/** Tool. @tool pair */
export function pair(x: Resolve<Sure, typeof a>): string { return String(x.ok); }`,

      unclassifiable: `export function one(mystery: string): Sure { return { ok: mystery === "" }; }
export function two(mystery = "x"): Sure { return { ok: mystery === "" }; }
export function three(x: Sure): Sure { return x; }
export function four(...rest: string[]): Sure { return { ok: rest.length > 0 }; }
export function five(ctx: { era: string }): Sure { return { ok: ctx.era === "" }; }
export function six(count: string): Sure { return { ok: count === "" }; }
/** Tool. @tool unclassifiable */
export function unclassifiable(
  count: number,
  x: Resolve<Sure, typeof one>,
  y: Resolve<Sure, typeof two>,
  z: Resolve<Sure, typeof three>,
  u: Resolve<Sure, typeof four>,
  v: Resolve<Sure, typeof five>,
  w: Resolve<Sure, typeof six>,
): string { return [count, x.ok, y.ok, z.ok, u.ok, v.ok, w.ok].join(); }`,

      arms: `export function either(): Elicit<Sure> | Elicit<Name> { return elicit<Sure>("?"); }
export function mixed(): Sample | Elicit<Sure> { return elicit<Sure>("?"); }
/** Tool. @tool arms */
export function arms(x: Resolve<Sure | Name, typeof either>, y: Resolve<Sure, typeof mixed>): string { return String([x, y]); }`,

      buried: `export function deeper(it: Resolve<Sure, typeof askSure> | undefined): Sure { return it ?? { ok: true }; }
/** Tool. @tool buried */
export function buried(
  x: Resolve<Sure, typeof askSure> | string,
  y: Resolve<Sure, typeof askSure>[],
  z: Resolve<Sure, typeof deeper>,
): Resolve<Sure, typeof askSure> { return z ?? x ?? y; }`,

      nested: `interface Applicant { name: string; home: { city: string }; more: { city: string }[] }
interface Others { map: Record<string, string>; both: string | number; list: string[] }
export function rarely(path: string): Name | Elicit<Name> { return path === "" ? elicit("?") : { name: path }; }
/** Tool. @tool nested */
export async function nested(path: string, ctx: Context<{ who: Applicant; what: Others }>): Promise<string> {
  if (path !== "almost never") return path;
  return (await ctx.elicit("who", "Who?")).action + (await ctx.elicit("what", "What?")).action;
}`,

      fields: `interface Fields {
  bytes: Uint8Array;
  nothing: null;
  anything: any;
  /** @format time */
  time: string;
  /** @format duration */
  duration: string;
  /** @format uuid */
  id: string;
  options: "a" | 1;
  pair: [string, string];
  /** @default "purple" */
  colour: "red" | "green";
  required: string | null;
  /** @exclusiveMaximum 3 */
  bound: number;
  /** @pattern ^a */
  pattern: string;
  when: Date;
}
/** Tool. @tool fields */
export async function fields(ctx: Context<{ what: Fields }>): Promise<string> {
  return (await ctx.elicit("what", "What?")).action;
}`,

      twice: `/** Tool. @tool twice */
export function twice(x: Resolve<Resolve<Sure, typeof askSure>, typeof askSure>): string { return String(x.ok); }`,

      tagged: `/** Tool. @tool tagged */
export function tagged(/** @minLength 3 */ x: Resolve<Sure, typeof askSure>): string { return String(x.ok); }`,

      statics: `export class Desk { static sign(): Elicit<Name> { return elicit("Initials?"); } }
/** Tool. @tool statics */
export function statics(x: Resolve<Name, typeof Desk.sign>): string { return x.name; }`,

      clock: `export function askNow(): Elicit<Sure> { return elicit(\`At \${Date.now()}?\`); }
/** Tool. @tool clock */
export function clock(x: Resolve<Sure, typeof askNow>): string { return String(x.ok); }`,

      wishes: `export function wraps(): ElicitationResult<Sure> { return { action: "decline" }; }
interface None {}
/** Tool. @tool wishes */
export async function wishes(
  accepted: Resolve<Extract<ElicitationResult<Sure>, { action: "accept" }>, typeof askSure>,
  twice: Resolve<ElicitationResult<Sure>, typeof wraps>,
  ctx: Context<{ none: None }>,
): Promise<string> { return accepted.action + twice.action + ctx.era; }`,
    });
    built = await buildFolder(folder);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Codes and messages of one file, in the order of its lines. */
  const told = (file: string): string[] => {
    const lines = built.text.split("\n").filter((line) => line.startsWith(`${file}.ts:`));
    return lines.map((line) => line.replace(/^.*?(?:error|warning) /, ""));
  };

  test("nothing is written", () => expect(built.files).toBeNull());

  test("case 3: a cycle is named with its whole path, a loop through one function too", () => {
    expect(told("loop")).toEqual(["MG3005: Resolvers wait for each other: again -> again."]);
    expect(told("pair")).toEqual(["MG3005: Resolvers wait for each other: a -> b -> a."]);
  });

  test("case 4: each parameter of a resolver that is none of the three kinds is named together with the resolver", () => {
    const none = (parameter: string, resolver: string): string =>
      `MG3004: The parameter '${parameter}' of resolver ${resolver} is no argument of tool unclassifiable, no Resolve and no Context.`;
    expect(told("unclassifiable")).toEqual([
      none("mystery", "one"),
      none("mystery", "two"),
      expect.stringMatching(/^MG3006: The parameter 'x' of resolver three has the name of a resolved parameter/),
      expect.stringMatching(/^MG3012: The resolver 'four' has a rest or destructured parameter/),
      none("ctx", "five"),
      "MG3009: The argument 'count' of tool unclassifiable is number, and resolver six takes string.",
    ]);
  });

  test("case 5: a resolver asks one question", () => {
    expect(told("arms")[0]).toMatch(/^MG3010: The resolver 'either' asks with more than one model: /);
    expect(told("arms")[1]).toMatch(/^MG30(10|11): The resolver 'mixed' /);
  });

  test("case 6: a marker that is not a parameter's whole type is refused wherever it stands", () => {
    const lines = told("buried");
    expect(lines.map((line) => /^MG3001: Resolve stands inside (.*); it has to be/.exec(line)?.[1])).toEqual([
      "a union",
      "a union",
      "an array",
      "the type of the result",
    ]);
  });

  known("case 6: a marker inside a marker is refused", () => expect(told("twice")[0]).toMatch(/^MG3001/));

  known("a constraint on a resolved parameter is refused", () => expect(told("tagged")).toHaveLength(1));

  known("a static method can be a resolver", () => expect(told("statics")).toEqual([]));

  known("a question whose text is built from the clock is warned of", () => expect(told("clock")).toHaveLength(1));

  test("case 7: a question model that is not flat is refused however rarely it is asked with", () => {
    expect(told("nested")).toEqual([
      "MG2001: Elicitation field 'home' is an object, and a form is flat.",
      "MG2002: Elicitation field 'more' is an array of something else than choices.",
      expect.stringMatching(/^MG2006: Elicitation field 'map' is an object with an index signature/),
      "MG2004: Elicitation field 'both' is a union of different kinds: string | number.",
      "MG2002: Elicitation field 'list' is an array of something else than choices.",
    ]);
  });

  test("case 8: the kinds of field that are refused", () => {
    expect(told("fields").map((line) => line.slice(0, 6))).toEqual([
      "MG2006", // bytes
      "MG2003", // nothing
      "MG2006", // anything
      "MG1109", // time
      "MG1109", // duration
      "MG1109", // id
      "MG2005", // options
      "MG2006", // pair
      "MG1110", // colour
      "MG2003", // required
      "MG2007", // bound
      "MG2007", // pattern
      "MG2006", // when
    ]);
  });

  test("an outcome is wanted whole or not at all, and made by the runtime alone; a form has fields", () => {
    expect(told("wishes").map((line) => line.slice(0, 6))).toEqual(["MG3011", "MG3011", "MG2009"]);
  });
});

describe("sources that can be built", () => {
  let folder = "";
  let server: Server;
  beforeAll(async () => {
    folder = project({
      tools: `export interface Form {
  only: "single";
  /** @minItems 1 @maxItems 3 */
  several: ("a" | "b" | "c")[];
  text?: string;
  whole?: number;
  sure?: boolean;
  choice?: "x" | "y";
  many?: ("x" | "y")[];
  /** @default 3 @integer @minimum 1 @maximum 5 */
  amount: number;
  /** @format date */
  day?: string;
  /** @minLength 2 @maxLength 4 */
  short?: string;
}
export function askForm(): Elicit<Form> { return elicit("Fill in."); }
/** Fill in a form. @tool fill */
export function fill(form: Resolve<Form, typeof askForm>): string { return JSON.stringify(form); }

export function maybe(open: boolean): Sure | null { return open ? { ok: true } : null; }
/** Take a value or null. @tool nullable */
export function nullable(open: boolean, value: Resolve<Sure | null, typeof maybe>): string { return JSON.stringify(value); }

export function later(): Promise<number> { return new Promise((resolve) => setTimeout(() => resolve(3), 5)); }
/** Wait for a promise. @tool promised */
export function promised(value: Resolve<number, typeof later>): string { return String(value + 1); }

export function mapped(open: boolean): Map<string, number> | Elicit<Sure> { return open ? new Map([["a", 1]]) : elicit("Sure?"); }
/** One question and a map. @tool one_arm */
export function oneArm(open: boolean, value: Resolve<Map<string, number> | Sure, typeof mapped>): string {
  return value instanceof Map ? [...value.keys()].join() : String(value.ok);
}`,
    });
    writeText(
      join(folder, "mcp-gen.config.json"),
      JSON.stringify({ name: "cases", version: "1.0.0", sources: ["*.ts"], out: "mcp" }),
    );
    const built = await buildFolder(folder, diskHost);
    if (built.files === null) throw new Error(built.text);
    ({ server } = (await import(join(folder, "mcp/server.ts"))) as { server: Server });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(["legacy", "modern"] as const)("%s", (mode) => {
    const answering = async (content: object): Promise<{ client: Client; asked: ElicitParams[] }> => {
      const asked: ElicitParams[] = [];
      const client = await connect(server, {
        mode,
        elicitationAnswers: "as they are",
        elicitation: (params) => {
          asked.push(params);
          return { action: "accept", content: content as Record<string, string> };
        },
      });
      closing.push(() => client.close());
      return { client, asked };
    };

    test("case 8: the kinds of field that are asked for, as the client gets them", async () => {
      const { client, asked } = await answering({ only: "single", several: ["a"] });
      expect(JSON.parse(text(await client.callTool("fill")))).toEqual({ only: "single", several: ["a"], amount: 3 });
      expect((asked[0] as { requestedSchema: object }).requestedSchema).toEqual({
        type: "object",
        properties: {
          only: { type: "string", title: "Only", enum: ["single"] },
          several: {
            type: "array",
            title: "Several",
            items: { type: "string", enum: ["a", "b", "c"] },
            minItems: 1,
            maxItems: 3,
          },
          text: { type: "string", title: "Text" },
          whole: { type: "number", title: "Whole" },
          sure: { type: "boolean", title: "Sure" },
          choice: { type: "string", title: "Choice", enum: ["x", "y"] },
          many: { type: "array", title: "Many", items: { type: "string", enum: ["x", "y"] } },
          amount: { type: "integer", title: "Amount", default: 3, minimum: 1, maximum: 5 },
          day: { type: "string", title: "Day", format: "date" },
          short: { type: "string", title: "Short", minLength: 2, maxLength: 4 },
        },
        required: ["only", "several"],
      });
    });

    test.each<[object, string]>([
      [{ several: ["a", "a"] }, ""],
      [{ several: [] }, "- several: expected an array of 1 to 3 elements"],
      [{ several: ["a", "b", "c", "a"] }, "- several: expected an array of 1 to 3 elements"],
      [{ several: ["d"] }, "- several[0]: expected one of"],
      [{ several: "a" }, "- several: expected an array"],
      [{ amount: "3" }, "- amount: expected an integer from 1 to 5, received a string"],
      [{ amount: 6 }, "- amount: expected an integer from 1 to 5, received the number 6"],
      [{ amount: true }, "- amount: expected an integer from 1 to 5"],
      [{ sure: "yes" }, "- sure: expected true or false, received a string"],
      [{ sure: 1 }, "- sure: expected true or false, received the number 1"],
      [{ text: null }, "- text: expected a string, received null"],
      [{ day: "2025-02-30" }, "- day: expected"],
    ])("an answer fits exactly what was published: %j", async (content, problem) => {
      const { client } = await answering({ only: "single", several: ["a"], ...content });
      const result = await client.callTool("fill");
      expect([result.isError === true, text(result)]).toEqual([problem !== "", expect.stringContaining(problem)]);
    });

    test("a resolver may give null, a promise, or a value of another kind than it asks for", async () => {
      const { client, asked } = await answering({ ok: false });
      expect(text(await client.callTool("nullable", { open: false }))).toBe("null");
      expect(text(await client.callTool("nullable", { open: true }))).toBe('{"ok":true}');
      expect(text(await client.callTool("promised"))).toBe("4");
      expect(text(await client.callTool("one_arm", { open: true }))).toBe("a");
      expect(asked).toEqual([]);
      expect(text(await client.callTool("one_arm", { open: false }))).toBe("false");
      expect(asked).toHaveLength(1);
    });
  });

  test("a tool is a function: a test of its own calls it without a server", async () => {
    const { nullable } = (await import(join(folder, "tools.ts"))) as { nullable(open: boolean, value: unknown): string };
    expect(nullable(true, { ok: false })).toBe('{"ok":false}');
  });
});

/* ---- what a running server does ---- */

const confirm = defineForm<{ ok: boolean }>({
  model: "Confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  check: ({ ok }, problems) => {
    if (typeof ok !== "boolean") problems.expected("ok", "true or false", ok);
  },
});
const initials = defineForm<{ handle: string }>({
  model: "Initials",
  requestedSchema: { type: "object", properties: { handle: { type: "string" } }, required: ["handle"] },
  check: ({ handle }, problems) => {
    if (typeof handle !== "string") problems.expected("handle", "a string", handle);
  },
});
const slogan = {
  messages: [{ role: "user" as const, content: { type: "text" as const, text: "Slogan for locker 12" } }],
  maxTokens: 24,
};
const pay = { message: "Pay at kiosk", url: "https://pay.example.com/9", elicitationId: "k-9" };
const nestedSchema = {
  type: "object",
  properties: { home: { type: "object", properties: { city: { type: "string" } } } },
  required: ["home"],
};
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What the tools below do, and what they did. */
let world: { wipe: string; open: boolean; events: string[]; bodies: number };
beforeEach(() => {
  world = { wipe: "Wipe drive A?", open: false, events: [], bodies: 0 };
});

const outcomeText = (outcome: { action: string }): string => outcome.action;
const tools: Record<string, (call: Call) => ReturnType<Parameters<typeof defineTool>[0]["handle"]>> = {
  countersign: async (call) => {
    const a = call.value("a", initials, () => elicit("East desk: initials?"));
    const b = call.value("b", initials, () => elicit("West desk: initials?"));
    await call.ready();
    return textResult(`${(await a).handle}+${(await b).handle}`);
  },
  wipe: async (call) => {
    const who = call.value("who", initials, () => elicit("Who?"));
    const ok = call.outcome("ok", confirm, () => elicit(world.wipe));
    const last = call.value("last", confirm, async () => {
      await ok;
      return elicit("Last word?");
    });
    await call.ready();
    await last;
    return textResult(`${(await who).handle}/${outcomeText(await ok)}`);
  },
  fickle: async (call) => {
    const ok = call.value("ok", confirm, () => (world.open ? { ok: true } : elicit("Open?")));
    const next = call.value("next", confirm, async () => {
      await ok;
      return elicit("Next?");
    });
    await call.ready();
    return textResult(`${(await ok).ok}/${(await next).ok}`);
  },
  path: async (call) => {
    const rider = call.value("who.rider", initials, () => elicit("Rider?"));
    const who = call.once("who", async () => (await rider).handle);
    await call.ready();
    return textResult(await who);
  },
  two_wishes: async (call) => {
    const ok = call.outcome("ok", confirm, () => elicit("Sure?"));
    const inner = call.once("inner", async () => call.bare("ok", await ok).ok);
    await call.ready();
    return textResult(`${(await ok).action}/${await inner}`);
  },
  side_by_side: async (call) => {
    const run = (name: string, ms: number) => async (): Promise<string> => {
      world.events.push(`${name}+`);
      await sleep(ms);
      world.events.push(`${name}-`);
      return name;
    };
    const a = call.once("a", run("a", 30));
    const b = call.once("b", run("b", 5));
    await call.ready();
    return textResult((await a) + (await b));
  },
  broken_beside: async (call) => {
    call.value("who", initials, () => elicit("Who?")).catch(() => {});
    call.once("lock", () => {
      throw new Error("lock bus offline");
    });
    await call.ready();
    return textResult("no");
  },
  hides: async (call) => {
    const { requestState, inputResponses } = call.context({});
    const ok = call.value("ok", confirm, () => elicit("Sure?"));
    await call.ready();
    await ok;
    return textResult(`${requestState} ${inputResponses === undefined ? "nothing" : "answers"}`);
  },
  mixed: async (call) => {
    const line = call.sample("line", () => sample(slogan));
    const where = call.roots("where", () => listRoots());
    const who = call.value("who", initials, async () => elicit(`Who wants ${((await line).content as { text: string }).text}?`));
    await call.ready();
    return textResult(`${(await who).handle}|${(await where).roots.length}`);
  },
  sampled: async (call) => {
    const line = call.sample("line", () => sample(slogan));
    await call.ready();
    return textResult(String((await line).model));
  },
  kiosk: async (call) => textResult((await call.context({}).elicitUrl(pay)).action),
  kiosk_first: async (call) => {
    const paid = call.url("paid", () => elicitUrl(pay));
    await call.ready();
    return textResult((await paid).action);
  },
  inside: async (call) => {
    const ctx: Context<{ ok: { ok: boolean } }> = call.context({ ok: confirm });
    return textResult((await ctx.elicit("ok", "Sure?")).action);
  },
  url_required: async () => {
    throw new McpError(-32042, "URL elicitation required", { elicitations: [{ mode: "url", ...pay }] });
  },
  nested_by_hand: async (call) => {
    const { inputResponses } = call.context({});
    if (inputResponses !== undefined) return textResult(JSON.stringify(inputResponses.home));
    const home = { mode: "form" as const, message: "Home?", requestedSchema: nestedSchema as never };
    return call.anotherOr(inputRequired({ inputRequests: { home } }), textResult);
  },
  plain: async () => textResult("plain"),
};
const server = defineServer({
  name: "cases",
  version: "1",
  tools: Object.entries(tools).map(([name, handle]) =>
    defineTool({
      name,
      description: name,
      inputSchema: { type: "object", properties: {} },
      handle: async (call) => {
        const done = await handle(call);
        world.bodies += 1;
        return done;
      },
    }),
  ),
});

const quiet = { warn: () => {}, error: () => {} };
const cells = (["memory", "http"] as const).flatMap((transport) =>
  (["legacy", "modern"] as const).map((mode) => ({ transport, mode })),
);

describe.each(cells)("$transport, $mode", ({ transport, mode }) => {
  const open = async (options: ConnectOptions, serve: ServeOptions = {}): Promise<Client> => {
    const served = await serveHere(server, transport, { log: quiet, ...serve });
    const client = await served.connect(mode, options);
    closing.push(async () => {
      await client.close();
      await served.close();
    });
    return client;
  };
  const saying = (answer: object): ConnectOptions => ({
    elicitation: () => answer as never,
    elicitationAnswers: "as they are",
  });

  test("case 11: two questions of one shape are told apart by their parameters", async () => {
    const client = await open({
      elicitation: ({ message }) => ({ action: "accept", content: { handle: message.startsWith("East") ? "Ea" : "We" } }),
    });
    expect(text(await client.callTool("countersign"))).toBe("Ea+We");
  });

  test("case 16: of two resolvers one fails beside the other's question: the failure is told, the body does not run", async () => {
    const client = await open(saying({ action: "accept", content: { handle: "kit" } }));
    const unheard = vi.spyOn(console, "error").mockReturnValue();
    const result = await client.callTool("broken_beside");
    unheard.mockRestore();
    expect([result.isError, text(result)]).toEqual([true, "broken_beside failed: lock bus offline"]);
    expect(world.bodies).toBe(0);
  });

  test("what comes with a decline is ignored, as is what comes with an opened link", async () => {
    const declining = await open(saying({ action: "decline", content: { ok: true, nested: { deep: [1] } } }));
    expect(text(await declining.callTool("inside"))).toBe("decline");
    const opening = await open(saying({ action: "accept", content: { secret: "x" } }));
    expect(text(await opening.callTool("kiosk"))).toBe("accept");
    expect(text(await opening.callTool("kiosk_first"))).toBe("accept");
  });

  test("a refusal names the tool and the whole path of the question", async () => {
    const client = await open(saying({ action: "cancel" }));
    expect(text(await client.callTool("path"))).toBe("path did not run: the question 'who.rider' was cancelled.");
  });

  test("one question with two consumers ends the call when one of them wants the bare value", async () => {
    let asked = 0;
    const client = await open({
      elicitation: () => {
        asked += 1;
        return { action: "decline" };
      },
    });
    const result = await client.callTool("two_wishes");
    expect([result.isError, text(result)]).toEqual([true, "two_wishes did not run: the question 'ok' was declined."]);
    expect(asked).toBe(1);
    const willing = await open(saying({ action: "accept", content: { ok: true } }));
    expect(text(await willing.callTool("two_wishes"))).toBe("accept/true");
  });

  test("independent resolvers run side by side where a round carries their questions, else one after another", async () => {
    const client = await open({});
    expect(text(await client.callTool("side_by_side"))).toBe("ab");
    expect(world.events).toEqual(mode === "modern" ? ["a+", "b+", "b-", "a-"] : ["a+", "a-", "b+", "b-"]);
  });

  test("the time in which a person thinks does not count against the time-out of the call", async () => {
    const client = await open({
      timeoutMs: 300,
      elicitation: async () => {
        await sleep(700);
        return { action: "accept", content: { ok: true } };
      },
    });
    expect(text(await client.callTool("inside"))).toBe("accept");
    expect(text(await client.callTool("two_wishes"))).toBe("accept/true");
  });

  test("what was sampled and listed is kept for later rounds; the body runs once", async () => {
    const counts = { sampling: 0, roots: 0, elicitation: 0 };
    const client = await open({
      elicitation: ({ message }) => {
        counts.elicitation += 1;
        expect(message).toBe("Who wants Up!?");
        return { action: "accept", content: { handle: "kit" } };
      },
      sampling: ({ maxTokens }) => {
        counts.sampling += 1;
        expect(maxTokens).toBe(24);
        return { role: "assistant", model: "m", content: { type: "text", text: "Up!" } };
      },
      roots: () => {
        counts.roots += 1;
        return [{ uri: "file:///a" }];
      },
    });
    expect(text(await client.callTool("mixed"))).toBe("kit|1");
    expect([counts, world.bodies]).toEqual([{ sampling: 1, roots: 1, elicitation: 1 }, 1]);
  });

  test("a model can't decline: what is no message is a protocol error that names the question", async () => {
    const client = await open({ sampling: () => ({ action: "decline" }) as never });
    await expect(client.callTool("sampled")).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("'line'") });
  });

  test("an error that says which links are needed reaches the client as it is", async () => {
    const client = await open({});
    await expect(client.callTool("url_required")).rejects.toMatchObject({
      code: -32042,
      message: "URL elicitation required",
      data: { elicitations: [{ mode: "url", ...pay }] },
    });
  });

  test("a schema written by hand goes out as it is, and its answer comes back unchecked", async () => {
    const asked: ElicitParams[] = [];
    const client = await open({
      elicitationAnswers: "as they are",
      elicitation: (params) => {
        asked.push(params);
        return { action: "accept", content: { home: "here" } };
      },
    });
    expect(JSON.parse(text(await client.callTool("nested_by_hand")))).toEqual({ action: "accept", content: { home: "here" } });
    expect(asked.map((params) => (params as { requestedSchema: object }).requestedSchema)).toEqual([nestedSchema]);
  });

  test("case 36: the client's cap is the number of answers it gives", async () => {
    const served = await serveHere(observatory as Server, transport, { log: quiet });
    let asked = 0;
    const client = await served.connect(mode, {
      maxRounds: 2,
      elicitation: () => {
        asked += 1;
        return { action: "accept", content: { really: true } };
      },
    });
    closing.push(async () => {
      await client.close();
      await served.close();
    });
    if (mode === "legacy") {
      expect(text(await client.callTool("ticking"))).toBe("ticked true");
      expect(asked).toBe(1);
    } else {
      await expect(client.callTool("ticking")).rejects.toBeInstanceOf(RoundLimitError);
      expect(asked).toBe(2);
    }
  });
});

test("one server asks a legacy and a modern client at once, and both get the same", async () => {
  const http = await serveHttp(observatory as Server, { port: 0, log: quiet });
  closing.push(() => http.close());
  const forms: unknown[] = [];
  const outcomes = await Promise.all(
    (["legacy", "modern"] as const).map(async (mode) => {
      const client = await connect(new URL(http.url), {
        mode,
        elicitation: async (params) => {
          forms.push(params);
          await sleep(20);
          return { action: "accept", content: { really: true } };
        },
      });
      const result = await client.callTool("open_strict", { code: "B7" });
      const listed = (await client.listTools()).find(({ name }) => name === "open_strict");
      await client.close();
      return [text(result), listed?.inputSchema];
    }),
  );
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(forms).toHaveLength(2);
  expect(forms[0]).toEqual(forms[1]);
});

/** A legacy client on a pipe that writes by hand: the server's questions are answered in order. */
async function legacyPipe(served: Server, answers: readonly object[], version = "2025-11-25") {
  const [ours, theirs] = channelPair();
  serveChannel(served, theirs, { log: quiet });
  closing.push(() => ours.close());
  const asked: { method: string; params: Record<string, unknown> }[] = [];
  const waiting = new Map<number, (reply: Raw["json"]) => void>();
  const post = (message: object): void => ours.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  ours.open(
    (line) => {
      const message = JSON.parse(line) as Raw["json"];
      if (message.method === undefined) return waiting.get(message.id)?.(message);
      const answer = answers[asked.length];
      asked.push({ method: message.method, params: message.params });
      post({ id: message.id, ...answer });
    },
    () => {},
  );
  let lastId = 0;
  const request = (method: string, params: object): Promise<Raw["json"]> => {
    lastId += 1;
    const id = lastId;
    const replied = new Promise<Raw["json"]>((resolve) => waiting.set(id, resolve));
    post({ id, method, params });
    return replied;
  };
  const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } };
  await request("initialize", { protocolVersion: version, capabilities, clientInfo: { name: "pipe", version: "1" } });
  post({ method: "notifications/initialized" });
  const call = (name: string, args?: object, more: object = {}): Promise<Raw["json"]> =>
    request("tools/call", { name, ...(args !== undefined && { arguments: args }), ...more });
  return { asked, call };
}

const accepting = (content: object): object => ({ result: { action: "accept", content } });

describe("the wire of a legacy client", () => {
  test("case 13: the question of a resolver, and its answer", async () => {
    const { asked, call } = await legacyPipe(observatory as Server, [accepting({ really: true })]);
    expect((await call("open_locker", { code: "B7" })).result).toEqual({ content: [{ type: "text", text: "opened B7" }] });
    expect(asked).toEqual([
      {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: "Open locker B7?",
          requestedSchema: {
            type: "object",
            properties: { really: { type: "boolean", title: "Really", description: "Tick to open" } },
            required: ["really"],
          },
          _meta: { "mcp-gen/question": "open_locker.ack" },
        },
      },
    ]);
    expect((await call("open_locker", { code: "T1" })).result.content[0].text).toBe("opened T1");
    expect(asked).toHaveLength(1);
  });

  test("case 16: one question at a time; a decline stops what would come after it", async () => {
    const willing = await legacyPipe(observatory as Server, [accepting({ handle: "kit" }), accepting({ row: 12 })]);
    expect((await willing.call("board")).result.content[0].text).toBe("kit@12");
    expect(willing.asked.map(({ params }) => params.message)).toEqual(["Rider handle?", "Which row?"]);
    const declining = await legacyPipe(observatory as Server, [{ result: { action: "decline" } }]);
    const { result } = await declining.call("board");
    expect([result.isError, result.content[0].text]).toEqual([true, "board did not run: the question 'who' was declined."]);
    expect(declining.asked).toHaveLength(1);
  });

  test("case 32: a requestState is refused by a legacy call too, null is none, answers are ignored", async () => {
    const { asked, call } = await legacyPipe(observatory as Server, [accepting({ really: true })]);
    for (const requestState of ["word", 7, {}]) {
      const { error } = await call("open_locker", { code: "B7" }, { requestState });
      expect(error).toEqual({
        code: -32602,
        message: "Invalid or expired requestState",
        data: { reason: "invalid_request_state" },
      });
    }
    expect(asked).toEqual([]);
    const more = { requestState: null, inputResponses: { ack: { action: "decline" } } };
    expect((await call("open_locker", { code: "B7" }, more)).result.content[0].text).toBe("opened B7");
    expect(asked).toHaveLength(1);
  });

  test("case S2: a link has exactly these params; what comes with the consent is ignored", async () => {
    const { asked, call } = await legacyPipe(server, [accepting({ card: "4111" })]);
    expect((await call("kiosk")).result.content[0].text).toBe("accept");
    expect(asked).toEqual([
      { method: "elicitation/create", params: { mode: "url", ...pay, _meta: { "mcp-gen/question": "kiosk.url" } } },
    ]);
  });

  test("case 18: an error in place of an answer is the error of the call", async () => {
    const error = { code: -32011, message: "operator left", data: { desk: 3 } };
    const { call } = await legacyPipe(observatory as Server, [{ error }]);
    expect((await call("open_strict", { code: "B7" })).error).toEqual(error);
  });

  test("case 21: a client that takes JSON alone leaves no way back: refused at once, with the reason and the remedy", async () => {
    const http = await serveHttp(observatory as Server, { port: 0, log: quiet });
    closing.push(() => http.close());
    const headers = { ...(await handshake(http.url)), accept: "application/json" };
    const body = (code: string) => ({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "open_strict", arguments: { code } },
    });
    const { error } = (await send(http.url, body("B7"), headers)).json;
    expect(error.code).toBe(-32600);
    expect(error.message).toMatch(/'open_strict\.ack' can't be put: .*text\/event-stream/);
    expect((await send(http.url, body("T2"), headers)).json.result.content[0].text).toBe("opened T2: true");
  });
});

describe("the wire of a modern client", () => {
  const key = "q".repeat(32);
  const bench = async (options: ServeOptions = {}, served: Server = server) => {
    const warnings: string[] = [];
    const errors: string[] = [];
    const log = { warn: (line: string) => void warnings.push(line), error: (line: string) => void errors.push(line) };
    const http = await serveHttp(served, { port: 0, stateKeys: [key], log, ...options });
    closing.push(() => http.close());
    return {
      url: http.url,
      warnings,
      errors,
      call: (name: string, more: Record<string, unknown> = {}): Promise<Raw> => modern(http.url, "tools/call", { name, ...more }),
    };
  };
  const said = (reply: Raw): string => reply.json.result?.content?.[0]?.text;
  const yes = { action: "accept", content: { ok: true } };
  const kit = { action: "accept", content: { handle: "kit" } };
  const refusal = { code: -32602, message: "Invalid or expired requestState", data: { reason: "invalid_request_state" } };

  test("case 11: keys stay the same in another process", async () => {
    const [one, two] = [await bench(), await bench()];
    const { inputRequests, requestState } = (await one.call("countersign")).json.result;
    expect(
      Object.entries(inputRequests as Record<string, Raw["json"]>).map(([name, { params }]) => [name, params.message]),
    ).toEqual([
      ["a", "East desk: initials?"],
      ["b", "West desk: initials?"],
    ]);
    const inputResponses = {
      b: { action: "accept", content: { handle: "We" } },
      a: { action: "accept", content: { handle: "Ea" } },
    };
    expect(said(await two.call("countersign", { requestState, inputResponses }))).toBe("Ea+We");
  });

  test("a question reworded between rounds is asked again, whatever was answered; other answers stay", async () => {
    const { call } = await bench();
    const first = (await call("wipe")).json.result;
    expect(Object.keys(first.inputRequests)).toEqual(["who", "ok"]);
    world.wipe = "Wipe drive B?";
    const second = (await call("wipe", { requestState: first.requestState, inputResponses: { who: kit, ok: yes } })).json.result;
    expect(Object.keys(second.inputRequests)).toEqual(["ok"]);
    expect(second.inputRequests.ok.params.message).toBe("Wipe drive B?");
    const third = (await call("wipe", { requestState: second.requestState, inputResponses: { ok: yes } })).json.result;
    expect(Object.keys(third.inputRequests)).toEqual(["last"]);
    world.wipe = "Wipe drive C?"; // recorded by now, and dropped all the same
    const fourth = (await call("wipe", { requestState: third.requestState, inputResponses: { last: yes } })).json.result;
    expect(Object.keys(fourth.inputRequests)).toEqual(["ok"]);
    const fifth = (await call("wipe", { requestState: fourth.requestState, inputResponses: { ok: yes } })).json.result;
    const done = await call("wipe", { requestState: fifth.requestState, inputResponses: { last: yes } });
    expect(said(done)).toBe("kit/accept");
  });

  test.each(["decline", "cancel"])(
    "a recorded %s belongs to its question, and does not silence a reworded one",
    async (action) => {
      const { call } = await bench();
      const first = (await call("wipe")).json.result;
      const inputResponses = { who: kit, ok: { action } };
      const second = (await call("wipe", { requestState: first.requestState, inputResponses })).json.result;
      expect(Object.keys(second.inputRequests)).toEqual(["last"]);
      const kept = await call("wipe", { requestState: second.requestState, inputResponses: { last: yes } });
      expect(said(kept)).toBe(`kit/${action}`);
      world.wipe = "Wipe drive B?";
      const reworded = (await call("wipe", { requestState: second.requestState, inputResponses: { last: yes } })).json.result;
      expect(reworded.inputRequests.ok.params.message).toBe("Wipe drive B?");
    },
  );

  test("a value that the resolver computes now wins over the answer that the state recorded", async () => {
    const { call } = await bench();
    const no = { action: "accept", content: { ok: false } };
    const first = (await call("fickle")).json.result;
    const second = (await call("fickle", { requestState: first.requestState, inputResponses: { ok: no } })).json.result;
    expect(Object.keys(second.inputRequests)).toEqual(["next"]);
    world.open = true;
    const more = { requestState: second.requestState, inputResponses: { next: yes, ok: no } };
    expect(said(await call("fickle", more))).toBe("true/true");
    world.open = false;
    expect(said(await call("fickle", { requestState: second.requestState, inputResponses: { next: yes } }))).toBe("false/true");
  });

  test("the body of a call with resolvers does not see the state of its rounds", async () => {
    const { call } = await bench();
    const { requestState } = (await call("hides")).json.result;
    expect(said(await call("hides", { requestState, inputResponses: { ok: yes } }))).toMatch(/^undefined /);
  });

  known(
    "the body of a call with resolvers does not see the answers of its rounds either, as on a legacy connection",
    async () => {
      const { call } = await bench();
      const { requestState } = (await call("hides")).json.result;
      expect(said(await call("hides", { requestState, inputResponses: { ok: yes } }))).toBe("undefined nothing");
    },
  );

  known("case 29: a round by hand takes no answer to a question that it did not put", async () => {
    const { call } = await bench();
    const reply = await call("nested_by_hand", { inputResponses: { home: yes } });
    expect(reply.json.result.resultType).toBe("input_required");
  });

  test("a failure beside an open question ends the call: there is no further round", async () => {
    const { call } = await bench();
    const { result } = (await call("broken_beside")).json;
    expect([result.resultType, result.isError, result.content[0].text]).toEqual([
      "complete",
      true,
      "broken_beside failed: lock bus offline",
    ]);
  });

  test("links carry no id of their errand, which the revision does not know; roots have nothing but their name", async () => {
    const { call } = await bench();
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { url: {}, form: {} }, sampling: {}, roots: {} },
    };
    const { message, url } = pay;
    expect((await call("kiosk_first", { _meta })).json.result.inputRequests).toEqual({
      paid: {
        method: "elicitation/create",
        params: { mode: "url", message, url, _meta: { "mcp-gen/question": "kiosk_first.paid" } },
      },
    });
    expect((await call("mixed", { _meta })).json.result.inputRequests).toEqual({
      line: { method: "sampling/createMessage", params: { ...slogan, _meta: { "mcp-gen/question": "mixed.line" } } },
      where: { method: "roots/list", params: { _meta: { "mcp-gen/question": "mixed.where" } } },
    });
  });

  test("no arguments and empty ones are the same; their order does not matter", async () => {
    const { call } = await bench();
    const { requestState } = (await call("countersign")).json.result;
    const inputResponses = { a: kit, b: kit };
    expect(said(await call("countersign", { requestState, inputResponses, arguments: {} }))).toBe("kit+kit");
    expect(said(await call("countersign", { requestState, inputResponses, arguments: null }))).toBe("kit+kit");
    const ordered = { arguments: { x: 1, y: { a: [1], b: 2 } } };
    const again = (await call("countersign", ordered)).json.result;
    const reordered = { arguments: { y: { b: 2, a: [1] }, x: 1 } };
    expect(said(await call("countersign", { ...reordered, requestState: again.requestState, inputResponses }))).toBe("kit+kit");
    const changed = { arguments: { y: { b: "2", a: [1] }, x: 1 } };
    expect((await call("countersign", { ...changed, requestState: again.requestState, inputResponses })).json.error).toEqual(
      refusal,
    );
  });

  test("case 32: methods that carry no state leave it alone, and a result that is complete has none", async () => {
    const { url, call } = await bench();
    const listed = await modern(url, "tools/list", { requestState: "word" });
    expect([listed.status, listed.json.result.resultType]).toEqual([200, "complete"]);
    expect((await call("plain")).json.result).not.toHaveProperty("requestState");
    expect((await call("plain", { requestState: "word" })).json.error).toEqual(refusal);
  });

  test("a key that is drawn belongs to one process", async () => {
    const drawn = async () => {
      const http = await serveHttp(server, { port: 0, log: quiet });
      closing.push(() => http.close());
      return (more: Record<string, unknown> = {}): Promise<Raw> => modern(http.url, "tools/call", { name: "hides", ...more });
    };
    const [one, two] = [await drawn(), await drawn()];
    const { requestState } = (await one()).json.result;
    const more = { requestState, inputResponses: { ok: yes } };
    expect((await two(more)).json.error).toEqual(refusal);
    expect(said(await one(more))).toContain("undefined");
  });

  const fails = (): never => {
    throw new Error("the vault at 10.0.0.7 is down");
  };

  test("a cipher of one's own that fails when it seals: no detail reaches the client", async () => {
    const { call, errors } = await bench({ cipher: { ...nodeCipher, seal: fails } });
    expect((await call("hides")).json.error).toEqual({ code: -32603, message: "Internal error" });
    expect(errors.join()).toContain("10.0.0.7");
  });

  known("a cipher of one's own that fails when it opens: the fixed refusal", async () => {
    const { requestState } = (await (await bench()).call("hides")).json.result;
    const { call } = await bench({ cipher: { ...nodeCipher, open: fails } });
    const reply = await call("hides", { requestState, inputResponses: { ok: yes } });
    expect([reply.status, reply.json.error]).toEqual([400, refusal]);
  });

  known("a key written as text is the key of its bytes", async () => {
    const [one, two] = [await bench(), await bench({ stateKeys: [new TextEncoder().encode(key)] })];
    const { requestState } = (await one.call("hides")).json.result;
    const reply = await two.call("hides", { requestState, inputResponses: { ok: yes } });
    expect(reply.json.result?.resultType).toBe("complete");
  });

  known("a key that stands twice is refused by its place", async () => {
    await expect(bench({ stateKeys: [key, "n".repeat(32), key] })).rejects.toThrow("stateKeys[2]");
  });

  known("a key that is none is refused by its place", async () => {
    await expect(bench({ stateKeys: [7 as never] })).rejects.toThrow("stateKeys[0]");
  });

  test.each([0, -1, Number.NaN])("a lifetime of %d is refused when serving starts", async (stateTtlMs) => {
    await expect(bench({ stateTtlMs })).rejects.toThrow("stateTtlMs must be a positive number");
  });

  test("case 40: params that are none are a protocol error", async () => {
    const { url, call } = await bench({}, observatory as Server);
    const nameless = await modern(url, "tools/call", { arguments: {} });
    expect(nameless.status).toBe(400);
    expect((await call("lens", { arguments: [] })).json.error.code).toBe(-32602);
    expect((await call("lens", { arguments: { mm: 50, stray: 1 } })).json.result).toMatchObject({
      isError: true,
      content: [{ text: 'Invalid arguments for lens:\n- unknown argument "stray", known are mm, kind' }],
    });
    const { call: legacy } = await legacyPipe(observatory as Server, []);
    expect((await legacy(undefined as never)).error.code).toBe(-32602);
  });
});

test("a round by hand needs a question, a state, or both", () => {
  expect(() => inputRequired({})).toThrow(TypeError);
  expect(() => inputRequired({ inputRequests: {} })).toThrow("inputRequired needs inputRequests, a requestState, or both.");
});

test("case 39: a client refuses what it has no callback for, whoever asks", async () => {
  const nothing = new Answering({});
  const { signal } = new AbortController();
  for (const method of ["elicitation/create", "sampling/createMessage", "roots/list"]) {
    await expect(nothing.answer(method, {}, signal)).rejects.toMatchObject({
      code: -32601,
      message: `This client does not answer ${method}.`,
    });
  }
  const forms = new Answering({ elicitation: () => ({ action: "accept" }), elicitationModes: ["form"] });
  await expect(forms.answer("elicitation/create", { mode: "url", ...pay }, signal)).rejects.toMatchObject({ code: -32602 });
});
