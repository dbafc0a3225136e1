/** A real terminal with the command in it. */

import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { expect } from "vitest";
import { root } from "../generator/harness.js";

export const keys = { enter: "\r", decline: "\u0004", cancel: "\u0003" } as const;

export interface Session {
  /** Waits until the screen shows a text that was not there at the last call, then types. */
  after(text: string, typed: string): Promise<void>;
  /** Everything that was shown, without the sequences that style it. */
  shown(): string;
  /** As it came, sequences included. */
  raw(): string;
  exit: Promise<number>;
}

export const callInTerminal = (project: string, args: readonly string[]): Session =>
  inTerminal(join(root, "fixtures/projects", project), ["call", ...args]);

export function inTerminal(cwd: string, args: readonly string[]): Session {
  const terminal = spawn(process.execPath, [join(root, "bin/mcp-gen.js"), ...args], { cwd, cols: 100, rows: 40 });
  let screen = "";
  let seen = 0;
  terminal.onData((text) => {
    screen += text;
  });
  const exit = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
  return {
    exit,
    raw: () => screen,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    shown: () => screen.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r", ""),
    async after(text, typed) {
      await expect
        .poll(() => screen.indexOf(text, seen), { timeout: 60_000, message: `waiting for ${text}` })
        .toBeGreaterThan(-1);
      seen = screen.indexOf(text, seen) + text.length;
      terminal.write(typed);
    },
  };
}
