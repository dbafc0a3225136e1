import { join } from "node:path";
import { expect, it } from "vitest";
import { projectSettings } from "../../generator/config/settings.js";
import { catalogue } from "../../generator/diagnostics.js";
import { formatNames } from "../../generator/formats/names.js";
import { isUpdating, readText, root, writeText } from "../generator/harness.js";
import { run } from "./command.js";

const file = join(root, "README.md");
const readme = readText(file) ?? "";
const table = /(<!-- diagnostics: [^>]*-->\n)([\s\S]*?)(<!-- \/diagnostics -->)/;

/** Each message with the names of its facts in the places that the facts take. */
function diagnosticsTable(): string {
  const facts = new Proxy({}, { get: (_, name) => `<${String(name)}>` }) as Record<string, string>;
  const rows = Object.entries(catalogue)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { severity, message }]) => {
      const text = (message as (facts: Record<string, string>) => string)(facts);
      return `| ${code} | ${severity} | ${text.replaceAll("|", "\\|").replaceAll(/<(\w+)>/g, "_$1_")} |`;
    });
  return ["", "| code | | |", "| --- | --- | --- |", ...rows, "", ""].join("\n");
}

it("has every diagnostic of the catalogue", () => {
  // The formatter pads the columns of tables.
  const unpadded = (text = ""): string => text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");
  const wanted = diagnosticsTable();
  if (isUpdating && unpadded(table.exec(readme)?.[2]) !== unpadded(wanted)) {
    writeText(
      file,
      readme.replace(table, (_, start: string, __, end: string) => start + wanted + end),
    );
  }
  expect(unpadded(table.exec(readText(file) ?? "")?.[2])).toBe(unpadded(wanted));
});

it("has every setting, every format and every command", () => {
  for (const name of [...Object.keys(projectSettings), "projects"])
    expect(readme).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\|`, "m"));
  for (const name of formatNames) if (name !== "pretty") expect(readme).toContain(`\`${name}\``);
  const help = run(root, ["--help"]).stdout;
  for (const [, command] of help.matchAll(/^ {2}mcp-gen (\w+)/gm)) expect(readme).toContain(`mcp-gen ${command}`);
});
