/** The command line: arguments -> a command -> an exit code. Commands are loaded when they run, so that --help is instant. */
import yargs from "yargs";
import { exitCodes, styleOf, type Terminal } from "./commands/terminal.js";
import { UsageError } from "./commands/usage-error.js";
import { formatNames } from "./formats/names.js";

export async function main(argv: readonly string[]): Promise<number> {
  // Who reads the output may have heard enough: `| head` is no fault.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", leaveOnClosedPipe);
  const terminal: Terminal = {
    cwd: process.cwd(),
    output: (text) => process.stdout.write(text.endsWith("\n") ? text : `${text}\n`),
    error: (text) => process.stderr.write(`${text}\n`),
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001B[2K${text ?? ""}`);
    },
    style: styleOf(process.stderr, process.env, colourFlag(argv)),
    outputStyle: styleOf(process.stdout, process.env, colourFlag(argv)),
    environment: process.env,
  };
  let exit: number = exitCodes.fine;
  const where = {
    project: {
      type: "string",
      requiresArg: true,
      describe: "The project's folder. Without it, the nearest one that has a configuration, or a package.json",
    },
    config: {
      type: "string",
      requiresArg: true,
      describe: "The configuration file: mcp-gen.config.{ts,mts,js,json} unless given",
    },
  } as const;
  const printing = {
    format: {
      choices: formatNames,
      default: "pretty",
      requiresArg: true,
      describe: "How findings are printed; all but pretty go to standard output",
    },
    "output-file": { type: "string", requiresArg: true, describe: "Write --format there, and show people the pretty text" },
    quiet: { type: "boolean", default: false, describe: "Say nothing when all is well" },
    color: { type: "boolean", describe: "Colours, or with --no-color none. NO_COLOR and FORCE_COLOR say the same" },
  } as const;
  const making = {
    cache: { type: "boolean", default: true, describe: "Skip what has not changed; --no-cache reads everything again" },
    timing: { type: "boolean", default: false, describe: "Say what was read again, why, and how long it took" },
  } as const;
  const parser = yargs([...argv])
    .scriptName("mcp-gen")
    .usage(
      "$0 <command>\n\nBuilds MCP servers from plain TypeScript functions. Collects nothing, and connects to nothing but the server that " +
        "call or client is told. What serve and dev start listens on this machine alone.",
    )
    .command(
      "build",
      "Read the sources and write the generated folder",
      (command) =>
        command
          .option("check", {
            type: "boolean",
            describe: "Write nothing; exit with 3 when the generated files are not up to date",
          })
          .option("dry-run", { type: "boolean", describe: "Write nothing; say what would be written" })
          .option("clean", {
            type: "boolean",
            describe: "Remove what earlier builds wrote, and nothing else, and write everything anew",
          })
          .option("watch", { type: "boolean", describe: "Go on, and build again whenever something has changed" })
          .option("max-warnings", {
            type: "number",
            requiresArg: true,
            describe: "Exit with 1 when there are more warnings than that",
          })
          .options(making)
          .options(where)
          .options(printing)
          .conflicts("clean", ["check", "dry-run", "watch"])
          .conflicts("watch", ["check", "dry-run", "max-warnings"])
          .conflicts("check", "dry-run")
          .check(({ maxWarnings }) => {
            if (typeof maxWarnings === "number" && !(Number.isInteger(maxWarnings) && maxWarnings >= 0))
              throw new UsageError("--max-warnings takes a whole number.");
            return true;
          }),
      async (args) => {
        const { check = false, dryRun = false, clean = false } = args;
        const building = { ...args, check, dryRun, clean };
        if (args.watch === true) {
          const { runWatch } = await import("./commands/watch.js");
          exit = await runWatch(building, terminal, signalled());
        } else {
          const { runBuild } = await import("./commands/build.js");
          exit = await runBuild(building, terminal);
        }
      },
    )
    .command(
      "diff",
      "Tell what has changed for clients; exit with 4 when something breaks them",
      (command) =>
        command
          .option("against", {
            type: "string",
            demandOption: true,
            requiresArg: true,
            describe: "The older contract: a revision of git, such as origin/main, or a mcp.manifest.json",
          })
          .option("cache", making.cache)
          .options(where)
          .options(printing),
      async (args) => {
        const { runDiff } = await import("./commands/diff.js");
        exit = await runDiff(args, terminal);
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
          .options(where)
          .conflicts("stdio", "http")
          .check(({ stdio, http }) => {
            if (stdio !== true && http === undefined) throw new UsageError("Say how to serve: --stdio or --http <port>.");
            if (http !== undefined && !isPort(http)) throw new UsageError("--http takes a port from 0 to 65535.");
            return true;
          }),
      async ({ http, project: folder, config }) => {
        const { runServe } = await import("./commands/serve.js");
        exit = await runServe({ port: http ?? null, project: folder, config }, terminal);
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
      "client",
      "Write a typed client for any server",
      (command) =>
        command
          .usage("$0 client --out <folder> --from <file or url>\n$0 client --out <folder> -- <command that starts a server>")
          .parserConfiguration({ "populate--": true })
          .option("from", {
            type: "string",
            requiresArg: true,
            describe: "A URL, or a file: a result of tools/list, a snapshot, a mcp.manifest.json",
          })
          .option("out", { type: "string", demandOption: true, requiresArg: true, describe: "The folder for the client" })
          .option("check", {
            type: "boolean",
            default: false,
            describe: "Write nothing; exit with 3 when the server or the files are not what they were",
          })
          .option("name", { type: "string", requiresArg: true, describe: "What to call the server in the client" })
          .option("mode", {
            choices: ["auto", "legacy", "modern"] as const,
            default: "auto" as const,
            describe: "Which era to speak",
          })
          .option("header", { type: "string", array: true, nargs: 1, default: [], describe: "An HTTP header: 'Name: value'" }),
      async ({ from, out, check, name, mode, header, "--": behind }) => {
        const { runClient } = await import("./commands/client.js");
        const command = Array.isArray(behind) ? behind.map(String) : [];
        exit = await runClient({ from, command, out, check, name, headers: header, mode }, terminal);
      },
    )
    .command(
      "inspect [tool]",
      "Show what the model sees of each tool, what is injected, and what the user may be asked",
      (command) =>
        command
          .positional("tool", { type: "string", describe: "Only this tool, prompt or resource" })
          .option("json", { type: "boolean", describe: "Print JSON" })
          .option("mermaid", { type: "boolean", describe: "Print a Mermaid flowchart of what is injected and asked" })
          .option("html", { type: "boolean", describe: "Print one HTML page, with each question as the form that a user sees" })
          .option("output-file", { type: "string", requiresArg: true, describe: "Write it there instead of to standard output" })
          .option("cache", making.cache)
          .options(where)
          .option("color", printing.color)
          .conflicts("json", ["mermaid", "html"])
          .conflicts("mermaid", "html"),
      async ({ json, mermaid, html, ...args }) => {
        const { runInspect } = await import("./commands/inspect.js");
        const as = json === true ? "json" : mermaid === true ? "mermaid" : html === true ? "html" : "text";
        exit = await runInspect({ ...args, as }, terminal);
      },
    )
    .command(
      "init [folder]",
      "Add a configuration, scripts, and an example tool with its test; overwrite nothing",
      (command) =>
        command
          .positional("folder", { type: "string", default: ".", describe: "Where" })
          .option("yes", { type: "boolean", alias: "y", default: false, describe: "Ask nothing" }),
      async (args) => {
        const { runInit } = await import("./commands/init.js");
        exit = await runInit(args, terminal);
      },
    )
    .command(
      "dev",
      "Build, watch, and serve over HTTP on this machine alone, with a reload after each change",
      (command) =>
        command
          .option("http", { type: "number", default: 8000, requiresArg: true, describe: "The port; 0 takes a free one" })
          .options(making)
          .options(where)
          .option("color", printing.color)
          .check(({ http }) => {
            if (!isPort(http)) throw new UsageError("--http takes a port from 0 to 65535.");
            return true;
          }),
      async ({ http, ...args }) => {
        const { runDev } = await import("./commands/dev.js");
        exit = await runDev({ ...args, port: http }, terminal, signalled());
      },
    )
    .command(
      "doctor",
      "Tell what was chosen for the project, and why",
      (command) =>
        command
          .option("json", { type: "boolean", default: false, describe: "Print JSON" })
          .options(where)
          .option("color", printing.color),
      async (args) => {
        const { runDoctor } = await import("./commands/doctor.js");
        exit = await runDoctor(args, terminal);
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
          .options(where),
      async ({ action, name, project: folder, config }) => {
        const { runTemplates } = await import("./commands/templates.js");
        exit = await runTemplates({ action, name, project: folder, config }, terminal);
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
    .completion("completion", "Print a script that completes commands and options in bash or zsh")
    .demandCommand(1, "Say what to do: 'mcp-gen --help' lists the commands.")
    .strict()
    .recommendCommands()
    .version(false)
    .help()
    .locale("en") // as everything else that is said here
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

const isPort = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 65535;

/** Read before the rest: errors of the command line have a colour too. */
function colourFlag(argv: readonly string[]): boolean | undefined {
  const given = argv.findLast((each) => each === "--color" || each === "--no-color");
  return given === undefined ? undefined : given === "--color";
}

/** Ends when the user, or who started the command, wants it to end. */
const signalled = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });

function leaveOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit();
}
