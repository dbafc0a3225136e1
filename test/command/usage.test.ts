import { describe, expect, it } from "vitest";
import { run, temporary, watched } from "./command.js";

const folder = temporary("usage");

describe("mcp-gen", () => {
  it.each([
    [["build", "--chekc"], "Unknown argument"],
    [["bild"], "build"],
    [[], "Say what to do"],
    [["serve"], "--stdio or --http"],
    [["serve", "--http", "70000"], "port"],
    [["serve", "--stdio", "--http", "0"], "mutually exclusive"],
    [["explain", "MG2002x"], "Did you mean MG2002?"],
    [["build", "--project", "nowhere"], "no folder nowhere"],
  ] as const)("%j is a matter of usage", (args, words) => {
    const { status, stdout, stderr } = run(folder.path(), args);
    expect(stderr).toContain(words);
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });

  it("explains a code on standard output", () => {
    const { status, stdout } = run(folder.path(), ["explain", "mg2001"]);
    expect(stdout).toMatch(/^MG2001 \(error\)\n\nThe protocol/);
    expect(status).toBe(0);
  });

  it("helps at once, with what compiling wrote down: the words of the command line itself", () => {
    const { status, stdout, modules } = watched(folder.path(), folder.path(), ["--help"]);
    expect(stdout).toContain("mcp-gen build");
    expect(status).toBe(0);
    expect(modules.filter((each) => /node_modules|dist.*js$/.test(each))).toEqual([]);
    const made = watched(folder.path(), folder.path(), ["--help=true"]);
    expect(made.stdout).toBe(stdout);
    expect(made.compilers).toEqual([]);
  });
});
