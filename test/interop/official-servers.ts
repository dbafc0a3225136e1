/** Servers on the official SDKs: over stdio every client starts its own, over HTTP one child process serves them. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Served, Transport } from "./projects.js";

export interface Official {
  readonly sdk: "v1" | "v2";
  /** `stateless`: both, and the legacy one without sessions, which only HTTP has. */
  readonly eras: "both" | "legacy" | "modern" | "stateless";
}

export async function serveOfficial({ sdk, eras }: Official, transport: Transport): Promise<Served> {
  const args = [fileURLToPath(new URL(`servers/${sdk}.mjs`, import.meta.url)), "--era", eras];
  if (transport === "stdio") return { target: { command: process.execPath, args }, close: async () => {} };
  const child = spawn(process.execPath, [...args, "--http"], { stdio: ["ignore", "pipe", "inherit"] });
  const gone = new Promise((resolve) => child.once("close", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("close", (code) => reject(new Error(`${sdk} ended with ${code} before it listened`)));
  });
  const close = async (): Promise<void> => {
    child.kill();
    await gone;
  };
  return { target: { url }, close };
}
