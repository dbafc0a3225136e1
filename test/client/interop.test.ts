/**
 * `mcp-gen client` on servers that run: of the official SDKs and our everything server. The client is made once, from one
 * connection, and serves legacy and modern servers unchanged.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type ConnectTarget, ToolError } from "@mcp-gen/runtime/client";
import { serveHttp } from "@mcp-gen/runtime/node";
import type { Server } from "@mcp-gen/runtime/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readText, root } from "../generator/harness.js";
import type { Target } from "../interop/driver.js";
import { type Official, serveOfficial } from "../interop/official-servers.js";
import type { Served, Transport } from "../interop/projects.js";
import { type Emitted, importClient, type Methods } from "./foreign.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const bin = join(root, "bin/mcp-gen.js");
const everything = join(root, "fixtures/projects/everything");
let folder = "";
beforeAll(() => {
  mkdirSync(join(root, "dist"), { recursive: true });
  folder = mkdtempSync(join(root, "dist/interop-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** By a process that leaves this one free: the server may be in it. */
async function generate(target: Target, out: string, ...more: string[]): Promise<void> {
  const source = "url" in target ? ["--from", target.url] : ["--", target.command, ...target.args];
  const { spawn } = await import("node:child_process");
  const child = spawn(process.execPath, [bin, "client", "--out", out, ...more, ...source], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => (said += String(chunk)));
  const status = await new Promise((resolve) => child.once("close", resolve));
  expect({ status, said }).toMatchObject({ status: 0 });
}

const targetOf = (target: Target): ConnectTarget =>
  "url" in target ? new URL(target.url) : { command: target.command, args: [...target.args] };

const textOf = (result: unknown): unknown => (result as { content: { text: string }[] }).content[0]?.text;

interface Cell extends Official {
  readonly mode: "legacy" | "modern" | "auto";
  readonly era: string;
}

describe.each(["http", "stdio"] as const satisfies Transport[])("official servers over %s", (transport) => {
  it("one client serves the second generation's server in both eras", async () => {
    const out = join(folder, `v2-${transport}`);
    const both = await serveOfficial({ sdk: "v2", eras: "both" }, transport);
    await generate(both.target, out);
    await both.close();
    const cells: readonly Cell[] = [
      { sdk: "v2", eras: "both", mode: "legacy", era: "legacy" },
      { sdk: "v2", eras: "both", mode: "modern", era: "modern" },
      { sdk: "v2", eras: "legacy", mode: "auto", era: "legacy" },
    ];
    for (const { mode, era, ...official } of cells) {
      const served = await serveOfficial(official, transport);
      const client = await connected(out, served, mode);
      expect(client.client.era).toBe(era);
      expect(textOf(await client.greet?.({ name: "Ada" }))).toBe(`Hello, Ada! (${era})`);
      expect(textOf(await client.register?.())).toBe("registered ada (pro)");
      await expect(client.greet?.({ name: 5 })).rejects.toBeInstanceOf(ToolError);
      await client.close();
      await served.close();
    }
  });

  it("the first generation's server", async () => {
    const out = join(folder, `v1-${transport}`);
    const served = await serveOfficial({ sdk: "v1", eras: "legacy" }, transport);
    await generate(served.target, out);
    const client = await connected(out, served, "auto");
    expect(textOf(await client.greet?.({ name: "Ada" }))).toBe("Hello, Ada! (legacy)");
    expect(textOf(await client.registerAside?.())).toBe("registered ada (pro)");
    await client.close();
    await served.close();
  });
});

/** Nothing is known of an official server's questions: the fallback answers. */
async function connected(out: string, { target }: Served, mode: Cell["mode"]): Promise<Emitted & Methods> {
  const connect = await importClient(join(out, "client.ts"));
  const fallback = (): object => ({ action: "accept", content: { username: "ada", plan: "pro" } });
  return connect(targetOf(target), { mode, questions: { fallback } });
}

describe.each(["http", "stdio"] as const satisfies Transport[])("the everything server over %s", (transport) => {
  async function serve(): Promise<Served> {
    if (transport === "stdio") {
      const args = [bin, "serve", "--stdio", "--project", everything];
      return { target: { command: process.execPath, args }, close: async () => {} };
    }
    const { server } = (await import(join(everything, "src/mcp/server.ts"))) as { server: Server };
    const http = await serveHttp(server, { port: 0 });
    return { target: { url: http.url }, close: () => http.close() };
  }

  it.each(["legacy", "modern"] as const)("made over a %s connection, it serves both", async (made) => {
    const served = await serve();
    const out = join(folder, `everything-${transport}-${made}`);
    await generate(served.target, out, "--mode", made);
    const connect = await importClient(join(out, "client.ts"));
    for (const mode of ["legacy", "modern"] as const) {
      const asked: unknown[] = [];
      const client = await connect(targetOf(served.target), {
        mode,
        questions: {
          fallback: ({ message }: { message: string }) => {
            asked.push(message);
            return { action: "accept", content: { response: "fine" } };
          },
        },
      });
      expect(client.client.era).toBe(mode);
      expect(textOf(await client.testSimpleText?.())).toContain("simple text");
      expect(JSON.stringify(await client.testElicitation?.({ message: "How are you?" }))).toContain("fine");
      expect(asked).toEqual(["How are you?"]);
      expect(await client.testMultipleContentTypes?.()).toMatchObject({
        content: [{ type: "text" }, { type: "image" }, { type: "resource" }],
      });
      await expect(client.testErrorHandling?.()).rejects.toBeInstanceOf(ToolError);
      const prompt = await client.prompts.testPromptWithArguments?.({ arg1: "one", arg2: "two" });
      expect(JSON.stringify(prompt)).toContain("one");
      expect(await client.resources.staticText?.()).toMatchObject({ contents: [{ uri: "test://static-text" }] });
      expect(await client.resources.templateData?.({ id: "7" })).toMatchObject({ contents: [{ uri: "test://template/7/data" }] });
      await client.close();
    }
    await served.close();
  });
});

describe("drift", () => {
  const command = [process.execPath, join(root, "test/interop/servers/v2.mjs"), "--era", "both"];
  const run = (...args: string[]): { status: number | null; stderr: string } => {
    const { status, stderr } = spawnSync(process.execPath, [bin, "client", ...args], { cwd: folder, encoding: "utf8" });
    return { status, stderr };
  };

  it("is told in words against a live server, and none offline from the snapshot", () => {
    expect(run("--out", "drift", "--check", "--", ...command)).toMatchObject({ status: 3 });
    expect(run("--out", "drift", "--", ...command).status).toBe(0);
    expect(run("--out", "drift", "--", ...command).stderr).toContain("drift is up to date.");
    expect(run("--out", "drift", "--check", "--", ...command)).toEqual({ status: 0, stderr: "drift is up to date.\n" });
    const snapshot = JSON.parse(readText(join(folder, "drift/mcp.snapshot.json")) ?? "") as { tools: { name: string }[] };
    expect(run("--out", "drift", "--check", "--from", "drift/mcp.snapshot.json").status).toBe(0);
    expect(snapshot.tools.map(({ name }) => name)).toEqual(["greet", "link", "register", "trip"]);

    const v1 = [process.execPath, join(root, "test/interop/servers/v1.mjs"), "--era", "legacy"];
    const { status, stderr } = run("--out", "drift", "--check", "--", ...v1);
    expect(status).toBe(3);
    expect(stderr).toContain("breaking tool trip: is gone");
    expect(stderr).toContain("safe     tool register_aside: is new");
    expect(stderr).toContain("The server is not what drift was made from.");
  });
});
