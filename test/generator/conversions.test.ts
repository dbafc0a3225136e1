import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diskHost } from "../../generator/host.js";
import { Problems } from "../../runtime/dist/core/problems.js";
import { emittedIn, type Fields } from "./emitted.js";
import { buildFolder, root, writeText } from "./harness.js";

let folder = "";
beforeAll(() => {
  mkdirSync(join(root, "dist"), { recursive: true });
  folder = mkdtempSync(join(root, "dist/conversions-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const moment = "2025-12-26T19:30:00Z";
const visit = { at: moment, page: "https://example.com/", times: [[moment, moment]] };
const input = {
  when: "2016-12-31T23:59:60Z",
  link: "https://example.com/menu",
  bytes: "AP8=",
  visits: [visit],
  byName: { a: moment, __proto__x: moment },
  whenOrText: moment,
  event: { type: "at", at: moment },
};

describe("what is read", () => {
  it("arrives as Date, URL and bytes, wherever it stands, in copies", async () => {
    const { reader } = await emittedIn(folder, "json-types", "convert");
    const before = JSON.stringify(input);
    const problems = new Problems();
    const read = reader(input, problems) as Record<string, never>;
    expect(String(problems)).toBe("");
    expect(JSON.stringify(input)).toBe(before);
    expect(read.when).toEqual(new Date("2017-01-01T00:00:00Z"));
    expect(read.link).toEqual(new URL("https://example.com/menu"));
    expect(read.bytes).toEqual(new Uint8Array([0, 255]));
    const date = new Date(moment);
    expect(read.visits).toEqual([{ at: date, page: new URL("https://example.com/"), until: date, times: [[date, date]] }]);
    expect(read.byName).toEqual({ a: date, __proto__x: date });
    expect(read.whenOrText).toEqual(date);
    expect(read.event).toEqual({ type: "at", at: date });
  });

  it("names every problem with its path", async () => {
    const { reader } = await emittedIn(folder, "json-types", "convert");
    const problems = new Problems();
    const bad = {
      ...input,
      bytes: "A",
      visits: [{ ...visit, times: [[moment]] }],
      byName: { "a b": 1 },
      event: { type: "never" },
    };
    reader(bad, problems);
    expect(String(problems)).toBe(
      [
        "- bytes: expected bytes in base64, received a string",
        "- visits[0].times[0]: expected an array of 2 elements, received an array",
        '- byName["a b"]: expected a date and time such as 2025-12-26T19:30:00Z, received the number 1',
        '- event.type: expected one of "at", "in", received a string',
      ].join("\n"),
    );
  });

  it("leaves out what was not sent to a destructured parameter, and fills in what has a default", async () => {
    const { reader } = await emittedIn(folder, "destructured", "search");
    expect(reader({ path: "/srv" }, new Problems())).toEqual({ path: "/srv", depth: 3, "page-size": 5, mode: "plain" });
  });

  it("is one member of a root union, whose problems have paths without a dot in front", async () => {
    const { reader } = await emittedIn(folder, "root-union", "change");
    const problems = new Problems();
    reader({ kind: "create", due: "soon" }, problems);
    expect(String(problems)).toContain("- title: missing, expected a string");
    expect(String(problems)).toContain("- due: expected a date and time");
  });

  it("in the strict profile takes null for absent, and absent for null", async () => {
    const { reader, inputSchema } = await emittedIn(folder, "strict-profile", "order");
    expect(inputSchema.required).toEqual(["lines", "guest", "depth", "size", "extra"]);
    for (const nothing of [{}, { guest: null, depth: null, size: null }]) {
      const problems = new Problems();
      const read = reader({ lines: [{ dish: "soup", count: null, note: null }], ...nothing }, problems) as Fields;
      expect(String(problems)).toBe("");
      expect(read.lines).toEqual([{ dish: "soup", note: null }]);
      expect([read.guest, read.depth, read.size]).toEqual([undefined, 3, undefined]);
    }
  });
});

describe("hostile values", () => {
  it("may be nested without end: the check ends at a bounded depth", async () => {
    const { reader } = await emittedIn(folder, "json-types", "descend");
    let json: unknown = 1;
    for (let depth = 0; depth < 5000; depth++) json = [json];
    const problems = new Problems();
    const linked = { head: 1, tail: null };
    reader(
      {
        root: { name: "r" },
        json,
        expression: { op: "value", value: 1 },
        author: { name: "a", books: [] },
        numbers: linked,
        named: { name: "n" },
      },
      problems,
    );
    expect(String(problems)).toContain("nested more than 100 levels deep");
  });

  it("may offer alternatives in alternatives: the attempts are bounded", async () => {
    const project = join(folder, "bounded");
    writeText(
      join(project, "src.ts"),
      "type Twin = { a: Twin | null; n: number } | { a: Twin | null; n: string };\n\n" +
        "/** Twins. @tool twins */\nexport function twins(twin: Twin): string {\n  return String(twin.n);\n}\n",
    );
    const { files, text } = await buildFolder(project, diskHost);
    expect(files, text).not.toBeNull();
    const module = (await import(/* @vite-ignore */ join(project, "mcp/tools/twins.ts"))) as Record<
      string,
      { handle(call: unknown): unknown }
    >;
    let twin: unknown = null;
    for (let depth = 0; depth < 60; depth++) twin = { a: twin, n: true };
    const problems = new Problems();
    const started = performance.now();
    await Promise.resolve(
      Object.values(module)[0]?.handle({
        read: (reader: (given: Fields, problems: Problems) => unknown) => {
          reader({ twin }, problems);
          throw new Error("enough");
        },
      }),
    ).catch(() => undefined);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(problems.none).toBe(false);
  });
});

describe("drift", () => {
  const source = (type: string): string =>
    `export interface Options {\n  path: ${type};\n}\n\n/** List. @tool list */\nexport function list(options: Options, depth?: number): { n: ${type} } {\n  return { n: options.path, ...(depth === 0 && {}) };\n}\n`;

  it("is found by the user's own compiler", { timeout: 60_000 }, async () => {
    const project = join(folder, "drift");
    writeText(join(project, "src.ts"), source("string"));
    const compilerOptions = {
      target: "es2022",
      module: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
    };
    writeText(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
    expect((await buildFolder(project, diskHost)).files).not.toBeNull();
    expect(compile(project)).toBe("");
    // None of these breaks the call itself.
    for (const type of ["string | number", "string; more?: number"]) {
      writeText(join(project, "src.ts"), source(type));
      expect(compile(project)).toContain("run mcp-gen build");
    }
  });

  function compile(project: string): string {
    try {
      execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", project], { encoding: "utf8" });
      return "";
    } catch (error) {
      return String((error as { readonly stdout?: unknown }).stdout);
    }
  }
});
