/** `mcp-gen client` as a user runs it: files, exit codes, drift, what it refuses, and that it looks at nothing but what it is told to. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run, temporary } from "../command/command.js";
import { readText, root, writeText } from "../generator/harness.js";
import { described, filesOf } from "./foreign.js";

const place = temporary("client-command");
const tool = (name: string, properties: object = {}, required: string[] = []): object => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: { type: "object", properties, required },
});

function write(file: string, tools: unknown): void {
  writeText(join(place.path(), file), JSON.stringify({ tools }));
}
const client = (...args: string[]) => run(place.path(), ["client", ...args]);

describe("mcp-gen client", () => {
  it("writes a client with its snapshot, tells drift in words, and keeps to what it wrote", () => {
    write("list.json", [tool("b", { x: { type: "string" } }), tool("a")]);
    expect(client("--from", "list.json", "--out", "made", "--name", "My shop")).toMatchObject({
      status: 0,
      stderr: "created  made/client.ts\ncreated  made/mcp.snapshot.json\n",
    });
    const made = readText(join(place.path(), "made/client.ts")) ?? "";
    expect(made).toContain("export const myShop = {");
    expect(client("--from", "made/mcp.snapshot.json", "--out", "made").stderr).toBe("made is up to date.\n");
    expect(client("--from", "made/mcp.snapshot.json", "--out", "made", "--check")).toMatchObject({ status: 0 });

    write("newer.json", [tool("b", { x: { type: "integer" }, y: { type: "string" } }, ["y"]), tool("c")]);
    const drifted = client("--from", "newer.json", "--out", "made", "--name", "My shop", "--check");
    expect(drifted.status).toBe(3);
    expect(drifted.stderr).toContain("breaking tool a: is gone\n");
    expect(drifted.stderr).toContain("breaking tool b: arguments.x: is integer instead of string\n");
    expect(drifted.stderr).toContain("breaking tool b: arguments.y: is new and required\n");
    expect(drifted.stderr).toContain("safe     tool c: is new\n");
    expect(drifted.stderr).toContain("The server is not what made was made from.");
    expect(readText(join(place.path(), "made/client.ts"))).toBe(made);
  });

  it("tells what it has no words for in lines, and the order of keys is no change", () => {
    const schema = { type: "object", properties: { x: { type: "string" } }, required: ["x"] };
    write("keys.json", [{ name: "a", inputSchema: schema }]);
    expect(client("--from", "keys.json", "--out", "keys").status).toBe(0);
    write("turned.json", [{ inputSchema: Object.fromEntries(Object.entries(schema).reverse()), name: "a" }]);
    expect(client("--from", "turned.json", "--out", "keys", "--check").status).toBe(0);
    write("silent.json", [{ name: "a", inputSchema: { ...schema, "x-note": 5 } }]);
    const { status, stderr } = client("--from", "silent.json", "--out", "keys", "--check");
    expect(status).toBe(3);
    expect(stderr).toContain('+         "x-note": 5');
  });

  it("tells a client that was changed by hand", () => {
    write("hand.json", [tool("a")]);
    client("--from", "hand.json", "--out", "hand");
    const file = join(place.path(), "hand/client.ts");
    writeText(file, `${readText(file)}export const more = 1;\n`);
    const { status, stderr } = client("--from", "hand.json", "--out", "hand", "--check");
    expect({ status, stderr }).toMatchObject({
      status: 3,
      stderr: expect.stringContaining("- export const more = 1;") as string,
    });
  });

  it("says what it left out", () => {
    write("partly.json", [tool("a"), tool("a"), { name: 5 }]);
    const { status, stderr } = client("--from", "partly.json", "--out", "partly");
    expect(status).toBe(0);
    expect(stderr).toContain('note: tools[1] is left out: there is another "a" before it.');
    expect(stderr).toContain("note: tools[2] has no name and is left out.");
  });

  it("writes a stranger's tags as text: a build that sees the client as a source reads no commands in it", () => {
    const project = join(place.path(), "project");
    writeText(join(project, "package.json"), `{ "name": "shop", "version": "1.0.0", "type": "module" }`);
    writeText(join(project, "tsconfig.json"), JSON.stringify({ extends: join(root, "fixtures/tools/tsconfig.json") }));
    writeText(join(project, "src/a.ts"), `/** Greet. @tool greet */\nexport const greet = (name: string): string => name;\n`);
    const description = "Evil.\n@tool evil\n * @prompt evil";
    const inputSchema = { type: "object", description, properties: { a: { type: "string", description } } };
    writeText(join(project, "list.json"), JSON.stringify([{ name: "evil", description, inputSchema }]));
    expect(run(project, ["client", "--from", "list.json", "--out", "src/mcp/other"]).status).toBe(0);
    expect(run(project, ["client", "--from", "list.json", "--out", "src/other"]).status).toBe(0);
    expect(run(project, ["build"])).toMatchObject({ status: 0 });
    // A client in the generated folder is not the build's to take away.
    expect(readText(join(project, "src/mcp/other/client.ts"))).toContain("evil");
    expect(run(project, ["client", "--from", "list.json", "--out", "src/mcp"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("belongs to 'mcp-gen build'") as string,
    });
  });

  it.each([
    [["--out", "x"], "say which server"],
    [["--from", "none.json", "--out", "x"], "there is no file none.json"],
    [["--from", "ftp://example.com", "--out", "x"], "only http and https"],
    [["--from", "bad.json", "--out", "x"], "bad.json cannot be read: it is not valid JSON"],
    [["--from", "empty.json", "--out", "x"], "empty.json cannot be read: it has no list"],
    [["--from", "list.json", "--out", "x", "--", "node"], "not both"],
    [["--from", "list.json", "--out", "theirs"], "theirs/client.ts was not written by mcp-gen"],
    [["--from", "http://127.0.0.1:61/mcp", "--out", "x", "--header", "nothing"], "--header takes"],
    [["--from", "list.json"], "out"],
  ])("%j is a misuse", (args, said) => {
    writeText(join(place.path(), "bad.json"), "{");
    writeText(join(place.path(), "empty.json"), "{}");
    writeText(join(place.path(), "theirs/client.ts"), "export {};\n");
    write("list.json", [tool("a")]);
    const { status, stdout, stderr } = client(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(said);
  });

  it.each([
    [["--from", "http://127.0.0.1:61/mcp"], "ECONNREFUSED"],
    [["--", process.execPath, "-e", "process.exit(7)"], "exit code 7"],
  ])("a server that cannot be read ends with 1: %j", (args, said) => {
    const { status, stderr } = client("--out", "x", ...args);
    expect(status).toBe(1);
    expect(stderr).toContain(said);
  });
});

it("a reference that leads out of its schema is not followed", async () => {
  const asked: (string | undefined)[] = [];
  const http = createServer((request, response) => {
    asked.push(request.url);
    response.end(`{ "type": "string" }`);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}/schema.json`;
  const schema = {
    type: "object",
    properties: { a: { $ref: address }, b: { allOf: [{ $ref: address }] } },
    $defs: { c: { $ref: address } },
  };
  const tools = [{ name: "a", inputSchema: schema, outputSchema: { ...schema, anyOf: [{ $ref: address }] } }];
  const files = await filesOf(described({ tools }));
  expect(files.get("client.ts")).toContain("a?: unknown;");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toEqual([]);
  http.close();
});
