/** A server in a child process, on its standard input and output. No shell is involved. */

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Channel } from "../jsonrpc/channel.js";
import { LineReader } from "./lines.js";
import { type Machine, spawnPlan } from "./spawn-plan.js";

export interface Command {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** The whole environment of the child; a few harmless variables of this process unless given. */
  readonly env?: Readonly<Record<string, string>>;
  /** What becomes of the child's standard error: shown ("inherit", unless given) or dropped. */
  readonly stderr?: "inherit" | "ignore";
}

const longestLine = 10 * 1024 * 1024;
const graceMs = 2_000;
const drainMs = 200;
const harmless = [
  "HOME",
  "LANG",
  "LOGNAME",
  "PATH",
  "SHELL",
  "TERM",
  "USER",
  "APPDATA",
  "LOCALAPPDATA",
  "PATHEXT",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERPROFILE",
];

export function spawnChannel(target: Command): Channel {
  const { command, args = [], cwd, env = inherited(), stderr = "inherit" } = target;
  const plan = spawnPlan(command, args, { ...thisMachine, env });
  const child = spawn(plan.command, plan.args, { cwd, env, stdio: ["pipe", "pipe", stderr], windowsHide: true, shell: false });
  return new ChildChannel(child, command);
}

const thisMachine: Omit<Machine, "env"> = {
  platform: process.platform,
  node: process.execPath,
  read: (file) => {
    try {
      return readFileSync(file, "latin1");
    } catch {
      return undefined;
    }
  },
};

function inherited(): Record<string, string> {
  return Object.fromEntries(harmless.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

class ChildChannel implements Channel {
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  #closed: (reason: string) => void = () => {};
  #end: string | undefined;

  constructor(child: ChildProcess, command: string) {
    this.#child = child;
    this.#gone = new Promise((resolve) => {
      const gone = (reason: string): void => {
        this.#end ??= reason;
        this.#closed(this.#end);
        resolve();
      };
      child.once("error", (error) => gone(`The server could not be started with ${JSON.stringify(command)}: ${error.message}`));
      const ended = (code: number | null, signal: NodeJS.Signals | null): void =>
        gone(`The server process ended (${signal ?? `exit code ${code}`}).`);
      child.once("close", ended);
      // A grandchild may hold the pipe open: what is still in it gets a moment, then it is closed from here.
      child.once("exit", (code, signal) => {
        setTimeout(() => {
          child.stdout?.destroy();
          ended(code, signal);
        }, drainMs);
      });
    });
    child.stdin?.on("error", () => {}); // a broken pipe shows as the end of the process
  }

  send(text: string): void {
    this.#child.stdin?.write(`${text}\n`);
  }

  open(receive: (text: string) => unknown, closed: (reason: string) => void): void {
    this.#closed = closed;
    if (this.#end !== undefined) closed(this.#end);
    const lines = new LineReader(longestLine, () => receive(""));
    this.#child.stdout?.on("data", (bytes: Buffer) => {
      for (const line of lines.push(bytes)) receive(line);
    });
  }

  /** Closes the child's input, then asks it to end, then ends it (specification: stdio, "Shutdown"). */
  async close(): Promise<void> {
    this.#end ??= "the connection was closed";
    this.#child.stdin?.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (await this.#endsWithin(graceMs)) return;
      this.#child.kill(signal);
    }
    await this.#gone;
  }

  async #endsWithin(ms: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), ms);
    });
    const ended = await Promise.race([this.#gone.then(() => true as const), patience]);
    clearTimeout(timer);
    return ended;
  }
}
