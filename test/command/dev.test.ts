/** The server that follows its sources, as an author and a client see it. */
import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { connect } from "@mcp-gen/runtime/client";
import { afterEach, describe, expect, it } from "vitest";
import { writeText } from "../generator/harness.js";
import { type Listening, listening, run, shout, smallProject, start, temporary } from "./command.js";

const folder = temporary("dev");

let running: ChildProcess | null = null;
afterEach(() => {
  running?.kill("SIGKILL");
  running = null;
});

function develop(here: string, port: string): Listening {
  const child = start(here, ["dev", "--http", port]);
  running = child;
  return listening(child);
}

async function said(url: string): Promise<unknown> {
  const client = await connect(new URL(url));
  try {
    const { content } = await client.callTool("shout", { word: "hi" });
    return (content[0] as { readonly text?: unknown }).text;
  } finally {
    await client.close();
  }
}

describe("mcp-gen dev", () => {
  it("builds, serves on this machine, and serves the new code at the same address after a change; errors stop nothing", async () => {
    const here = smallProject(folder.path(), "following");
    const dev = develop(here, "0");
    const first = await dev.until(/--server-url (http:\/\/127\.0\.0\.1:\d+\/mcp)\n/);
    expect(first).toContain("created  src/mcp/server.ts");
    expect(first).toMatch(/npx @modelcontextprotocol\/inspector --transport http --server-url/);
    const [, url = ""] = /--server-url (\S+)/.exec(first) ?? [];
    expect(await said(url)).toBe("HI");

    // A change that no contract shows is a change of what runs.
    writeText(join(here, "src/shout.ts"), shout.replace("word.toUpperCase()", 'word + "!"'));
    await dev.until(/Reloaded\./);
    expect(await said(url)).toBe("hi!");

    // With an error the last good server goes on.
    writeText(join(here, "src/shout.ts"), shout.replace("word: string", "word: any"));
    await dev.until(/MG1101/);
    expect(await said(url)).toBe("hi!");
    writeText(join(here, "src/shout.ts"), shout.replace("word.toUpperCase()", "word.repeat(2)"));
    await dev.until(/Reloaded\./);
    expect(await said(url)).toBe("hihi");

    expect(await dev.stop()).toBe(0);
    await expect(fetch(url)).rejects.toThrow(); // its server has ended, too
  });

  it("says when the port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { readonly port: number };
    try {
      const here = smallProject(folder.path(), "taken");
      const dev = develop(here, String(port));
      await dev.until(/the port \d+ is taken/);
      expect(await dev.ended()).toBe(2);
    } finally {
      other.close();
    }
  });

  it.each([[["dev", "--http", "70000"]], [["dev", "--stdio"]]])("%j is a matter of usage", (args) => {
    expect(run(folder.path(), args).status).toBe(2);
  });
});
