import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildFolder, filesBelow, fixtures, foldersIn, isUpdating, readText, replaceFolder } from "./harness.js";

describe.each(["tools", "prompts", "resources"])("what is generated from %s", (kind) => {
  const folder = join(fixtures, kind);
  it.each(foldersIn(folder))("%s", async (name) => {
    const { files, text } = await buildFolder(join(folder, name, "input"));
    expect(files, text).not.toBeNull();
    const expected = join(folder, name, "expected");
    if (isUpdating) replaceFolder(expected, files ?? []);
    expect(files?.map(({ path }) => path).sort()).toEqual(filesBelow(expected));
    for (const { path, text: generated } of files ?? []) expect(generated).toBe(readText(join(expected, path)));
  });
});
