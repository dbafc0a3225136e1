/** Completion of arguments in every cell: from lists and functions, cut to what a reply may carry. */

import { describe, expect, test } from "vitest";
import { cells } from "./matrix.js";
import { opener, withoutScopes } from "./offers.js";

const open = opener();
const prompt = (name: string) => ({ type: "ref/prompt", name });
const template = (uri: string) => ({ type: "ref/resource", uri });

describe.each(cells)("completion, $transport $mode", (cell) => {
  test("completes arguments of prompts and templates", async () => {
    const client = await open(cell);
    const complete = async (ref: object, name: string, value: string, settled?: object) => {
      const context = settled === undefined ? {} : { context: { arguments: settled } };
      return (await client.result("completion/complete", { ref, argument: { name, value }, ...context })).completion;
    };
    expect(await complete(prompt("greet"), "tone", "k")).toEqual({ values: ["kind", "Keen"], total: 2, hasMore: false });
    expect(await complete(prompt("greet"), "tone", "KI")).toEqual({ values: ["kind"], total: 1, hasMore: false });
    const many = await complete(prompt("greet"), "name", "A", { tone: "curt", odd: 5 });
    expect([many.values.length, many.total, many.hasMore]).toEqual([100, 250, true]);
    expect(many.values[0]).toBe("Acurt0");
    expect((await complete(prompt("greet"), "name", "A")).values[0]).toBe("Anone0");
    expect(await complete(prompt("greet"), "free", "A")).toEqual({ values: [], total: 0, hasMore: false });
    expect((await complete(template("shelf://{row}/{book}"), "row", "")).values).toEqual(["a", "b"]);
    expect((await complete(template("shelf://{row}/{book}"), "book", "x", { row: "a" })).values).toEqual(["a-x"]);
    expect((await complete(template("shelf://a/x"), "row", "b")).values).toEqual(["b"]);
  });

  test.each<[object, string]>([
    [{ ref: prompt("nobody"), argument: { name: "tone", value: "" } }, "Unknown prompt: nobody"],
    [{ ref: prompt("guarded"), argument: { name: "code", value: "" } }, "Unknown prompt: guarded"],
    [{ ref: template("x://{y}"), argument: { name: "y", value: "" } }, "Unknown resource template: x://{y}"],
    [{ ref: template("note://one"), argument: { name: "y", value: "" } }, "Unknown resource template: note://one"],
    [{ ref: prompt("greet"), argument: { name: "constructor", value: "" } }, "Unknown argument: constructor"],
    [
      { ref: { type: "ref/tool", name: "plain" }, argument: { name: "x", value: "" } },
      "completion/complete needs a ref of type ref/prompt or ref/resource.",
    ],
    [{ argument: { name: "x", value: "" } }, "completion/complete needs a ref of type ref/prompt or ref/resource."],
    [
      { ref: prompt("greet"), argument: { name: "tone" } },
      "completion/complete needs an argument with a name and a value, both strings.",
    ],
  ])("refuses %j", async (params, message) => {
    const client = await open({ ...cell, transport: "memory" }, withoutScopes({ transport: "memory" }));
    expect(await client.error("completion/complete", params)).toEqual({ code: -32602, message });
  });
});
