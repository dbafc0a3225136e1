import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildFolder, filesBelow, fixtures, foldersIn, isUpdating, readText, replaceFolder } from "./harness.js";

const folder = join(fixtures, "tools");

describe("what is generated from", () => {
  it.each(foldersIn(folder))("%s", async (name) => {
    const { files, text } = await buildFolder(join(folder, name, "input"));
    expect(files, text).not.toBeNull();
    const expected = join(folder, name, "expected");
    if (isUpdating) replaceFolder(expected, files ?? []);
    expect(files?.map(({ path }) => path).sort()).toEqual(filesBelow(expected));
    for (const { path, text: generated } of files ?? []) expect(generated).toBe(readText(join(expected, path)));
  });
});
