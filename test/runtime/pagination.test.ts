/** Lists in pages, in every cell: cursors that clients can't read, and an error for those that were not given out. */

import { describe, expect, test } from "vitest";
import { cells } from "./matrix.js";
import { opener, withoutScopes } from "./offers.js";

const open = opener();
const lists = [
  ["tools/list", "tools"],
  ["prompts/list", "prompts"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resourceTemplates"],
] as const;

describe.each(cells)("pagination, $transport $mode", (cell) => {
  test("all pages together are the whole list, in order", async () => {
    const { serving } = withoutScopes(cell);
    const whole = await open({ ...cell, transport: "memory" }, withoutScopes({ transport: "memory" }));
    const client = await open(cell, { serving: { ...serving, pageSize: 2 } });
    for (const [method, kind] of lists) {
      const all = (await whole.result(method))[kind];
      const pages: unknown[][] = [];
      let cursor: string | undefined;
      do {
        const page = await client.result(method, cursor === undefined ? {} : { cursor });
        pages.push(page[kind]);
        expect(page.cacheScope).toBe((await whole.result(method)).cacheScope);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(pages.flat()).toEqual(all);
      expect(pages.slice(0, -1).every((page) => page.length === 2)).toBe(true);
      expect(pages).toHaveLength(Math.ceil(all.length / 2));
    }
  });

  test("everything is in one page unless told otherwise", async () => {
    const client = await open(cell);
    for (const [method] of lists) expect(await client.result(method)).not.toHaveProperty("nextCursor");
  });

  test("a cursor that was not given out is refused", async () => {
    const client = await open(cell, { serving: { pageSize: 2 } });
    const { nextCursor } = await client.result("prompts/list");
    for (const cursor of ["", "x", 1, {}, nextCursor, "constructor", `${nextCursor}=`]) {
      const error = await client.error("tools/list", { cursor });
      expect(error, String(cursor)).toEqual({ code: -32602, message: "Invalid cursor: begin again without one." });
    }
  });
});

test.each([0, -1, Number.NaN])("a page size of %d is refused when serving starts", async (pageSize) => {
  await expect(open({ transport: "memory", mode: "legacy" }, { serving: { pageSize } })).rejects.toThrow("pageSize");
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])(
  "a list that may be kept for %d ms is refused when serving starts",
  async (listTtlMs) => {
    await expect(open({ transport: "memory", mode: "legacy" }, { serving: { cache: { listTtlMs } } })).rejects.toThrow(
      "cache.listTtlMs",
    );
  },
);
