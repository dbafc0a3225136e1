/** Progress in every cell: only for who asked, only what grows, and in the words of the revision. */

import { describe, expect, test } from "vitest";
import { cells } from "./matrix.js";
import { legacyRevisions, opener } from "./offers.js";

const open = opener();

describe.each(cells)("progress, $transport $mode", (cell) => {
  test.each(["token", 7, 0, ""])("comes with the token %j, growing, before the reply", async (progressToken) => {
    const client = await open(cell);
    const calling = client.start("tools/call", { name: "steps" }, { progressToken });
    expect((await calling.reply).result.content[0].text).toBe("stepped");
    expect(client.notices.map(({ params }) => params)).toEqual([
      { progressToken, progress: 1, total: 3, message: "step 1" },
      { progressToken, progress: 2, total: 3, message: "step 2" },
      { progressToken, progress: 3, total: 3, message: "step 3" },
      { progressToken, progress: 3.5 },
    ]);
    expect(client.heard.at(-1)?.id).toBe(calling.id);
  });

  test("does not come without a token that is one", async () => {
    const client = await open({ ...cell, transport: "memory" });
    for (const meta of [{}, { progressToken: null }, { progressToken: 1.5 }, { progressToken: {} }])
      expect(await client.call("steps", {}, meta)).toBe("stepped");
    expect(client.notices).toEqual([]);
  });
});

test.each(legacyRevisions)("revision %s has a text with it or not", async (version) => {
  const client = await open({ transport: "memory", mode: "legacy" }, { version });
  await client.call("steps", {}, { progressToken: 1 });
  expect("message" in (client.notices[0]?.params ?? {})).toBe(version >= "2025-03-26");
});
