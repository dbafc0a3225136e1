/** Resources and templates in every cell: listed, read, asking, missing, in the words of every revision. */

import { describe, expect, test } from "vitest";
import { cells } from "./matrix.js";
import { answered, kit, legacyRevisions, opener, withoutScopes } from "./offers.js";
import { sleep } from "./wire-client.js";

const open = opener();
const forms = { elicitation: { form: {} } };
const icons = [{ src: "https://example.com/icon.png", mimeType: "image/png", sizes: ["48x48"], theme: "dark" }];
const annotations = { audience: ["user"], priority: 0.5, lastModified: "2026-01-12T15:00:58Z" };
const _meta = { "com.example/rank": 1 };

describe.each(cells)("resources, $transport $mode", (cell) => {
  const isModern = cell.mode === "modern";

  test("and templates are listed with all that the revision knows", async () => {
    const client = await open(cell, withoutScopes(cell));
    const { resources } = await client.result("resources/list");
    expect(resources[0]).toEqual({
      uri: "note://one",
      name: "one",
      title: "One",
      description: "The resource one.",
      icons,
      _meta,
      annotations,
      mimeType: "text/markdown",
      size: 5,
    });
    expect(resources.map(({ name }: { name: string }) => name)).not.toContain("guarded");
    const { resourceTemplates } = await client.result("resources/templates/list");
    expect(resourceTemplates[0]).toEqual({
      uriTemplate: "shelf://{row}/{book}",
      name: "book",
      title: "A book",
      description: "A book on a shelf.",
      icons,
      _meta,
      annotations,
      mimeType: "text/plain",
    });
  });

  test("are read: text, bytes, several contents", async () => {
    const client = await open(cell);
    const one = await client.result("resources/read", { uri: "note://one" });
    expect(one.contents).toEqual([{ uri: "note://one", mimeType: "text/markdown", text: "first" }]);
    expect([one.ttlMs, one.cacheScope]).toEqual(isModern ? [0, "private"] : [undefined, undefined]);
    const bytes = await client.result("resources/read", { uri: "note://bytes" });
    expect(bytes.contents).toEqual([{ uri: "note://bytes", mimeType: "application/octet-stream", blob: "aGk=" }]);
    const many = await client.result("resources/read", { uri: "note://many" });
    expect(many.contents).toHaveLength(2);
  });

  test("templates take their variables out of the address, decoded", async () => {
    const client = await open(cell);
    const read = async (uri: string): Promise<string> => (await client.result("resources/read", { uri })).contents[0].text;
    expect(await read("shelf://a/b%20c%2Fd")).toBe("a:b c/d");
    expect(JSON.parse(await read("find://books"))).toEqual({});
    expect(JSON.parse(await read("find://books?limit=3&q=x%26y"))).toEqual({ q: "x&y", limit: "3" });
  });

  test("what is not there is not found", async () => {
    const client = await open(cell, withoutScopes(cell));
    for (const uri of [
      "note://none",
      "shelf://a",
      "shelf://a/b/c",
      "shelf://a/%E0%A4%A",
      "shelf://a/lost",
      "note://guarded",
      "constructor",
      `shelf://a/${"b".repeat(9000)}`,
    ]) {
      const error = await client.error("resources/read", { uri });
      expect(error).toEqual({ code: isModern ? -32602 : -32002, message: "Resource not found", data: { uri } });
    }
    expect((await client.error("resources/read", {})).code).toBe(isModern && cell.transport === "http" ? -32020 : -32602);
  });

  test.each(["ask", "hold", "by_hand"])("ask the user: %s", async (name) => {
    const client = await open(cell, {
      capabilities: forms,
      answer: () => kit,
      serving: { cache: { readTtlMs: 9000, readScope: "public" } },
    });
    const uri = `note://${name}`;
    const { result } = await answered(client, "resources/read", { uri });
    const texts = { ask: "for kit", hold: "held for kit", by_hand: "kit after one" };
    expect(result.contents[0]).toMatchObject({ uri, text: texts[name as keyof typeof texts] });
    // What depends on answers must not be kept (specification: caching, "Cache Key").
    expect([result.ttlMs, result.cacheScope]).toEqual(isModern ? [0, "private"] : [undefined, undefined]);
    const plain = await client.result("resources/read", { uri: "note://one" });
    expect([plain.ttlMs, plain.cacheScope]).toEqual(isModern ? [9000, "public"] : [undefined, undefined]);
  });

  test("what a function throws is a protocol error", async () => {
    const client = await open(cell);
    const error = await client.error("resources/read", { uri: "note://broken" });
    expect(error).toEqual({ code: -32603, message: "broken failed: the shelf fell down" });
  });

  test("are cancelled", async () => {
    const client = await open(cell);
    const waiting = client.start("resources/read", { uri: "note://wait" });
    await expect.poll(async () => JSON.parse(await client.call("report")).started).toBe(1);
    waiting.cancel();
    await expect.poll(async () => JSON.parse(await client.call("report")).aborted).toEqual(["resource"]);
    await sleep(30);
    expect(client.heard.filter(({ id }) => id === waiting.id)).toEqual([]);
  });
});

test.each(legacyRevisions)("revision %s gets its own words", async (version) => {
  const client = await open({ transport: "memory", mode: "legacy" }, { version });
  const [one] = (await client.result("resources/list")).resources;
  const [book] = (await client.result("resources/templates/list")).resourceTemplates;
  for (const entry of [one, book]) {
    expect("title" in entry).toBe(version >= "2025-06-18");
    expect("_meta" in entry).toBe(version >= "2025-06-18");
    expect("lastModified" in entry.annotations).toBe(version >= "2025-06-18");
    expect("icons" in entry).toBe(version >= "2025-11-25");
  }
  const { contents } = await client.result("resources/read", { uri: "note://many" });
  expect("_meta" in contents[0]).toBe(version >= "2025-06-18");
});
