/** `mcp-gen call` in scripts: lists, arguments, answers given beforehand, JSON, exit codes. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../generator/harness.js";

const bin = join(root, "bin/mcp-gen.js");

function call(args: readonly string[], input = ""): { status: number | null; stdout: string; stderr: string } {
  const cwd = join(root, "fixtures/projects/bistro");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "call", ...args], {
    cwd,
    input,
    encoding: "utf8",
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}

const book = ["book_table", "--arg", "date=2025-12-25", "--arg", "partySize=2"];

describe("mcp-gen call", () => {
  test("lists the tools, for people and as JSON", () => {
    const { status, stdout } = call(["."]);
    expect(status).toBe(0);
    expect(stdout).toContain("book_table(date: string, partySize: number)\n  Book a table at the bistro.");
    const names = (JSON.parse(call([".", "--json"]).stdout) as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(["book_table", "confirm_deposit", "pay_deposit"]);
  });

  test.each(["alternative", "book_table.alternative", "*"])(
    "takes an answer for %s, from a server that a command starts",
    (key) => {
      const answer = `${key}={"acceptAlternative":true,"date":"2025-12-27"}`;
      const { status, stdout } = call([...book, "--answer", answer, "--json", "--", process.execPath, bin, "serve", "--stdio"]);
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ content: [{ type: "text", text: "Booked a table for 2 on 2025-12-27." }] });
    },
  );

  test("an answer for another question is not used, and the end of the input declines", () => {
    const { status, stdout, stderr } = call([".", ...book, "--answer", "other=accept"]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "No booking made.\n" });
    expect(stderr).toContain("Would you like to try another date?");
  });

  test("all arguments as one object", () => {
    const { status, stdout } = call([".", "book_table", "--args", '{"date":"2025-12-24","partySize":3}']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "Booked a table for 3 on 2025-12-24.\n" });
  });

  test("a failed tool is told and ends with 1", () => {
    const { status, stdout } = call([".", "book_table", "--arg", "date=2025-12-24", "--arg", 'partySize="two"']);
    expect(status).toBe(1);
    expect(stdout).toContain("The tool failed:\nInvalid arguments for book_table:\n- partySize:");
  });

  test("a result that breaks its output schema is shown, with what is wrong, and ends with 1", () => {
    const server = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      const outputSchema = { type: "object", properties: { seats: { type: "integer" } } };
      const results = {
        initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "broken", version: "1" } },
        "tools/list": { tools: [{ name: "table", inputSchema: { type: "object" }, outputSchema }] },
        "tools/call": { content: [], structuredContent: { seats: "four" } },
      };
      const result = results[method];
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error: { code: -32601, message: "no" } }) }));
    });`;
    const { status, stdout, stderr } = call(["table", "--json", "--", process.execPath, "-e", server]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ content: [], structuredContent: { seats: "four" } });
    expect(stderr).toContain("result.seats: expected an integer, received a string");
  });

  test("a server that can't be reached ends with 1 and says why", () => {
    const { status, stderr } = call(["http://127.0.0.1:61/mcp"]);
    expect(status).toBe(1);
    expect(stderr).toContain("ECONNREFUSED");
  });

  test.each([
    [[], "say which server"],
    [["ftp://example.com", "x"], "only http and https"],
    [[".", "book_tabel"], "did you mean 'book_table'?"],
    [[".", "book_table", "--arg", "date"], "--arg takes name=value"],
    [[".", "book_table", "--arg", "partySize=two"], "takes JSON"],
    [[".", "book_table", "--args", "[]"], "--args takes one JSON object"],
    [[".", "book_table", "--answer", "date=maybe"], "--answer takes"],
    [[".", "--header", "nothing"], "--header takes"],
  ])("%j is a misuse", (args, said) => {
    const { status, stdout, stderr } = call(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(said);
  });
});
