import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, it } from "vitest";
import type { Diagnostic } from "../../generator/diagnostics.js";
import { printDiagnostic } from "../../generator/print-diagnostics.js";
import { readText, writeText } from "../generator/harness.js";
import { run, smallProject, start, temporary } from "./command.js";
import { parseXml, type XmlElement } from "./xml.js";

const folder = temporary("formats");

/** Two errors, one with a related place in another file, and a warning; names that have to be escaped everywhere. */
const faulty: Readonly<Record<string, string>> = {
  "src/places/a,b.ts": `export interface Where {\n  street: { name: "<&>"; };\n}\n`,
  "src/shout.ts": `import type { Where } from "./places/a,b.js";
import { type Elicit, elicit, type Resolve } from "@mcp-gen/runtime";

export function ask(): Elicit<Where> {
  return elicit("Where?");
}

/** Go. @tool go/100%:,<&> */
export function go(where: Resolve<Where, typeof ask>): string {
  return String(where);
}

/** @tool quiet */
export function quiet(): string {
  return "";
}
`,
};

let here = "";
beforeAll(() => {
  here = smallProject(folder.path(), "faulty", faulty);
});

describe("the format", () => {
  it("pretty frames the field, names the places around it and stays off standard output", () => {
    const { status, stdout, stderr } = run(here, ["build"]);
    expect(stderr).toContain("src/places/a,b.ts:2:11 - error MG2001");
    expect(stderr).toContain("~~~~~~");
    expect(stderr).toContain("2 errors, 1 warning: nothing was written.");
    expect(stderr).not.toContain("\u001B");
    expect(stdout).toBe("");
    expect(status).toBe(1);
  });

  it("plain has one line a finding", () => {
    const { status, stdout, stderr } = run(here, ["build", "--format", "plain"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^src\/places\/a,b\.ts:2:11: error MG2001: /);
    expect(lines.filter((line) => /: warning MG1011: /.test(line))).toHaveLength(1);
    expect(stderr).toBe("");
    expect(status).toBe(1);
  });

  it("json is one document, ndjson the same in lines", () => {
    const { status, stdout } = run(here, ["build", "--format", "json"]);
    const document = JSON.parse(stdout) as { readonly diagnostics: readonly Record<string, unknown>[] };
    expect(document).toMatchObject({ formatVersion: 1, command: "build", exit: 1, errors: 2, warnings: 1, files: [] });
    expect(document.diagnostics[0]).toMatchObject({
      code: "MG2001",
      severity: "error",
      file: "src/places/a,b.ts",
      line: 2,
      column: 11,
      endLine: 2,
      endColumn: 27,
    });
    expect(document.diagnostics[0]?.related).not.toEqual([]);
    expect(status).toBe(1);

    const lines = run(here, ["build", "--format", "ndjson"]).stdout.trimEnd().split("\n");
    const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records.slice(0, 3)).toEqual(document.diagnostics.map((each) => ({ type: "diagnostic", ...each })));
    expect(records.at(-1)).toMatchObject({ type: "summary", formatVersion: 1, exit: 1, errors: 2, warnings: 1 });
  });

  it("github is workflow commands that no name can break", () => {
    const { stdout } = run(here, ["build", "--format", "github"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^::error file=src\/places\/a%2Cb\.ts,line=2,endLine=2,col=11,endColumn=27,title=MG2001::/);
    expect(stdout).toContain("'go/100%25:,<&>' is not a legal tool name.");
    for (const line of lines) expect(line).toMatch(/^::(error|warning) (\w+=[^:,]*,?)+::.+%0Ahelp: /);
  });

  it("sarif fits the schema of OASIS", () => {
    const schema = JSON.parse(readFileSync(fileURLToPath(new URL("sarif-schema-2.1.0.json", import.meta.url)), "utf8")) as object;
    // The schema is written for draft 4, whose words that it uses have but one other name today.
    const { id, $schema: _, ...rest } = schema as { id?: string; $schema?: string };
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile({ $id: id ?? "sarif", ...rest });
    const { status, stdout } = run(here, ["build", "--format", "sarif"]);
    const log = JSON.parse(stdout) as { runs: { results: Record<string, unknown>[] }[] };
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...log, version: "2.0.0" })).toBe(false);
    const [first] = log.runs[0]?.results ?? [];
    expect(first).toMatchObject({
      ruleId: "MG2001",
      level: "error",
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "src/places/a%2Cb.ts" },
            region: { startLine: 2, startColumn: 11, endLine: 2, endColumn: 27 },
          },
        },
      ],
    });
    expect(first?.relatedLocations).not.toEqual([]);
    expect(status).toBe(1);
  });

  it("junit is XML of the shape that CI servers read", () => {
    const { stdout } = run(here, ["build", "--format", "junit"]);
    const root = parseXml(stdout);
    expectJunit(root);
    const cases = root.children[0]?.children ?? [];
    expect(root.attributes).toMatchObject({ tests: "3", failures: "2", errors: "0" });
    expect(cases.map(({ children }) => children[0]?.name)).toEqual(["failure", "failure", "system-out"]);
    expect(cases[0]?.children[0]?.attributes.type).toBe("MG2001");
    expect(cases[1]?.children[0]?.text).toContain("'go/100%:,<&>' is not a legal tool name.");
  });

  it("goes to --output-file, and people still see the pretty text", () => {
    const { status, stdout, stderr } = run(here, ["build", "--format", "plain", "--output-file", "reports/mcp.txt"]);
    expect(readText(join(here, "reports/mcp.txt"))).toMatch(/^src\/places\/a,b\.ts:2:11: error MG2001/);
    expect(stdout).toBe("");
    expect(stderr).toContain("2 errors, 1 warning");
    expect(status).toBe(1);
    expect(run(here, ["build", "--format", "json", "--output-file", "src"])).toMatchObject({ status: 2, stdout: "" });
    expect(run(here, ["build", "--format", "xml"])).toMatchObject({ status: 2, stdout: "" });
  });
});

