import type { ChildProcess } from "node:child_process";
import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readText, writeText } from "../generator/harness.js";
import { type Listening, listening, shout, smallProject, start, temporary } from "./command.js";

const folder = temporary("watch");

let running: ChildProcess | null = null;
afterEach(() => {
  running?.kill("SIGKILL");
  running = null;
});

function watch(here: string): Listening {
  const child = start(here, ["build", "--watch", "--timing"]);
  running = child;
  return listening(child);
}

describe("mcp-gen build --watch", () => {
  it("builds what has changed, says what is wrong and when it is right again, and survives all that happens to files", async () => {
    const here = smallProject(folder.path(), "shouting", {
      "types/pitch.ts": "export type Pitch = 'high' | 'low';\n",
      "src/shout.ts": `import type { Pitch } from "../types/pitch.js";

/** Say it louder. @tool shout */
export function shout(word: string, pitch: Pitch): string {
  return word + pitch;
}
`,
      "src/count.ts":
        "/** Count it. @tool count */\nexport function count(word: string): string {\n  return String(word.length);\n}\n",
    });
    const source = join(here, "src/shout.ts");
    const text = readText(source) ?? "";
    const manifest = (): string => readText(join(here, "src/mcp/mcp.manifest.json")) ?? "";
    const watching = watch(here);
    const first = await watching.until(/no earlier build is known/);
    expect(first).toContain("created  src/mcp/tools/shout.ts");
    expect(first).toContain("Watching for changes.");
    // Its own writing is noticed, and is nothing new.
    await watching.until(/nothing has changed/);

    // A save that changes no contract writes nothing and says nothing.
    const written = statSync(join(here, "src/mcp/tools/shout.ts"));
    writeText(source, text.replace("word + pitch", "pitch + word"));
    const silent = await watching.until(/analysed again.*\n/);
    // Only what can reach the change is analysed.
    expect(silent).toMatch(
      /^\.: read again, because src\/shout\.ts has changed \(\d+ ms\)\n {2}src\/shout\.ts: analysed again, because it has changed\n$/,
    );
    expect(statSync(join(here, "src/mcp/tools/shout.ts"))).toMatchObject({ ino: written.ino, mtimeMs: written.mtimeMs });

    // A file that only types reach.
    writeText(join(here, "types/pitch.ts"), "export type Pitch = 'middle';\n");
    const reached = await watching.until(/analysed again.*\n/);
    expect(reached).toContain("changed  src/mcp/tools/shout.ts");
    expect(reached).toContain("src/shout.ts: analysed again, because its types reach types/pitch.ts, which has changed\n");
    expect(reached).not.toContain("count.ts");
    expect(manifest()).toContain("middle");

    // An error, told once, and gone.
    writeText(source, text.replace("word: string", "word: Set<string>"));
    expect(await watching.until(/because src\/shout\.ts has changed/)).toContain("error MG1103");
    writeText(source, text);
    expect(await watching.until(/because src\/shout\.ts has changed/)).toContain("src/mcp is up to date.");

    // A rename, a removal, and a source that appears where there was no folder.
    renameSync(source, join(here, "src/loud.ts"));
    expect(await watching.until(/because src\/(loud\.ts is new|shout\.ts is gone)/)).toContain("src/mcp/tools/shout.ts");
    mkdirSync(join(here, "src/deep"));
    writeText(join(here, "src/deep/whisper.ts"), shout.replaceAll("shout", "whisper"));
    expect(await watching.until(/because src\/deep\/whisper\.ts is new/)).toContain("created  src/mcp/tools/whisper.ts");
    rmSync(join(here, "src/deep"), { recursive: true });
    expect(await watching.until(/because src\/deep\/whisper\.ts is gone/)).toContain("removed  src/mcp/tools/whisper.ts");

    // What another branch has: everything at once, the generated files too.
    rmSync(join(here, "src"), { recursive: true });
    writeText(source, shout);
    const switched = await watching.until(/src\/mcp\/tools\/shout\.ts[\s\S]*because /);
    expect(switched).not.toContain("fault of mcp-gen");

    // A configuration comes, breaks, and is put right.
    const config = join(here, "mcp-gen.config.ts");
    writeText(config, `export default { titel: "Loud" };\n`);
    expect(await watching.until(/MG0002/)).toContain("did you mean 'title'?");
    writeText(config, `export default {`);
    await watching.until(/MG0001/);
    writeText(config, `export default { title: "Loud" };\n`);
    await watching.until(/because the configuration has changed/);
    expect(readText(join(here, "src/mcp/server.ts"))).toContain('title: "Loud"');

    expect(await watching.stop()).toBe(0);
  }, 300_000);
});
