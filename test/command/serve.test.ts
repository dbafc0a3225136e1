import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fixtures, writeText } from "../generator/harness.js";
import { listening, run, smallProject, start, temporary } from "./command.js";

const folder = temporary("serve");

describe("mcp-gen serve", () => {
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };
  const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "shout", arguments: { word: "hi" } } };

  it("runs TypeScript as it stands; what user code prints stays off the wire", () => {
    const here = join(folder.path(), "serving");
    writeText(join(here, "mcp-gen.config.json"), `{ "name": "serving", "version": "1.0.0" }`);
    writeText(join(here, "tsconfig.json"), JSON.stringify({ extends: join(fixtures, "projects/tsconfig.json") }));
    writeText(join(here, "src/volume.ts"), `console.log("loaded");\nexport enum Volume {\n  Loud = "!",\n}\n`);
    writeText(
      join(here, "src/shout.ts"),
      `import { Volume } from "./volume.js";\n\n/** Shout. @tool shout */\nexport function shout(word: string): string {\n` +
        `  process.stdout.write("shouting\\n");\n  return word + Volume.Loud;\n}\n`,
    );
    expect(run(here, ["build"]).status).toBe(0);
    const { status, stdout, stderr } = run(here, ["serve", "--stdio"], {
      input: `${JSON.stringify(initialize)}\n${JSON.stringify(call)}\n`,
    });
    const messages = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; result: object });
    expect(messages.find(({ id }) => id === 2)?.result).toMatchObject({ content: [{ type: "text", text: "hi!" }] });
    expect(stderr).toContain("loaded");
    expect(stderr).toContain("shouting");
    expect(status).toBe(0);
  });

  it("lets whoever tries it use what has @scope, over HTTP as somebody by name", async () => {
    const source = `import type { Context } from "@mcp-gen/runtime";

/** Who calls. @tool who @scope people:read */
export const who = (ctx: Context): string => \`\${ctx.auth?.principal} \${ctx.auth?.scopes}\`;
`;
    const here = smallProject(folder.path(), "scoped", { "src/who.ts": source });
    expect(run(here, ["build"]).status).toBe(0);
    const serving = listening(start(here, ["serve", "--http", "0"]));
    try {
      const said = await serving.until(/http:\S+\n/);
      expect(said).toContain("For trying, every caller is 'developer' and holds people:read.");
      const overHttp = run(here, ["call", /http:\S+/.exec(said)?.[0] ?? "", "who"]);
      expect(overHttp.stdout).toBe("developer people:read\n");
    } finally {
      await serving.stop();
    }
    // A pipe leads to whoever started the process: nobody for the application, and nothing is kept from it.
    expect(run(here, ["call", ".", "who"]).stdout).toBe("undefined undefined\n");
  });

  it("says to build first", () => {
    const here = join(folder.path(), "unbuilt");
    writeText(join(here, "mcp-gen.config.json"), `{ "name": "unbuilt", "version": "1.0.0" }`);
    const { status, stderr } = run(here, ["serve", "--stdio"]);
    expect(stderr).toContain("Run 'mcp-gen build' first");
    expect(status).toBe(2);
  });
});
