// Fails when a committed generated folder is not what a build writes today.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const projects = fileURLToPath(new URL("../fixtures/projects/", import.meta.url));
const mcpGen = fileURLToPath(new URL("../bin/mcp-gen.js", import.meta.url));

const names = readdirSync(projects, { withFileTypes: true }).filter((entry) => entry.isDirectory());
if (names.length < 4) throw new Error("the fixture projects are missing");
for (const { name } of names) {
  const { status } = spawnSync(process.execPath, [mcpGen, "build", "--check", "--project", `${projects}${name}`], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
