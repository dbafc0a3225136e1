/** What is made from the hostile lists, byte for byte: the same each time, whatever the order of the lists. */

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow, isUpdating, readText, replaceFolder, root } from "../generator/harness.js";
import { cases, described, filesOf, folder, listIn } from "./foreign.js";

describe.each(cases)("the client for %s", (name) => {
  it("is the expected one", async () => {
    const files = await filesOf(described(listIn(name)));
    const expected = join(folder, name, "expected");
    if (isUpdating)
      replaceFolder(
        expected,
        [...files].map(([path, text]) => ({ path, text })),
      );
    expect([...files.keys()].sort()).toEqual(filesBelow(expected));
    for (const [path, text] of files) {
      expect(text).toBe(readText(join(expected, path)));
      expect(text).not.toContain(root);
    }
  });

  it("is the same from the snapshot, and from lists in another order", async () => {
    const files = await filesOf(described(listIn(name)));
    const snapshot: unknown = JSON.parse(files.get("mcp.snapshot.json") ?? "");
    expect(await filesOf(described(snapshot))).toEqual(files);
    const turned = Object.entries(snapshot as object).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.toReversed() : value,
    ]);
    expect(await filesOf(described(Object.fromEntries(turned)))).toEqual(files);
  });
});

describe("what a server's description is read from", () => {
  const tools = [{ name: "a", inputSchema: { type: "object" } }];
  it.each([
    ["a result of tools/list", { tools }],
    ["a response", { jsonrpc: "2.0", id: 1, result: { tools } }],
    ["a bare list", tools],
    ["a manifest", { manifestVersion: 1, server: { name: "server" }, tools, files: {} }],
  ])("%s", (_, given) => {
    expect(described(given)).toMatchObject({ server: { name: "server" }, tools });
  });

  it.each([
    [5, "neither an object nor a list"],
    [{}, "no list"],
    [{ tools: "x" }, "no list"],
    [{ tools: [{ name: "a", inputSchema: deep(300) }] }, "nested more than 200 levels deep"],
  ])("not from %j", (given, reason) => {
    expect(() => described(given)).toThrow(reason);
  });
});

function deep(levels: number): object {
  let schema: object = { type: "string" };
  for (let level = 0; level < levels; level++) schema = { type: "array", items: schema };
  return schema;
}
