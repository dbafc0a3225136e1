import { expect, test } from "vitest";
import { cells, serveProject, text } from "./matrix.js";

for (const cell of cells.filter((c) => c.transport !== "stdio")) {
  test(`files ${cell.transport} ${cell.mode}`, async () => {
    const served = await serveProject("files", cell.transport);
    const asked: string[] = [];
    const client = await served.connect(cell.mode, {
      elicitation: (params) => {
        asked.push(params.message);
        return { action: "accept", content: { ok: true } };
      },
    });
    expect(client.era).toBe(cell.mode);
    expect((await client.listTools()).map((tool) => tool.name)).toEqual(["delete_folder"]);
    expect(text(await client.callTool("delete_folder", { path: "/srv/empty" }))).toBe("deleted /srv/empty");
    expect(asked).toEqual([]);
    expect(text(await client.callTool("delete_folder", { path: "/srv/project" }))).toContain("deleted");
    expect(asked.length).toBe(1);
    await client.close();
    await served.close();
  });
}