describe("the terminal", () => {
  it("has colours only where they are wanted", () => {
    const esc = "\u001B[";
    expect(run(here, ["build", "--color"]).stderr).toContain(esc);
    expect(run(here, ["build"], { env: { FORCE_COLOR: "1" } }).stderr).toContain(esc);
    expect(run(here, ["build"], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } }).stderr).not.toContain(esc);
    expect(run(here, ["build", "--no-color"], { env: { FORCE_COLOR: "1" } }).stderr).not.toContain(esc);
    expect(run(here, ["build", "--color", "--format", "plain"]).stdout).not.toContain(esc);
  });

  it("adds annotations on GitHub's machines by itself", () => {
    const { stdout, stderr } = run(here, ["build"], { env: { GITHUB_ACTIONS: "true" } });
    expect(stdout).toMatch(/^::error file=src\/places\/a%2Cb\.ts/);
    expect(stderr).toContain("2 errors, 1 warning");
    // Paths are those of the checkout, wherever the step runs.
    const below = run(join(here, "src"), ["build", "--format", "github"], { env: { GITHUB_WORKSPACE: here } });
    expect(below.stdout).toMatch(/^::error file=src\/places\/a%2Cb\.ts/);
  });

  it("is as wide as it is: notes are wrapped, and long lines are cut around the marked place", () => {
    const line = `export function ${"f".repeat(60)}(when: Set<string>): string;`;
    const found: Diagnostic = {
      code: "MG1103",
      severity: "error",
      message: "m",
      span: { file: "a.ts", line: 2, column: line.indexOf("Set<") + 1, length: 11 },
      related: null,
      notes: [],
      help: "take an array, with @uniqueItems, and make a Set of it, or something else that is long enough to be wrapped.",
    };
    const sources = { path: (file: string) => file, lines: () => ["x".repeat(200), line] };
    const printed = printDiagnostic(found, sources, { colour: false, width: 60 }).split("\n");
    expect(printed.filter((each) => each.length > 60)).toEqual([]);
    const marks = printed.findIndex((each) => each.includes("~~~"));
    const [at, length] = [printed[marks]?.indexOf("~") ?? 0, printed[marks]?.trim().length];
    expect(printed[marks - 1]?.slice(at, at + (length ?? 0))).toBe("Set<string>");
  });
});

