import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ContractChange } from "../../generator/diff/change.js";
import { compareContracts } from "../../generator/diff/contract.js";
import { readText, writeText } from "../generator/harness.js";
import { run, shout, smallProject, temporary } from "./command.js";

const folder = temporary("diff");
const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd, encoding: "utf8" });

describe("mcp-gen diff", () => {
  let here = "";
  beforeAll(() => {
    here = smallProject(folder.path(), "contract");
    expect(run(here, ["build"]).status).toBe(0);
    git(here, "init", "--quiet");
    git(here, "add", "src", "package.json", "tsconfig.json");
    git(here, "commit", "--quiet", "--message", "first");
  });

  it("finds nothing where nothing changed, and the same from a manifest file", () => {
    expect(run(here, ["diff", "--against", "HEAD"])).toEqual({
      status: 0,
      stdout: "",
      stderr: "The contract is the same as in HEAD.\n",
    });
    expect(run(here, ["diff", "--against", "src/mcp/mcp.manifest.json"]).status).toBe(0);
  });

  it("exits with 4 for what breaks clients, questions included (MG0201, MG0202)", () => {
    writeText(
      join(here, "src/shout.ts"),
      `import { type Elicit, elicit, type Resolve } from "@mcp-gen/runtime";

export interface Sure { ok: boolean; }
export function askSure(): Elicit<Sure> { return elicit("Sure?"); }

/**
 * Say it much louder.
 * @tool shout
 * @destructive
 */
export function shout(word: string, times: number, sure: Resolve<Sure, typeof askSure>, mark = "!"): string {
  return word.repeat(times) + mark + String(sure.ok);
}

/** Say it in a low voice. @tool whisper */
export function whisper(word: string): string {
  return word;
}
`,
    );
    const { status, stdout, stderr } = run(here, ["diff", "--against", "HEAD"]);
    expect(stderr).toContain("breaking tool shout: arguments.times: is new and required");
    expect(stderr).toContain("breaking tool shout: asks a new question, shout.sure: clients without elicitation will fail");
    expect(stderr).toMatch(/^risky {4}tool shout: destructiveHint is true instead of none/m);
    expect(stderr).toContain("safe     tool shout: arguments.mark: is new");
    expect(stderr).toContain("safe     tool shout: its description has changed");
    expect(stderr).toContain("safe     tool whisper: is new");
    expect(stderr).toMatch(/2 breaking, \d risky, \d safe, compared with HEAD\.\n$/);
    expect(stdout).toBe("");
    expect(status).toBe(4);
    // Nothing was written for it.
    expect(readText(join(here, "src/mcp/tools/whisper.ts"))).toBeNull();

    const json = JSON.parse(run(here, ["diff", "--against", "HEAD", "--format", "json"]).stdout) as {
      contract: ContractChange[];
    };
    expect(json).toMatchObject({ command: "diff", exit: 4, errors: 2 });
    expect(json.contract).toContainEqual({ level: "safe", subject: "tool whisper", text: "is new", source: "src/shout.ts" });
    const github = run(here, ["diff", "--against", "HEAD", "--format", "github"]).stdout.trimEnd().split("\n");
    expect(github.filter((line) => line.startsWith("::error file=src/shout.ts,"))).toHaveLength(2);
    expect(github.some((line) => line.startsWith("::warning file=src/shout.ts,"))).toBe(true);
    expect(github.every((line) => line.includes("title=MG020"))).toBe(true);
  });

  it("tells errors of the sources and of usage from breaking changes", () => {
    writeText(join(here, "src/shout.ts"), shout.replace("word: string", "word: Set<string>"));
    expect(run(here, ["diff", "--against", "HEAD"])).toMatchObject({ status: 1, stderr: expect.stringContaining("MG1103") });
    writeText(join(here, "src/shout.ts"), shout);
    expect(run(here, ["diff", "--against", "no-such-branch"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("no-such-branch is no revision of git in this repository, and no file."),
    });
    expect(run(here, ["diff", "--against", "--upload-pack=x"]).status).toBe(2);
    expect(run(here, ["diff", "--against", "package.json"]).status).toBe(2);
    expect(run(here, ["diff"]).status).toBe(2);
  });
});

describe("a contract", () => {
  const object = (properties: object, required: string[] = [], rest: object = {}): object => ({
    type: "object",
    properties,
    required,
    additionalProperties: false,
    ...rest,
  });
  const sent = (before: object, after: object): string[] =>
    levels(
      { tools: [{ name: "t", inputSchema: object({ a: before }) }] },
      { tools: [{ name: "t", inputSchema: object({ a: after }) }] },
    );
  const received = (before: object, after: object): string[] =>
    levels(
      { tools: [{ name: "t", outputSchema: object({ a: before }) }] },
      { tools: [{ name: "t", outputSchema: object({ a: after }) }] },
    );
  const levels = (before: object, after: object): string[] => compareContracts(before, after).map(({ level }) => level);

  it.each<[string, object, object, string[], string[]]>([
    ["the same", { type: "string" }, { type: "string" }, [], []],
    ["another type", { type: "string" }, { type: "number" }, ["breaking"], ["breaking"]],
    ["a number that may be any", { type: "integer" }, { type: "number" }, ["safe"], ["breaking"]],
    ["a whole number", { type: "number" }, { type: "integer" }, ["breaking"], ["safe"]],
    ["null too", { type: "string" }, { type: ["string", "null"] }, ["safe"], ["breaking"]],
    ["null no longer", { type: ["string", "null"] }, { type: "string" }, ["breaking"], ["safe"]],
    ["a choice more", { enum: ["a"] }, { enum: ["a", "b"] }, ["safe"], ["breaking"]],
    ["a choice less", { enum: ["a", "b"] }, { enum: ["b"] }, ["breaking"], ["safe"]],
    ["the same choices in another order", { enum: ["a", "b"] }, { enum: ["b", "a"] }, [], []],
    ["a higher minimum", { type: "number", minimum: 1 }, { type: "number", minimum: 2 }, ["breaking"], ["safe"]],
    ["no maximum", { type: "number", maximum: 1 }, { type: "number" }, ["safe"], ["breaking"]],
    ["a pattern", { type: "string" }, { type: "string", pattern: "^a" }, ["breaking"], ["safe"]],
    ["another format", { type: "string", format: "uri" }, { type: "string", format: "email" }, ["breaking"], ["breaking"]],
    ["another default", { type: "number", default: 1 }, { type: "number", default: 2 }, ["risky"], []],
    ["other words", { type: "string", description: "a" }, { type: "string", description: "b" }, ["safe"], ["safe"]],
    [
      "items",
      { type: "array", items: { type: "string" } },
      { type: "array", items: { type: "number" } },
      ["breaking"],
      ["breaking"],
    ],
    ["a longer tuple", { prefixItems: [{}] }, { prefixItems: [{}, {}] }, ["breaking"], ["breaking"]],
    ["a property", object({}), object({ b: {} }), ["safe"], ["safe"]],
    ["a required property", object({}), object({ b: {} }, ["b"]), ["breaking"], ["safe"]],
    ["a property less", object({ b: {} }), object({}), ["breaking"], ["risky"]],
    ["a required property less", object({ b: {} }, ["b"]), object({}), ["breaking"], ["breaking"]],
    ["optional now", object({ b: {} }, ["b"]), object({ b: {} }), ["safe"], ["breaking"]],
    ["open now", object({}), object({}, [], { additionalProperties: true }), ["safe"], ["breaking"]],
    [
      "a kind more",
      { oneOf: [object({ k: { const: "a" } })] },
      { oneOf: [object({ k: { const: "b" } }), object({ k: { const: "a" } })] },
      ["safe"],
      ["breaking"],
    ],
    [
      "a change within a kind",
      { oneOf: [object({ k: { const: "a" }, n: { type: "number" } }), object({ k: { const: "b" } })] },
      { oneOf: [object({ k: { const: "a" }, n: { type: "string" } }), object({ k: { const: "b" } })] },
      ["breaking"],
      ["breaking"],
    ],
  ])("of a value: %s", (_name, before, after, whenSent, whenReceived) => {
    expect(sent(before, after)).toEqual(whenSent);
    expect(received(before, after)).toEqual(whenReceived);
  });

  it("with types that contain themselves ends", () => {
    const tree = (leaf: string): object => ({
      inputSchema: {
        ...object({ root: { $ref: "#/$defs/Tree" } }),
        $defs: { Tree: object({ leaf: { type: leaf }, left: { $ref: "#/$defs/Tree" } }) },
      },
    });
    const changes = compareContracts(
      { tools: [{ name: "t", ...tree("string") }] },
      { tools: [{ name: "t", ...tree("number") }] },
    );
    expect(changes.map(({ level, text }) => [level, text])).toEqual([
      ["breaking", "arguments.root.leaf: is number instead of string"],
    ]);
  });

  it("has tools, questions, prompts and resources that come and go", () => {
    const before = {
      server: { name: "a" },
      tools: [{ name: "gone" }],
      questions: { "t.q": { requestedSchema: object({ a: { type: "string" } }) } },
      prompts: [{ name: "p", arguments: [{ name: "x" }] }],
      resources: [{ uri: "a:b", name: "b", mimeType: "text/plain" }],
    };
    const after = {
      server: { name: "b" },
      tools: [],
      questions: { "t.q": { requestedSchema: object({ a: { type: "string" }, b: { type: "string" } }, ["b"]) } },
      prompts: [{ name: "p", arguments: [{ name: "x", required: true }, { name: "y" }] }],
      resources: [{ uri: "a:b", name: "b", mimeType: "text/html" }],
    };
    expect(compareContracts(before, after).map(({ level, subject }) => `${level} ${subject}`)).toEqual([
      "breaking tool gone",
      "breaking question t.q",
      "breaking prompt p",
      "risky resource a:b",
      "risky server",
      "safe prompt p",
    ]);
    // What is new as a whole asks nothing of clients that do not call it.
    const asking = (kind: string, names: readonly string[]) => ({
      [kind]: names.map((name) => ({ name, questions: [`${name}.q`] })),
      questions: Object.fromEntries(names.map((name) => [`${name}.q`, { requestedSchema: {} }])),
    });
    for (const kind of ["tools", "prompts", "resources"]) {
      const noun = kind.slice(0, -1);
      const shown = (before: object, after: object): string[] =>
        compareContracts(before, after).map(({ level, subject }) => `${level} ${subject}`);
      expect(shown(asking(kind, ["old"]), asking(kind, ["new", "old"])).sort()).toEqual(
        [`safe ${noun} new`, "safe question new.q"].sort(),
      );
      const silent = { [kind]: [{ name: "old", questions: [] }] };
      expect(shown(silent, asking(kind, ["old"]))).toEqual([`breaking ${noun} old`, "risky question old.q"]);
    }
    expect(compareContracts({}, before).every(({ level }) => level !== "breaking")).toBe(true);
    expect(compareContracts(before, before)).toEqual([]);
  });
});
