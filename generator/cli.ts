/** The command line: arguments -> a command -> an exit code. Commands are loaded when they run, so that --help is instant. */
import yargs from "yargs";
import { exitCodes, type Terminal } from "./commands/terminal.js";

class UsageError extends Error {}

export async function main(argv: readonly string[]): Promise<number> {
  const terminal: Terminal = {
    cwd: process.cwd(),
    output: (text) => process.stdout.write(text.endsWith("\n") ? text : `${text}\n`),
    error: (text) => process.stderr.write(`${text}\n`),
  };
  let exit: number = exitCodes.fine;
  const project = {
    type: "string",
    requiresArg: true,
    describe: "The project's folder. Without it, the nearest one that has mcp-gen.config.json or package.json",
  } as const;
  const parser = yargs([...argv])
    .scriptName("mcp-gen")
    .usage(
      "$0 <command>\n\nBuilds MCP servers from plain TypeScript functions. Collects nothing and, but for call, opens no network connection.",
    )
    .command(
      "build",
      "Read the sources and write the generated folder",
      (command) =>
        command
          .option("check", {
            type: "boolean",
            default: false,
            describe: "Write nothing; exit with 3 when the generated files are not up to date",
          })
          .option("project", project),
      async ({ check, project: folder }) => {
        const { runBuild } = await import("./commands/build.js");
        exit = await runBuild({ check, project: folder }, terminal);
      },
    )
    .command(
      "serve",
      "Run the server that was built, for trying it",
      (command) =>
        command
          .option("stdio", { type: "boolean", describe: "Serve on standard input and output" })
          .option("http", {
            type: "number",
            requiresArg: true,
            describe: "Serve over HTTP on this port of 127.0.0.1; 0 takes a free one",
          })
          .option("project", project)
          .conflicts("stdio", "http")
          .check(({ stdio, http }) => {
            if (stdio !== true && http === undefined) throw new UsageError("Say how to serve: --stdio or --http <port>.");
            if (http !== undefined && !(Number.isInteger(http) && http >= 0 && http <= 65535))
              throw new UsageError("--http takes a port from 0 to 65535.");
            return true;
          }),
      async ({ http, project: folder }) => {
        const { runServe } = await import("./commands/serve.js");
        exit = await runServe({ port: http ?? null, project: folder }, terminal);
      },
    )
    .command(
      "call [target] [tool]",
      "Call a tool of any server and answer its questions; without a tool, list them",
      (command) =>
        command
          .usage("$0 call <url or project folder> [tool]\n$0 call [tool] -- <command that starts a server>")
          .parserConfiguration({ "populate--": true, "parse-positional-numbers": false })
          .positional("target", { type: "string", describe: "The server: a URL, or the folder of a project that was built" })
          .positional("tool", { type: "string", describe: "The tool to call" })
          .option("arg", { type: "string", array: true, nargs: 1, default: [], describe: "An argument: name=value" })
          .option("args", { type: "string", requiresArg: true, describe: "All arguments as a JSON object" })
          .option("answer", {
            type: "string",
            array: true,
            nargs: 1,
            default: [],
            describe: "An answer for a script: key={...}, or key=accept, decline or cancel; key '*' is for every question",
          })
          .option("web", { type: "boolean", default: false, describe: "Show questions on a page of this machine" })
          .option("json", { type: "boolean", default: false, describe: "Print JSON" })
          .option("mode", {
            choices: ["auto", "legacy", "modern"] as const,
            default: "auto" as const,
            describe: "Which era to speak",
          })
          .option("header", { type: "string", array: true, nargs: 1, default: [], describe: "An HTTP header: 'Name: value'" }),
      async ({ target, tool, arg, args, answer, web, json, mode, header, "--": behind }) => {
        const { runCall } = await import("./commands/call.js");
        const command = Array.isArray(behind) ? behind.map(String) : [];
        const place = command.length > 0 ? { target: null, tool: target } : { target: target ?? null, tool };
        const given = { ...place, command, args: arg, object: args, answers: answer, headers: header, mode, json, web };
        exit = await runCall(given, terminal);
      },
    )
    .command(
      "templates <action> [name]",
      "List, eject, check, compare or upgrade the templates of a project",
      (command) =>
        command
          .positional("action", {
            choices: ["list", "eject", "check", "diff", "upgrade"] as const,
            demandOption: true,
            describe: "What to do",
          })
          .positional("name", { type: "string", describe: "A template or a block of it, such as tool.ts or tool/imports" })
          .option("project", project),
      async ({ action, name, project: folder }) => {
        const { runTemplates } = await import("./commands/templates.js");
        exit = runTemplates({ action, name, project: folder }, terminal);
      },
    )
    .command(
      "explain <code>",
      "Tell what a diagnostic means and what to do about it",
      (command) => command.positional("code", { type: "string", demandOption: true, describe: "Its code, such as MG2001" }),
      async ({ code }) => {
        const { runExplain } = await import("./commands/explain.js");
        exit = runExplain(code, terminal);
      },
    )
    .demandCommand(1, "Say what to do: build, serve, call, templates or explain.")
    .strict()
    .recommendCommands()
    .version(false)
    .help()
    .wrap(100)
    .exitProcess(false)
    .fail((message, error) => {
      throw error === undefined || error === null ? new UsageError(message) : error;
    });
  try {
    await parser.parseAsync();
    return exit;
  } catch (error) {
    if (error instanceof UsageError || (error instanceof Error && error.name === "YError")) {
      terminal.error(`mcp-gen: ${error.message}\nRun 'mcp-gen --help' for what there is.`);
      return exitCodes.usage;
    }
    const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    terminal.error(
      `mcp-gen: this is a fault of mcp-gen, not of your sources. Please report it with the lines below.\n\n${shown}`,
    );
    return exitCodes.internal;
  }
}
