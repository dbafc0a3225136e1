import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { connect } from "@mcp-gen/runtime/client";
import type { Server } from "@mcp-gen/runtime/server";
import { describe, expect, it } from "vitest";
import { buildFolder, filesBelow, fixtures, foldersIn, readText, root } from "../generator/harness.js";
import { text } from "../runtime/matrix.js";

const folder = join(fixtures, "templates");
const serverOf = async (name: string): Promise<Server> =>
  ((await import(/* @vite-ignore */ join(folder, name, "src/mcp/server.ts"))) as { readonly server: Server }).server;

describe.each(foldersIn(folder))("the example %s", (name) => {
  it("is what a build writes, and compiles", async () => {
    const { files, text: said } = await buildFolder(join(folder, name));
    expect(files, said).not.toBeNull();
    const committed = join(folder, name, "src/mcp");
    const elsewhere = filesBelow(join(folder, name, "docs")).map((path) => `../../docs/${path}`);
    expect(files?.map(({ path }) => path).sort()).toEqual([...elsewhere, ...filesBelow(committed)]);
    for (const { path, text: made } of files ?? []) expect(made).toBe(readText(join(committed, path)));
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", join(folder, name)]);
  });

  it("works", async () => {
    const client = await connect(await serverOf(name), {
      elicitation: () => ({ action: "accept", content: { size: "large" } }),
    });
    expect(text(await client.callTool("order_food", { item: "soup" }))).toBe("1 large soup");
    expect((await client.callTool("waiting_time", { orders: 2 })).structuredContent).toEqual({ minutes: 10 });
    await client.close();
  });
});

it("logs each call and keeps the header", async () => {
  const { calls } = (await import(join(folder, "logging/src/logging.ts"))) as { readonly calls: string[] };
  calls.length = 0;
  const client = await connect(await serverOf("logging"));
  await client.callTool("waiting_time", { orders: 1 });
  await client.close();
  expect(calls).toEqual(["waiting_time began", "waiting_time ended"]);
  expect(readText(join(folder, "logging/src/mcp/tools/waiting_time.ts"))).toContain(
    "\n// Copyright Example Ltd. Internal use only.\n",
  );
});

it("exports schemas in the other layout", async () => {
  const tool = (await import(join(folder, "layout/src/mcp/tools/waiting_time.ts"))) as Readonly<Record<string, unknown>>;
  expect(tool.waitingTimeToolInput).toMatchObject({ required: ["orders"] });
  expect(tool.waitingTimeToolDescription).toBe("How long it takes.");
});

it("writes pages and an index", () => {
  const read = (path: string): string => readText(join(folder, "documentation", path)) ?? "";
  expect(read("docs/order-food.md")).toContain("| `item` | `string` | yes | What to bring |");
  expect(JSON.parse(read("src/mcp/openapi.json"))).toMatchObject({ paths: { waiting_time: { summary: "How long it takes." } } });
});

it("is described in under a page each", () => {
  const readme = readText(join(root, "templates/README.md")) ?? "";
  for (const name of foldersIn(folder)) {
    const section = readme.split(/^## /m).find((each) => each.includes(`fixtures/templates/${name})`)) ?? "";
    expect(section.startsWith("Example"), name).toBe(true);
    expect(section.split("\n").length, name).toBeLessThan(40);
    for (const file of filesBelow(join(folder, name, "mcp-templates")).filter((each) => /^tool/.test(each)))
      expect(section).toContain(`mcp-templates/${file}`);
  }
});