describe("what is printed", () => {
  it("is complete when the reader is slow", async () => {
    const many = smallProject(folder.path(), "many", {
      "src/shout.ts": Array.from(
        { length: 1500 },
        (_, index) =>
          `/** T${index}. @tool t${index} */\nexport function t${index}(a: Set<"${"x".repeat(40)}">): string {\n  return String(a);\n}\n`,
      ).join("\n"),
    });
    const child = start(many, ["build", "--format", "json"]);
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout) {
      chunks.push(chunk as Buffer);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const text = Buffer.concat(chunks).toString("utf8");
    expect(text.length).toBeGreaterThan(500_000);
    expect((JSON.parse(text) as { diagnostics: unknown[] }).diagnostics).toHaveLength(1500);
    expect(child.exitCode ?? (await new Promise((resolve) => child.once("exit", resolve)))).toBe(1);
  });

  it("may be cut off by the reader without a fault", async () => {
    const child = start(join(folder.path(), "many"), ["build", "--format", "json"]);
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.stdout.once("data", () => child.stdout.destroy());
    await new Promise((resolve) => child.once("exit", resolve));
    expect(said).toBe("");
  });
});

it("a run without findings is one passed test, an empty list, no line", () => {
  const fine = smallProject(folder.path(), "fine");
  expect(run(fine, ["build", "--format", "json"]).status).toBe(0);
  expect(JSON.parse(run(fine, ["build", "--format", "sarif"]).stdout)).toMatchObject({ runs: [{ results: [] }] });
  const root = parseXml(run(fine, ["build", "--format", "junit"]).stdout);
  expectJunit(root);
  expect(root.attributes).toMatchObject({ tests: "1", failures: "0" });
  expect(run(fine, ["build", "--format", "plain"])).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(run(fine, ["build", "--quiet"])).toEqual({ status: 0, stdout: "", stderr: "" });
  writeText(join(fine, "src/mcp/mcp.manifest.json"), "{}");
  expect(run(fine, ["build", "--check", "--format", "github"])).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/^::error title=MG0102::/),
  });
});

/** The rules of the JUnit schema that readers hold to: which elements, in which, with which attributes. */
function expectJunit(root: XmlElement): void {
  const rules: Readonly<
    Record<string, { readonly inside: readonly string[]; readonly needs: readonly string[]; readonly may: readonly string[] }>
  > = {
    testsuites: { inside: ["testsuite"], needs: [], may: ["name", "tests", "failures", "errors", "time"] },
    testsuite: {
      inside: ["testcase"],
      needs: ["name", "tests", "failures", "errors"],
      may: ["skipped", "time", "timestamp", "hostname"],
    },
    testcase: { inside: ["failure", "system-out"], needs: ["name", "classname"], may: ["time", "file", "line"] },
    failure: { inside: [], needs: ["type"], may: ["message"] },
    "system-out": { inside: [], needs: [], may: [] },
  };
  const visit = ({ name, attributes, children }: XmlElement): void => {
    const rule = rules[name];
    expect(rule, name).toBeDefined();
    expect(Object.keys(attributes)).toEqual(expect.arrayContaining([...(rule?.needs ?? [])]));
    expect(Object.keys(attributes).filter((each) => ![...(rule?.needs ?? []), ...(rule?.may ?? [])].includes(each))).toEqual([]);
    expect(children.filter((each) => !rule?.inside.includes(each.name))).toEqual([]);
    children.forEach(visit);
  };
  expect(root.name).toBe("testsuites");
  visit(root);
  for (const suite of root.children) {
    expect(Number(suite.attributes.tests)).toBe(suite.children.length);
    const failures = suite.children.filter(({ children }) => children.some(({ name }) => name === "failure"));
    expect(Number(suite.attributes.failures)).toBe(failures.length);
  }
}
