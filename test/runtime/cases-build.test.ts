/** The black-box cases of resolvers and questions that a build decides, by their numbers; `behaviours.ts` says where the others are. */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Client, connect, type ElicitParams } from "@mcp-gen/runtime/client";
import type { Server } from "@mcp-gen/runtime/server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { diskHost } from "../../generator/host.js";
import { type Built, buildFolder, root, writeText } from "../generator/harness.js";
import { text } from "./matrix.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** What is not there yet, and has to keep failing until it is: `behaviours.ts` has it as open. */

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

      prepared: `export const preset = askSure.bind(null);
const desk = (name: string) => (): Elicit<Sure> => elicit(name);
export const east = desk("East");
/** Tool. @tool prepared */
export function prepared(x: Resolve<Sure, typeof preset>, y: Resolve<Sure, typeof east>): string { return String([x, y]); }`,

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
    expect(told("arms")[0]).toMatch(/^MG3010: The resolver 'either' asks more than one question: /);
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

  test("case 6: a marker inside a marker is refused", () => expect(told("twice")[0]).toMatch(/^MG3001/));

  test("a constraint on a resolved parameter is refused", () => expect(told("tagged")).toHaveLength(1));

  test("a function that another one made has no declaration to read, and is refused", () => {
    expect(told("prepared")).toEqual([
      "MG3002: The resolver of 'x' cannot be found.",
      "MG3002: The resolver of 'y' cannot be found.",
    ]);
  });

  test("a static method can be a resolver", () => expect(told("statics")).toEqual([]));

  test("a question whose text is built from the clock is warned of", () => expect(told("clock")).toHaveLength(1));

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
      "MG2007", // time
      "MG1109", // duration
      "MG2007", // id
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
