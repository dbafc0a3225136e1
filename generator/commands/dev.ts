/**
 * mcp-gen dev: builds whenever something changes, and serves what was built over HTTP on this machine alone. The server is a process
 * of its own, started anew after each good build, so that the user's modules are loaded anew; its address stays.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { diskHost } from "../host.js";
import { theProject, type Wanted } from "./project.js";
import { exitCodes, type Terminal } from "./terminal.js";
import { ownFolder } from "./version.js";
import { runWatch } from "./watch.js";

export interface DevArguments extends Omit<Wanted, "cwd"> {
  readonly port: number;
  readonly cache: boolean;
  readonly timing: boolean;
}

/** A server that has not ended after that long is ended by force. */
const grace = 3_000;

export async function runDev(args: DevArguments, terminal: Terminal, stopped: Promise<void>): Promise<number> {
  // A configuration that is wrong now may be right with the next save; several projects are not.
  const { folder } = await theProject(diskHost, { ...args, cwd: terminal.cwd });
  const watching = { ...args, project: args.project ?? (args.config === undefined ? folder : undefined) };
  const server = new DevServer(args.port, watching, terminal);
  let exit: number = exitCodes.fine;
  let give = (): void => undefined;
  const failed = new Promise<void>((resolve) => {
    give = resolve;
  });
  const building = { check: false, dryRun: false, clean: false, maxWarnings: undefined };
  const printing = { format: "pretty", outputFile: undefined, quiet: false } as const;
  await runWatch({ ...watching, ...building, ...printing }, terminal, Promise.race([stopped, failed]), async (round) => {
    if (!round.isGood || !round.isNew) return;
    const started = await server.restart();
    if (started !== exitCodes.fine) {
      exit = started;
      give();
    }
  });
  await server.stop();
  return exit;
}

class DevServer {
  readonly #place: Pick<DevArguments, "project" | "config">;
  readonly #terminal: Terminal;
  #port: number;
  #child: ChildProcess | null = null;
  #isFirst = true;

  constructor(port: number, place: Pick<DevArguments, "project" | "config">, terminal: Terminal) {
    this.#port = port;
    this.#place = place;
    this.#terminal = terminal;
  }

  /** The exit code of a first start that failed; a later one is put right by the next save. */
  async restart(): Promise<number> {
    await this.stop();
    const { project, config } = this.#place;
    const where = [
      ...(project === undefined ? [] : ["--project", project]),
      ...(config === undefined ? [] : ["--config", config]),
    ];
    const args = [join(ownFolder, "bin/mcp-gen.js"), "serve", "--http", String(this.#port), ...where];
    const child = spawn(process.execPath, args, { cwd: this.#terminal.cwd, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      // What the server says of itself is said here once; the rest is the user's.
      said += text;
      const lines = said.split("\n");
      said = lines.pop() ?? "";
      for (const line of lines) if (!/^Serving .* Stop it with Ctrl\+C\.$/.test(line)) this.#terminal.error(line);
    });
    const url = await new Promise<string | number | null>((resolve) => {
      child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
      child.once("close", (code) => resolve(code));
    });
    if (typeof url !== "string") {
      if (this.#isFirst && url === exitCodes.usage) return url;
      if (this.#child === child) this.#terminal.error("The server could not start. It is started again after the next change.");
      return exitCodes.fine;
    }
    this.#port = Number(new URL(url).port);
    if (this.#isFirst) this.#introduce(url);
    else this.#terminal.error("Reloaded.");
    this.#isFirst = false;
    child.once("close", () => {
      if (this.#child === child) this.#terminal.error("The server has ended. It is started again after the next change.");
    });
    return exitCodes.fine;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const timer = setTimeout(() => child.kill("SIGKILL"), grace);
    child.kill("SIGTERM");
    await once(child, "exit");
    clearTimeout(timer);
  }

  #introduce(url: string): void {
    this.#terminal.output(url);
    this.#terminal.error(
      [
        "To try it in the official Inspector:",
        "",
        `  npx @modelcontextprotocol/inspector --transport http --server-url ${url}`,
        "",
      ].join("\n"),
    );
  }
}
